package import OppModel

/// The results of a step
package struct Step: Sendable {
  /// In the order of time, name and row; an event that had to wait has its own instant
  package var firings: [Firing] = []

  /// The deliveries of earlier firings, or of these, that have become known
  package var deliveries: [SettledDelivery] = []

  /// Whether any firing waits until it is quiet no longer, of this step or of an earlier one
  package var hasHeldFirings = false

  /// The records that rules put into tables, in the order of their firings
  package var records: [Record] = []

  /// The Opps whose firing at this second `at most` or `disabled` has held back, if the engine notes them
  package internal(set) var heldBack: [OppID] = []

  /// Events that were given up; none where the engine has no ``Engine/eventTimeouts``
  package var missed: [MissedEvent] = []

  /// The requests that are needed and not known, or no longer fresh
  ///
  /// Every request that a condition or event depends on and whose reading is missing or stale at the
  /// second of the step, including those that need not be fetched.
  package var requests: [RequestID] = []

  /// The next second at which anything may change; nil if nothing ever will by itself
  ///
  /// It may be early, never late.
  package var wake: Instant?
  package var problems: [EngineProblem] = []

  package init() {}
}

/// One entry of `with { name: value }`; the value is nil where unknown
package struct PayloadValue: Hashable, Sendable {
  package let name: String
  package let type: ValueType
  package let value: Value?
}

/// The fields that a firing writes into a row of a table, one value a field, nil where unknown or not given
package struct Record: Hashable, Sendable {
  package let rule: Int
  package let opp: String

  /// The row of `for each` whose Opp recorded it
  package let source: RowID?
  package let table: TableID
  package let at: Instant
  package let row: [Value?]

  /// By field: whether the firing writes it; the others keep their values
  package let isGiven: [Bool]
}

/// The fields of a row that are in its table from a second on
struct PendingRecord: Sendable {
  let second: Int64
  let table: TableID

  /// One a field, nil where unknown or not given
  let values: [Value?]

  /// By field: whether it is written; the others keep their values
  let isGiven: [Bool]
}

extension PendingRecord {
  /// The second, the table and the fields that are written, by name
  func write(to writer: inout MemoryWriter, _ graph: ConditionGraph) {
    let fields = graph[table].fields
    writer.add(second)
    writer.add(graph[table].name)
    let given = fields.indices.filter { isGiven.indices.contains($0) && isGiven[$0] }
    writer.add(given.count)
    for field in given {
      writer.add(fields[field].name)
      writer.add(values[field], fields[field].type)
    }
  }

  /// - Returns: nil where its table is no more.
  init?(from reader: inout MemoryReader, _ graph: ConditionGraph) {
    second = reader.second()
    let table = graph.table(named: reader.string())
    (values, isGiven) = reader.givenFields(of: table.map { graph[$0] })
    guard let table else { return nil }
    self.table = table
  }
}
