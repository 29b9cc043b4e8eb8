internal import OppSession
internal import OppTesting

/// The planner's distance from the best possible policy, and its speed
///
/// The distance is a ratio of expected costs: 1.0000 is the best policy there is, 1.2500 a policy that pays a quarter
/// more on average over all courses of responses.
struct PlannerBenchmark {
  let isQuick: Bool

  func run() {
    quality()
    sessions()
    speed()
  }

  // MARK: Quality

  /// The number of random problems of each kind
  private var count: Int { isQuick ? 100 : 1000 }

  /// The effort for the largest problems, if it does not walk ahead
  private static let rough = PlanningEffort(steps: 0, nodes: 0)

  /// Enough for every optimum below
  private static let unbounded = PlanningEffort(steps: 100_000_000, nodes: 1_000_000)

  /// Prints the table of ratios, one row a kind of problem
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

  /// Measures one kind, and prints its row
  ///
  /// Problem `n` is made from seed `n`, so the same problems are measured every time, independently of the planner.
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
      // nil if a round has a fetch that can change nothing, which is a defect of the planner.
      guard let planned = planning.plannedCost(), let written = planning.writtenCost(),
        let greedy = planning.plannedCost(effort: Self.rough)
      else {
        print("the planner requested what could change nothing: seed \(seed)")
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
    /// The number of problems whose optimum was found, which the sums are over
    var count = 0
    /// The number of problems with too many states for an optimum
    var withoutOptimum = 0
    /// The number of problems that the planner solved without a heuristic
    var exact = 0
    /// The ratio of fetching everything at once
    var all = 0.0
    /// The ratio of fetching as the rules are written, from left to right
    var written = 0.0
    /// The ratio of the greedy, which the planner uses for the largest problems
    var greedy = 0.0
    /// The ratio of the planner
    var planned = 0.0
    /// The largest ratio of the planner
    var worst = 0.0

    /// The means, the worst, and the counts; `nan` if no optimum was found
    var cells: [String] {
      [all, written, greedy, planned].map { Report.ratio($0 / Double(count)) } + [
        Report.ratio(worst), Report.count(withoutOptimum), Report.count(exact),
      ]
    }
  }

  /// Prints the ratio of the requests that sessions make at their first second, all courses of responses walked through
  private func sessions() {
    var (sum, worst, exact, number) = (0.0, 1.0, 0, 0)
    for seed in 0..<UInt64(count) {
      guard let ratio = SessionPlanning.ratio(seed: seed) else { continue }
      number += 1
      sum += ratio
      worst = max(worst, ratio)
      if ratio < 1.000001 { exact += 1 }
    }
    let report = Report(
      "The requests of sessions, \(number) rule sets of 2-6 Opps over 3-6 sources of a Bool",
      columns: ["requests", "multiple of the optimum", "worst", "as the optimum"])
    report.row([
      "of a session", Report.ratio(sum / Double(number)), Report.ratio(worst), Report.count(exact),
    ])
  }

  // MARK: Speed

  /// Prints the table of times, one row a problem
  private func speed() {
    let report = Report(
      "Planner: one round, the median of \(isQuick ? 5 : 25)",
      columns: ["problem", "rules", "fetches", "nodes", "build", "plan", "requested"])
    measure("needed in any case", rules: 10_000, report) { $0.shared(sources: 50, rules: $1) }
    measure("nothing needed in any case", rules: 10_000, report) {
      $0.distinct(sources: 50, rules: $1)
    }
    measure("nothing undecided", rules: 10_000, report) { $0.decided(sources: 50, rules: $1) }
    measure("a household", rules: 30, report) { $0.distinct(sources: 12, rules: $1) }
  }

  /// Measures one problem, and prints its row: the time to make it, and that of its first round
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
      Report.count(problem.nodes.count), Report.time(building), Report.time(planning),
      Report.count(round.fetches.count),
    ])
  }
}
