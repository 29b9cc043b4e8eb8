internal import OppModel

/// The likelihood of conditions, as it is learned
///
/// Odds are those of the leaves: the odds of `and`, `or` and `not` come of those of their operands, as if
/// these were independent. So what is learned of a condition counts wherever it occurs.
extension LiveSession {
  /// By atom: how likely it is to be true once it is known
  func probabilities(of needs: Needs) -> [Double] {
    var result: [Double] = []
    result.reserveCapacity(needs.atoms.count)
    var known: [Int32: Double] = [:]
    for atom in needs.atoms {
      result.append(atom.instance < 0 ? 0.5 : probability(of: atom.instance, &known))
    }
    return result
  }

  /// - Parameter known: by instance, those of conditions with operands; many share one.
  private func probability(of instance: Int32, _ known: inout [Int32: Double]) -> Double {
    let part = engine.part(instance)
    switch part {
    case .leaf(let node): return odds.probability(of: node.flatMap { meaning(of: $0) })
    case .settled(let truth): return truth == .true ? 1 : 0
    case .not, .and, .or, .choice: break
    }
    if let found = known[instance] { return found }
    let operands = engine.operands(of: instance).map { probability(of: $0, &known) }
    let found: Double
    switch part {
    case .leaf, .settled: found = 0.5
    case .not: found = 1 - (operands.first ?? 0.5)
    case .and: found = operands.reduce(1, *)
    case .or: found = 1 - operands.reduce(1) { $0 * (1 - $1) }
    case .choice:
      found =
        operands.count == 3 ? operands[0] * operands[1] + (1 - operands[0]) * operands[2] : 0.5
    }
    known[instance] = found
    return found
  }

  /// Learns whether the conditions for which fetches were made have turned out true
  mutating func learn(_ needs: Needs) {
    if pendingAtoms.isEmpty, needs.atoms.isEmpty { return }
    var leaves = OpenLeaves()
    for atom in needs.atoms where atom.instance >= 0 { collect(atom.instance, &leaves) }
    for (instance, meaning) in pendingAtoms where !leaves.contains(instance) {
      switch engine.truth(ofInstance: instance) {
      case .true: odds.note(true, of: meaning)
      case .false: odds.note(false, of: meaning)
      case .unknown: break
      }
    }
    pendingAtoms = leaves.found
  }

  /// Finds the leaves below a condition that are open
  private func collect(_ instance: Int32, _ leaves: inout OpenLeaves) {
    guard leaves.see(instance) else { return }
    switch engine.part(instance) {
    case .settled: break
    case .leaf(let node):
      if let meaning = node.flatMap({ meaning(of: $0) }) {
        leaves.add(instance, meaning)
      }
    case .not, .and, .or, .choice:
      for operand in engine.operands(of: instance) { collect(operand, &leaves) }
    }
  }

  /// The meaning of a node, whatever graph it is in
  private func meaning(of node: NodeID) -> Fingerprint? {
    meanings.indices.contains(Int(node.index)) ? meanings[Int(node.index)] : nil
  }
}

/// The leaves that are open, each once; there may be tens of thousands
private struct OpenLeaves {
  private(set) var found: [(instance: Int32, meaning: Fingerprint)] = []

  /// By instance
  private var marks: [Mark] = []

  private enum Mark {
    case unseen
    case seen
    /// It is such a leaf
    case open
  }

  func contains(_ instance: Int32) -> Bool {
    marks.indices.contains(Int(instance)) && marks[Int(instance)] == .open
  }

  /// - Returns: whether it is seen for the first time.
  mutating func see(_ instance: Int32) -> Bool {
    let index = Int(instance)
    if index >= marks.count {
      marks.append(contentsOf: repeatElement(.unseen, count: index + 1 - marks.count))
    }
    guard marks[index] == .unseen else { return false }
    marks[index] = .seen
    return true
  }

  /// - Requires: it was seen.
  mutating func add(_ instance: Int32, _ meaning: Fingerprint) {
    marks[Int(instance)] = .open
    found.append((instance, meaning))
  }
}
