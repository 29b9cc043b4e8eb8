internal import OppEngine
internal import OppModel
internal import OppSemantics
internal import OppSyntax

extension Command {
  static let evaluate = Command(
    name: "eval",
    summary: "evaluates rules and expressions over recorded data",
    operands: "[FILE|DIR]…",
    operandCount: 0...Int.max,
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
      and the data, never on this machine's clock, zone or locale. Without FILE or DIR there is the prelude
      only; the clock and the sun need no data.
      """,
    examples: [
      ("opp eval examples/opportunity", "the firings of a year"),
      ("opp eval lunch --intervals --from 2026-06-21 --to 2026-06-22", "one day's truths"),
      ("opp eval lunch -e 'temp > 20C for 1h'", "when it is warm for an hour"),
      ("opp eval --zone Europe/Oslo --at 2026-06-21T12:00 -e 'today + 1w'", "a calculation"),
    ]
  ) { (invocation, surroundings, console) throws(CommandFailure) in
    let rules = try CheckedRules.read(invocation.operands, in: surroundings)
    guard rules.tellProblems(console, isJSON: invocation.wantsJSON) else { return .problems }
    return try evaluate(rules, invocation, surroundings, console)
  }

  /// Evaluates rules without errors, and the expressions of a command line
  static func evaluate(
    _ rules: CheckedRules, _ invocation: Invocation, _ surroundings: Surroundings,
    _ console: Console
  ) throws(CommandFailure) -> ExitStatus {
    let expressions = invocation.values("--expression").map {
      rules.analysis.expression($0, path: "--expression")
    }
    guard tell(expressions, invocation, console) else { return .problems }
    let run = try RecordedRun.read(
      invocation, rules: rules, graph: rules.analysis.graph, in: surroundings, console)
    let evaluation = Evaluation(
      run: run, expressions: expressions,
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
  private static func tell(
    _ expressions: [CheckedExpression], _ invocation: Invocation, _ console: Console
  ) -> Bool {
    var isRight = true
    for expression in expressions where expression.node == nil {
      isRight = false
      if invocation.wantsJSON {
        let output = DiagnosticOutput(files: [expression.file])
        for diagnostic in expression.diagnostics { console.line(output.json(diagnostic)) }
        continue
      }
      let renderer = DiagnosticRenderer(files: [expression.file], usesColour: console.errorColours)
      console.messages(renderer.render(expression.diagnostics))
    }
    return isRight
  }
}

/// The printed result of `opp eval` for a run
private struct Evaluation {
  let run: RecordedRun
  let expressions: [CheckedExpression]
  let output: EvaluationOutput

  /// The text of an expression as it was given
  private func text(of expression: CheckedExpression) -> String {
    String(decoding: expression.file.bytes, as: UTF8.self)
  }

  func printPeriod(intervals: Bool) {
    let nodes = expressions.compactMap(\.node)
    let result = run.replay.run(
      from: run.from, to: run.to, watching: nodes, conditions: intervals)
    if intervals {
      for trace in result.conditions {
        let stretches = withBeginning(trace.stretches)
        output.printTruths(
          .opp(run.graph.rules[trace.rule].name, row: trace.row), stretches)
      }
    } else if expressions.isEmpty {
      output.printFirings(result.firings, result.records)
      if result.firings.isEmpty { tellNothingFired() }
      tellUnread(Set(result.firings.map(\.rule)))
    }
    for (expression, trace) in zip(expressions, result.values) {
      let subject = EvaluationOutput.Subject.expression(text(of: expression))
      if expression.type == .bool {
        output.printTruths(subject, withBeginning(trace.truths))
      } else if let type = expression.type {
        output.printValues(subject, type, withBeginning(trace.stretches))
      }
    }
    tell(result.problems)
  }

  func printInstant() {
    var engine = run.replay.engine(at: run.from, watching: expressions.compactMap(\.node))
    let isBefore = run.from < run.replay.begins
    for expression in expressions {
      guard let node = expression.node, let type = expression.type else { continue }
      let value = isBefore ? nil : engine.value(of: node)
      let reasons = isBefore ? [.beforeMemory] : value == nil ? engine.reasons(of: node) : []
      output.printValue(
        .expression(text(of: expression)), type, value, reasons: reasons, at: run.from)
    }
    guard expressions.isEmpty else { return }
    for condition in engine.conditions() {
      let truth = isBefore ? .unknown : condition.truth
      let value: Value? = truth == .unknown ? nil : .truth(truth == .true)
      let reasons = isBefore ? [.beforeMemory] : condition.reasons
      output.printValue(
        .opp(run.graph.rules[condition.rule].name, row: condition.row), .bool, value,
        reasons: value == nil ? reasons : [], at: run.from)
    }
  }

  /// Puts the unknown time before memory begins in front of the intervals, if requested
  private func withBeginning(_ stretches: [TruthStretch]) -> [TruthStretch] {
    let begins = run.replay.begins
    guard run.from < begins else { return stretches }
    let before = TruthStretch(
      truth: .unknown, from: run.from, to: min(begins, run.to), reasons: [.beforeMemory])
    guard let first = stretches.first, first.truth == .unknown else { return [before] + stretches }
    var joined = before
    joined.to = first.to
    return [joined] + stretches.dropFirst()
  }

  private func withBeginning(_ stretches: [ValueStretch]) -> [ValueStretch] {
    let begins = run.replay.begins
    guard run.from < begins else { return stretches }
    var before = ValueStretch(
      value: nil, perSecond: 0, isMoving: false, from: run.from, to: min(begins, run.to),
      reasons: [.beforeMemory])
    guard let first = stretches.first, first.value == nil else { return [before] + stretches }
    before.to = first.to
    return [before] + stretches.dropFirst()
  }

  private func tellNothingFired() {
    let readable = output.readable
    output.console.message(
      "no Opp fired from \(readable.local(run.from)) to \(readable.local(run.to))")
  }

  /// Reports what the Opps that did not fire wait for although the recording never has it
  private func tellUnread(_ fired: Set<Int>) {
    let unread = UnreadFields(run.graph, arrivals: run.arrivals.lazy.map(\.arrival))
    let silent = run.graph.rules.indices.filter { !fired.contains($0) }
    for line in unread.lines(waiting: silent) { output.console.message(line) }
  }

  private func tell(_ problems: [EngineProblem]) {
    for problem in problems { output.console.message(problem.message) }
  }
}
