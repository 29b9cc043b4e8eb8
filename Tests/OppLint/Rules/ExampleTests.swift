import Foundation
import OppFormat
import OppLint
import OppModel
import OppSemantics
import OppSyntax
import OppTestLimits
import OppTesting
import Testing

/// The examples on the pages of the rules
@Suite(.limited) struct LintExampleTests {
  @Test(arguments: LintCatalogue.rules.map(\.name))
  func `the bad example gives exactly this finding`(name: String) throws {
    let rule = try #require(LintCatalogue.rule(named: name))
    try #require(checked(rule.page.bad).diagnostics.isEmpty, "\(rule.page.bad)")
    let findings = lint(rule.page.bad, with: rule)
    #expect(Set(findings.map(\.rule.name)) == [name], "\(words(findings, of: rule.page.bad))")
  }

  @Test(arguments: LintCatalogue.rules.map(\.name))
  func `the good example gives no finding`(name: String) throws {
    let rule = try #require(LintCatalogue.rule(named: name))
    try #require(checked(rule.page.good).diagnostics.isEmpty, "\(rule.page.good)")
    let findings = lint(rule.page.good, with: rule)
    #expect(findings.isEmpty, "\(words(findings, of: rule.page.good))")
  }

  @Test(arguments: LintCatalogue.rules.filter { $0.fix == .safe }.map(\.name))
  func `a safe fix turns the bad example into the good one`(name: String) throws {
    let rule = try #require(LintCatalogue.rule(named: name))
    let fixed = fix(rule.page.bad, with: rule, upTo: .safe)
    #expect(formatted(fixed) == formatted(rule.page.good))
    #expect(fix(fixed, with: rule, upTo: .safe) == fixed, "fixed twice is fixed once")
  }

  @Test(arguments: LintCatalogue.rules.map(\.name))
  func `what fixes leave has no errors, and none of them comes back`(name: String) throws {
    let rule = try #require(LintCatalogue.rule(named: name))
    let fixed = fix(rule.page.bad, with: rule, upTo: .unsafe)
    #expect(checked(fixed).diagnostics.isEmpty, "\(fixed)")
    if fixed != rule.page.bad {
      let rest = lint(fixed, with: rule).filter { $0.rule.name == name }
      #expect(rest.isEmpty, "\(words(rest, of: fixed))")
    }
  }

  @Test func `every rule has a name of its own, and names only rules as related`() {
    let names = LintCatalogue.rules.map(\.name)
    #expect(Set(names).count == names.count)
    for rule in LintCatalogue.rules {
      #expect(rule.name.allSatisfy { $0.isLowercase && $0.isLetter || $0 == "-" }, "\(rule.name)")
      #expect(!rule.page.why.isEmpty && !rule.page.headline.isEmpty, "\(rule.name)")
      #expect(!rule.page.related.contains(rule.name), "\(rule.name)")
    }
  }
}

/// A text checked as the only file of a rule set
func checked(_ text: String) -> Analysis {
  RuleSet.analyze(text + "\n", path: "rules.opp", connectors: .tool)
}

/// The findings of all rules that are on by default, and of one more
func lint(_ text: String, with rule: LintRule? = nil) -> [LintFinding] {
  var settings = LintSettings()
  settings.today = CivilDate(year: 2026, month: 6, day: 1)
  if let rule { settings.levels[rule.name] = .severity(rule.severity) }
  let analysis = checked(text)
  settings.zone = analysis.graph.settings.zone.flatMap(zone)
  let observed = rule.flatMap { LintRecordings.facts(for: $0, text, analysis) }
  return Linter.run(LintSubject(analysis, settings: settings, observed: observed)).findings
}

/// A zone of the system's database
private func zone(named name: String) -> Zone? {
  guard let data = try? Data(contentsOf: URL(filePath: "/usr/share/zoneinfo/\(name)")) else {
    return nil
  }
  return try? Zone(file: Array(data))
}

/// A text after the fixes of a rule, until there are none
func fix(_ text: String, with rule: LintRule, upTo limit: Fix.Applicability) -> String {
  var text = text
  for _ in 0..<10 {
    let fixes = lint(text, with: rule).filter { $0.rule.name == rule.name }
      .compactMap(\.diagnostic.fix)
      .filter { $0.applicability == .safe || $0.applicability == limit }
    let fixed = FixedText(fixes, to: Array(text.utf8))
    if fixed.count == 0 { break }
    text = String(decoding: fixed.bytes, as: UTF8.self)
  }
  return text
}

/// The text of findings as the terminal shows them
func words(_ findings: [LintFinding], of text: String) -> String {
  DiagnosticRenderer(files: [SourceFile(path: "rules.opp", text: text + "\n", index: 0)])
    .render(findings.map(\.diagnostic))
}

private func formatted(_ text: String) -> String {
  Formatter.format(SourceFile(path: "rules.opp", text: text + "\n")).text
}
