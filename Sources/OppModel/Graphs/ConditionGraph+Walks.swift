extension ConditionGraph {
  /// The nodes below some, these included
  ///
  /// - Complexity: linear in the nodes that are found, each of which is visited once.
  package func nodes(below roots: [NodeID]) -> Set<NodeID> {
    var pending = roots
    var seen: Set<NodeID> = []
    while let node = pending.popLast() {
      guard seen.insert(node).inserted else { continue }
      forEachOperand(of: self[node].operation) { pending.append($0) }
    }
    return seen
  }

  /// The tables of whose rows a node below some is an aggregate
  package func tables(below roots: [NodeID]) -> Set<TableID> {
    var found: Set<TableID> = []
    for node in nodes(below: roots) {
      if case .aggregate(_, let query) = self[node].operation { found.insert(query.table) }
    }
    return found
  }
}
