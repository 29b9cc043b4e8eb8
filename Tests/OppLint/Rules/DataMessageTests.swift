import OppLint
import OppSyntax
import OppTestLimits
import Testing

/// The words of the rules about data
@Suite(.limited) struct DataMessageTests {
  private func headline(_ name: String) throws -> String {
    let rule = try #require(LintCatalogue.rule(named: name))
    let findings = lint(rule.page.bad, with: rule)
    return try #require(findings.first).diagnostic.headline
  }

  @Test func `a threshold out of reach is named with what was observed`() throws {
    #expect(
      try headline("threshold-never-crossed")
        == "`weather.temp` was between -12°C and 37°C; `45C` was never reached")
  }

  @Test func `the worst day and the average are named`() throws {
    #expect(
      try headline("fires-too-often")
        == "this would have fired 47 times on 22 April 2025, 0.1 a day on average")
  }

  @Test func `the cause of what is unknown is named`() throws {
    #expect(
      try headline("mostly-unknown")
        == "this was unknown 83 % of the time, mostly because of location.position: stale")
  }

  @Test(arguments: LintCatalogue.rules.filter { $0.need == .recorded }.map(\.name))
  func `each finding says over which days`(name: String) throws {
    let rule = try #require(LintCatalogue.rule(named: name))
    let finding = try #require(lint(rule.page.bad, with: rule).first)
    #expect(
      finding.diagnostic.notes.contains(
        "observed over 412 days, from 12 January 2025 to 27 February 2026"))
  }

  @Test func `without data nothing is said of it`() throws {
    for rule in LintCatalogue.rules where rule.need == .recorded {
      #expect(lint(rule.page.bad).allSatisfy { $0.rule.name != rule.name }, "\(rule.name)")
    }
  }
}
