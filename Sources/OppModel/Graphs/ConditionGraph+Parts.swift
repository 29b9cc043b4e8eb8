/// The parts of a condition: the conditions that the writer of a rule sees in it
///
/// Reports, timelines, tests, explanations in editors and the linter share one definition of a part. It is an operand of `and`, `or`,
/// `not`, `if` or of a hold, down to the comparisons. The elements of `x in [a, b]` are no parts, nor is the predicate on the rows of
/// a list.
///
/// ```
/// temp > 20C and (wind > 5m/s or sky in [rain, fog]) for 10min
///
/// conjuncts         temp > 20C                              all of them have to be true
///                   (wind > 5m/s or sky in [rain, fog]) for 10min
/// outermost parts   the same; those of an `or` are its operands
/// all parts         these two, wind > 5m/s or sky in [rain, fog], and wind > 5m/s
/// ```
extension ConditionGraph {
  /// The conditions that all have to be true for a condition: the operands of an `and`, or the condition itself
  package func conjuncts(of condition: NodeID) -> [NodeID] {
    if case .and(let operands) = self[condition].operation { operands } else { [condition] }
  }

  /// The operands of a rule's outermost `and` or `or` that are the same for all rows; empty if it has neither
  package func outermostParts(of rule: Rule) -> [NodeID] {
    guard let condition = rule.condition else { return [] }
    var isJunction = false
    if case .and = self[condition].operation { isJunction = true }
    if case .or = self[condition].operation { isJunction = true }
    return isJunction ? partOperands(of: condition).filter { self[$0].scopes.isEmpty } : []
  }

  /// All parts below a condition, each once, in the order of the text
  ///
  /// `(temp > 20C or wind > 5m/s or sky in [rain, fog]) for 10min and not (if free > 2h then free > 1h else temp > 1C)` has eight:
  /// the hold, the `or` in it, `temp > 20C` and `wind > 5m/s`; the `if`, `free > 2h`, `free > 1h` and `temp > 1C`.
  package func parts(below condition: NodeID) -> [NodeID] {
    var result: [NodeID] = []
    var seen: Set<NodeID> = [condition]
    // The operands that are still to be visited, the next one last.
    var waiting = Array(partOperands(of: condition).reversed())
    while let node = waiting.popLast() {
      guard seen.insert(node).inserted else { continue }
      let below = partOperands(of: node)
      // `not c` is unknown with c, and true if c is false: it says no more.
      if case .not = self[node].operation {} else { result.append(node) }
      waiting += below.reversed()
    }
    return result
  }

  /// The conditions that a condition is made of
  private func partOperands(of node: NodeID) -> [NodeID] {
    let operation = self[node].operation
    if case .or(let operands) = operation { return alternatives(operands) }
    if case .conditional(let condition, let first, let second) = operation {
      return [condition] + [first, second].filter { !isConstant($0) }
    }
    if case .otherwise(let first, let second) = operation {
      return [first, second].filter { !isConstant($0) }
    }
    let traits = operation.traits
    let isHold = traits.contains(.looksAround) && self[node].type == .bool
    // `known(c)`, which is never missing, says nothing of the truth of c.
    guard isHold || (traits.definition == .joined && traits.absence != .never) else { return [] }
    var operands: [NodeID] = []
    operation.forEachOperand { operands.append($0) }
    return operands
  }

  /// `true` for a constant, which no test can make anything else
  private func isConstant(_ node: NodeID) -> Bool {
    if case .constant = self[node].operation { true } else { false }
  }

  /// The operands of an `or`, less those that compare one value with several, as `x in [a, b]` does
  private func alternatives(_ operands: [NodeID]) -> [NodeID] {
    var counts: [NodeID: Int] = [:]
    func subject(_ operand: NodeID) -> NodeID? {
      guard case .compare(.equal, let left, _) = self[operand].operation else { return nil }
      return left
    }
    for operand in operands {
      if let left = subject(operand) { counts[left, default: 0] += 1 }
    }
    return operands.filter { operand in
      subject(operand).map { counts[$0] == 1 } ?? true
    }
  }
}
