internal import OppModel

/// An aggregate over rows: which of them count, kept up to date row by row
struct AggregateState: Sendable {
  let instance: Int32
  let query: RowQuery
  let environment: Int32

  /// By the row's index: where its predicate and value are
  var entries: [Int32: Entry] = [:]

  /// Rows that have changed since it was evaluated
  var changed: [Int32] = []

  /// Whether every row is to be looked at again
  var isStale = true

  /// The numbers of true, unknown and undecided members (for `any` and `none`, with their value)
  var trueCount = 0
  var unknownCount = 0
  var undecidedCount = 0

  init(instance: Int32, query: RowQuery, environment: Int32) {
    self.instance = instance
    self.query = query
    self.environment = environment
  }

  struct Entry: Sendable {
    /// Instances; -1 where the query has none
    let predicate: Int32
    let value: Int32
    var counted = Standing.absent
  }

  /// The state of a row in an aggregate
  enum Standing: UInt8, Sendable {
    case absent
    case no
    case unknown
    case undecided
    case yes
  }
}
