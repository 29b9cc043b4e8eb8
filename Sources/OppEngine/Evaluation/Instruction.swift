internal import OppModel

/// The computation of an instance from its operands, in plain bytes
///
/// It is an ``Operation`` without its operands, which are kept beside it, and without its texts, which
/// are in the graph.
enum Instruction {
  case constant
  case clock(ClockField)
  case sun(SunField)
  /// A field, by its place in the source, of a request of the graph
  case reading(request: Int32, field: Int32)
  case address
  case nearest
  /// A field, by its place in the table, of the row of its scope
  case rowField(Int32)
  case row
  /// Whether the row is in its table: unknown where the table is
  case rowPresence
  /// Whether operand 0, the presence of a row, and operand 1, its predicate, put it in a list
  case membership
  case not
  case and
  case or
  /// `if` operand 0 `then` operand 1 `else` operand 2
  case conditional
  /// Operand 0, or operand 1 where that is unknown
  case otherwise
  case known
  case lastKnown
  case compare(Comparison)
  case inRange(RangeKind)
  /// Whether operand 0 equals one of the other operands
  case elementOfOperands
  /// Whether operand 0 is an element of the list that operand 1 is
  case element
  case containsText
  case arithmetic(Arithmetic)
  case unary(Unary)
  case part(Part, ofInstant: Bool)
  case distance
  case text
  case textFunction(TextFunction)
  case placeName
  case placePosition
  case placeNamed
  case list
  /// A field of the row that operand 0 is, such as `first(tasks).id`
  case rowPart(Int32)
  /// `for`, with its duration in seconds, as are the next two: `within last` and `within next`
  case lasting(Int64)
  case withinLast(Int64)
  case withinNext(Int64)
  /// `average(x, last 1h)`: operand 0 is x, and of `since` operand 1 the instant
  case window(WindowFunction, WindowSpan)
  /// The first second of the present or latest interval of truth
  case began
  /// Over rows, which no operand has: they are in its ``AggregateState``
  case aggregate(Aggregate)
  case aggregateList(Aggregate)
  /// An aggregate over the operands themselves, in place of the list that they make
  case aggregateOperands(Aggregate)
}

/// A ``Span`` whose instant is the second operand
enum WindowSpan {
  /// In seconds, as for `next`
  case last(Int64)
  case next(Int64)
  case since
}

extension Instruction {
  /// Whether time alone can change its reading, though its operands stay as they are
  ///
  /// `free >= 30min` turns though `free` and `30min` are the readings they were. `not c`, `a and b` or `known(x)`
  /// change at the horizon of an operand at most, which has a timer already.
  var ownsHorizon: Bool {
    switch self {
    case .clock, .sun, .reading, .compare, .inRange, .elementOfOperands, .element, .unary, .part,
      .arithmetic, .distance, .text, .list, .lasting, .withinLast, .withinNext, .window,
      .aggregate, .aggregateOperands:
      true
    case .constant, .address, .nearest, .rowField, .row, .rowPresence, .membership, .not, .and, .or,
      .conditional, .otherwise, .known, .lastKnown, .containsText, .textFunction, .placeName,
      .placePosition, .placeNamed, .rowPart, .began, .aggregateList:
      false
    }
  }

  /// Whether it remembers: its operands are then followed whether or not they matter now
  var remembers: Bool {
    switch self {
    case .lasting, .withinLast, .window, .began, .lastKnown: true
    default: false
    }
  }
}
