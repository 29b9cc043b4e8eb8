internal import OppModel
internal import OppOutputs
internal import OppProviders
internal import OppReplay
internal import OppSemantics

extension Command {
  /// ```opp
  /// test "a sunny day fires at noon, once a day"
  ///   given sky = sunny, temp = 21C
  ///   at 2013-06-21T11:59  expect "Sunny Day ☀️" quiet
  ///   at 2013-06-21T12:00  expect "Sunny Day ☀️" fires with "It is sunny and 21°C."
  /// ```
  ///
  /// See ``CoveringTests`` for the tests that `--coverage` suggests.
  static let test = Command(
    name: "test",
    summary: "runs the tests written beside the rules",
    operands: "[FILE|DIR]…",
    operandCount: 0...Int.max,
    takesLong: true,
    options: [
      Option("--coverage", "lists what the tests never saw true, false or unknown"),
      Option("--write", "with --coverage, adds tests that see more to the files of their Opps"),
      Option("--fail-under", value: "N", "exits with 1 where the coverage is under N per cent"),
      .zone,
      Option(
        "--format", value: "text|json|lcov|html", choices: ["text", "json", "lcov", "html"],
        "for people, for programs (JSON Lines); with --coverage, a trace file or a page of it"),
    ],
    discussion: """
      Runs every `test` declaration: memory begins at its first `at`, what is given stays as it was given,
      and everything else is unknown, but for the clock and the sun. A test that fails says what happened
      instead, and why. `--coverage` says how much the tests have seen: of the condition of each Opp and of each
      of its parts, whether it was true, false and, where data can be missing, unknown.
      Without FILE or DIR it tests the folder it is in.
      """,
    examples: [
      ("opp test", "runs every test below this folder"),
      ("opp test lunch.opp --format json", "one object a test, for programs"),
      ("opp test --coverage --format html > coverage.html", "a page of what the tests have seen"),
      ("opp test --fail-under 80", "fails where the tests have seen too little"),
    ]
  ) { (invocation, context, console) throws(CommandFailure) in
    try RuleSetFolders.forEach(invocation, in: context, console) {
      (invocation) throws(CommandFailure) in
      try TestCommand.run(invocation, context, console)
    }
  }
}

/// The work of `opp test`
private enum TestCommand {
  /// Runs the tests of one rule set, and prints them and their coverage in the format
  ///
  /// - Returns: status 1 if a test fails, or the coverage is too small.
  static func run(
    _ invocation: Invocation, _ context: CommandContext, _ console: Console
  ) throws(CommandFailure) -> ExitStatus {
    let isReport = ["lcov", "html"].contains(invocation.value("--format"))
    guard !isReport || invocation.has("--coverage") else {
      throw .usage("`--format lcov` and `--format html` are of coverage", help: "add `--coverage`")
    }
    guard !invocation.has("--write") || invocation.has("--coverage") else {
      throw .usage("`--write` adds tests for coverage", help: "add `--coverage`")
    }
    let least = try leastCoverage(invocation)
    let rules = try CheckedRules.read(invocation.rulePaths, in: context)
    guard rules.printProblems(console, isJSON: invocation.wantsJSON) else { return .problems }
    let graph = rules.analysis.graph
    let zone = try RecordedRun.namedZone(invocation, graph, ZoneDatabase()) ?? .utc
    // One runner for all tests: each begins with an empty memory, and the coverage adds up.
    var runner = ScenarioRunner(graph: graph, zone: zone)
    let output = ScenarioOutput(
      analysis: rules.analysis, graph: graph, zone: zone, console: console)
    var failed = 0
    for (scenario, places) in zip(rules.analysis.tests, rules.analysis.testPlaces) {
      let result = runner.run(scenario)
      if !result.failures.isEmpty { failed += 1 }
      if invocation.wantsJSON {
        output.printJSON(scenario, places, result)
      } else if !isReport {
        output.print(scenario, places, result)
      }
    }
    let count = rules.analysis.tests.count
    let report = CoverageReport(runner.coverage, analysis: rules.analysis, zone: zone)
    let coverage = CoverageOutput(report: report, files: rules.analysis.files, console: console)
    let covering =
      invocation.has("--coverage") && (!isReport || invocation.has("--write"))
      ? CoveringTests(report, runner, rules: rules, zone: zone) : nil
    switch invocation.value("--format") {
    case "json":
      coverage.printJSON()
      if let covering { coverage.printJSON(covering.suggestions) }
    case "lcov": coverage.printTrace()
    case "html":
      console.write(CoveragePage(report: report, files: rules.analysis.files).text)
    default:
      output.printSummary(count: count, failed: failed)
      if invocation.has("--coverage") { coverage.printText() }
      if let covering, !invocation.has("--write") { coverage.print(covering.suggestions) }
    }
    if invocation.has("--write"), let covering {
      for (path, count) in try covering.write(in: context) {
        console.message("added \(count) \(count == 1 ? "test" : "tests") to `\(path)`")
      }
    }
    if isReport, failed > 0 {
      console.message("\(failed) of \(count) tests failed: `opp test` says which")
    }
    if report.percent < least {
      console.message("the coverage is \(report.percent) %, under \(least) %")
      return .problems
    }
    return failed == 0 ? .success : .problems
  }

  /// The per cent that `--fail-under` names; 0 without it
  private static func leastCoverage(
    _ invocation: Invocation
  ) throws(CommandFailure) -> Int {
    guard let text = invocation.value("--fail-under") else { return 0 }
    guard let least = Int(text), (0...100).contains(least) else {
      throw .usage("`--fail-under \(text)` is not a per cent", help: "write `--fail-under 80`")
    }
    return least
  }
}
