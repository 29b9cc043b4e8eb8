import Foundation
import OppLint
import OppModel
import OppSemantics
import OppSyntax
import OppTestLimits
import Testing

@Suite(.limited) struct FixRunTests {
  private func run(
    _ text: String, upTo limit: Fix.Applicability = .safe,
    lint: ((Analysis) -> [Diagnostic])? = nil
  ) -> FixRun {
    let start = checked(text)
    return FixRun(
      start, files: Array(start.files.dropLast()), upTo: limit,
      analyze: { RuleSet.analyze(files: $0) },
      lint: lint ?? { Linter.run(LintSubject($0)).findings.map(\.diagnostic) },
      canChange: { _ in true })
  }

  private func text(_ run: FixRun) -> String {
    String(decoding: run.files[0].bytes, as: UTF8.self)
  }

  @Test func `fixes that overlap are applied in turn`() {
    let result = run(#"opp "R" when not (not (raining == true)) at most once per day"#)
    #expect(text(result) == "opp \"R\" when raining at most once per day\n")
    #expect(result.count == 2)
  }

  @Test(arguments: [
    ("s.a + s.b otherwise 20 > 25", "s.a + (s.b otherwise 20) > 25"),
    ("s.a - s.b otherwise 1 + 2 > 0", "s.a - (s.b otherwise 1) + 2 > 0"),
    ("s.a otherwise 5 * 100 < 3", "(s.a otherwise 5) * 100 < 3"),
    ("1 + s.a otherwise 2 * 3 otherwise 4 < 3", "1 + ((s.a otherwise 2) * 3 otherwise 4) < 3"),
    ("s.a / s.b otherwise 0 < 3", "s.a / s.b otherwise 0 < 3"),
  ])
  func `an otherwise beside arithmetic gets the parentheses of how it was read`(
    condition: String, fixed: String
  ) {
    func rules(_ condition: String) -> String {
      "source s fresh for 1h { a, b: Number }\nopp \"A\" when \(condition) at most once per day"
    }
    #expect(text(run(rules(condition))) == rules(fixed) + "\n")
  }

  @Test(arguments: [
    ("{s.a / s.b * 100%}", "{s.a / s.b:%}"), ("{100% * s.a / s.b:.1}", "{s.a / s.b:.1 %}"),
    ("{free * 100%}", "{free}"), ("{free * 100%:.1 h}", "{free:.1 h}"), ("{whole}", "{whole:%}"),
    ("{humidity * 2}", "{humidity * 2:%}"),
  ])
  func `a text that multiplies by a hundred per cent prints a percentage instead`(
    text written: String, fixed: String
  ) {
    func rules(_ text: String) -> String {
      """
      source s fresh for 1h { a, b: Number }
      let whole = s.a * 100%
      opp "A" on 8:00 notify "\(text)"
      """
    }
    #expect(text(run(rules(written), upTo: .unsafe)) == rules(fixed) + "\n")
  }

  @Test func `unsafe fixes are applied only on request`() {
    let rules = #"opp "P" when time > sunset at most once per day"#
    #expect(run(rules).count == 0)
    #expect(text(run(rules, upTo: .unsafe)).contains("time in sunset..sunrise"))
  }

  @Test func `a fix that brings an error is left out, and its rule is named`() {
    let rules = #"opp "R" when raining == true at most once per day"#
    let result = run(rules) { analysis in
      let range = analysis.files[0].wholeRange
      var broken = Diagnostic(code: "broken", severity: .warning, range: range, headline: "x")
      broken.fix = .replacing(range, with: "opp", .safe)
      return [broken] + Linter.run(LintSubject(analysis)).findings.map(\.diagnostic)
    }
    #expect(result.refused == ["broken"])
    #expect(text(result) == "opp \"R\" when raining at most once per day\n")
  }

  @Test func `a safe fix that changes when an Opp fires is left out, and its rule is named`() {
    let rules = #"opp "R" when temp > 20C and not (raining == true) at most once per day"#
    let result = run(rules) { analysis in
      var wrong = Diagnostic(
        code: "wrong", severity: .warning, range: analysis.files[0].wholeRange, headline: "x")
      let text = analysis.text(analysis.files[0].wholeRange)
      if let place = text.range(of: "20C") {
        let start = Int32(text.utf8.distance(from: text.startIndex, to: place.lowerBound))
        let range = SourceRange(file: 0, start: start, end: start + 3)
        wrong.fix = .replacing(range, with: "25C", .safe)
      }
      return [wrong] + Linter.run(LintSubject(analysis)).findings.map(\.diagnostic)
    }
    #expect(result.unproved == ["wrong"])
    #expect(result.refused.isEmpty)
    #expect(text(result) == "opp \"R\" when temp > 20C and (not raining) at most once per day\n")
  }

  @Test(arguments: LintCatalogue.rules.map(\.name))
  func `fixing every bad example a second time changes nothing`(name: String) throws {
    let rule = try #require(LintCatalogue.rule(named: name))
    for limit in [Fix.Applicability.safe, .unsafe] {
      let once = text(run(rule.page.bad, upTo: limit))
      let twice = run(once, upTo: limit)
      #expect(twice.count == 0 && text(twice).hasPrefix(once), "\(limit.name): \(once)")
    }
  }

  @Test(arguments: LintCatalogue.rules.filter { $0.fix == .safe }.map(\.name))
  func `every safe fix of an example is proved to keep when the Opps fire`(name: String) throws {
    let rule = try #require(LintCatalogue.rule(named: name))
    let result = run(rule.page.bad) { analysis in
      var settings = LintSettings()
      settings.today = CivilDate(year: 2026, month: 6, day: 1)
      settings.levels[name] = .severity(rule.severity)
      return Linter.run(LintSubject(analysis, settings: settings)).findings.map(\.diagnostic)
    }
    #expect(result.unproved.isEmpty && result.refused.isEmpty)
    #expect(result.count > 0)
  }
}
