extension ConditionGraph {
  /// The graph as it is run: without charts, and with nothing in place of the nodes that only these need
  ///
  /// All other nodes keep their indices. A chart causes no fetches, so no node that is left may read the requests that it alone needs.
  ///
  /// - Parameter nodes: nodes that are needed besides, as those of expressions are, which may be nodes of a chart too.
  package func withoutCharts(keeping nodes: [NodeID] = []) -> ConditionGraph {
    guard !charts.isEmpty else { return self }
    var isNeeded = self.nodes.indices.map { !chartNodes.contains($0) }
    for node in nodes where isNeeded.indices.contains(Int(node.index)) {
      isNeeded[Int(node.index)] = true
    }
    for index in self.nodes.indices.reversed() where isNeeded[index] {
      forEachOperand(of: self.nodes[index].operation) { isNeeded[Int($0.index)] = true }
    }
    var result = self
    result.charts = []
    for index in chartNodes where !isNeeded[index] {
      result.nodes[index] = Node(operation: .constant(.truth(false)), type: .bool, scopes: [])
    }
    return result
  }

  /// The tables whose rows charts read, directly or below
  package var tablesOfCharts: Set<TableID> {
    var found = tables(below: charts.flatMap { $0.nodes })
    for case .some(let rows) in charts.map({ $0.rows }) { found.insert(rows.table) }
    return found
  }
}
