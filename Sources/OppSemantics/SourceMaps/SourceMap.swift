package import OppModel
package import OppSyntax

/// Where the nodes of a graph stand in the text
///
/// A node may stand in several places, as equal expressions are one node. The places of one rule lie
/// together, so that a rule is explained in its own words.
package struct SourceMap: Sendable {
  private var nodes: [NodeID] = []
  private var ranges: [SourceRange] = []

  /// The first place of each node; -1 where it has none
  private var firsts: [Int32] = []

  var count: Int { nodes.count }

  mutating func add(_ node: NodeID, _ range: SourceRange) {
    nodes.append(node)
    ranges.append(range)
  }

  mutating func truncate(to count: Int) {
    nodes.removeSubrange(count...)
    ranges.removeSubrange(count...)
  }

  /// Finds the first place of each node, when all are there
  mutating func close(nodeCount: Int) {
    firsts = Array(repeating: -1, count: nodeCount)
    for index in nodes.indices.reversed() {
      let node = Int(nodes[index].index)
      if node < nodeCount { firsts[node] = Int32(truncatingIfNeeded: index) }
    }
  }

  /// Where a node stands, preferably in a rule
  ///
  /// - Parameter places: the places of the rule, from ``RulePlaces/occurrences``.
  package func range(of node: NodeID, in places: Range<Int>? = nil) -> SourceRange? {
    if let places {
      for index in places where nodes.indices.contains(index) && nodes[index] == node {
        return ranges[index]
      }
    }
    guard firsts.indices.contains(Int(node.index)) else { return nil }
    let first = Int(firsts[Int(node.index)])
    return first >= 0 ? ranges[first] : nil
  }
}
