internal import OppModel
package import OppSession

/// Ways of choosing fetches, to be compared
extension PlanningCase {
  /// What the planner makes in a state
  package func planned(_ state: PlanningState, effort: PlanningEffort) -> PlannedRound {
    var problem = problem()
    for (fetch, outcome) in state.outcomes.enumerated() {
      problem.settle(fetch: fetch, as: outcome)
    }
    for (atom, truth) in state.truths.enumerated() {
      switch truth {
      case .yes: problem.settle(atom: atom, as: .true)
      case .no: problem.settle(atom: atom, as: .false)
      case .open, .unknown: break
      }
    }
    return Planner.next(problem, effort: effort)
  }

  /// What the planner costs, and whether each of its rounds was exact
  ///
  /// - Returns: nil where it makes a fetch that can change nothing, or stops too early.
  package func plannedCost(
    effort: PlanningEffort = PlanningEffort()
  ) -> (cost: Double, isExact: Bool)? {
    var isExact = true
    let cost = PolicyCost.expected(self) { state in
      let round = planned(state, effort: effort)
      isExact = isExact && round.isExact
      return round.fetches
    }
    return cost.map { ($0, isExact) }
  }

  /// What it costs to ask rule by rule, each from left to right as it is written until it is decided,
  /// where an answer serves all rules
  package func writtenCost() -> Double? {
    PolicyCost.expected(self) { state in
      for rule in rules {
        var alone = self
        (alone.rules, alone.required) = ([rule], [])
        let matter = alone.matter(state)
        guard let atom = leaves(rule).first(where: matter.atoms.contains) else { continue }
        return alone.ready(alone.fetches(for: atom, state), state)
      }
      return ready(matter(state), state)
    }
  }

  /// What asking all at once costs
  package var everythingCost: Double {
    matter(PlanningState(self)).fetches.reduce(0) { $0 + fetches[$1].cost }
  }

  private func leaves(_ formula: Formula) -> [Int] {
    switch formula {
    case .atom(let atom): [atom]
    case .not(let operand): leaves(operand)
    case .and(let operands), .or(let operands): operands.flatMap(leaves)
    }
  }
}
