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
    case .constant, .clock, .rowField, .row, .reading: break
    case .and(let operands), .or(let operands), .list(let operands): operands.forEach(body)
    case .sun(_, let operand), .address(let operand), .not(let operand), .known(let operand),
      .lastKnown(let operand), .unary(_, let operand), .part(_, let operand),
      .textFunction(_, let operand), .placeName(let operand), .placePosition(let operand),
      .placeNamed(let operand, _, _), .rowPart(let operand, _), .lasting(let operand, _),
      .withinLast(let operand, _), .withinNext(let operand, _), .began(let operand),
      .aggregateList(_, let operand):
      body(operand)
    case .nearest(let first, let second), .otherwise(let first, let second),
      .compare(_, let first, let second), .element(let first, let second),
      .containsText(let first, let second), .arithmetic(_, let first, let second),
      .distance(let first, let second):
      body(first)
      body(second)
    case .conditional(let condition, let first, let second),
      .inRange(let condition, let first, let second, _):
      body(condition)
      body(first)
      body(second)
    case .text(let pieces):
      for case .value(let operand) in pieces { body(operand) }
    case .window(_, let operand, let span):
      body(operand)
      if case .since(let start) = span { body(start) }
    case .aggregate(_, let query):
      if let predicate = query.predicate { body(predicate) }
      if let value = query.value { body(value) }
    }
  }
}
