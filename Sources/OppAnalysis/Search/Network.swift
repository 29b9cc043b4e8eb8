internal import OppModel

/// The constraints between the truths of the nodes below a question, and the atoms that theories judge
///
/// A variable has a truth, a column has a value. For `temp > 30C and not busy`:
///
/// ```
/// variables                                    columns
///   0  temp            partial                   0  temp   data   (-∞, ∞)
///   1  30C             free, true
///   2  temp > 30C      strict [0, 1]             atom: numbers of column 0 in (30, ∞)
///   3  busy            partial
///   4  not busy        not 3
///   5  and             and [2, 4]
/// ```
///
/// Operands precede the variables made of them, so one pass forwards carries truths up, and one backwards carries them down.
/// ``NetworkBuilder`` makes it; nothing changes it during a search.
struct Network: Sendable {
  /// In the order of their nodes, operands first; those without a node of their own follow
  var variables: [Variable] = []

  /// The unknowns of the theories, by the indices that atoms and forms use
  var columns: [Column] = []

  /// Pairs of which the first is never truer than the second
  var orders: [Order] = []

  /// Truths that follow from truths, for relations that no shape has
  var implications: [Implication] = []

  /// Relations of columns that hold only while some variable has a truth
  var definitions: [Definition] = []

  /// A relation between columns that holds under all decisions
  var facts: [Fact] = []

  /// The columns that are the instant of a local date and time
  var moments: [Moment] = []

  /// The aggregates over rows for each of which a row was invented
  var aggregates: [RowAggregate] = []

  /// A node for one choice of rows
  struct Variable: Sendable {
    /// The node; of a variable that was added for rows, the aggregate's
    let node: NodeID

    /// The rows that the scopes of the node stand for
    let rows: [Int32]

    /// The rule by which its truth follows from those of its operands
    let shape: Shape

    /// Its meaning for columns; `nil` if no theory knows it, and its truth is free
    let atom: Atom?

    /// `true` if it is a Bool; otherwise its only truths are `true` for known and `unknown`
    let isBool: Bool

    /// The truths that it may have before anything is decided
    let initial: TruthMask
  }

  /// The rule by which a variable follows from others, by their indices
  enum Shape: Hashable, Sendable {
    /// Any truth
    case free
    case not(Int)
    case and([Int])
    case or([Int])
    case conditional(if: Int, then: Int, else: Int)
    case otherwise(Int, Int)
    case isKnown(Int)
    /// Two Bools, both known, that are the same (or not)
    case sameTruth(Int, Int, isEqual: Bool)
    /// Known if and only if all of these are
    case strict([Int])
    /// Known only if all of these are
    case partial([Int])
  }

  /// The meaning of an atom for columns when it is true; when false, it is the opposite
  enum Atom: Hashable, Sendable {
    /// The values of one column for which it is true: most comparisons are such
    case numbers(column: Int, IntervalSet)
    /// The texts of one column for which it is true
    case texts(column: Int, TextSet)
    /// Conjunctions of which one holds if the atom is true, and others of which one holds if it is false
    case linear(whenTrue: [[LinearConstraint]], whenFalse: [[LinearConstraint]])
  }

  /// `lower` ≤ `upper` in the order false < unknown < true, as `c for 1h` is never truer than `c`
  struct Order: Hashable, Sendable {
    let lower: Int
    let upper: Int
  }

  /// `left` among `when` makes `right` one of `then`
  ///
  /// `raining` true makes the last known value of `raining` true.
  struct Implication: Hashable, Sendable {
    let left: Int
    let when: TruthMask
    let right: Int
    let then: TruthMask
  }

  /// Alternatives of which one holds of columns if a variable is among `when`
  ///
  /// `c = if raining then a else b` has two: `c = a` when raining is true, and `c = b` when it is false.
  struct Definition: Hashable, Sendable {
    /// The variable that has to be among `when`
    let variable: Int
    let when: TruthMask
    let alternatives: [[LinearConstraint]]

    /// The variable for whose value it is needed
    let owner: Int

    /// The law that it is, with the node that it is about
    var axiom: Axiom?
  }

  /// A constraint that always holds
  ///
  /// ``NetworkBuilder`` adds them for triangles, windows and moments, such as `min(temp, last 1h) <= temp`.
  struct Fact: Hashable, Sendable {
    let constraint: LinearConstraint

    /// The law that it is, with the node that it is about
    var axiom: Axiom?
  }

  /// A local date and a time of day, and the column that is their instant
  struct Moment: Hashable, Sendable {
    /// The column of the instant
    let column: Int

    /// Days since 1970-01-01
    let date: LinearForm

    /// Seconds since midnight
    let time: LinearForm

    /// Seconds since 1970 of the same wall clock
    var local: LinearForm { Rational(86_400) * date + time }
  }

  /// An aggregate over the rows of a table, and the row that was invented for it
  struct RowAggregate: Sendable {
    /// The scope, predicate and value of the aggregate
    let query: RowQuery

    /// The variable that is true if some row counts, and false if none does
    let isAny: Int

    /// The column of `count`, which is known only if all rows are; nil of `any` and `none`
    let count: Int?

    /// The rows of the scopes around it
    let choices: [ScopeID: Int32]

    /// The number of the invented row: 1 for the first aggregate, 2 for the second …
    let row: Int32
  }

  /// A quantity or a text that theories find a value for
  struct Column: Sendable {
    /// The variable it is the value of; of fields of the clock, the first
    let variable: Int

    /// The kind, which decides when it gets its value
    let kind: Kind

    /// The values that it may have before anything is decided
    var domain: IntervalSet

    /// `true` if only whole numbers count
    let isWhole: Bool

    /// The law that its domain rests on
    var law: Axiom.Law?

    enum Kind: Hashable, Sendable {
      /// A field of a source or of a row
      case data
      /// A text, whose values are in ``Assignment/texts``
      case text
      /// A field of the present second: one column for each, however it is written
      case time(TimeField)
      /// A field of the sun at a pin
      case sun
      /// The instant of a local date and time
      case moment
      /// The seconds by which wall clocks are ahead of UTC
      case offset
      /// A value that no reading sets: a window, a distance, an aggregate, a product
      case derived
    }
  }
}

/// A part of the present second that a node may be
enum TimeField: Int, Hashable, Sendable, CaseIterable, Comparable {
  case now
  case time
  case hour
  case minute
  case today
  case weekday
  case month
  case year
  case day

  /// The field that a keyword of the language is
  init(_ field: ClockField) {
    self =
      switch field {
      case .now: .now
      case .time: .time
      case .today: .today
      case .weekday: .weekday
      case .month: .month
      }
  }

  /// `true` if it is the same all day
  var isOfDate: Bool {
    switch self {
    case .today, .weekday, .month, .year, .day: true
    case .now, .time, .hour, .minute: false
    }
  }

  static func < (left: TimeField, right: TimeField) -> Bool { left.rawValue < right.rawValue }

  /// The values that the field can have: seconds, days since 1970-01-01, or the number itself; Monday is 0
  var domain: IntervalSet {
    switch self {
    case .now: .closed(Instant.first.seconds, Instant.last.seconds)
    case .time: .closed(0, 86_399)
    case .hour: .closed(0, 23)
    case .minute: .closed(0, 59)
    // From 0001-01-01 to 9999-12-31.
    case .today: .closed(-719_162, 2_932_896)
    case .weekday: .closed(0, 6)
    case .month: .closed(1, 12)
    case .year: .closed(1, 9999)
    case .day: .closed(1, 31)
    }
  }
}
