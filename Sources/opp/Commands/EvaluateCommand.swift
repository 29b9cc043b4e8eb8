internal import OppEngine
internal import OppModel
internal import OppOutputs
internal import OppSemantics
internal import OppSyntax

extension Command {
  /// ```console
  /// $ opp eval examples/opportunity --to 2013-01-02
  /// 2013-01-01 08:17:00  Home: Keys, phone, wallet?
  /// …
  /// ```
  ///
  /// The steps: check the rules, compile the expressions into their graph, read the recording, replay it, print.
  static let evaluate = Command(
    name: "eval",
    summary: "evaluates rules and expressions over recorded data",
    operands: "[FILE|DIR]…",
    operandCount: 0...Int.max,
    takesLong: true,
    options: [
      .data,
      Option(
        "--from", value: "INSTANT", "prints from here on; the replay begins where the data does"),
      Option("--to", value: "INSTANT", "prints up to here"),
      Option("--at", value: "INSTANT", "prints one instant: a line an expression, or an Opp"),
      Option(
        "--expression", short: "-e", value: "EXPR", repeats: true,
        "evaluates an expression in the scope of the rules"),
      Option("--intervals", "prints when each Opp's condition is true, false and unknown"),
      .zone, .format,
    ],
    discussion: """
      Replays a recording and prints the firings in the order of time. The result depends only on the rules
      and the data, never on this machine's clock, zone or locale. Without FILE or DIR it reads the folder it is
      in, rules and data. The clock and the sun need no data.
      """,
    examples: [
      ("opp eval examples/opportunity", "the firings of a year"),
      ("opp eval lunch --intervals --from 2026-06-21 --to 2026-06-22", "one day's truths"),
      ("opp eval lunch -e 'temp > 20C for 1h'", "when it is warm for an hour"),
      ("opp eval --zone Europe/Oslo --at 2026-06-21T12:00 -e 'today + 1w'", "a calculation"),
    ]
  ) { (invocation, context, console) throws(CommandFailure) in
    let rules = try CheckedRules.read(invocation.rulePaths, in: context)
    guard rules.printProblems(console, isJSON: invocation.wantsJSON) else { return .problems }
    return try EvaluateCommand.evaluate(rules, invocation, context, console)
  }
}

/// The work of `opp eval`, which the playground does, too
enum EvaluateCommand {
  /// Evaluates rules without errors, and the expressions of a command line
  static func evaluate(
    _ rules: CheckedRules, _ invocation: Invocation, _ context: CommandContext,
    _ console: Console
  ) throws(CommandFailure) -> ExitStatus {
    let expressions = invocation.values("--expression").map {
      rules.analysis.expression($0, path: "--expression")
    }
    guard report(expressions, invocation, console) else { return .problems }
    let run = try RecordedRun.read(
      invocation, rules: rules,
      graph: rules.analysis.graph.withoutCharts(keeping: expressions.compactMap { $0.node }),
      in: context, console)
    let evaluation = ReplayOutput(
      run: run.period, expressions: expressions,
      output: EvaluationOutput(
        graph: run.graph, zone: run.zone, console: console, isJSON: invocation.wantsJSON))
    if invocation.has("--at") {
      evaluation.printInstant()
    } else {
      evaluation.printPeriod(intervals: invocation.has("--intervals"))
    }
    return run.status
  }

  /// Reports the mistakes in expressions
  ///
  /// - Returns: whether there are none.
  private static func report(
    _ expressions: [CheckedExpression], _ invocation: Invocation, _ console: Console
  ) -> Bool {
    var isRight = true
    for expression in expressions where expression.node == nil {
      isRight = false
      if invocation.wantsJSON {
        let output = DiagnosticOutput(files: expression.files)
        for diagnostic in expression.diagnostics { console.line(output.json(diagnostic)) }
        continue
      }
      let renderer = DiagnosticRenderer(files: expression.files, usesColour: console.errorColours)
      console.messages(renderer.render(expression.diagnostics))
    }
    return isRight
  }
}
