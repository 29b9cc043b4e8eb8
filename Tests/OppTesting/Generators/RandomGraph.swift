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
    if writer.random.oneIn(4) {
      writer.graph.settings.quietHours = QuietHours(
        start: Int64(writer.random.number(in: 0...47) * 900),
        end: Int64(writer.random.number(in: 48...95) * 900))
    }
    graph = writer.graph
    self.roots = roots
  }
}
