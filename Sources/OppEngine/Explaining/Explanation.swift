package import OppModel

/// The value of a part of a condition at an instant, and the values that it depends on
package struct Explanation: Sendable {
  package let subject: Subject
  package let type: ValueType

  /// The value; `nil` if it is unknown
  package let value: Value?

  /// The reasons why it is unknown
  package let reasons: [UnknownReason]

  /// Of a reading: the instant that it is of
  package let readAt: Instant?

  /// Of an aggregate: the rows it looks at
  package let rows: ExplainedRows?

  /// The operands it is made of, in the order of the text; constants are left out
  package var parts: [Explanation] = []

  /// The instant since which it has had this value; `nil` if that is not tracked
  package var since: Instant?

  /// The instant until which it has this value; `nil` if nothing known ends it
  package var until: Instant?

  /// The condition as the engine that explains it knows it
  package let instance: InstanceID

  package var truth: Truth {
    guard case .truth(let isTrue)? = value else { return .unknown }
    return isTrue ? .true : .false
  }

  /// The number of conditions below that are false and made of no other conditions
  package var falseLeafCount: Int {
    let below = parts.filter { $0.type == .bool }
    guard !below.isEmpty else { return type == .bool && truth == .false ? 1 : 0 }
    return truth == .true ? 0 : below.reduce(0) { $0 + $1.falseLeafCount }
  }

  /// The subject of an explanation
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

  /// The number of rows, and of those whose predicate is true or unknown
  package let count: Int
  package let members: Int
  package let unknownMembers: Int

  /// The first rows that count, by their keys
  package let examples: [RowID]

  /// The greatest number of examples
  static let exampleLimit = 3
}
