/// The choice of the fetches to make next
///
/// The planner is called, the fetches are made, the responses reduce the problem, and it is called again,
/// until nothing can decide anything any more. It never names a fetch that can change no root. Fetches that
/// every course of responses needs go out together; else each component of the problem has its best
/// next fetch made, by walking ahead as far as ``PlanningEffort`` allows.
///
/// ```
/// opp "x" when sunny and free    sunny: of weather, cost 1, true with 0.3    free: of calendar, cost 3, true with 0.5
///
/// round 1   neither is needed in any case; weather first costs 1 + 0.3 × 3 = 1.9, calendar first 3 + 0.5 × 1 = 3.5
///           → [weather]
/// round 2   sunny is true: x needs the calendar in any case → [calendar]; sunny is false: → []
/// ```
///
/// The means, from the surest to the quickest: ``MandatoryFetches``, ``PlanningComponent/chainChoice()``,
/// ``PlanningSearch`` to the end, the same one choice ahead with an estimate, and ``GreedyPlan``.
package enum Planner {
  /// The fetches to make now, those of all components together
  ///
  /// - Parameter estimate: finds the likelihood of atoms; called only if there is a choice.
  package static func next(
    _ problem: PlanningProblem, effort: PlanningEffort = PlanningEffort(),
    estimating estimate: (inout PlanningProblem) -> Void = { _ in }
  ) -> PlannedRound {
    var open = OpenProblem(problem)
    var (round, choices) = certain(open)
    guard !choices.isEmpty else { return round }
    estimate(&open.problem)
    // In components of at most `fewFetches`, and in larger ones, each for all of them together.
    var (stepsInSmall, stepsInLarge) = (effort.steps * PlanningEffort.smallFactor, effort.steps)
    var search = PlanningSearch(open)
    var rough: GreedyPlan?
    for component in choices {
      if component.fetches.count <= PlanningComponent.mostFetches,
        component.nodes.count <= effort.nodes
      {
        search.component.load(component)
        let best =
          component.fetches.count <= PlanningEffort.fewFetches
          ? choice(&search, steps: &stepsInSmall, isExact: &round.isExact)
          : choice(&search, steps: &stepsInLarge, isExact: &round.isExact)
        if let best {
          round.fetches += best
          continue
        }
      }
      round.isExact = false
      let greedy = rough ?? GreedyPlan(open)
      rough = greedy
      round.fetches += greedy.best(among: component.fetches)
    }
    round.fetches.sort()
    return round
  }

  /// The fetches that every course of responses needs, and the components that have none
  private static func certain(
    _ open: OpenProblem
  ) -> (round: PlannedRound, choices: [ComponentFinder.Component]) {
    var round = PlannedRound()
    // Of one fetch alone, nothing else can come first.
    guard open.relevant.count > 1 else {
      round.fetches = open.relevant
      return (round, [])
    }
    let needed = MandatoryFetches(open)
    // With nothing left to choose, dependencies between fetches do not matter.
    guard !open.relevant.allSatisfy({ needed.contains($0) && open.isReady($0) }) else {
      round.fetches = open.relevant.sorted()
      return (round, [])
    }
    var choices: [ComponentFinder.Component] = []
    for component in ComponentFinder.components(of: open) {
      let ready = component.fetches.filter { needed.contains($0) && open.isReady($0) }
      if ready.isEmpty { choices.append(component) }
      round.fetches += ready
    }
    round.fetches.sort()
    return (round, choices)
  }

  /// By fetch, the expected number of rules that need it, per cost: the order in which they are made
  /// if not all of them can be made
  package static func worths(_ problem: PlanningProblem) -> [Double] {
    GreedyPlan(OpenProblem(problem)).worths()
  }

  /// The least expected cost of deciding all roots, over all policies
  ///
  /// - Returns: `nil` if it cannot be found within the effort.
  package static func leastCost(
    _ problem: PlanningProblem, effort: PlanningEffort = PlanningEffort()
  ) -> Double? {
    let open = OpenProblem(problem)
    var search = PlanningSearch(open)
    search.budget = effort.steps
    var sum = 0.0
    for component in ComponentFinder.components(of: open) {
      guard component.fetches.count <= PlanningComponent.mostFetches else { return nil }
      search.component.load(component)
      guard let best = search.best(depth: PlanningSearch.toTheEnd) else { return nil }
      sum += best.cost
    }
    return sum
  }

  /// The next fetches of a component
  ///
  /// The greedy plan if it is optimal, else a walk to the end if the steps suffice, else a walk of one choice. Returns `nil` if
  /// the steps do not suffice for that either.
  private static func choice(
    _ search: inout PlanningSearch, steps: inout Int, isExact: inout Bool
  ) -> [Int]? {
    var fetches: UInt64
    search.budget = steps / 2
    if let chosen = search.component.chainChoice() {
      fetches = chosen
    } else if let best = search.best(depth: PlanningSearch.toTheEnd) {
      steps -= steps / 2 - search.budget
      fetches = best.fetches
    } else {
      isExact = false
      steps -= steps / 2
      search.budget = steps
      let best = search.best(depth: 1)
      steps = search.budget
      guard let best else { return nil }
      fetches = best.fetches
    }
    return fetches.bits.map { search.component.fetches[$0.trailingZeroBitCount].index }
  }
}

/// The effort that the planner makes
package struct PlanningEffort: Hashable, Sendable {
  /// The number of fetches up to which a component may take ``smallFactor`` times as many steps
  ///
  /// It has few states, so that nearly always all of them can be walked through: six fetches that decide one
  /// atom each have 729. All these steps take a few milliseconds.
  static let fewFetches = 8
  static let smallFactor = 20

  /// The number of nodes it looks at while it walks ahead, in all components together
  package var steps: Int

  /// The largest component it walks ahead in, in nodes
  package var nodes: Int

  package init(steps: Int = 20_000, nodes: Int = 1000) {
    self.steps = steps
    self.nodes = nodes
  }
}

/// The fetches to make now
package struct PlannedRound: Hashable, Sendable {
  /// The fetches to make at the same time, by their indices in the problem; empty if no fetch can change any root
  package fileprivate(set) var fetches: [Int] = []

  /// `true` if no policy has a lower expected cost, as far as failures are likely enough to count
  package fileprivate(set) var isExact = true
}
