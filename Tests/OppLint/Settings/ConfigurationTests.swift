import OppLint
import OppSemantics
import OppSyntax
import OppTestLimits
import Testing

@Suite(.limited) struct ConfigurationTests {
  private func settings(_ text: String, paths: [String] = ["a.opp"]) throws -> LintSettings {
    try LintConfiguration(text).settings(paths: paths)
  }

  private func severity(
    of name: String, _ settings: LintSettings, file: Int32 = 0
  ) throws -> Diagnostic.Severity? {
    let rule = try #require(LintCatalogue.rule(named: name))
    return settings.severity(of: rule, given: rule.severity, file: file)
  }

  @Test func `a rule goes before its category`() throws {
    let settings = try settings(
      """
      # comment
      [rules]
      time = off
      ends-at-midnight = error   ; another
      style = warning
      """)
    #expect(try severity(of: "ends-at-midnight", settings) == .error)
    #expect(try severity(of: "event-outside-window", settings) == nil)
    #expect(try severity(of: "comparison-with-true", settings) == .warning)
    #expect(try severity(of: "duplicate-part", settings) == .warning)
  }

  @Test func `a section holds for the files that it matches`() throws {
    let settings = try settings(
      "[files archive/**]\nends-at-midnight = off\n[files *.old.opp]\ntime = note",
      paths: ["a.opp", "archive/2020/b.opp", "deep/c.old.opp"])
    #expect(try severity(of: "ends-at-midnight", settings, file: 0) == .warning)
    #expect(try severity(of: "ends-at-midnight", settings, file: 1) == nil)
    #expect(try severity(of: "ends-at-midnight", settings, file: 2) == .note)
  }

  @Test func `the command line goes before the file`() throws {
    var settings = try settings("[rules]\nends-at-midnight = off\ntime = note")
    settings.commandLevels["time"] = .severity(.error)
    #expect(try severity(of: "ends-at-midnight", settings) == .error)
    settings.commandLevels = [:]
    settings.selected = ["duplicate-part"]
    #expect(try severity(of: "ends-at-midnight", settings) == nil)
    #expect(try severity(of: "duplicate-part", settings) == .warning)
  }

  @Test(arguments: [
    ("[rules]\nends-at-midnigt = off", 2, "did you mean `ends-at-midnight`?"),
    ("[rules]\ntime = of", 2, "did you mean `off`?"),
    ("[rule]", 1, "it is one of `[rules]`, `[options]` and `[files PATTERN]`"),
    ("time = off", 1, "begin with `[rules]`"),
    ("[options]\na.b = 5", 2, "`opp explain RULE` lists the options"),
  ])
  func `what is wrong is named with its line`(text: String, line: Int, help: String) throws {
    do throws(LintConfiguration.Problem) {
      _ = try LintConfiguration(text)
      Issue.record("nothing is wrong")
    } catch {
      #expect(error.line == line)
      #expect(error.help == help)
    }
  }

  @Test func `a rule that has another name now is named by it`() {
    let problem = LintConfiguration.problem(ofName: "told-after-quiet-hours")
    #expect(problem?.help == "did you mean `notified-after-quiet-hours`?")
  }
}
