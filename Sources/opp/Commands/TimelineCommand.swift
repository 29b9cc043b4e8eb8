internal import OppEngine
internal import OppModel
internal import OppOutputs
internal import OppSemantics

extension Command {
  /// ```console
  /// $ opp timeline lunch --day 2026-06-21
  /// Sun 21 June 2026
  ///               0        3       6        9       12       15       18      21
  /// Lunch walk    ░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░█████░░░░░░░░░░░░░░░░░░░░░░░
  ///                                                  ▲ 12:00
  ///   sky == sun… ░░░░░░░░░░░░░░░░░░░░░░░░░░████████████████████████░░░░░░░░░░░░░
  /// ```
  static let timeline = Command(
    name: "timeline",
    summary: "shows when each Opp was true on a day, and when it fired",
    operands: "[FILE|DIR]…",
    operandCount: 0...Int.max,
    takesLong: true,
    options: [
      .data,
      Option("--day", value: "DATE", "the day, such as 2026-06-21; default: the last of the data"),
      .zone, .format,
    ],
    discussion: """
      Replays a recording and prints a day as lines of blocks: one for each Opp with its firings below it, then one for
      each part of its condition or row of `for each`. The lines are as wide as the terminal, else as $COLUMNS says, else 80. With `--day` the
      clock and the sun need no data. `opp report -o FILE.html` has the same as a page, of longer times too.
      """,
    examples: [
      ("opp timeline lunch", "the last day of the recording"),
      ("opp timeline lunch --day 2026-06-21 --format json", "the intervals for a program"),
    ]
  ) { (invocation, context, console) throws(CommandFailure) in
    let rules = try CheckedRules.read(invocation.rulePaths, in: context)
    guard rules.printProblems(console, isJSON: invocation.wantsJSON) else { return .problems }
    return try TimelineCommand.print(rules, invocation, context, console)
  }
}

/// The work of `opp timeline`
enum TimelineCommand {
  /// The cells of a line in a pipe
  private static let width = 80

  /// Prints a day of rules without errors
  static func print(
    _ rules: CheckedRules, _ invocation: Invocation, _ context: CommandContext,
    _ console: Console
  ) throws(CommandFailure) -> ExitStatus {
    var stretch = try ReportStretch.read(invocation)
    var run = try RecordedRun.read(
      invocation, rules: rules, graph: rules.analysis.graph, stretch: stretch, in: context, console
    )
    if stretch == nil {
      // Without a day, that of the last second, which is known only now.
      let last = ReportStretch(
        option: "--day", period: .day, date: run.zone.local(at: run.to.advanced(by: -1)).date)
      run = run.from(max(run.from, Instant(seconds: last.seconds(in: run.zone).lowerBound)))
      stretch = last
    }
    let report = ReportRun(rules: rules, run: run, stretch: stretch).report(
      title: "", charts: [], simulates: false, console)
    if invocation.wantsJSON {
      ReportLines(report, console).print()
    } else {
      TimelineOutput(report, width: console.width ?? width, console).print()
    }
    return run.status
  }
}
