internal import OppModel
package import OppSession

/// A planning problem as a tree, with a slow and obvious account of what its states mean
package struct PlanningCase: Sendable {
  package indirect enum Formula: Sendable {
    case atom(Int)
    case not(Formula)
    case and([Formula])
    case or([Formula])
  }

  package struct Fetch: Sendable {
    package var cost: Double
    package var failure = 0.0
    package var after: [Int] = []
  }

  package struct Atom: Sendable {
    package var probability: Double
    package var needs: [Int]
  }

  package var fetches: [Fetch] = []
  package var atoms: [Atom] = []
  package var rules: [Formula] = []
  package var required: [Int] = []

  package init() {}

  /// As the planner reads it
  package func problem() -> PlanningProblem {
    var problem = PlanningProblem()
    for fetch in fetches {
      _ = problem.fetch(cost: fetch.cost, failure: fetch.failure, after: fetch.after)
    }
    let nodes = atoms.map { problem.atom(probability: $0.probability, needing: $0.needs) }
    for rule in rules { problem.decide(add(rule, nodes, &problem)) }
    if !required.isEmpty { problem.require(required) }
    return problem
  }

  private func add(
    _ formula: Formula, _ atoms: [Int], _ problem: inout PlanningProblem
  ) -> Int {
    switch formula {
    case .atom(let index): return atoms[index]
    case .not(let operand): return problem.not(add(operand, atoms, &problem))
    case .and(let operands): return problem.and(operands.map { add($0, atoms, &problem) })
    case .or(let operands): return problem.or(operands.map { add($0, atoms, &problem) })
    }
  }
}

/// How far the fetches of a case have come
package struct PlanningState: Hashable, Sendable {
  package enum Truth: Hashable, Sendable { case open, yes, no, unknown }

  package var outcomes: [FetchOutcome]

  /// By atom; open also while its fetches have answered and it has not been drawn
  package var truths: [Truth]

  package init(_ planning: PlanningCase) {
    outcomes = Array(repeating: .open, count: planning.fetches.count)
    truths = Array(repeating: .open, count: planning.atoms.count)
  }
}

extension PlanningCase {
  /// What still matters in a state
  package struct Matter: Sendable {
    /// The atoms that could help to decide a rule
    package var atoms: Set<Int> = []

    /// The fetches not made that they, and what is required, need
    package var fetches: Set<Int> = []

    /// Equal for two states that are alike in all that is to come
    package var key: [Int8] = []

    package var isOver: Bool { atoms.isEmpty && fetches.isEmpty }
  }

  package func matter(_ state: PlanningState) -> Matter {
    var matter = Matter()
    for rule in rules {
      let (yes, no, isOpen) = possible(rule, state)
      if isOpen { note(rule, state, yes, no, &matter) } else { matter.key.append(-1) }
    }
    for atom in matter.atoms { matter.fetches.formUnion(open(atoms[atom].needs, state)) }
    matter.fetches.formUnion(open(required, state))
    for fetch in fetches.indices { matter.key.append(matter.fetches.contains(fetch) ? 1 : 0) }
    return matter
  }

  /// What of some fetches and all before them can still be made; none where one is lost
  private func open(_ wanted: [Int], _ state: PlanningState) -> [Int] {
    wanted.flatMap { fetch -> [Int] in
      if isLost(fetch, state) || state.outcomes[fetch] != .open { return [] }
      return [fetch] + open(fetches[fetch].after, state)
    }
  }

  private func isLost(_ fetch: Int, _ state: PlanningState) -> Bool {
    switch state.outcomes[fetch] {
    case .failed: true
    case .responded: false
    case .open: fetches[fetch].after.contains { isLost($0, state) }
    }
  }

  private func truth(_ atom: Int, _ state: PlanningState) -> PlanningState.Truth {
    guard state.truths[atom] == .open else { return state.truths[atom] }
    return atoms[atom].needs.contains { isLost($0, state) } ? .unknown : .open
  }

  private func possible(
    _ formula: Formula, _ state: PlanningState
  ) -> (yes: Bool, no: Bool, isOpen: Bool) {
    switch formula {
    case .atom(let atom):
      switch truth(atom, state) {
      case .open: return (true, true, true)
      case .yes: return (true, false, false)
      case .no: return (false, true, false)
      case .unknown: return (false, false, false)
      }
    case .not(let operand):
      let (yes, no, isOpen) = possible(operand, state)
      return (no, yes, isOpen)
    case .and(let operands):
      let parts = operands.map { possible($0, state) }
      if parts.contains(where: { $0.no && !$0.isOpen }) { return (false, true, false) }
      let yes = parts.allSatisfy { $0.yes }
      let no = parts.contains { $0.no }
      return (yes, no, parts.contains { $0.isOpen } && (yes || no))
    case .or(let operands):
      let (no, yes, isOpen) = possible(.and(operands.map { .not($0) }), state)
      return (yes, no, isOpen)
    }
  }

  private func note(
    _ formula: Formula, _ state: PlanningState, _ yes: Bool, _ no: Bool, _ matter: inout Matter
  ) {
    switch formula {
    case .atom(let atom):
      matter.atoms.insert(atom)
      matter.key.append(4)
    case .not(let operand): note(operand, state, no, yes, &matter)
    case .and(let operands), .or(let operands):
      for operand in operands {
        let part = possible(operand, state)
        let (wantsYes, wantsNo) = (yes && part.yes, no && part.no)
        if part.isOpen && (wantsYes || wantsNo) {
          matter.key.append(2)
          note(operand, state, wantsYes, wantsNo, &matter)
        } else {
          matter.key.append(part.isOpen || !(part.yes || part.no) ? 3 : -2)
        }
      }
      matter.key.append(5)
    }
  }

  /// The fetches not made that an atom needs
  package func fetches(for atom: Int, _ state: PlanningState) -> Set<Int> {
    Set(open(atoms[atom].needs, state))
  }

  /// The fetches of a set before which nothing must come
  package func ready(_ matter: Matter, _ state: PlanningState) -> [Int] {
    ready(matter.fetches, state)
  }

  package func ready(_ fetches: Set<Int>, _ state: PlanningState) -> [Int] {
    fetches.sorted().filter { fetch in
      self.fetches[fetch].after.allSatisfy { state.outcomes[$0] == .responded }
    }
  }
}
