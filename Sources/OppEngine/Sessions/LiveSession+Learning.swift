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
    let count = engine.instances.operandCount(of: instance)
    var found = 0.5
    switch part {
    case .leaf, .settled: break
    case .not: found = 1 - probability(ofOperand: 0, of: instance, &known)
    case .and:
      found = 1
      for index in 0..<count { found *= probability(ofOperand: index, of: instance, &known) }
    case .or:
      found = 1
      for index in 0..<count { found *= 1 - probability(ofOperand: index, of: instance, &known) }
      found = 1 - found
    case .choice:
      guard count == 3 else { break }
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
    ofOperand index: Int, of instance: Int32, _ known: inout [Int32: Double]
  ) -> Double {
    probability(of: engine.instances.operand(index, of: instance), &known)
  }

  /// Learns whether the conditions for which fetches were made have turned out true
  mutating func learn(_ needs: Needs) {
    if pendingAtoms.isEmpty, needs.atoms.isEmpty { return }
    // Taken out while it is used, so that it is not copied.
    var leaves = openLeaves
    openLeaves = OpenLeaves()
    leaves.begin()
    for atom in needs.atoms where atom.instance >= 0 { collect(atom.instance, &leaves) }
    for (instance, meaning) in pendingAtoms where !leaves.contains(instance) {
      switch engine.truth(ofInstance: instance) {
      case .true: odds.note(true, of: meaning)
      case .false: odds.note(false, of: meaning)
      case .unknown: break
      }
    }
    pendingAtoms = leaves.found
    openLeaves = leaves
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
      for index in 0..<engine.instances.operandCount(of: instance) {
        collect(engine.instances.operand(index, of: instance), &leaves)
      }
    }
  }

  /// The meaning of a node, whatever graph it is in
  private func meaning(of node: NodeID) -> Fingerprint? {
    meanings.indices.contains(Int(node.index)) ? meanings[Int(node.index)] : nil
  }
}

/// The leaves that are open, each once; there may be tens of thousands
///
/// It is kept from plan to plan for its storage: a mark of an earlier generation says nothing.
struct OpenLeaves: Sendable {
  /// The open leaves in the order in which they were found
  private(set) var found: [(instance: Int32, meaning: Fingerprint)] = []

  /// By instance
  private var marks: [Mark] = []

  /// The number of the plan; a mark of another one says nothing
  private var generation: Int32 = 0

  /// The note on one instance in its generation
  private struct Mark {
    var generation: Int32 = 0

    /// Whether it is such a leaf
    var isOpen = false
  }

  /// Forgets what was found before
  mutating func begin() {
    generation &+= 1
    found = []
  }

  /// Whether an instance is an open leaf
  func contains(_ instance: Int32) -> Bool {
    guard marks.indices.contains(Int(instance)) else { return false }
    let mark = marks[Int(instance)]
    return mark.generation == generation && mark.isOpen
  }

  /// - Returns: whether it is seen for the first time.
  mutating func see(_ instance: Int32) -> Bool {
    let index = Int(instance)
    while index >= marks.count { marks.append(Mark()) }
    guard marks[index].generation != generation else { return false }
    marks[index] = Mark(generation: generation)
    return true
  }

  /// - Requires: it was seen.
  mutating func add(_ instance: Int32, _ meaning: Fingerprint) {
    marks[Int(instance)].isOpen = true
    found.append((instance, meaning))
  }
}
