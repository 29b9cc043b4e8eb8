internal import OppModel

extension NetworkBuilder {
  /// The rule by which the truth of a node, or whether it is known, follows from its operands
  ///
  /// - `strict`: a value wherever the operands have one, such as comparisons and sums.
  /// - `partial`: it may be missing although the operands are known: a division by an amount that may be 0, a reading of a source
  ///  with known arguments, the sunrise in the polar night.
  /// - `free`: nothing follows, or the relations that `addHistory` and `addWindow` add have the consequences.
  func shape(of node: NodeID) -> Network.Shape {
    let operation = graph[node].operation
    if let shape = joined(operation) { return shape }
    switch operation.traits.definition {
    case .strict:
      return isPartial(operation)
        ? .partial(operands(of: operation)) : .strict(operands(of: operation))
    case .partial:
      // There is daylight, be it 0 s or 24 h, wherever the place is known.
      if case .sun(.daylight, _) = operation { return .strict(operands(of: operation)) }
      return .partial(operands(of: operation))
    case .joined, .free: return .free
    }
  }

  /// The shape of a consequence of the truths of operands, or of whether they are known; nil for any other operation
  private func joined(_ operation: Operation) -> Network.Shape? {
    if case .not(let operand) = operation { return .not(self.operand(operand)) }
    if case .and(let parts) = operation { return .and(parts.map(operand)) }
    if case .or(let parts) = operation { return .or(parts.map(operand)) }
    if case .conditional(let condition, let then, let otherwise) = operation {
      return .conditional(
        if: operand(condition), then: operand(then), else: operand(otherwise))
    }
    if case .otherwise(let first, let second) = operation {
      return .otherwise(operand(first), operand(second))
    }
    if case .known(let operand) = operation { return .isKnown(self.operand(operand)) }
    if case .compare(let comparison, let left, let right) = operation, graph[left].type == .bool {
      return .sameTruth(operand(left), operand(right), isEqual: comparison == .equal)
    }
    return nil
  }

  /// `true` if a quotient may be unknown of known operands: only a constant that is not zero is a safe divisor
  private func isPartial(_ operation: Operation) -> Bool {
    guard case .arithmetic(.divide, _, let divisor) = operation else { return false }
    return forms[operand(divisor)].map { !$0.isConstant || $0.constant.isZero } ?? true
  }

  /// The variables of all operands, in their order
  private func operands(of operation: Operation) -> [Int] {
    var result: [Int] = []
    graph.forEachOperand(of: operation) { result.append(operand($0)) }
    return result
  }
}
