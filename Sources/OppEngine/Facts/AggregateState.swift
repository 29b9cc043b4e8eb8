internal import OppModel

/// An aggregate over rows: which of them count, kept up to date row by row
///
/// `any(tasks where cost > 4)`, as rows come:
///
///     a, cost 3               no             0 true, 0 unknown    false
///     b, cost not known       unknown        0 true, 1 unknown    unknown
///     b, cost 5               yes            1 true, 0 unknown    true
///
/// A row that changes is counted out with its old value, and in with its new one: the others are not looked at.
struct AggregateState: Sendable {
  /// The instance of the aggregate itself
  let instance: InstanceID
  let query: RowQuery

  /// The rows that surround it, those of an outer aggregate or of `for each`
  let environment: EnvironmentID

  /// By the row's index: where its predicate and value are
  var entries: [RowIndex: Entry] = [:]

  /// Rows that have changed since it was evaluated
  var changed: [RowIndex] = []

  /// Whether every row is to be looked at again
  var isStale = true

  /// The numbers of true, unknown and undecided members (for `any` and `none`, with their value)
  var trueCount = 0
  var unknownCount = 0
  var undecidedCount = 0

  init(instance: InstanceID, query: RowQuery, environment: EnvironmentID) {
    self.instance = instance
    self.query = query
    self.environment = environment
  }

  struct Entry: Sendable {
    private let compactPredicate: CompactOptional<InstanceID>
    private let compactValue: CompactOptional<InstanceID>
    var counted = Membership.absent

    init(predicate: InstanceID?, value: InstanceID?) {
      compactPredicate = CompactOptional(predicate)
      compactValue = CompactOptional(value)
    }

    /// The predicate of the query for the row; nil if it has none
    var predicate: InstanceID? { compactPredicate.wrapped }

    /// The value of the query for the row; nil if it has none
    var value: InstanceID? { compactValue.wrapped }
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
