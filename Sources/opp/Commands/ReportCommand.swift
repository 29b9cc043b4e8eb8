internal import OppEngine
internal import OppModel
internal import OppOutputs
internal import OppSemantics

extension Command {
  /// ```console
  /// $ opp report trips
  /// Kilometres [bike]
  ///   2026-06-08   8.5 km  ██████████▋
  ///   2026-06-15    32 km  ████████████████████████████████████████
  /// ```
  static let report = Command(
    name: "report",
    summary: "prints the numbers of charts over recorded data",
    operands: "[FILE|DIR]…",
    operandCount: 0...Int.max,
    options: [
      .data,
      Option("--from", value: "INSTANT", "leaves out the periods that end before"),
      Option("--to", value: "INSTANT", "the present; default: the end of the data"),
      .zone,
      Option(
        "--format", value: "text|json|csv", choices: ["text", "json", "csv"],
        "what to print: text for people, json for programs (JSON Lines), csv for spreadsheets"),
      Option("--output", short: "-o", value: "FILE", "writes to a file"),
    ],
    discussion: """
      Prints the value of each `chart` for each of its periods, the present one last. Readings and windows are
      those of the last second of a period, tables as they are at the end of the data: what is put down later
      counts in the period that it is about. The rules run first, so that their firings and records are there.
      """,
    examples: [
      ("opp report trips", "all charts, with bars"),
      ("opp report trips --format csv -o trips.csv", "the numbers for a spreadsheet"),
      ("opp report trips --to 2026-06-22", "as of the last second of 21 June"),
    ]
  ) { (invocation, context, console) throws(CommandFailure) in
    let rules = try CheckedRules.read(invocation.rulePaths, in: context)
    guard rules.printProblems(console, isJSON: invocation.wantsJSON) else { return .problems }
    return try ReportCommand.report(rules, invocation, context, console)
  }
}

/// The work of `opp report`
enum ReportCommand {
  /// Prints the charts of rules without errors
  static func report(
    _ rules: CheckedRules, _ invocation: Invocation, _ context: CommandContext,
    _ console: Console
  ) throws(CommandFailure) -> ExitStatus {
    let graph = rules.analysis.graph
    guard !graph.charts.isEmpty else {
      throw CommandFailure(
        status: .problems, message: "the rules have no chart",
        help:
          #"declare one, such as `chart "Warmth" of average(temp, since period) per day last 30`"#)
    }
    let run = try RecordedRun.read(
      invocation, rules: rules, graph: graph, drawsCharts: true, in: context, console)
    let from = try Period.instant("--from", invocation, run.zone)
    let (charts, problems) = ChartReplay(run.replay, to: run.to).run()
    for problem in Set(problems.map(\.message)).sorted() { console.message(problem) }
    let printed = invocation.value("--output") == nil ? console : Console()
    let format = ReportOutput.Format(rawValue: invocation.value("--format") ?? "text")
    ReportOutput(
      graph: graph, zone: run.zone, from: from, console: printed, format: format ?? .text
    ).print(charts)
    if let path = invocation.value("--output") {
      printed.flush()
      try context.write(printed.transcript, to: path)
    }
    return run.status
  }
}
