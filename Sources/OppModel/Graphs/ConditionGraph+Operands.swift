extension ConditionGraph {
  /// Calls `body` with each operand of an operation, in the order of the text
  ///
  /// The predicate and the value of a query are operands of its aggregate; the arguments of a
  /// request are operands of its reading.
  package func forEachOperand(of operation: Operation, _ body: (NodeID) -> Void) {
    if case .reading(let request, _) = operation {
      for case .some(let argument) in requests[Int(request.index)].arguments { body(argument) }
    } else {
      operation.forEachOperand(body)
    }
  }
}

extension Operation {
  /// Calls `body` with each operand, in the order of the text; without the arguments of a request,
  /// which only the graph knows
  package func forEachOperand(_ body: (NodeID) -> Void) {
    switch self {
    case .constant, .clock, .period, .rowField, .row, .reading: break
    case .and(let operands), .or(let operands), .list(let operands), .apply(_, let operands):
      operands.forEach(body)
    case .sun(_, let operand), .address(let operand), .not(let operand), .known(let operand),
      .lastKnown(let operand), .unary(_, let operand), .part(_, let operand),
      .placePosition(let operand), .placeNamed(let operand, _, _), .rowPart(let operand, _),
      .lasting(let operand, _),
      .withinLast(let operand, _), .withinNext(let operand, _), .began(let operand),
      .age(let operand), .occurrence(let operand, _), .aggregateList(_, let operand),
      .places(let operand, _):
      body(operand)
    case .nearest(let first, let second), .otherwise(let first, let second),
      .compare(_, let first, let second), .element(let first, let second),
      .arithmetic(_, let first, let second),
      .distance(let first, let second), .latch(let first, let second):
      body(first)
      body(second)
    case .conditional(let condition, let first, let second),
      .inRange(let condition, let first, let second, _):
      body(condition)
      body(first)
      body(second)
    case .text(let pieces):
      for case .value(let operand, _) in pieces { body(operand) }
    case .window(_, let operand, let span):
      body(operand)
      if case .since(let start) = span { body(start) }
    case .aggregate(_, let query):
      if let predicate = query.predicate { body(predicate) }
      if let value = query.value { body(value) }
    case .gaps(let query): query.operands.forEach(body)
    }
  }

  /// The same operation with each operand replaced by another node, but for the arguments of a request
  package func mapOperands(_ other: (NodeID) -> NodeID) -> Operation {
    switch self {
    case .constant, .clock, .period, .rowField, .row, .reading: self
    case .sun(let field, let place): .sun(field, place: other(place))
    case .address(let text): .address(other(text))
    case .nearest(let category, let from): .nearest(category: other(category), from: other(from))
    case .not(let operand): .not(other(operand))
    case .and(let operands): .and(operands.map(other))
    case .or(let operands): .or(operands.map(other))
    case .conditional(let condition, let first, let second):
      .conditional(if: other(condition), then: other(first), else: other(second))
    case .otherwise(let first, let second): .otherwise(other(first), other(second))
    case .known(let operand): .known(other(operand))
    case .lastKnown(let operand): .lastKnown(other(operand))
    case .compare(let comparison, let left, let right):
      .compare(comparison, other(left), other(right))
    case .inRange(let value, let low, let high, let kind):
      .inRange(other(value), low: other(low), high: other(high), kind: kind)
    case .element(let value, let list): .element(other(value), of: other(list))
    case .arithmetic(let arithmetic, let left, let right):
      .arithmetic(arithmetic, other(left), other(right))
    case .unary(let function, let operand): .unary(function, other(operand))
    case .part(let part, let operand): .part(part, other(operand))
    case .distance(let from, let to): .distance(other(from), other(to))
    case .apply(let function, let operands): .apply(function, operands.map(other))
    case .text(let pieces): .text(pieces.map { $0.mapOperand(other) })
    case .placePosition(let operand): .placePosition(other(operand))
    case .placeNamed(let operand, let name, let radius):
      .placeNamed(other(operand), name: name, radius: radius)
    case .list(let elements): .list(elements.map(other))
    case .rowPart(let row, let field): .rowPart(other(row), field: field)
    case .lasting(let operand, let seconds): .lasting(other(operand), seconds: seconds)
    case .withinLast(let operand, let seconds): .withinLast(other(operand), seconds: seconds)
    case .withinNext(let operand, let seconds): .withinNext(other(operand), seconds: seconds)
    case .window(let function, let operand, let span):
      .window(function, other(operand), span.mapOperand(other))
    case .began(let operand): .began(other(operand))
    case .age(let operand): .age(other(operand))
    case .occurrence(let start, let seconds): .occurrence(from: other(start), seconds: seconds)
    case .latch(let condition, let end): .latch(other(condition), until: other(end))
    case .aggregate(let aggregate, let query):
      .aggregate(
        aggregate,
        RowQuery(
          scope: query.scope, table: query.table, predicate: query.predicate.map(other),
          value: query.value.map(other)))
    case .aggregateList(let aggregate, let list): .aggregateList(aggregate, other(list))
    case .gaps(let query): .gaps(query.with(table: query.table, other))
    case .places(let list, let table): .places(other(list), table: table)
    }
  }
}

extension TextPiece {
  /// The same piece with another node as its value; a literal stays
  fileprivate func mapOperand(_ other: (NodeID) -> NodeID) -> TextPiece {
    switch self {
    case .literal: self
    case .value(let operand, let format): .value(other(operand), format)
    }
  }
}

extension Span {
  /// The same span with another node as its start; only `since` has one
  fileprivate func mapOperand(_ other: (NodeID) -> NodeID) -> Span {
    switch self {
    case .last, .next: self
    case .since(let start): .since(other(start))
    }
  }
}

extension Operation {
  /// A quick hash of what distinguishes most operations: operands, numbers and durations
  ///
  /// Operations that differ in another part alone, such as `a < b` and `a <= b`, have the same one.
  var quickHash: UInt64 {
    var hash = QuickHash()
    switch self {
    case .constant(let value): hash.mix(value)
    case .reading(let request, let field):
      hash.mix(request.index, UInt64(truncatingIfNeeded: field))
    case .rowField(let scope, let field): hash.mix(scope.index, UInt64(truncatingIfNeeded: field))
    case .row(let scope): hash.mix(scope.index, 1)
    case .clock(let field): hash.mix(UInt64(truncatingIfNeeded: field.hashValue))
    case .period(let period, let isEnd): hash.mix(UInt64(period.rawValue) << 1 | (isEnd ? 1 : 0))
    case .and(let operands): hash.mix(operands, 2)
    case .or(let operands): hash.mix(operands, 3)
    case .list(let operands): hash.mix(operands, 4)
    case .text(let pieces): hash.mix(pieces)
    case .lasting(let operand, let seconds), .occurrence(let operand, let seconds):
      hash.mix(operand.index, UInt64(bitPattern: seconds))
    case .withinLast(let operand, let seconds), .withinNext(let operand, let seconds):
      hash.mix(operand.index, ~UInt64(bitPattern: seconds))
    case .window(_, let operand, let span): hash.mix(operand.index, span.quickHash)
    case .not(let operand): hash.mix(operand.index, 5)
    case .known(let operand): hash.mix(operand.index, 6)
    case .lastKnown(let operand): hash.mix(operand.index, 7)
    case .apply(let function, let operands):
      hash.mix(operands, UInt64(truncatingIfNeeded: function.hashValue))
    case .sun(_, let operand), .address(let operand), .unary(_, let operand), .part(_, let operand),
      .placePosition(let operand), .placeNamed(let operand, _, _), .rowPart(let operand, _),
      .began(let operand), .age(let operand), .aggregateList(_, let operand):
      hash.mix(operand.index, 8)
    case .compare(_, let first, let second), .arithmetic(_, let first, let second),
      .otherwise(let first, let second), .element(let first, let second),
      .distance(let first, let second),
      .nearest(let first, let second), .latch(let first, let second):
      hash.mix(first.index, UInt64(UInt32(bitPattern: second.index)))
    case .conditional(let first, let second, let third),
      .inRange(let first, let second, let third, _):
      hash.mix(first.index, UInt64(UInt32(bitPattern: second.index)))
      hash.mix(third.index, 9)
    case .aggregate(_, let query):
      hash.mix(query.scope.index, UInt64(UInt32(bitPattern: query.predicate?.index ?? -1)))
      hash.mix(query.table.index, UInt64(UInt32(bitPattern: query.value?.index ?? -1)))
    case .gaps(let query): hash.mix(query.operands, 10)
    case .places(let list, let table):
      hash.mix(list.index, UInt64(UInt32(bitPattern: table.index)))
    }
    return hash.value
  }
}

extension Span {
  /// The seconds, or the node of the start
  fileprivate var quickHash: UInt64 {
    switch self {
    case .last(let seconds): UInt64(bitPattern: seconds)
    case .next(let seconds): ~UInt64(bitPattern: seconds)
    case .since(let start): UInt64(UInt32(bitPattern: start.index)) << 32
    }
  }
}
