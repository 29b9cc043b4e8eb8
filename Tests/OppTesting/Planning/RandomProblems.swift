internal import OppModel
package import OppSession

/// Planning problems of many rules, for measuring time
package struct RandomProblems {
  private var random: SplitMix64

  package init(seed: UInt64) {
    random = SplitMix64(seed: seed)
  }

  /// Rules of 2 to 5 atoms of any sources: some have only one
  package mutating func shared(sources: Int, rules: Int) -> PlanningProblem {
    var problem = PlanningProblem()
    let fetches = self.fetches(sources, &problem)
    for _ in 0..<rules {
      let atoms = (0..<random.number(in: 2...5)).map { _ in
        problem.atom(probability: probability(), needing: [random.pick(fetches)])
      }
      problem.decide(rule(atoms, &problem))
    }
    return problem
  }

  /// Rules of 2 to 5 atoms of different sources, so that there is always a choice
  package mutating func distinct(sources: Int, rules: Int) -> PlanningProblem {
    var problem = PlanningProblem()
    let fetches = self.fetches(sources, &problem)
    for _ in 0..<rules {
      let first = random.number(in: 0...(sources - 1))
      let atoms = (0..<random.number(in: 2...5)).map { index in
        let fetch = fetches[(first + index * (1 + sources / 7)) % sources]
        return problem.atom(probability: probability(), needing: [fetch])
      }
      problem.decide(rule(atoms, &problem))
    }
    return problem
  }

  /// The same, each with a part that is known to be false
  package mutating func decided(sources: Int, rules: Int) -> PlanningProblem {
    var problem = PlanningProblem()
    let fetches = self.fetches(sources, &problem)
    let no = problem.constant(.false)
    for _ in 0..<rules {
      let atoms = (0..<random.number(in: 2...5)).map { _ in
        problem.atom(probability: probability(), needing: [random.pick(fetches)])
      }
      problem.decide(problem.and([no, rule(atoms, &problem)]))
    }
    return problem
  }

  private mutating func fetches(_ count: Int, _ problem: inout PlanningProblem) -> [Int] {
    (0..<count).map { _ in
      problem.fetch(cost: Double(random.number(in: 1...10)), failure: 0.01)
    }
  }

  private mutating func probability() -> Double { Double(random.number(in: 5...95)) / 100 }

  private mutating func rule(_ atoms: [Int], _ problem: inout PlanningProblem) -> Int {
    var parts = atoms
    if parts.count > 3 { parts = [problem.or(Array(atoms[..<2]))] + atoms[2...] }
    if random.oneIn(4) { parts[0] = problem.not(parts[0]) }
    return random.oneIn(3) ? problem.or(parts) : problem.and(parts)
  }
}
