internal import OppSession

extension PlanningCase {
  /// The least expected cost of any policy: every fetch is tried in every state
  package func leastCost() -> Double {
    var costs: [[Int8]: Double] = [:]
    return leastCost(PlanningState(self), &costs)
  }

  private func leastCost(_ state: PlanningState, _ costs: inout [[Int8]: Double]) -> Double {
    let matter = matter(state)
    if matter.isOver { return 0 }
    let drawn = matter.atoms.sorted().first { atom in
      atoms[atom].needs.allSatisfy { state.outcomes[$0] == .responded }
    }
    var next = state
    if let drawn {
      let probability = atoms[drawn].probability
      next.truths[drawn] = .yes
      let yes = leastCost(next, &costs)
      next.truths[drawn] = .no
      return probability * yes + (1 - probability) * leastCost(next, &costs)
    }
    if let known = costs[matter.key] { return known }
    var least = Double.infinity
    for fetch in ready(matter, state) {
      let terms = fetches[fetch]
      next.outcomes[fetch] = .responded
      var cost = terms.cost + (1 - terms.failure) * leastCost(next, &costs)
      if terms.failure > 0 {
        next.outcomes[fetch] = .failed
        cost += terms.failure * leastCost(next, &costs)
      }
      next.outcomes[fetch] = .open
      least = min(least, cost)
    }
    costs[matter.key] = least
    return least
  }
}

extension PlanningCase {
  /// The least expected cost of a conjunction of atoms, by trying every order of them
  ///
  /// - Requires: at most 8 atoms, and no failures.
  package func leastCostOfOrders() -> Double {
    leastCostOfOrders(Array(atoms.indices), made: [])
  }

  private func leastCostOfOrders(_ left: [Int], made: Set<Int>) -> Double {
    left.map { atom in
      let missing = Set(atoms[atom].needs).subtracting(made)
      let rest = leastCostOfOrders(left.filter { $0 != atom }, made: made.union(missing))
      return missing.reduce(0) { $0 + fetches[$1].cost } + atoms[atom].probability * rest
    }.min() ?? 0
  }
}
