internal import OppModel

/// An aggregate over rows: which of them count, kept up to date row by row
///
/// `any(tasks where cost > 4)`, as rows come:
///
///     a, cost 3               no             0 true, 0 unknown    false
///     b, cost not known       unknown        0 true, 1 unknown    unknown
///     b, cost 5               yes            1 true, 0 unknown    true
///
/// A row that changes is counted out as what it was, and in as what it is: the others are not looked at.
struct AggregateState: Sendable {
  /// The instance of the aggregate itself
  let instance: Int32
  let query: RowQuery

  /// The rows that surround it, those of an outer aggregate or of `for each`
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
    var counted = Membership.absent
  }

  /// The state of a row in an aggregate
  enum Membership: UInt8, Sendable {
    /// Not in the table
    case absent
    /// In the table, and known not to count
    case no
    case unknown
    case undecided
    case yes
  }
}
