/// The meanings of a graph's nodes and rules, each with a fingerprint of its own
extension ConditionGraph {
  /// The fingerprint of every node, in the order of the nodes
  ///
  /// It is the same for the same meaning in every compilation, on every machine and after every edit of
  /// another Opp, and another one as soon as anything below the node is something else.
  ///
  /// - Complexity: O(*n*) in the nodes and their operands.
  package func fingerprints() -> [Fingerprint] {
    MeaningHasher(graph: self).known
  }

  /// The fingerprint of the condition of each rule between its events: `for each`, `when` and `near`
  package func conditionFingerprints(_ nodes: [Fingerprint]) -> [Fingerprint] {
    rules.map { rule in
      var hasher = FingerprintHasher()
      hasher.add("condition")
      add(rule.rows, nodes, &hasher)
      if let condition = rule.condition, nodes.indices.contains(Int(condition.index)) {
        hasher.add(nodes[Int(condition.index)])
      }
      return hasher.fingerprint
    }
  }

  /// The fingerprint of an event of a rule
  package func fingerprint(
    of event: Event, in rule: Rule, _ nodes: [Fingerprint]
  ) -> Fingerprint {
    var hasher = FingerprintHasher()
    hasher.add("event")
    func add(_ name: String, _ node: NodeID) {
      hasher.add(name)
      if nodes.indices.contains(Int(node.index)) { hasher.add(nodes[Int(node.index)]) }
    }
    switch event {
    case .becomes(let node): add("becomes", node)
    case .timeOfDay(let node): add("time of day", node)
    case .sun(let field, let place, let offset):
      add("sun", place)
      hasher.add(field.fingerprintName)
      hasher.add(offset)
    case .instant(let node): add("instant", node)
    case .every(let seconds):
      hasher.add("every")
      hasher.add(seconds)
    case .changes(let node): add("changes", node)
    case .rowAdded:
      hasher.add("row added")
      self.add(rule.rows, nodes, &hasher)
    case .rowRemoved:
      hasher.add("row removed")
      self.add(rule.rows, nodes, &hasher)
    }
    return hasher.fingerprint
  }

  /// Adds the table and the predicate of a `for each`
  private func add(
    _ rows: RowQuery?, _ nodes: [Fingerprint], _ hasher: inout FingerprintHasher
  ) {
    guard let rows else { return }
    let table = Int(rows.table.index)
    hasher.add(tables.indices.contains(table) ? tables[table].name : "")
    if let predicate = rows.predicate, nodes.indices.contains(Int(predicate.index)) {
      hasher.add(nodes[Int(predicate.index)])
    }
  }
}
