internal import OppModel

extension NetworkBuilder {
  /// The rule by which the truth of a node, or whether it is known, follows from its operands
  ///
  /// - `strict`: a value wherever the operands have one, such as comparisons and sums.
  /// - `partial`: it may be missing although the operands are known: a division by what may be 0, a reading of a source
  ///   with known arguments, the sunrise in the polar night.
  /// - `free`: nothing follows, or what follows is in the relations that `addHistory` and `addWindow` add.
  func shape(of node: NodeID) -> Network.Shape {
    let operation = graph[node].operation
    switch operation {
    case .not(let operand): return .not(self.operand(operand))
    case .and(let parts): return .and(parts.map(operand))
    case .or(let parts): return .or(parts.map(operand))
    case .conditional(let condition, let then, let otherwise):
      return .conditional(
        if: operand(condition), then: operand(then), else: operand(otherwise))
    case .otherwise(let first, let second): return .otherwise(operand(first), operand(second))
    case .known(let operand): return .isKnown(self.operand(operand))
    case .compare(let comparison, let left, let right) where graph[left].type == .bool:
      return .sameTruth(operand(left), operand(right), isEqual: comparison == .equal)
    case .compare, .inRange, .containsText, .unary, .part, .distance, .textFunction, .placeName,
      .placePosition, .placeNamed, .list:
      return .strict(operands(of: operation))
    case .arithmetic(.divide, _, let divisor):
      // Only a constant that is not zero cannot make the quotient unknown.
      let isSafe = forms[operand(divisor)].map { $0.isConstant && !$0.constant.isZero } ?? false
      return isSafe ? .strict(operands(of: operation)) : .partial(operands(of: operation))
    case .arithmetic: return .strict(operands(of: operation))
    case .sun(.daylight, _): return .strict(operands(of: operation))
    case .sun, .reading, .address, .nearest, .rowPart, .aggregateList:
      return .partial(operands(of: operation))
    case .constant, .clock, .rowField, .row, .lastKnown, .element, .text, .lasting, .withinLast,
      .withinNext, .window, .began, .aggregate:
      return .free
    }
  }

  /// The variables of all operands, in their order
  private func operands(of operation: Operation) -> [Int] {
    var result: [Int] = []
    graph.forEachOperand(of: operation) { result.append(operand($0)) }
    return result
  }
}
