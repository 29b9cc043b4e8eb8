internal import OppModel

/// The parts of conditions that tests are measured by
///
/// A part is a condition of its own to the writer of a rule: an operand of `and`, `or`, `not`, `if` or
/// of a hold, down to the comparisons. Of `x in [a, b]` the elements are no parts, nor is the predicate on
/// the rows of a list.
///
///     (temp > 20C or wind > 5m/s or sky in [rain, fog]) for 10min and not (if free > 2h then free > 1h else temp > 1C)
///
/// has eight: the hold, the `or` in it, `temp > 20C` and `wind > 5m/s`; the `if`, `free > 2h`, `free > 1h` and
/// `temp > 1C`.
struct ConditionParts {
  /// The graph whose conditions are taken apart
  private let graph: ConditionGraph

  /// By node, whether anything below it may be missing
  private let mayBeMissing: [Bool]

  /// - Complexity: O(*n*) in the nodes and their operands.
  init(_ graph: ConditionGraph) {
    self.graph = graph
    var mayBeMissing: [Bool] = []
    for node in graph.nodes {
      var isMissing = false
      switch node.operation.traits.absence {
      case .never: break
      case .byItself: isMissing = true
      case .ofOperands:
        var operands: [NodeID] = []
        graph.forEachOperand(of: node.operation) { operands.append($0) }
        // The second operand of `otherwise` is there where the first is not.
        if case .otherwise(_, let second) = node.operation { operands = [second] }
        isMissing = operands.contains { mayBeMissing[$0] }
      }
      mayBeMissing.append(isMissing)
    }
    self.mayBeMissing = mayBeMissing
  }

  /// Whether a condition depends on anything that may be missing: `time in 12:00..13:00` does not
  func canBeUnknown(_ node: NodeID) -> Bool { mayBeMissing[node] }

  /// The parts below a condition, each once, in the order of the text
  func parts(of condition: NodeID) -> [NodeID] {
    var result: [NodeID] = []
    var seen: Set<NodeID> = [condition]
    // The operands that are still to be looked at, the next one last.
    var waiting = Array(operands(of: condition).reversed())
    while let node = waiting.popLast() {
      guard seen.insert(node).inserted else { continue }
      let below = operands(of: node)
      // `not c` is unknown with c, and true where that is false: it says no more.
      if case .not = graph[node].operation {} else { result.append(node) }
      waiting += below.reversed()
    }
    return result
  }

  /// The conditions that a condition is made of
  private func operands(of node: NodeID) -> [NodeID] {
    let operation = graph[node].operation
    if case .or(let operands) = operation { return graph.alternatives(operands) }
    if case .conditional(let condition, let first, let second) = operation {
      return [condition] + [first, second].filter { !isConstant($0) }
    }
    if case .otherwise(let first, let second) = operation {
      return [first, second].filter { !isConstant($0) }
    }
    let traits = operation.traits
    let isHold = traits.contains(.looksAround) && graph[node].type == .bool
    // `known(c)`, which is never missing, says nothing of the truth of c.
    guard isHold || (traits.definition == .joined && traits.absence != .never) else { return [] }
    var operands: [NodeID] = []
    operation.forEachOperand { operands.append($0) }
    return operands
  }

  /// Whether a node is a constant, which no test can make anything else
  private func isConstant(_ node: NodeID) -> Bool {
    if case .constant = graph[node].operation { true } else { false }
  }
}

extension ConditionGraph {
  /// The operands of an `or`, less those that compare one value with several, as `x in [a, b]` does
  func alternatives(_ operands: [NodeID]) -> [NodeID] {
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
