internal import OppEngine
internal import OppTesting

/// The planner's distance from the best possible policy, and its speed
struct PlannerBenchmark {
  let isQuick: Bool

  func run() {
    quality()
    speed()
  }

  // MARK: Quality

  private var count: Int { isQuick ? 100 : 1000 }

  /// The effort for the largest problems, where it does not walk ahead
  private static let rough = PlanningEffort(steps: 0, nodes: 0)

  /// Enough for every optimum below
  private static let unbounded = PlanningEffort(steps: 100_000_000, nodes: 1_000_000)

  private func quality() {
    let report = Report(
      "Planner: mean expected cost of \(count) random problems each, as a multiple of the optimum",
      columns: [
        "problems", "all at once", "as written", "greedy", "planner", "worst", "no optimum",
        "exact",
      ])
    measure("conjunctions, 2-20 leaves", report) { $0.conjunction() }
    measure("disjunctions, 2-4 x 2-4 leaves", report) { $0.disjunction() }
    measure("rule sets, 2-6 rules, 3-8 sources", report) { $0.rules() }
    measure("the same with failures", report) { $0.rules(failures: true) }
    print(
      """
      Costs are exact, by walking through all courses of answers; the optimum is the best adaptive
      policy, by dynamic programming over all states; `no optimum`: it has too many states, left out.
      as written: rule by rule from left to right until decided, answers shared. greedy: the planner
      as it plans the largest problems. exact: how often no round of the planner was a heuristic.
      """)
  }

  private func measure(
    _ name: String, _ report: Report, _ make: (inout RandomPlanning) -> PlanningCase
  ) {
    var figures = Figures()
    for seed in 0..<UInt64(count) {
      var random = RandomPlanning(seed: seed)
      let planning = make(&random)
      guard let least = Planner.leastCost(planning.problem(), effort: Self.unbounded) else {
        figures.withoutOptimum += 1
        continue
      }
      guard let planned = planning.plannedCost(), let written = planning.writtenCost(),
        let greedy = planning.plannedCost(effort: Self.rough)
      else {
        print("the planner asked for what could change nothing: seed \(seed)")
        continue
      }
      figures.count += 1
      figures.all += planning.everythingCost / least
      figures.written += written / least
      figures.greedy += greedy.cost / least
      figures.planned += planned.cost / least
      figures.worst = max(figures.worst, planned.cost / least)
      if planned.isExact { figures.exact += 1 }
    }
    report.row([name] + figures.cells)
  }

  /// Sums over the problems of one kind
  private struct Figures {
    var count = 0
    var withoutOptimum = 0
    var exact = 0
    var all = 0.0
    var written = 0.0
    var greedy = 0.0
    var planned = 0.0
    var worst = 0.0

    var cells: [String] {
      [all, written, greedy, planned].map { Report.ratio($0 / Double(count)) } + [
        Report.ratio(worst), Report.count(withoutOptimum), Report.count(exact),
      ]
    }
  }

  // MARK: Speed

  private func speed() {
    let report = Report(
      "Planner: one round, the median of \(isQuick ? 5 : 25)",
      columns: ["problem", "rules", "fetches", "nodes", "build", "plan", "asked"])
    measure("needed in any case", rules: 10_000, report) { $0.shared(sources: 50, rules: $1) }
    measure("nothing needed in any case", rules: 10_000, report) {
      $0.distinct(sources: 50, rules: $1)
    }
    measure("nothing undecided", rules: 10_000, report) { $0.decided(sources: 50, rules: $1) }
    measure("a household", rules: 30, report) { $0.distinct(sources: 12, rules: $1) }
  }

  private func measure(
    _ name: String, rules: Int, _ report: Report,
    _ make: (inout RandomProblems, Int) -> PlanningProblem
  ) {
    let repetitions = isQuick ? 5 : 25
    let (building, problem) = Stopwatch.median(of: repetitions) { () -> PlanningProblem in
      var random = RandomProblems(seed: 1)
      return make(&random, rules)
    }
    let (planning, round) = Stopwatch.median(of: repetitions) { Planner.next(problem) }
    report.row([
      name, Report.count(rules), Report.count(problem.fetches.count),
      Report.count(problem.size), Report.time(building), Report.time(planning),
      Report.count(round.fetches.count),
    ])
  }
}
