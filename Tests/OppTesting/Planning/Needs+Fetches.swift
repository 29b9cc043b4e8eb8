package import OppEngine
package import OppPlanning

extension Needs {
  /// The fetches of a goal: all of those that it must have, or that may decide it
  package func fetches(of root: Root) -> [Int] {
    switch root.goal {
    case .known(let range): problem.list(range)
    case .decided(let node): problem.fetches(below: node)
    }
  }
}

extension PlanningProblem {
  /// The fetches of the atoms below a node, from left to right
  package func fetches(below node: Int) -> [Int] {
    var result: [Int] = []
    for operand in operands(of: node) { result += fetches(below: operand) }
    if let own = fetches(ofAtomAt: node) { result += list(own) }
    return result
  }

  /// The nodes that a node joins or negates
  package func operands(of node: Int) -> [Int] {
    switch nodes[node].kind {
    case .constant, .atom: []
    case .not: [Int(nodes[node].operand)]
    case .and, .or: list(nodes[node].children)
    }
  }
}
