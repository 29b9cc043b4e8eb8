package import OppModel

/// What a part of a condition says at an instant, and what that rests on
package struct Explanation: Sendable {
  package let subject: Subject
  package let type: ValueType

  /// nil where it is unknown
  package let value: Value?

  /// Why it is unknown
  package let reasons: [UnknownReason]

  /// Of a reading: the instant that it is of
  package let readAt: Instant?

  /// Of an aggregate: the rows it looks at
  package let rows: ExplainedRows?

  /// What it is made of, in the order of the text; constants are left out
  package internal(set) var parts: [Explanation] = []

  /// Since when it has said so; nil where that is not followed
  package internal(set) var since: Instant?

  /// Until when it says so; nil where nothing that is known ends it
  package internal(set) var until: Instant?
  let instance: Int32

  package var truth: Truth {
    guard case .truth(let isTrue)? = value else { return .unknown }
    return isTrue ? .true : .false
  }

  /// How many conditions below are false that are made of no other conditions
  var falseLeafCount: Int {
    let below = parts.filter { $0.type == .bool }
    guard !below.isEmpty else { return type == .bool && truth == .false ? 1 : 0 }
    return truth == .true ? 0 : below.reduce(0) { $0 + $1.falseLeafCount }
  }

  /// What is explained
  package enum Subject: Hashable, Sendable {
    case node(NodeID)
    /// The row of `for each` is in its table
    case row
    /// The row of `for each` is in its list
    case list
    /// The row is in its list, and `when`
    case whole
  }
}

/// The rows that an aggregate looks at
package struct ExplainedRows: Sendable {
  package let table: TableID

  /// How many rows there are, and of how many the predicate is true or unknown
  package let count: Int
  package let members: Int
  package let unknownMembers: Int

  /// The first rows that count, by their keys
  package let examples: [RowID]

  /// How many examples there are at most
  static let exampleLimit = 3
}
