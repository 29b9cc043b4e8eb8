import Foundation
import OppLint
import OppModel
import OppSemantics
import OppSyntax
import OppTestLimits
import OppTesting
import Testing

/// Linting again after edits, with what is known of the Opps that have not changed
@Suite(.limited) struct LintMemoryTests {
  private static let isLong = ProcessInfo.processInfo.environment["OPP_LONG_TESTS"] == "1"

  @Test func `after an edit of one Opp, only that one is checked again`() {
    let opps = (0..<40).map { "opp \"Opp \($0)\" when temp > \($0)C and temp > 50C" }
    let memory = LintMemory()
    _ = run(opps.joined(separator: "\n"), memory)
    var edited = opps
    edited[17] = "opp \"Opp 17\"\n  when temp > 3C and humidity < 20%"
    let subject = subject(edited.joined(separator: "\n"), memory)
    #expect(subject.opps.map(\.rule.name) == ["Opp 17"])
  }

  @Test func `an edit of a declaration that Opps use has all of them checked again`() {
    let opps = (0..<10).map { "opp \"Opp \($0)\" when warm and temp > \($0)C" }
    let memory = LintMemory()
    _ = run((["let warm = temp > 20C"] + opps).joined(separator: "\n"), memory)
    let edited = (["let warm = temp > 21C"] + opps).joined(separator: "\n")
    #expect(subject(edited, memory).opps.count == 10)
  }

  /// A `let` with a mistake still has a value where the checker can guess it
  @Test func `an edit of a declaration with errors has all Opps checked again`() {
    let opp = "opp \"A\" when warm and temp > 10C"
    let memory = LintMemory()
    #expect(run("le1t warm = temp >= 20C\n" + opp, memory).contains("redundant-part"))
    let edited = "le1t warm p >= 20C\n" + opp
    #expect(run(edited, memory) == run(edited, LintMemory()))
  }

  @Test func `other settings have all Opps checked again`() {
    let text = "opp \"A\" when raining == true at most once per day"
    let memory = LintMemory()
    _ = run(text, memory)
    var settings = LintSettings()
    settings.levels["comparison-with-true"] = .off
    let findings = Linter.run(
      LintSubject(checked(text), settings: settings, memory: memory)
    ).findings
    #expect(findings.isEmpty)
  }

  @Test func `the bad example of every rule is found again behind a new line`() throws {
    for rule in LintCatalogue.rules where rule.need != .recorded {
      let memory = LintMemory()
      _ = run(rule.page.bad, memory, with: rule)
      let edited = "// A line more\n" + rule.page.bad
      let found = run(edited, memory, with: rule)
      #expect(found == run(edited, LintMemory(), with: rule), "\(rule.name)")
    }
  }

  /// The ordinary count is 4, the whole one 400.
  @Test(arguments: 0..<(isLong ? 400 : 4))
  func `a run with a memory finds what a run without finds`(seed: Int) {
    var random = SplitMix64(seed: UInt64(seed))
    var rules = EditedRules(&random)
    let memory = LintMemory()
    for _ in 0..<12 {
      let text = rules.text
      let (found, fresh) = (run(text, memory), run(text, LintMemory()))
      if found != fresh {
        Issue.record("\(text)\n--- with a memory\n\(found)\n--- without\n\(fresh)")
        return
      }
      rules.edit(&random)
      guard random.oneIn(3) else { continue }
      // An editor drops a run when the text changes.
      var dropped = LintRunner(subject(rules.text, memory))
      for _ in 0..<random.number(in: 0...LintCatalogue.rules.count) { _ = dropped.step() }
      rules.edit(&random)
    }
  }

  private func subject(
    _ text: String, _ memory: LintMemory?, with rule: LintRule? = nil
  ) -> LintSubject {
    var settings = LintSettings()
    settings.today = CivilDate(year: 2026, month: 6, day: 1)
    if let rule { settings.levels[rule.name] = .severity(rule.severity) }
    return LintSubject(checked(text), settings: settings, memory: memory)
  }

  /// The findings as text, with their Opps, fingerprints and examples
  private func run(_ text: String, _ memory: LintMemory, with rule: LintRule? = nil) -> String {
    let report = Linter.run(subject(text, memory, with: rule))
    let open = report.findings.map { finding in
      "\(finding.opp ?? "") \(finding.fingerprint) \(String(describing: finding.witness))"
    }
    let suppressed = report.suppressed.map { "\($0.finding.diagnostic.range)" }
    return words(report.findings, of: text) + open.joined(separator: "\n")
      + suppressed.joined(separator: "\n")
  }
}

/// A rule set that is edited at random
private struct EditedRules {
  private var declarations: [String] = []
  private var count = 0

  init(_ random: inout SplitMix64) {
    declarations = [
      "place home = @48.137,11.575", "let warm = temp > 20C",
      "let dry = not raining\nlet calm = wind < 4m/s or wind < 2m/s",
    ]
    for _ in 0..<14 { declarations.append(opp(&random)) }
  }

  var text: String { declarations.joined(separator: "\n") }

  mutating func edit(_ random: inout SplitMix64) {
    let index = Int.random(in: 3..<declarations.count, using: &random)
    switch Int.random(in: 0..<9, using: &random) {
    case 0: declarations.insert(opp(&random), at: index)
    case 1 where declarations.count > 6: declarations.remove(at: index)
    case 2: declarations.swapAt(index, Int.random(in: 0..<declarations.count, using: &random))
    case 3: declarations[index] += "\n// a remark"
    case 4: declarations[1] = "let warm = temp > \(Int.random(in: 15...30, using: &random))C"
    case 5: declarations[index] = "opp \"Broken\" when"
    case 6: declarations.append(declarations[index])
    default: declarations[index] = opp(&random)
    }
  }

  private mutating func opp(_ random: inout SplitMix64) -> String {
    count += 1
    let parts = (0..<Int.random(in: 1...4, using: &random)).map { _ in part(&random) }
    let texts = [
      "", " notify \"Go.\"", " notify \"It is {temp}, $wind.\"", " at most once per day",
    ]
    let text = texts[Int.random(in: 0..<texts.count, using: &random)]
    let event = Bool.random(using: &random) ? "" : " on 7:30"
    return "opp \"Opp \(count)\"\(event) when \(parts.joined(separator: " and "))\(text)"
  }

  private func part(_ random: inout SplitMix64) -> String {
    let number = Int.random(in: 5...28, using: &random)
    let parts = [
      "temp > \(number)C", "temp < \(number)C", "humidity > \(number)%", "free >= \(number)min",
      "time in \(number % 12):00..\(number % 12 + 2):30", "weekday in [sat, sun]", "warm", "dry",
      "(raining or temp > \(number)C)", "near home", "sky == clear", "sky != rain", "calm",
      "any(agenda where title == \"concert\(number % 3 == 0 ? "s" : "")\")",
      "raining == true", "any(agenda where begins > now + \(number)min)", "busy",
    ]
    return parts[Int.random(in: 0..<parts.count, using: &random)]
  }
}
