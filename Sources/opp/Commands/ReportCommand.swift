internal import OppEngine
internal import OppModel
internal import OppOutputs
internal import OppReplay
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
    summary:
      "draws Opps and charts over recorded data as a page, or prints the charts' numbers; also of what `opp run` keeps",
    operands: "[FILE|DIR]…",
    operandCount: 0...Int.max,
    takesLong: true,
    options: [
      .data, .storeInstead,
      Option("--from", value: "INSTANT", "leaves out what is before"),
      Option("--to", value: "INSTANT", "the present; default: the end of the data, or now"),
      Option("--day", value: "DATE", "this day alone, such as 2026-06-21"),
      Option("--week", value: "DATE", "the week of a date"),
      Option("--month", value: "DATE", "the month of a date, such as 2026-06"),
      Option("--year", value: "DATE", "the year of a date, such as 2026"),
      .zone,
      Option(
        "--format", value: "text|html|svg|json|csv",
        choices: ["text", "html", "svg", "json", "csv"],
        "what to print: text for people, html and svg to look at, json for programs (JSON Lines), csv for spreadsheets; default: text, or what the end of FILE says"
      ),
      Option("--output", short: "-o", value: "FILE", "writes to a file"),
      Option(
        "--watch", "serves the page to browsers of this machine, anew when rules or data change"),
      Option("--port", value: "N", "the port of --watch; default: 8474, 0 takes any that is free"),
    ],
    discussion: """
      With `-o FILE.html` it writes one page for a browser, without scripts: when each Opp was true, false and
      unknown, part by part, when it fired and what was answered, the last day hour by hour, a year as a calendar, and
      the charts. `-o FILE.svg` is a picture of that.
      As text and CSV it prints the value of each `chart` for each of its periods, the present one last; JSON has the
      truths and firings as well. Readings and windows are those of the last second of a period, tables as they are at
      the end of the data: what is put down later counts in the period that it is about. The rules run first, so that
      their firings and records are there.
      With `--store` charts are drawn over what has come while `opp run` lives, with tables as they are at present; the Opps
      are left out, as nothing else of the past is kept (`opp history` has the firings).
      """,
    examples: [
      ("opp report trips -o trips.html", "a page of the whole recording"),
      ("opp report trips --week 2026-06-21 -o week.html", "a page of a week"),
      ("opp report trips", "all charts, with bars"),
      ("opp report trips --format csv -o trips.csv", "the numbers for a spreadsheet"),
      ("opp report trips --to 2026-06-22", "as of the last second of 21 June"),
      (
        "opp report --store", "the charts of the rules in this folder, over what `opp run` has kept"
      ),
    ]
  ) { (invocation, context, console) throws(CommandFailure) in
    if invocation.has("--watch") { return try WatchedReport.run(invocation, context, console) }
    let invocation = StoredCharts.operands(invocation, in: context)
    let rules = try CheckedRules.read(invocation.rulePaths, in: context)
    guard rules.printProblems(console, isJSON: invocation.wantsJSON) else { return .problems }
    return try ReportCommand.report(rules, invocation, context, console)
  }
}

/// The work of `opp report`
enum ReportCommand {
  /// Prints or draws a report of rules without errors
  static func report(
    _ rules: CheckedRules, _ invocation: Invocation, _ context: CommandContext,
    _ console: Console
  ) throws(CommandFailure) -> ExitStatus {
    let graph = rules.analysis.graph
    let format = Format(invocation)
    let isStored = invocation.has("--store")
    guard format.drawsOpps && !isStored || !graph.charts.isEmpty else {
      throw CommandFailure(
        status: .problems, message: "the rules have no chart",
        help:
          #"declare one, such as `chart "Warmth" of average(temp, since period) per day last 30`, or draw the Opps with `-o report.html`"#
      )
    }
    let charts: [ChartSeriesList]
    let problems: [EngineProblem]
    let zone: Zone
    let draw: () -> Report
    var status = ExitStatus.success
    let title = ReportRun.title(of: rules.files, in: context)
    if isStored {
      let stored = try StoredCharts.read(invocation, graph, in: context, console)
      (charts, problems, zone) = (stored.charts, stored.problems, stored.zone)
      draw = { stored.report(title: title, rules) }
    } else {
      let replays = try ReportRun.read(rules, invocation, context, console)
      (charts, problems) = replays.charts()
      (zone, status) = (replays.run.zone, replays.run.status)
      draw = {
        replays.report(title: title, charts: charts, simulates: format == .html, console)
      }
    }
    for problem in Set(problems.map(\.message)).sorted() { console.message(problem) }
    let printed = invocation.value("--output") == nil ? console : Console()
    if let numbers = format.numbers {
      let from = try Period.instant("--from", invocation, zone)
      ReportOutput(graph: graph, zone: zone, from: from, console: printed, format: numbers)
        .print(charts)
    }
    if format.drawsOpps {
      let report = draw()
      switch format {
      case .html: printed.write(ReportPage(report).text)
      case .svg: printed.write(ReportPicture(report).text)
      case .json: ReportLines(report, printed).print()
      case .text, .csv: break
      }
    }
    if let path = invocation.value("--output") {
      printed.flush()
      try context.write(printed.transcript, to: path)
      console.message("wrote \(path), \(size(of: printed.transcript.count))")
    }
    return status
  }

  /// `412 bytes`, `38 kB`
  private static func size(of bytes: Int) -> String {
    bytes < 1000 ? "\(bytes) bytes" : "\((bytes + 500) / 1000) kB"
  }

  /// A kind of output: that of `--format`, else that of the end of the file
  enum Format: String {
    case text
    case html
    case svg
    case json
    case csv

    init(_ invocation: Invocation) {
      let path = invocation.value("--output") ?? ""
      let ending: Format =
        path.hasSuffix(".html") ? .html : path.hasSuffix(".svg") ? .svg : .text
      self = invocation.value("--format").flatMap { Format(rawValue: $0) } ?? ending
    }

    /// `true` if it has the Opps, and not the charts alone
    var drawsOpps: Bool {
      switch self {
      case .html, .svg, .json: true
      case .text, .csv: false
      }
    }

    /// The format of the numbers that are printed; nil if they are drawn
    var numbers: ReportOutput.Format? {
      switch self {
      case .text: .text
      case .json: .json
      case .csv: .csv
      case .html, .svg: nil
      }
    }
  }
}
