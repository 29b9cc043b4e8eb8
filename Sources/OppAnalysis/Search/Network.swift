internal import OppModel

/// The constraints between the truths of the nodes below a question, and the atoms that theories judge
struct Network: Sendable {
  var variables: [Variable] = []
  var columns: [Column] = []

  /// Pairs of which the first is never truer than the second
  var orders: [Order] = []
  var implications: [Implication] = []
  var definitions: [Definition] = []

  /// A relation between columns that holds whatever is decided
  var facts: [Fact] = []

  /// The columns that are the instant of a local date and time
  var moments: [Moment] = []

  /// The aggregates over rows for each of which a row was invented
  var aggregates: [RowAggregate] = []

  /// A node for one choice of rows
  struct Variable: Sendable {
    let node: NodeID

    /// The rows that the scopes of the node stand for
    let rows: [Int32]
    let shape: Shape
    let atom: Atom?
    let isBool: Bool
    let initial: TruthMask
  }

  /// The rule by which a variable follows from others, by their indices
  enum Shape: Hashable, Sendable {
    /// Whatever it likes
    case free
    case not(Int)
    case and([Int])
    case or([Int])
    case conditional(if: Int, then: Int, else: Int)
    case otherwise(Int, Int)
    case isKnown(Int)
    /// Two Bools, both known, that are the same (or not)
    case sameTruth(Int, Int, isEqual: Bool)
    /// Known exactly where all of these are
    case strict([Int])
    /// Known only where all of these are
    case partial([Int])
  }

  /// The meaning of an atom for columns when it is true; when false, it is the opposite
  enum Atom: Hashable, Sendable {
    case numbers(column: Int, IntervalSet)
    case texts(column: Int, TextSet)
    /// Conjunctions of which one holds where the atom is true, and where it is false
    case linear(whenTrue: [[LinearConstraint]], whenFalse: [[LinearConstraint]])
  }

  struct Order: Hashable, Sendable {
    let lower: Int
    let upper: Int
  }

  /// `left` among `when` makes `right` one of `then`
  struct Implication: Hashable, Sendable {
    let left: Int
    let when: TruthMask
    let right: Int
    let then: TruthMask
  }

  /// Alternatives of which one holds of columns where a variable is among `when`
  struct Definition: Hashable, Sendable {
    let variable: Int
    let when: TruthMask
    let alternatives: [[LinearConstraint]]

    /// The variable for whose value it is needed
    let owner: Int

    /// The law that it is, with what that is about
    var axiom: Axiom?
  }

  /// A constraint that always holds
  struct Fact: Hashable, Sendable {
    let constraint: LinearConstraint

    /// The law that it is, with what that is about
    var axiom: Axiom?
  }

  /// A local date and a time of day, and the column that is their instant
  struct Moment: Hashable, Sendable {
    let column: Int
    let date: LinearForm
    let time: LinearForm

    /// Seconds since 1970 of the same wall clock
    var local: LinearForm { Rational(86_400) * date + time }
  }

  /// An aggregate over the rows of a table, and the row that was invented for it
  struct RowAggregate: Sendable {
    let query: RowQuery

    /// The variable that is true where some row counts, and false where none does
    let isAny: Int

    /// The column of `count`, which is known only where all rows are; nil of `any` and `none`
    let count: Int?

    /// The rows of the scopes around it
    let choices: [ScopeID: Int32]
    let row: Int32
  }

  /// A quantity or a text that theories find a value for
  struct Column: Sendable {
    /// The variable it is the value of; of fields of the clock, the first
    let variable: Int
    let kind: Kind
    var domain: IntervalSet
    let isWhole: Bool

    /// The law that its domain rests on
    var law: Axiom.Law?

    enum Kind: Hashable, Sendable {
      case data
      case text
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

  static func < (left: TimeField, right: TimeField) -> Bool { left.rawValue < right.rawValue }

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
