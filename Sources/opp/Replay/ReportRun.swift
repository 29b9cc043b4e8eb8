internal import OppEngine
internal import OppModel
internal import OppOutputs
internal import OppReplay
internal import OppSemantics
internal import OppSyntax
internal import OppSystem

/// The replays that a report is made of
///
/// ```
/// RecordedRun ─▶ TruthReplay   strips, firings, rows that begin and end
///             ─▶ ChartReplay   the numbers of charts
///             ─▶ SimulatedDay  the fetches of a live run on the last day
/// ```
struct ReportRun {
  let rules: CheckedRules
  let run: RecordedRun

  /// The calendar period that was asked for; nil for all of the recording
  let stretch: ReportStretch?

  /// The number of steps after which the progress is noted
  private static let portion = 256

  /// The days before the last one from which on a live run is simulated
  private static let simulatedDays: Int64 = 7

  /// Reads the recording and the days that a command line names
  static func read(
    _ rules: CheckedRules, _ invocation: Invocation, _ context: CommandContext,
    _ console: Console
  ) throws(CommandFailure) -> ReportRun {
    let graph = rules.analysis.graph
    let stretch = try ReportStretch.read(invocation)
    let run = try RecordedRun.read(
      invocation, rules: rules, graph: graph, drawsCharts: !graph.charts.isEmpty,
      stretch: stretch, in: context, console)
    return ReportRun(rules: rules, run: run, stretch: stretch)
  }

  /// The numbers of the charts, and the problems that the engine met
  func charts() -> (charts: [ChartSeriesList], problems: [EngineProblem]) {
    ChartReplay(run.replay, to: run.to).run()
  }

  /// Makes the report
  ///
  /// - Parameters:
  ///   - charts: as of ``charts()``; empty for a report without them.
  ///   - simulates: whether the fetches of the last day are simulated.
  func report(
    title: String, charts: [ChartSeriesList], simulates: Bool, _ console: Console
  ) -> Report {
    let replay = TruthReplay(run.replay)
    var going = replay.begin(from: run.from, to: run.to)
    while going.advance(by: Self.portion) {
      console.didAdvance?(run.period.share(of: going.present))
    }
    let truths = replay.finish(&going)
    for problem in Set(truths.problems.map(\.message)).sorted() { console.message(problem) }
    var answers: [(at: Instant, answer: GivenAnswer)] = []
    for case (let at, .answer(let answer)) in run.arrivals { answers.append((at, answer)) }
    let maker = ReportMaker(analysis: rules.analysis, graph: run.graph, zone: run.zone)
    let from = max(run.from, run.replay.begins)
    return maker.report(
      title: title, stretch: stretch?.seconds(in: run.zone),
      known: from.seconds..<max(run.to.seconds, from.seconds + 1), truths: truths,
      answers: answers, charts: charts, fetches: simulates ? fetches() : nil)
  }

  /// The fetches of the last day, as a live run that began a week before would make them; nil without a recording
  private func fetches() -> [ReportedFetch]? {
    guard !run.arrivals.isEmpty else { return nil }
    let date = run.zone.local(at: run.to.advanced(by: -1)).date
    let from = max(run.zone.startOfDay(date), run.replay.begins)
    let begins = max(from.advanced(by: -Self.simulatedDays * 86_400), run.replay.begins)
    let words = FetchText(graph: run.graph, zone: run.zone)
    return SimulatedDay(run, from: from, to: run.to, begins: begins).requests.map { request in
      ReportedFetch(
        at: request.at, subject: words.text(of: request.fetch), opps: request.opps)
    }
  }

  /// The name of a rule set: that of its folder, or of its only file
  static func title(of files: RuleFiles, in context: CommandContext) -> String {
    let path = files.folder ?? (files.files.count == 1 ? files.files.first?.path : nil)
    guard let path, path != "-" else { return "Rules" }
    let name = FilePath(context.resolved(path)).standardized.name
    return name.hasSuffix(".opp") ? String(name.dropLast(4)) : name
  }
}
