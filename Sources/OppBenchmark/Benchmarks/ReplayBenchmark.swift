internal import OppEngine
internal import OppModel
internal import OppReplay
internal import OppSemantics

/// Replaying the Greensboro year of the examples over generated rule sets
///
/// The rules are generated again for each number of Opps; the recording is fixed, so growth with readings keeps
/// one of so many, and growth with years repeats the readings a year later.
struct ReplayBenchmark {
  let isQuick: Bool

  /// The columns of every table: `seconds` are those that the engine processed, `time` is the time of the run
  private static let columns = [
    "", "readings", "seconds", "evaluations", "firings", "time", "evaluations/s",
  ]

  func run() {
    guard let root = Repository.root else {
      print("\nReplays: the repository's examples are not here; start it in the repository.")
      return
    }
    loading(root)
    let repetitions = isQuick ? 3 : 5
    let report = Report(
      "Replay of a year, medians of \(repetitions)", columns: Self.columns)
    measure("1,000 Opps", 1000, root, report, repetitions: repetitions)
    guard !isQuick else { return }
    let rules = Report("Growth with rules", columns: Self.columns)
    for count in [1, 10, 100, 1000, 10_000] {
      measure("\(Report.count(count)) Opps", count, root, rules)
    }
    let readings = Report("Growth with readings, 1,000 Opps", columns: Self.columns)
    for keeping in [8, 4, 2, 1] {
      measure("1 of \(keeping) readings", 1000, root, readings, keeping: keeping)
    }
    let years = Report("Growth with years, 1,000 Opps", columns: Self.columns)
    for count in [1, 2, 5] as [Int64] {
      measure("\(count) years", 1000, root, years, years: count)
    }
  }

  /// Prints the time to read the recording for a rule set
  private func loading(_ root: String) {
    let graph = graph(1000)
    let (time, year) = Stopwatch.median(of: isQuick ? 1 : 3) { Year.load(graph, root: root) }
    let report = Report(
      "Recording: examples/opportunity/data", columns: ["", "arrivals", "readings", "time"])
    guard let year else { return report.row(["cannot be read"]) }
    report.row([
      "loading", Report.count(year.arrivals.count), Report.count(year.readingCount),
      Report.time(time),
    ])
  }

  /// The graph of so many generated Opps
  private func graph(_ count: Int) -> ConditionGraph {
    var rules = GeneratedRules(seed: 1)
    return RuleSet.analyze(rules.text(count: count)).graph
  }

  /// Measures a replay, and prints its row
  ///
  /// - Parameters:
  ///   - years: how often the readings follow one another.
  ///   - keeping: of this many readings, one is kept.
  private func measure(
    _ name: String, _ count: Int, _ root: String, _ report: Report, years: Int64 = 1,
    keeping: Int = 1, repetitions: Int = 1
  ) {
    let graph = graph(count)
    guard let year = Year.load(graph, root: root, years: years, keeping: keeping) else { return }
    let (time, result) = Stopwatch.median(of: repetitions) { year.replay(graph) }
    report.row([
      name, Report.count(year.readingCount), Report.count(result.work.seconds),
      Report.count(result.work.evaluations), Report.count(result.firings.count),
      Report.time(time), Report.count(Int(Double(result.work.evaluations) / time)),
    ])
  }
}
