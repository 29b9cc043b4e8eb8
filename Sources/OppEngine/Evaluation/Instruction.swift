internal import OppModel

/// The computation of an instance from its operands, in plain bytes
///
/// It is an ``Operation`` without its operands, which are kept beside it, and without its texts, which
/// are in the graph.
enum Instruction {
  /// Nothing: it is always unknown
  case unknown
  case constant
  case clock(ClockField)
  /// The start or the end of the period that the second is in
  case period(CalendarPeriod, isEnd: Bool)
  case sun(SunField)
  case sunAngle(SunAngle)
  /// A field, by its place in the source, of a request of the graph
  case reading(request: RequestID, field: Int32)
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
  /// Operand 0, or operand 1 if that is unknown
  case otherwise
  case known
  case lastKnown
  case compare(Comparison)
  case inRange(RangeKind)
  /// Whether operand 0 equals one of the other operands
  case elementOfOperands
  /// Whether operand 0 is an element of the list that operand 1 is
  case element
  case arithmetic(Arithmetic)
  case unary(Unary)
  case part(Part, ofInstant: Bool)
  case distance
  /// A function of its operands' values; if one of them may drift, its value changes by the second
  case apply(ValueFunction, canDrift: Bool)
  case text
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
  /// The second at which the value of operand 0 last changed
  case lastChange
  /// The time since the latest reading that had the field that operand 0 reads
  case age
  /// The first of operand 0, D after it, … that is not past; D in seconds
  case occurrence(Int64)
  /// `not` operand 1 `and` (operand 0 `or` its own value of the second before)
  case latch
  /// Over rows, which no operand has: they are in its ``AggregateState``
  case aggregate(Aggregate)
  case aggregateList(Aggregate)
  /// An aggregate over the operands themselves, in place of the list that they make
  case aggregateOperands(Aggregate)
  /// The gaps between operands 0 and 1 that the pairs of lists behind them leave, with a row of a table for each
  case gaps(TableID, DailyHours?)
  /// The list that operand 0 is, with a row of a table for each of its places
  case places(TableID)
}

/// A ``Span`` whose instant is the second operand
enum WindowSpan {
  /// In seconds, as for `next`
  case last(Int64)
  case next(Int64)
  case since
}

extension Instruction {
  /// The operation of a node without its operands; durations below zero count as zero
  init(_ node: Node, in graph: ConditionGraph) {
    self =
      switch node.operation {
      case .constant: .constant
      case .clock(let field): .clock(field)
      case .period(let period, let isEnd): .period(period, isEnd: isEnd)
      case .sun(let field, _): .sun(field)
      case .sunAngle(let angle, _): .sunAngle(angle)
      case .reading(let request, let field):
        .reading(request: request, field: Int32(truncatingIfNeeded: field))
      case .address: .address
      case .nearest: .nearest
      case .rowField(_, let field): .rowField(Int32(truncatingIfNeeded: field))
      case .row: .row
      case .not: .not
      case .and: .and
      case .or: .or
      case .conditional: .conditional
      case .otherwise: .otherwise
      case .known: .known
      case .lastKnown: .lastKnown
      case .compare(let comparison, _, _): .compare(comparison)
      case .inRange(_, _, _, let kind): .inRange(kind)
      case .element(_, let list): graph.isWrittenOut(list) ? .elementOfOperands : .element
      case .arithmetic(let operation, _, _): .arithmetic(operation)
      case .unary(let function, _): .unary(function)
      case .part(let part, let operand): .part(part, ofInstant: graph[operand].type == .instant)
      case .distance: .distance
      case .apply(let function, let operands):
        .apply(function, canDrift: operands.contains { graph[$0].type.isScalar })
      case .text: .text
      case .placePosition: .placePosition
      case .placeNamed: .placeNamed
      case .list: .list
      case .rowPart(_, let field): .rowPart(Int32(truncatingIfNeeded: field))
      case .lasting(_, let seconds): .lasting(max(0, seconds))
      case .withinLast(_, let seconds): .withinLast(max(0, seconds))
      case .withinNext(_, let seconds): .withinNext(max(0, seconds))
      case .window(let function, _, .last(let seconds)): .window(function, .last(max(0, seconds)))
      case .window(let function, _, .next(let seconds)): .window(function, .next(max(0, seconds)))
      case .window(let function, _, .since): .window(function, .since)
      case .began: .began
      case .lastChange: .lastChange
      case .occurrence(_, let seconds): .occurrence(max(1, seconds))
      case .latch: .latch
      case .age: .age
      case .aggregate(let aggregate, _): .aggregate(aggregate)
      case .aggregateList(let aggregate, let list):
        graph.isWrittenOut(list) ? .aggregateOperands(aggregate) : .aggregateList(aggregate)
      case .gaps(let query): .gaps(query.table, query.daily)
      case .places(_, let table): .places(table)
      }
  }

  /// The properties of an instruction: its row in the one table of them
  var traits: InstructionTraits {
    switch self {
    case .unknown, .constant: InstructionTraits(.operands)
    case .clock, .period: InstructionTraits(.operands, [.ownsHorizon])
    case .sun, .sunAngle: InstructionTraits(.strict, [.ownsHorizon])
    case .reading: InstructionTraits(.source, [.ownsHorizon, .countsSeconds])
    case .address: InstructionTraits(.place, state: .addressListener)
    case .nearest: InstructionTraits(.place, state: .nearestListener)
    case .rowField, .rowPresence: InstructionTraits(.row, state: .row)
    case .row: InstructionTraits(.row, state: .rowIdentity)
    case .rowPart: InstructionTraits(.rowPart, state: .tableListener)

    case .membership, .and: InstructionTraits(.joined(.and))
    case .or: InstructionTraits(.joined(.or))
    case .not: InstructionTraits(.joined(.not))
    case .conditional: InstructionTraits(.joined(.choice))
    case .otherwise: InstructionTraits(.otherwise)
    case .known: InstructionTraits(.tested)

    case .compare, .inRange, .unary, .part, .arithmetic, .placeNamed:
      InstructionTraits(.strict, [.ownsHorizon])
    case .occurrence: InstructionTraits(.strict, [.ownsHorizon])
    case .placePosition, .places: InstructionTraits(.strict)
    case .gaps: InstructionTraits(.strict, [.ownsHorizon])
    case .apply(_, let canDrift): InstructionTraits(.strict, canDrift ? [.ownsHorizon] : [])
    case .distance: InstructionTraits(.strict, [.ownsHorizon], state: .sites)
    case .elementOfOperands, .element, .list, .aggregateOperands:
      InstructionTraits(.operands, [.ownsHorizon])
    case .aggregateList: InstructionTraits(.operands)
    case .text: InstructionTraits(.tested, [.ownsHorizon])

    case .lasting, .withinLast:
      InstructionTraits(.past, [.ownsHorizon, .remembers, .samples], state: .truth)
    case .began: InstructionTraits(.tested, [.remembers, .samples], state: .truth)
    case .lastChange: InstructionTraits(.strict, [.remembers, .samples], state: .change)
    case .latch: InstructionTraits(.operands, [.remembers, .samples], state: .truth)
    case .lastKnown: InstructionTraits(.lastKnown, [.remembers, .samples], state: .lastKnown)
    case .age: InstructionTraits(.tested, [.ownsHorizon, .countsSeconds], state: .ageListener)
    case .window(.ago, _):
      InstructionTraits(.earlier, [.ownsHorizon, .remembers, .samples], state: .window)
    case .window(_, .last), .window(_, .since):
      InstructionTraits(.tested, [.ownsHorizon, .remembers, .samples], state: .window)
    case .window(_, .next):
      InstructionTraits(.operands, [.ownsHorizon, .remembers, .looksAhead], state: .window)
    case .withinNext: InstructionTraits(.operands, [.ownsHorizon, .looksAhead])
    case .aggregate: InstructionTraits(.rows, [.ownsHorizon], state: .rows)
    }
  }
}

extension Instruction {
  /// The truth that decides it wherever its operand had it in the last seconds; nil for any but `for` and `within last`
  var past: (deciding: Truth, seconds: Int64)? {
    if case .lasting(let seconds) = self { return (.false, seconds) }
    if case .withinLast(let seconds) = self { return (.true, seconds) }
    return nil
  }

  /// The result of a memory of the truths of its operand; nil for any other instruction
  var memoryResult: MemoryResult? {
    if let past { return .past(deciding: past.deciding, past.seconds) }
    if case .began = self { return .start }
    return nil
  }
}

extension ConditionGraph {
  /// Whether a node is a list that is written out, element by element
  func isWrittenOut(_ node: NodeID) -> Bool {
    if case .list = self[node].operation { true } else { false }
  }
}
