internal import OppEngine
internal import OppModel
internal import OppReplay
package import OppSemantics
internal import OppSyntax

/// The printed result of a replay: the firings, or the intervals in which conditions are true
///
/// ```
/// opp eval .                      printPeriod(intervals: false)      firings
/// opp eval . --intervals          printPeriod(intervals: true)       truths of all conditions
/// opp eval . -e temp              printPeriod(intervals: false)      values of the expressions
/// opp eval . --at T -e temp       printInstant()                     one line an expression
/// ```
package struct ReplayOutput {
  /// The recording and its period
  private let run: ReplayedPeriod

  /// The expressions of `-e`, of which those with errors were reported before
  private let expressions: [CheckedExpression]

  /// The printer, for people or programs
  private let output: EvaluationOutput

  package init(
    run: ReplayedPeriod, expressions: [CheckedExpression] = [], output: EvaluationOutput
  ) {
    self.run = run
    self.expressions = expressions
    self.output = output
  }

  /// The text of an expression as it was given
  private func text(of expression: CheckedExpression) -> String {
    String(decoding: expression.file.bytes, as: UTF8.self)
  }

  /// Replays the period once and prints its result
  ///
  /// - Parameter intervals: whether the truths of all Opps are printed in place of firings.
  package func printPeriod(intervals: Bool) {
    if !intervals, expressions.isEmpty { return printFirings() }
    let nodes = expressions.compactMap { $0.node }
    let result = run.replay.run(
      from: run.from, to: run.to, watching: nodes, conditions: intervals)
    for trace in result.conditions {
      let stretches = withBeginning(trace.stretches)
      output.printTruths(
        .opp(run.graph.rules[trace.rule].name, row: trace.row), stretches)
    }
    // Expressions follow, each with its intervals: truths if it is a condition, else values.
    for (expression, trace) in zip(expressions, result.values) {
      let subject = EvaluationOutput.Subject.expression(text(of: expression))
      if expression.type == .bool {
        output.printTruths(subject, withBeginning(trace.truths))
      } else if let type = expression.type {
        output.printValues(subject, type, withBeginning(trace.stretches))
      }
    }
    report(result.problems)
  }

  /// Replays the period once and prints the firings as they come
  private func printFirings() {
    var replay = ReplayRun(run.replay, from: run.from, to: run.to)
    var lines = FiringLines(ruleCount: run.graph.rules.count)
    var hasFired = run.graph.rules.map { _ in false }
    func printSettled() {
      let (firings, records) = replay.takeSettled()
      output.printFirings(firings, records, &lines)
      for index in firings.indices { hasFired[firings[index].rule] = true }
    }
    while replay.advance(by: Self.portion) {
      printSettled()
      output.console.didAdvance?(run.share(of: replay.present))
    }
    replay.settleDeliveries()
    printSettled()
    // The rest waits for longer than deliveries are looked for.
    output.printFirings(replay.result.firings, replay.result.records, &lines)
    lines.write(to: output.console)
    for firing in replay.result.firings { hasFired[firing.rule] = true }
    if !hasFired.contains(true) { printNothingFired() }
    printUnread(silent: run.graph.rules.indices.filter { !hasFired[$0] })
    report(replay.result.problems)
  }

  /// The number of seconds at which something arrives after which firings are printed
  private static let portion = 64

  /// Prints the expressions, or the conditions of all Opps, at the start of the period
  package func printInstant() {
    var engine = run.replay.engine(at: run.from, watching: expressions.compactMap { $0.node })
    // Before the recording begins all is unknown, even conditions on the clock alone.
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
    // Two unknown intervals that touch become one, with the reason of the first.
    var joined = before
    joined.to = first.to
    return [joined] + stretches.dropFirst()
  }

  /// Puts the unknown time before memory begins in front of the values
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

  /// Says on standard error that nothing fired, so that an empty output is not taken for a failure
  private func printNothingFired() {
    let readable = output.readable
    output.console.message(
      "no Opp fired from \(readable.local(run.from)) to \(readable.local(run.to))")
  }

  /// Reports the fields that the silent Opps wait for and that the recording never has
  private func printUnread(silent: [Int]) {
    let unread = UnreadFields(run.graph, arrivals: run.arrivals.lazy.map { $0.arrival })
    for line in unread.lines(waiting: silent) { output.console.message(line) }
  }

  /// Prints the problems that the engine met, on standard error
  private func report(_ problems: [EngineProblem]) {
    for problem in problems { output.console.message(problem.message) }
  }
}
