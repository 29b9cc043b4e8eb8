/// Cases in which a planner was once found to cost too much
extension PlanningCase {
  /// Four rules over five sources of one yes or no each, at even chances
  ///
  /// The optimum is 16.5; making the first source first costs 17.5.
  package static var fiveFlags: PlanningCase {
    var planning = PlanningCase()
    for (source, cost) in [2.0, 3, 10, 9, 2].enumerated() {
      planning.fetches.append(Fetch(cost: cost))
      planning.atoms.append(Atom(probability: 0.5, needs: [source]))
    }
    func yes(_ source: Int) -> Formula { .atom(source) }
    func no(_ source: Int) -> Formula { .not(.atom(source)) }
    planning.rules = [
      .or([.and([yes(2), yes(3)]), yes(4), .or([yes(1), yes(4)])]),
      .and([.or([yes(2), no(1)]), .or([yes(4), yes(1)]), .and([yes(0), no(4)])]),
      .and([.and([yes(0), yes(0)]), yes(0), .and([yes(2), yes(1), yes(1)])]),
      .and([.and([yes(4), yes(4), no(2)]), .or([yes(3), no(1)])]),
    ]
    return planning
  }
}
