import OppEngine
import OppModel
import OppSemantics
import OppSyntax
import OppTesting
import OppTestLimits
import Testing

/// What a person does with Opps: snoozes, answers, enabling and disabling, at seconds that often coincide
@Suite(.limited) struct ControlLawTests {
  private static let from = Instant(seconds: 1_782_043_200)  // 2026-06-21T12:00Z

  @Test func `controls do what the reference says, however often the engine is evicted`() {
    var firings = 0
    var cases = 0
    var failures = 0
    for seed in LawSeeds.seeds(40, failed: [529, 944, 2289, 2723, 2947]) {
      let program = RandomControls(seed: seed)
      let analysis = RuleSet.analyze(program.text)
      if analysis.hasErrors { continue }
      let script = program.script(analysis.graph, from: Self.from)
      let run = ControlledRun(
        graph: analysis.graph, from: Self.from,
        to: Self.from.advanced(by: RandomControls.length), arrivals: script.arrivals,
        controls: script.controls)
      let expected = run.expected()
      cases += 1
      firings += expected.count
      for restarts in [false, true] {
        let lived = run.lived(restarts: restarts)
        guard lived != expected else { continue }
        failures += 1
        Issue.record(
          """
          OPP_SEED=\(seed), \(restarts ? "evicted" : "stayed"): \(Self.difference(lived, expected))
          \(program.text)\(run.script())
          """)
        break
      }
      if failures == 5 { return }
    }
    if cases > 1 { #expect(firings > 10 * cases / 2) }
  }

  /// The first line that differs
  private static func difference(_ lived: [String], _ expected: [String]) -> String {
    let place = zip(lived, expected).enumerated().first { $1.0 != $1.1 }?.offset
    let index = place ?? min(lived.count, expected.count)
    func part(_ lines: [String]) -> String {
      lines.dropFirst(index).prefix(2).joined(separator: ", then ")
    }
    return "lived \(part(lived)); reference \(part(expected))"
  }
}
