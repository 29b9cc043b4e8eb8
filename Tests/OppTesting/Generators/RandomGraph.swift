package import OppModel

/// A random checked rule set, made without the front end
///
/// It has nodes that no text would give, and needs neither parser nor checker, so that a difference
/// between the engine and the reference lies in one of those two.
package struct RandomGraph {
  package let seed: UInt64
  package let graph: ConditionGraph

  /// Some nodes without a row, whose values are worth comparing
  package let roots: [NodeID]

  package init(seed: UInt64) {
    self.seed = seed
    var writer = RandomNodes(seed: seed)
    var roots: [NodeID] = []
    for _ in 0..<3 { roots.append(writer.condition(3)) }
    for _ in 0..<3 { roots.append(writer.scalar(writer.random.pick(RandomNodes.types), 2)) }
    for name in ["alpha", "beta", "gamma"].prefix(writer.random.number(in: 1...3)) {
      writer.addRule(name)
    }
    if writer.random.oneIn(4) { writer.addQuiet() }
    graph = writer.graph
    self.roots = roots
  }
}

extension RandomNodes {
  /// `set quiet`, with hours or with a condition, which does not look back
  fileprivate mutating func addQuiet() {
    guard random.oneIn(2) else {
      for _ in 0..<8 {
        let condition = condition(2)
        guard !looksBack(condition) else { continue }
        graph.settings.quiet = condition
        return
      }
      return
    }
    let hours = QuietHours(
      start: Int64(random.number(in: 0...47) * 900), end: Int64(random.number(in: 48...95) * 900))
    graph.settings.quietHours = hours
    let low = node(.constant(.scalar(Double(hours.start))), .timeOfDay)
    let high = node(.constant(.scalar(Double(hours.end))), .timeOfDay)
    graph.settings.quiet = node(
      .inRange(node(.clock(.time), .timeOfDay), low: low, high: high, kind: .timeOfDay), .bool)
  }

  /// Whether a condition looks at other seconds, or at firings
  private func looksBack(_ condition: NodeID) -> Bool {
    var waiting = [condition]
    while let next = waiting.popLast() {
      let operation = graph[next].operation
      if operation.traits.contains(.looksAround) { return true }
      if case .began = operation { return true }
      if case .aggregate(_, let query) = operation,
        graph.tables[Int(query.table.index)].firings != nil
      {
        return true
      }
      graph.forEachOperand(of: operation) { waiting.append($0) }
    }
    return false
  }
}
