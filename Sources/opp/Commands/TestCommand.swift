internal import OppEngine
internal import OppModel
internal import OppProviders
internal import OppSemantics

extension Command {
  static let test = Command(
    name: "test",
    summary: "runs the tests written beside the rules",
    operands: "[FILE|DIR]…",
    operandCount: 0...Int.max,
    options: [
      Option("--coverage", "lists the conditions that the tests never saw both true and false"),
      .zone, .format,
    ],
    discussion: """
      Runs every `test` declaration: memory begins at its first `at`, what is given stays as it was given,
      and everything else is unknown, but for the clock and the sun. A test that fails says what happened
      instead, and why. At the end it counts the conditions that the tests never saw both true and false.
      Without FILE or DIR it tests the folder it is in.
      """,
    examples: [
      ("opp test", "runs every test below this folder"),
      ("opp test lunch.opp --format json", "one object a test, for programs"),
    ]
  ) { (invocation, surroundings, console) throws(CommandFailure) in
    let operands = invocation.operands.isEmpty ? ["."] : invocation.operands
    let rules = try CheckedRules.read(operands, in: surroundings)
    guard rules.tellProblems(console, isJSON: invocation.wantsJSON) else { return .problems }
    let graph = rules.analysis.graph
    let zone = try RecordedRun.namedZone(invocation, graph, ZoneDatabase()) ?? .utc
    var runner = ScenarioRunner(graph: graph, zone: zone)
    let output = ScenarioOutput(
      analysis: rules.analysis, graph: graph, zone: zone, console: console)
    var failed = 0
    for (scenario, places) in zip(rules.analysis.tests, rules.analysis.testPlaces) {
      let result = runner.run(scenario)
      if !result.failures.isEmpty { failed += 1 }
      if invocation.wantsJSON {
        output.printJSON(scenario, places, result)
      } else {
        output.print(scenario, places, result)
      }
    }
    let count = rules.analysis.tests.count
    if invocation.wantsJSON {
      output.printCoverageJSON(runner.coverage)
    } else {
      output.printSummary(count: count, failed: failed)
      let isListed = invocation.has("--coverage")
      if count > 0 { output.printCoverage(runner.coverage, isListed: isListed) }
    }
    return failed == 0 ? .success : .problems
  }
}
