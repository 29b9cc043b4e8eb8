package import OppModel

extension ConditionGraph {
  /// The fingerprints of some nodes and of all below them, by the index of the node; those of other nodes say nothing
  ///
  /// The linter compares few nodes of a large graph between two runs, and needs no others.
  ///
  /// - Complexity: O(*n*) in the nodes below, but for a list of the length of the graph.
  package func fingerprints(below roots: [NodeID]) -> [Fingerprint] {
    let excerpt = GraphExcerpt(of: self, below: roots)
    let meanings = excerpt.graph.fingerprints()
    var found = Array(repeating: Fingerprint(bits: 0), count: nodes.count)
    for (node, place) in excerpt.places { found[Int(node.index)] = meanings[Int(place.index)] }
    return found
  }
}
