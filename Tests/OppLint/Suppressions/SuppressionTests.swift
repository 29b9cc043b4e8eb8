import OppLint
import OppModel
import OppSemantics
import OppSyntax
import OppTestLimits
import Testing

@Suite(.limited) struct SuppressionTests {
  /// The codes that are open, and those that are accepted
  private func codes(
    _ text: String, today: CivilDate? = CivilDate(year: 2026, month: 6, day: 1)
  ) -> (open: [String], accepted: [String]) {
    var settings = LintSettings()
    settings.today = today
    let report = Linter.run(LintSubject(checked(text), settings: settings))
    return (report.findings.map(\.rule.name), report.suppressed.map(\.finding.rule.name))
  }

  @Test(arguments: [
    #"opp "P" when time > sunset at most once per day  // opp:ignore ends-at-midnight - short"#,
    "// opp:ignore ends-at-midnight - short\nopp \"P\" when time > sunset at most once per day",
    "opp \"P\"\n  // opp:ignore ends-at-midnight - short\n  when time > sunset at most once per day",
    "// opp:ignore-file ends-at-midnight - short\n\nlet a = 1\nopp \"P\" when a == 1 and time > sunset",
    "// opp:ignore ends-at-midnight until 2026-06-01 - short\nopp \"P\" when time > sunset",
  ])
  func `a comment accepts a finding`(text: String) {
    let (open, accepted) = codes(text)
    #expect(!open.contains("ends-at-midnight"), "\(open)")
    #expect(accepted == ["ends-at-midnight"])
  }

  @Test(arguments: [
    "/// opp:ignore ends-at-midnight - short\nopp \"P\" when time > sunset at most once per day",
    "opp \"Q\" when raining  // opp:ignore ends-at-midnight - x\nopp \"P\" when time > sunset",
    "// opp:ignore ends-at-midnight until 2026-05-31 - short\nopp \"P\" when time > sunset",
    "// opp:ignored ends-at-midnight - short\nopp \"P\" when time > sunset",
  ])
  func `another comment does not`(text: String) {
    #expect(codes(text).open.contains("ends-at-midnight"))
  }

  @Test func `one comment names several rules, and each is judged alone`() {
    let (open, accepted) = codes(
      #"opp "P" when time > sunset  // opp:ignore ends-at-midnight, duplicate-part - why"#)
    #expect(open == ["unused-suppression"])
    #expect(accepted == ["ends-at-midnight"])
  }

  /// A text once the fixes of its unused names are made, one after the other
  private func withoutUnused(_ text: String) -> [String] {
    var texts = [text]
    while let text = texts.last, texts.count < 5 {
      let findings = Linter.run(LintSubject(checked(text))).findings
      let fix = findings.first { $0.rule.name == "unused-suppression" }?.diagnostic.fix
      guard let fix else { break }
      texts.append(String(decoding: FixedText([fix], to: Array(text.utf8)).bytes, as: UTF8.self))
    }
    return Array(texts.dropFirst())
  }

  @Test(arguments: [
    ("ends-at-midnight, duplicate-part - why", ["ends-at-midnight - why"]),
    ("duplicate-part, ends-at-midnight - why", ["ends-at-midnight - why"]),
    (
      "past-date, ends-at-midnight, duplicate-part - why",
      ["ends-at-midnight, duplicate-part - why", "ends-at-midnight - why"]
    ),
    (
      "ends-at-midnight,duplicate-part , past-date - why",
      ["ends-at-midnight , past-date - why", "ends-at-midnight - why"]
    ),
    ("ends-at-midnight - why", []),
  ])
  func `a fix takes the name out that accepts nothing`(names: String, expected: [String]) {
    let text = "opp \"P\" when time > sunset  // opp:ignore "
    #expect(withoutUnused(text + names) == expected.map { text + $0 })
    func alone(_ names: String) -> String {
      "// opp:ignore \(names)\nopp \"P\" when time > sunset"
    }
    #expect(withoutUnused(alone(names)) == expected.map(alone))
  }

  @Test(arguments: [
    ("opp \"P\" when raining  // opp:ignore past-date - why\n", "opp \"P\" when raining\n"),
    ("// opp:ignore past-date - why\nopp \"P\" when raining\n", "opp \"P\" when raining\n"),
    (
      "opp \"P\"\n  // opp:ignore past-date - why\n  when raining\n",
      "opp \"P\"\n  when raining\n"
    ),
    ("opp \"P\" when raining\t// opp:ignore past-date - why", "opp \"P\" when raining"),
  ])
  func `a fix takes the comment out with its last name`(text: String, expected: String) {
    #expect(withoutUnused(text) == [expected])
  }

  @Test func `a comment that names a rule which became an error is taken out by a safe fix`() throws
  {
    let text = "opp \"P\" when raining  // opp:ignore otherwise-binds-tighter - why"
    let found = try #require(Linter.run(LintSubject(checked(text))).findings.first)
    #expect(found.rule.name == "unused-suppression")
    #expect(found.diagnostic.headline.hasSuffix("what it found is the error `ambiguous-otherwise`"))
    #expect(found.diagnostic.fix?.applicability == .safe)
    #expect(LintConfiguration.problem(ofName: "otherwise-binds-tighter") == nil)
  }

  @Test func `a rule that is off is not judged`() {
    var settings = LintSettings()
    settings.levels["ends-at-midnight"] = .off
    let text = "opp \"P\" when raining  // opp:ignore ends-at-midnight - why"
    #expect(Linter.run(LintSubject(checked(text), settings: settings)).findings.isEmpty)
  }

  @Test(arguments: LintCatalogue.rules.map(\.name))
  func `a comment that finds nothing is reported, but not if only a recording could tell`(
    name: String
  ) throws {
    let rule = try #require(LintCatalogue.rule(named: name))
    var settings = LintSettings()
    settings.levels[name] = .severity(rule.severity)
    let text = "opp \"P\" when raining at most once per day  // opp:ignore \(name) - why"
    let findings = Linter.run(LintSubject(checked(text), settings: settings)).findings
    let unused = findings.filter { $0.rule.name == "unused-suppression" }
    #expect(unused.isEmpty == (rule.need == .recorded), "\(findings.map(\.diagnostic.headline))")
  }

  @Test func `comments are added beside findings, and accept them`() {
    let text = """
      opp "P"
        when time > sunset  // the evening
        at most once per day
      opp "Q" when sky in [rain, rainy]
      """
    let subject = LintSubject(checked(text))
    let findings = Linter.run(subject).findings
    #expect(!findings.isEmpty)
    let added = AddedSuppressions(for: findings, in: subject)
    let fixed = String(decoding: FixedText(added.fixes, to: Array(text.utf8)).bytes, as: UTF8.self)
    #expect(
      fixed == """
        opp "P"
          // opp:ignore ends-at-midnight - inherited
          when time > sunset  // the evening
          at most once per day
        opp "Q" when sky in [rain, rainy]  // opp:ignore duplicate-part - inherited
        """)
    #expect(Linter.run(LintSubject(checked(fixed))).findings.isEmpty)
  }
}
