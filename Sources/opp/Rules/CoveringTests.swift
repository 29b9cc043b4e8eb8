internal import OppAnalysis
internal import OppModel
internal import OppOutputs
internal import OppReplay
internal import OppSemantics
internal import OppSyntax

/// Tests that reach the truths that the tests of a rule set have not reached
///
/// The decision procedure finds a second and values for each truth that is missing. The result is
/// written as a test, run on top of the truths seen so far, and kept if it reaches a new one.
///
/// ```
/// missing    "First hot day": the condition was never true
/// witness    Wed 3 June 2026 at 12:00, weather.temp = 34°C
/// test       test "First hot day: the condition is true"
///              given weather.temp = 34°C
///              at 2026-06-03T12:00  expect "First hot day" fires
/// ```
///
/// Of several goals that one test would see, only the first gets one: each is run on top of those before.
struct CoveringTests {
  /// In the order of the rules
  private(set) var suggestions: [SuggestedTest] = []

  /// The greatest number of truths that are looked for; the rest is for the next time
  private static let limit = 200

  /// A truth that is looked for
  private struct Goal {
    /// The condition, or the part of one
    let item: CoverageReport.Item

    /// The truth that no test has seen it have
    let truth: Truth

    /// A second, readings and rows with which it has that truth
    let witness: Witness
  }

  init(
    _ report: CoverageReport, _ coverage: ScenarioRunner, rules: CheckedRules, zone: Zone
  ) {
    let goals = Self.goals(report, rules.analysis.graph, zone)
    guard !goals.isEmpty else { return }
    let words = WitnessText(graph: rules.analysis.graph, zone: zone)
    // Each goal as a test that expects nothing, one that expects quiet, and one that expects unknown.
    // Three tests a goal, checked with the rules as one more file; `runner` continues from the coverage so far.
    var lines: [String] = []
    for (index, goal) in goals.enumerated() {
      let body = words.test(goal.witness)
      let name = ValueNotation.textLiteral(goal.item.opp)
      lines.append("test \"\(index) sees\"\n\(body)")
      lines.append("test \"\(index) quiet\"\n\(body)  expect \(name) quiet")
      lines.append("test \"\(index) unknown\"\n\(body)  expect \(name) unknown")
    }
    let file = SourceFile(path: "coverage", text: lines.joined(separator: "\n") + "\n", index: 0)
    let trial = CheckedRules.check(
      RuleFiles(files: rules.files.files + [file], folder: rules.files.folder))
    var tests: [String: Scenario] = [:]
    for test in trial.analysis.tests { tests[test.name] = test }
    var runner = coverage.continued(over: trial.analysis.graph)
    for (index, goal) in goals.enumerated() {
      guard let test = tests["\(index) sees"],
        Self.misses(goal, runner.coverage, rules.analysis)
      else { continue }
      _ = runner.run(test)
      guard !Self.misses(goal, runner.coverage, rules.analysis) else { continue }
      func holds(_ outcome: String) -> Bool {
        tests["\(index) \(outcome)"].map { runner.run($0).failures.isEmpty } ?? false
      }
      // The outcome that holds is the one that is written; `fires` is left if neither other does.
      let outcome = holds("unknown") ? "unknown" : holds("quiet") ? "quiet" : "fires"
      let subject = goal.item.text ?? "the condition"
      let name = "\(goal.item.opp): \(subject) is \(goal.truth.word)"
      suggestions.append(
        SuggestedTest(
          path: rules.analysis.files[Int(goal.item.place.file)].path,
          text: "test \(ValueNotation.textLiteral(name))\n\(words.test(goal.witness))  expect "
            + "\(ValueNotation.textLiteral(goal.item.opp)) \(outcome)\n"))
    }
  }

  /// The truths that are missing and possible, at most ``limit``
  ///
  /// - Complexity: one search of the prover for each.
  private static func goals(
    _ report: CoverageReport, _ graph: ConditionGraph, _ zone: Zone
  ) -> [Goal] {
    var prover = Prover(graph: graph, zone: zone)
    var goals: [Goal] = []
    for item in report.items {
      guard let node = item.node ?? graph.rules[item.rule].condition else { continue }
      for truth in item.seen.missing where goals.count < limit {
        if let witness = prover.verdict([Literal(node, truth.truthfulness)]).witness {
          goals.append(Goal(item: item, truth: truth, witness: witness))
        }
      }
    }
    return goals
  }

  /// `true` if a coverage still lacks the truth of a goal
  private static func misses(
    _ goal: Goal, _ coverage: ConditionCoverage, _ analysis: Analysis
  ) -> Bool {
    let rule = coverage.rules[goal.item.rule]
    let seen =
      goal.item.node.map { node in rule.parts.first { $0.node == node }?.seen ?? rule.seen }
      ?? rule.seen
    return seen.missing.contains(goal.truth)
  }

  /// Appends each suggestion to the file of its Opp
  ///
  /// - Returns: how many tests each file got, in the order of the suggestions.
  /// - Throws: `CommandFailure` with status 3 if a file cannot be written.
  func write(
    in context: CommandContext
  ) throws(CommandFailure) -> [(path: String, count: Int)] {
    var counts: [(path: String, count: Int)] = []
    for path in suggestions.map(\.path) where !counts.contains(where: { $0.path == path }) {
      let own = suggestions.filter { $0.path == path }
      let bytes = try context.bytes(of: path, limit: SourceFile.sizeLimit)
      var text = String(decoding: bytes, as: UTF8.self)
      if !text.hasSuffix("\n") { text += "\n" }
      text += "\n" + own.map(\.text).joined(separator: "\n")
      try context.write(Array(text.utf8), to: path)
      counts.append((path, own.count))
    }
    return counts
  }
}

extension Truth {
  /// The literal of the prover for a truth
  fileprivate var truthfulness: Truthfulness {
    switch self {
    case .true: .isTrue
    case .false: .isFalse
    case .unknown: .isUnknown
    }
  }
}

extension WitnessText {
  /// The steps of a test that has a witness: the given readings, and the second
  func test(_ witness: Witness) -> String {
    var givens = witness.readings.map { "\(name(of: $0)) = \(literal(of: $0))" }
    givens += witness.rows.map { row(of: $0) }
    let local = zone.local(at: witness.instant).iso8601
    let clock = local.hasSuffix(":00") ? String(local.dropLast(3)) : local
    let given = givens.isEmpty ? "" : "  given \(givens.joined(separator: ", "))\n"
    return "\(given)  at \(clock)"
  }
}
