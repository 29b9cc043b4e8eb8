internal import OppEngine
internal import OppModel

/// The likelihood of conditions, as it is learned
///
/// Only leaves have odds: the odds of `and`, `or` and `not` follow from the odds of their operands, as if
/// these were independent. So the odds that are learned for a condition count wherever it occurs.
///
/// ```
/// raining 0.1, temp > 20C 0.7
/// raining and temp > 20C          0.1 × 0.7 = 0.07
/// raining or temp > 20C           1 − 0.9 × 0.3 = 0.73
/// not (raining and temp > 20C)    0.93
/// ```
struct OddsLearner: Sendable {
  /// The odds as learned so far
  var odds: Odds

  /// By node: its meaning, under which its odds are learned
  let meanings: [Fingerprint]

  /// The conditions that were open when needs were found last, whose outcomes are learned
  var openLeaves = BitSet<InstanceID>()

  /// A set whose storage is used again
  private var seenLeaves = BitSet<InstanceID>()

  init(_ odds: Odds, _ meanings: [Fingerprint]) {
    self.odds = odds
    self.meanings = meanings
  }

  /// By atom: how likely it is to be true once it is known
  func probabilities(
    of needs: Needs, _ demand: borrowing FetchDemand, _ engine: borrowing Engine
  ) -> [Double] {
    var result: [Double] = []
    result.reserveCapacity(needs.conditions.count)
    var known: [InstanceID: Double] = [:]
    for condition in needs.conditions {
      guard let condition else {
        result.append(0.5)
        continue
      }
      result.append(probability(of: condition, &known, demand, engine))
    }
    return result
  }

  /// - Parameter known: by instance, those of conditions with operands; many share one.
  private func probability(
    of instance: InstanceID, _ known: inout [InstanceID: Double], _ demand: borrowing FetchDemand,
    _ engine: borrowing Engine
  ) -> Double {
    let connective: Connective
    switch demand.part(instance, engine) {
    case .leaf(let node): return odds.probability(of: node.flatMap { meaning(of: $0) })
    case .settled(let truth): return truth == .true ? 1 : 0
    case .joined(let own): connective = own
    }
    if let found = known[instance] { return found }
    let count = engine.operandCount(of: instance)
    var found = 1.0
    func operand(_ index: Int, _ known: inout [InstanceID: Double]) -> Double {
      let operand = engine.operand(index, of: instance)
      return probability(of: operand, &known, demand, engine)
    }
    switch connective {
    case .not: found = 1 - operand(0, &known)
    case .and:
      for index in 0..<count { found *= operand(index, &known) }
    case .or:
      for index in 0..<count { found *= 1 - operand(index, &known) }
      found = 1 - found
    case .choice:
      let condition = operand(0, &known)
      let chosen = operand(1, &known)
      let other = operand(2, &known)
      found = condition * chosen + (1 - condition) * other
    }
    known[instance] = found
    return found
  }

  /// Learns whether the conditions for which fetches were made have turned out true
  mutating func learn(
    _ needs: Needs, _ demand: borrowing FetchDemand, _ engine: borrowing Engine
  ) {
    let before = openLeaves
    openLeaves.reset(below: engine.instanceCount)
    seenLeaves.reset(below: engine.instanceCount)
    for case let condition? in needs.conditions { collect(condition, demand, engine) }
    // Outcomes of rows that mean the same are noted in an order that is not that of the rows, which a restart changes.
    var falseMeanings: [Fingerprint] = []
    var next = before.first
    while let instance = next {
      next = before.first(after: instance)
      guard !openLeaves.contains(instance), let meaning = meaning(ofInstance: instance, engine)
      else {
        continue
      }
      switch engine.truth(ofInstance: instance) {
      case .true: odds.note(true, of: meaning)
      case .false: falseMeanings.append(meaning)
      case .unknown: break
      }
    }
    for meaning in falseMeanings { odds.note(false, of: meaning) }
  }

  /// Finds the leaves below a condition that are open, each once; there may be tens of thousands
  private mutating func collect(
    _ instance: InstanceID, _ demand: borrowing FetchDemand, _ engine: borrowing Engine
  ) {
    switch demand.part(instance, engine) {
    case .settled: break
    case .leaf(let node): if node != nil { openLeaves.insert(instance) }
    case .joined:
      guard seenLeaves.insert(instance) else { return }
      for index in 0..<engine.operandCount(of: instance) {
        collect(engine.operand(index, of: instance), demand, engine)
      }
    }
  }

  /// The meaning of the node that an instance computes, or `nil`
  func meaning(
    ofInstance instance: InstanceID, _ engine: borrowing Engine
  ) -> Fingerprint? {
    engine.node(of: instance).flatMap { meaning(of: $0) }
  }

  /// The meaning of a node, the same in all graphs, or `nil`
  private func meaning(of node: NodeID) -> Fingerprint? {
    meanings.has(node) ? meanings[node] : nil
  }
}
