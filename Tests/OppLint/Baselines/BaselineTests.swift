import OppLint
import OppSemantics
import OppSyntax
import OppTestLimits
import Testing

@Suite(.limited) struct BaselineTests {
  private let rules = """
    let warm = temp > 20C
    opp "P" when time > sunset and warm at most once per day
    opp "Q" when sky in [rain, rainy]
    """

  @Test func `what is known is not new`() {
    let findings = lint(rules)
    let comparison = Baseline(of: findings).compare(findings)
    #expect(findings.count == 2)
    #expect(comparison.new.isEmpty && comparison.gone.isEmpty)
    #expect(comparison.known.count == 2)
  }

  @Test func `moves, layout and renames of lets keep what is known`() {
    let moved = """
      opp "Q"
        when sky in [rain,
          rainy]

      let mild = temp > 20C
      opp "P" when time > sunset
        and mild
        at most once per day
      """
    let comparison = Baseline(of: lint(rules)).compare(lint(moved))
    #expect(comparison.new.isEmpty && comparison.gone.isEmpty)
  }

  @Test func `another meaning is new, and what is mended is gone`() {
    let comparison = Baseline(of: lint(rules)).compare(
      lint("opp \"P\" when time > sunset and temp > 25C at most once per day"))
    #expect(comparison.new.map(\.rule.name) == ["ends-at-midnight"])
    #expect(comparison.gone.map(\.rule) == ["duplicate-part", "ends-at-midnight"])
  }
}
