internal import OppModel

/// The likelihood of conditions, as it is learned
///
/// Odds are those of the leaves: the odds of `and`, `or` and `not` come of those of their operands, as if
/// these were independent. So what is learned of a condition counts wherever it occurs.
///
/// ```
/// raining 0.1, temp > 20C 0.7
/// raining and temp > 20C          0.1 × 0.7 = 0.07
/// raining or temp > 20C           1 − 0.9 × 0.3 = 0.73
/// not (raining and temp > 20C)    0.93
/// ```
extension LiveSession {
  /// By atom: how likely it is to be true once it is known
  func probabilities(of needs: Needs) -> [Double] {
    var result: [Double] = []
    result.reserveCapacity(needs.conditions.count)
    var known: [InstanceID: Double] = [:]
    for condition in needs.conditions {
      result.append(condition.map { probability(of: $0, &known) } ?? 0.5)
    }
    return result
  }

  /// - Parameter known: by instance, those of conditions with operands; many share one.
  private func probability(of instance: InstanceID, _ known: inout [InstanceID: Double]) -> Double {
    let connective: InstructionTraits.Connective
    switch demand.part(instance, engine.evaluator) {
    case .leaf(let node): return odds.probability(of: node.flatMap { meaning(of: $0) })
    case .settled(let truth): return truth == .true ? 1 : 0
    case .joined(let own): connective = own
    }
    if let found = known[instance] { return found }
    let count = engine.instances.operandCount(of: instance)
    var found = 1.0
    switch connective {
    case .not: found = 1 - probability(ofOperand: 0, of: instance, &known)
    case .and:
      for index in 0..<count { found *= probability(ofOperand: index, of: instance, &known) }
    case .or:
      for index in 0..<count { found *= 1 - probability(ofOperand: index, of: instance, &known) }
      found = 1 - found
    case .choice:
      let condition = probability(ofOperand: 0, of: instance, &known)
      let chosen = probability(ofOperand: 1, of: instance, &known)
      let other = probability(ofOperand: 2, of: instance, &known)
      found = condition * chosen + (1 - condition) * other
    }
    known[instance] = found
    return found
  }

  /// That of an operand, by its number
  private func probability(
    ofOperand index: Int, of instance: InstanceID, _ known: inout [InstanceID: Double]
  ) -> Double {
    probability(of: engine.instances.operand(index, of: instance), &known)
  }

  /// Learns whether the conditions for which fetches were made have turned out true
  mutating func learn(_ needs: Needs) {
    let before = openLeaves
    openLeaves.reset(below: engine.instances.count)
    seenLeaves.reset(below: engine.instances.count)
    for case let condition? in needs.conditions { collect(condition) }
    var next = before.first
    while let instance = next {
      next = before.first(after: instance)
      guard !openLeaves.contains(instance), let meaning = meaning(ofInstance: instance) else {
        continue
      }
      switch engine.truth(instance) {
      case .true: odds.note(true, of: meaning)
      case .false: odds.note(false, of: meaning)
      case .unknown: break
      }
    }
  }

  /// Finds the leaves below a condition that are open, each once; there may be tens of thousands
  private mutating func collect(_ instance: InstanceID) {
    switch demand.part(instance, engine.evaluator) {
    case .settled: break
    case .leaf(let node): if node != nil { openLeaves.insert(instance) }
    case .joined:
      guard seenLeaves.insert(instance) else { return }
      for index in 0..<engine.instances.operandCount(of: instance) {
        collect(engine.instances.operand(index, of: instance))
      }
    }
  }

  /// The meaning of the node that an instance computes
  private func meaning(ofInstance instance: InstanceID) -> Fingerprint? {
    engine.graph.node(of: engine.instances.template[instance]).flatMap { meaning(of: $0) }
  }

  /// The meaning of a node, whatever graph it is in
  private func meaning(of node: NodeID) -> Fingerprint? {
    meanings.has(node) ? meanings[node] : nil
  }
}
