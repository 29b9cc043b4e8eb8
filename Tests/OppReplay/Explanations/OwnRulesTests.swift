import OppEngine
import OppModel
import OppSemantics
import OppTesting
import OppTestLimits
import OppTimelines
import Testing

@testable import OppReplay

/// An explanation follows the rules that the Opp depends on, and no others
@Suite(.limited) struct OwnRulesTests {
  @Test(arguments: SteppingTests.cases.indices)
  func `an Opp is explained from its own rules as from all`(index: Int) throws {
    let (rules, lines) = SteppingTests.cases[index]
    try expectSame(rules, lines, to: "02:00", minutes: [0, 7, 31, 64, 99])
  }

  @Test func `so it is of random rules`() throws {
    for seed in LawSeeds.seeds(8, long: 500) {
      let rules = RandomRules(seed: seed)
      try expectSame(rules.text, rules.lines, to: "06:00", minutes: [40, 100, 301])
    }
  }

  @Test func `the rules that record what an Opp reads are among its own`() throws {
    let subject = try EngineCheck(
      """
      table log by at { at: Instant }
      table others by at { at: Instant }
      opp "writes" on every 7min when count(others) < 9 record log { at: now }
      opp "reads" when count(log) > 3
      opp "alone" when temp > 20C
      opp "writes more" on every 9min record others { at: now }
      opp "each" for each entry in log when entry.at < now
      """, "00:00 temp=20C", zone: "UTC", day: "2026-06-21", from: "00:00", to: "02:00")
    let graph = subject.analysis.graph
    #expect(
      graph.rules.indices.map { graph.rules(behind: $0).sorted() } == [
        [0, 3], [0, 1, 3], [2], [3], [0, 3, 4],
      ])
  }

  /// Compares at each minute with OPP_LONG_TESTS=1, and otherwise at one of three for each rule, the others for the next two
  private func expectSame(
    _ rules: String, _ lines: String, to: String, minutes: [Int64]
  ) throws {
    let subject = try EngineCheck(
      rules, lines, zone: "UTC", day: "2026-06-21", from: "00:00", to: to)
    let replay = subject.timeline.replay
    for rule in replay.graph.rules.indices {
      for (place, minute) in minutes.enumerated() where LawSeeds.isLong || (place + rule) % 3 == 0 {
        let at = subject.from.advanced(by: 60 * minute)
        var all = ExplanationRun(replay, rule: rule, row: nil, at: at, rules: nil)
        while all.advance(by: .max) {}
        let own = replay.explain(rule: rule, at: at)
        #expect(text(own) == text(all.result), "\(rules)\nrule \(rule) at minute \(minute)")
      }
    }
  }

  /// All that is said of an Opp, but for the numbers of instances
  private func text(_ explanation: OppExplanation) -> String {
    let events = [
      explanation.lastFiring, explanation.lastHeldBack, explanation.lastEvent,
      explanation.nextEvent,
    ]
    return """
      \(String(describing: explanation.row)) of \(explanation.rows)
      \(String(describing: explanation.possibility)) \(events)
      \(explanation.condition.map(text) ?? "no condition")
      """
  }

  private func text(_ part: Explanation) -> String {
    let own =
      "\(part.truth) \(String(describing: part.value)) since \(String(describing: part.since))"
    let parts = part.parts.map(text).joined(separator: "\n")
    return "\(own) until \(String(describing: part.until))\n\(parts)"
  }
}
