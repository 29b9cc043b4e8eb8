import OppEngine
import OppModel
import OppReplay
import OppSemantics
import OppSyntax
import OppTestLimits
import Testing

@testable import OppOutputs

@Suite(.limited) struct CoverageReportTests {
  /// The parts that a report lists, each `Opp: text`, the whole conditions as `Opp`
  private func items(_ rules: String) -> [String] {
    let analysis = RuleSet.analyze(rules)
    #expect(analysis.diagnostics.map(\.headline) == [])
    let runner = ScenarioRunner(graph: analysis.graph, zone: .utc)
    let report = CoverageReport(runner.coverage, analysis: analysis, zone: .utc)
    return report.items.map { item in item.text.map { "\(item.opp): \($0)" } ?? item.opp }
  }

  @Test func `a derived name is one part`() {
    #expect(items(#"opp "a" when raining and busy"#) == ["a", "a: raining", "a: busy"])
    #expect(items(#"opp "a" when raining"#) == ["a"])
  }

  @Test func `a condition with two arguments is two parts`() {
    #expect(
      items(
        """
        let over(limit: Temperature) = temp > limit
        opp "a" when over(20C) and (over(30C) or busy)
        """
      ).count == 5)
  }
}
