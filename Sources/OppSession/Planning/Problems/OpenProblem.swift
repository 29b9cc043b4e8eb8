internal import OppModel

/// The open part of a problem: the fetches that can be made, and those that can still change a root
///
/// Two passes over the nodes. Upwards: which outcomes are possible for each node? Downwards from the roots: which
/// outcome of a node would still help to decide a root? A fetch is *relevant* if an atom that would
/// help needs it, or if it must come before such a one.
///
/// ```
/// a needs the fetch f, which has failed; b needs the fetch g, which is open
///
/// root             outcomes of the root     wanted of b     relevant
/// a and b          false, or unknown        false           g
/// a or b           true, or unknown         true            g
/// a and (a or b)   unknown                  nothing         nothing
/// ```
struct OpenProblem {
  /// The problem as it was passed in; the likelihood of an atom may be computed later, when it matters
  var problem: PlanningProblem

  /// By fetch: whether it and its prerequisites can still be made
  private(set) var isOpen: [Bool] = []

  /// By fetch: whether it can no longer succeed
  private(set) var isDead: [Bool] = []

  /// By node: its possible outcomes
  private(set) var outcomes: [PossibleOutcomes] = []

  /// By node: the outcomes, of `yes` and `no`, that would help some root
  private(set) var wanted: [PossibleOutcomes] = []

  /// The fetches that can still change a root
  private(set) var relevant: [Int] = []

  /// By fetch: its place in ``relevant``
  private(set) var placeOfFetch: [Int?] = []

  init(_ problem: PlanningProblem) {
    self.problem = problem
    findOpenFetches()
    findOutcomes()
    findWanted()
    findRelevant()
  }

  // MARK: Upwards

  /// Finds which fetches can be made, and which can never succeed; a prerequisite has the lesser index
  private mutating func findOpenFetches() {
    isOpen = Array(repeating: false, count: problem.fetches.count)
    isDead = isOpen
    for fetch in problem.fetches.indices {
      let terms = problem.fetches[fetch]
      isDead[fetch] = terms.outcome == .failed
      if terms.outcome == .open {
        for index in terms.prerequisites.indices where isDead[Int(problem.lists[index])] {
          isDead[fetch] = true
        }
        isOpen[fetch] = !isDead[fetch]
      }
    }
  }

  /// Finds the outcomes of all nodes, children first
  private mutating func findOutcomes() {
    outcomes = []
    outcomes.reserveCapacity(problem.nodes.count)
    for node in problem.nodes {
      switch node.kind {
      case .constant:
        outcomes.append(PossibleOutcomes(Truth(rawValue: Int8(node.operand)) ?? .unknown))
      case .atom: outcomes.append(outcomes(ofAtom: Int(node.operand)))
      case .not: outcomes.append(outcomes[Int(node.operand)].negated)
      case .and: outcomes.append(join(node.children, negated: false))
      case .or: outcomes.append(join(node.children, negated: true))
      }
    }
  }

  /// The outcomes of an atom: one that waits for a fetch that cannot succeed is unknown for good
  private func outcomes(ofAtom index: Int) -> PossibleOutcomes {
    let atom = problem.atoms[index]
    if let truth = atom.truth { return PossibleOutcomes(truth) }
    var result = PossibleOutcomes.unknown
    for index in atom.fetches.indices {
      let fetch = Int(problem.lists[index])
      if isDead[fetch] { return .unknown }
      if isOpen[fetch] { result = [.yes, .no, .open] }
    }
    return result
  }

  /// `and`; or `or`, where each outcome is negated on the way in and on the way out
  private func join(_ children: ListRange, negated: Bool) -> PossibleOutcomes {
    var union: PossibleOutcomes = []
    var common: PossibleOutcomes = .decided
    for index in children.indices {
      let child = outcomes[Int(problem.lists[index])]
      let outcome = negated ? child.negated : child
      if outcome == .no { return negated ? .yes : .no }
      union.formUnion(outcome)
      common.formIntersection(outcome)
    }
    guard union.contains(.open) else {
      if union.contains(.unknown) { return .unknown }
      return negated ? .no : .yes
    }
    var result: PossibleOutcomes = .open
    if common.contains(.yes) { result.insert(.yes) }
    if union.contains(.no) { result.insert(.no) }
    if result == .open { return .unknown }
    return negated ? result.negated : result
  }

  // MARK: Downwards

  /// Finds the wanted outcomes of all nodes, parents first
  private mutating func findWanted() {
    wanted = Array(repeating: [], count: problem.nodes.count)
    for root in problem.roots {
      if case .decided(let node) = root.goal, outcomes[Int(node)].contains(.open) {
        wanted[Int(node)] = outcomes[Int(node)].intersection(.decided)
      }
    }
    for index in problem.nodes.indices.reversed() where !wanted[index].isEmpty {
      let node = problem.nodes[index]
      switch node.kind {
      case .constant, .atom: break
      case .not: want(wanted[index].negated, of: node.operand)
      case .and, .or:
        for child in node.children.indices { want(wanted[index], of: problem.lists[child]) }
      }
    }
  }

  /// Adds the outcomes of a node that are both wanted and possible
  private mutating func want(_ outcome: PossibleOutcomes, of node: Int32) {
    let possible = outcomes[Int(node)]
    guard possible.contains(.open) else { return }
    wanted[Int(node)].formUnion(outcome.intersection(possible))
  }

  /// Finds the relevant fetches, in the order of the problem
  private mutating func findRelevant() {
    var isRelevant = Array(repeating: false, count: problem.fetches.count)
    for (index, node) in problem.nodes.enumerated()
    where node.kind == .atom && !wanted[index].isEmpty {
      for entry in problem.atoms[Int(node.operand)].fetches.indices {
        isRelevant[Int(problem.lists[entry])] = true
      }
    }
    for root in problem.roots {
      guard case .known(let range) = root.goal else { continue }
      for entry in range.indices { isRelevant[Int(problem.lists[entry])] = true }
    }
    placeOfFetch = Array(repeating: nil, count: problem.fetches.count)
    for fetch in problem.fetches.indices.reversed() where isRelevant[fetch] && isOpen[fetch] {
      for entry in problem.fetches[fetch].prerequisites.indices {
        isRelevant[Int(problem.lists[entry])] = true
      }
    }
    for fetch in problem.fetches.indices where isRelevant[fetch] && isOpen[fetch] {
      placeOfFetch[fetch] = relevant.count
      relevant.append(fetch)
    }
  }

  /// `true` if nothing must come before a fetch
  func isReady(_ fetch: Int) -> Bool {
    problem.fetches[fetch].prerequisites.indices.allSatisfy { entry in
      !isOpen[Int(problem.lists[entry])]
    }
  }
}
