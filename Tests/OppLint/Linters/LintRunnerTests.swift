import OppLint
import OppSemantics
import OppSyntax
import OppTestLimits
import Testing

@Suite(.limited) struct LintRunnerTests {
  private let text = """
    let unused = 3
    opp "A" when temp > 20C and temp < 10C
    // opp:ignore always-true - there was one
    opp "B" when temp == 20C  // opp:ignore measured-equality - it is exact
    opp "C" when temp == 20C
    """

  private func subject() -> LintSubject {
    LintSubject(RuleSet.analyze(files: [SourceFile(path: "a.opp", text: text)]))
  }

  @Test func `a run rule by rule has the findings of one go`() {
    let whole = Linter.run(subject())
    var run = LintRunner(subject())
    var count = 1
    while run.step() { count += 1 }
    #expect(count > 20)
    #expect(run.report.findings.map(\.diagnostic) == whole.findings.map(\.diagnostic))
    #expect(run.report.suppressed.count == whole.suppressed.count)
    #expect(whole.findings.contains { $0.rule.category == .suppressions })
    #expect(whole.findings.contains { $0.rule.name == "never-true" })
    let goesOn = run.step()
    #expect(!goesOn)
  }

  @Test func `a table without fields is linted`() {
    let text = """
      table chores by id { }
      opp "A" for each c in chores on c added when temp > 20C notify "x"
      opp "B" for each c in chores on 8:00 notify "x"
      opp "C" when count(chores) == 0 notify "x"
      """
    let rules = RuleSet.analyze(files: [SourceFile(path: "a.opp", text: text)])
    #expect(!rules.diagnostics.isEmpty)
    let report = Linter.run(LintSubject(rules))
    #expect(report.findings.allSatisfy { $0.rule.name != "calendar-row-added" })
  }
}
