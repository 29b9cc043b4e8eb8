internal import OppSession

/// The expected cost of a way of choosing fetches, by walking through all courses of answers
///
/// Only what still matters is drawn: an answer that changes nothing has one course.
package struct PolicyCost {
  /// What to make in a state of the case; it must be something while anything matters
  package typealias Policy = (PlanningState) -> [Int]

  private let planning: PlanningCase
  private let policy: Policy
  private var costs: [[Int8]: Double] = [:]

  /// A fetch was made that could change nothing, or nothing was made though something mattered
  private var isWrong = false

  /// - Returns: nil where the policy makes a fetch that can change nothing, or stops too early.
  package static func expected(_ planning: PlanningCase, _ policy: @escaping Policy) -> Double? {
    var walk = PolicyCost(planning, policy)
    let cost = walk.cost(PlanningState(planning))
    return walk.isWrong ? nil : cost
  }

  private init(_ planning: PlanningCase, _ policy: @escaping Policy) {
    self.planning = planning
    self.policy = policy
  }

  private mutating func cost(_ state: PlanningState) -> Double {
    let matter = planning.matter(state)
    if matter.isOver { return 0 }
    if let known = costs[matter.key] { return known }
    let chosen = policy(state)
    guard !chosen.isEmpty, chosen.allSatisfy(matter.fetches.contains) else {
      isWrong = true
      return 0
    }
    let cost = make(chosen[...], state)
    costs[matter.key] = cost
    return cost
  }

  /// The fetches that remain of a round are paid, whatever the first of them says
  private mutating func make(_ round: ArraySlice<Int>, _ state: PlanningState) -> Double {
    guard let fetch = round.first else { return draw(state) }
    let terms = planning.fetches[fetch]
    var next = state
    next.outcomes[fetch] = .responded
    var cost = terms.cost + (1 - terms.failure) * make(round.dropFirst(), next)
    if terms.failure > 0 {
      next.outcomes[fetch] = .failed
      cost += terms.failure * make(round.dropFirst(), next)
    }
    return cost
  }

  /// Over what the atoms that matter and whose fetches have answered may say
  private mutating func draw(_ state: PlanningState) -> Double {
    let known = planning.matter(state).atoms.sorted().first { atom in
      state.truths[atom] == .open
        && planning.atoms[atom].needs.allSatisfy { state.outcomes[$0] == .responded }
    }
    guard let atom = known else { return cost(state) }
    let probability = planning.atoms[atom].probability
    var next = state
    next.truths[atom] = .yes
    let yes = draw(next)
    next.truths[atom] = .no
    return probability * yes + (1 - probability) * draw(next)
  }
}
