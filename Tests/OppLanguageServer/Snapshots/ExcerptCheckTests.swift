import Foundation
import OppLanguageServer
import OppModel
import OppSemantics
import OppSyntax
import OppTestLimits
import OppTesting
import Testing

/// Checks of the declarations around an edit, beside checks of the whole
@Suite(.limited) struct ExcerptCheckTests {
  private static let isLong = ProcessInfo.processInfo.environment["OPP_LONG_TESTS"] == "1"

  private static let declarations = [
    "place home = @48.137,11.575", "let warm = temp > 20C", "let calm = wind < 4m/s // light",
    "source pollen { level: Number }", "set clock 12h",
  ]

  /// Declarations that depend on others, for the law
  private static let others = [
    "let mild = warm and calm", "enum Mood { merry | glad, sad }",
    "source me { mood: Mood, low, high: Temperature }", "table chores by id { id: Text, of: Mood }",
    "let glad_chores = chores where of == glad", "let over(x: Temperature) = temp > x + low / 2",
    "opp \"Chores\" for each c in glad_chores when mild notify \"{c.id}\"",
    "opp \"Moods\" when mood == merry and over(3C)",
    "test \"chores\" at 2026-06-21T12:00 given mood = sad expect \"Moods\" quiet",
    "test \"one\" at 2026-06-21T12:00 given warm = true expect \"Opp 1\" fires",
  ]

  private func snapshot(_ text: String) -> RuleSetSnapshot {
    RuleSetSnapshot(
      files: [RuleSetSnapshot.File(uri: "file:///a.opp", version: 1)], analysis: checked(text))
  }

  private func checked(_ text: String) -> Analysis {
    RuleSet.analyze(files: [SourceFile(path: "a.opp", text: text)])
  }

  /// The problems by an excerpt; nil where it does not decide them
  private func early(_ text: String, since old: RuleSetSnapshot) -> [Diagnostic]? {
    ExcerptCheck(of: [SourceFile(path: "a.opp", text: text)], since: old)?
      .diagnostics { RuleSet.analyze(files: $0) }
  }

  private func rules(_ count: Int) -> [String] {
    Self.declarations
      + (0..<count).map { "opp \"Opp \($0)\"\n  when warm and sky == sunny\n  notify \"{temp}\"" }
  }

  @Test func `an Opp or a chart that reads firings is checked with the Opp that they are of`()
    throws
  {
    for edited in [
      "opp \"Reader\" when count(firings(\"Opp 3\")) > 2 at most once per day",
      "chart \"Firings\" of count(firings(\"Opp 3\") where at in period) per day last 2",
    ] {
      var rules = rules(40)
      rules.insert(edited, at: 25)
      let old = snapshot(rules.joined(separator: "\n"))
      rules[25] = edited.replacing("2", with: "3")
      #expect(early(rules.joined(separator: "\n"), since: old)?.map(\.headline) == [])
      rules[25] = edited.replacing("Opp 3", with: "Opp 333")
      let found = early(rules.joined(separator: "\n"), since: old)
      #expect(found == nil || found?.map(\.code) == ["unknown-opp"])
    }
  }

  @Test func `an edit of a table is decided although the prelude has its fields' names`() throws {
    var rules = rules(40)
    rules.insert("table chores by id { id: Text, title: Text }", at: 5)
    rules.append("opp \"Late\" for each c in chores when c.title == \"x\"")
    let old = snapshot(rules.joined(separator: "\n"))
    rules[5] = "table chores by id { id: Text, titel: Text }"
    let text = rules.joined(separator: "\n")
    let found = try #require(early(text, since: old))
    #expect(found.map(\.code) == ["unknown-field"] && found == checked(text).diagnostics)
  }

  @Test func `an edit within an Opp is checked with its neighbours alone`() throws {
    var rules = rules(40)
    let old = snapshot(rules.joined(separator: "\n"))
    rules[20] = "opp \"Opp 15\"\n  when warm and sky == suny\n  notify \"{temp}\""
    let text = rules.joined(separator: "\n")
    var sizes: [Int] = []
    let found = ExcerptCheck(of: [SourceFile(path: "a.opp", text: text)], since: old)?
      .diagnostics { files in
        sizes.append(RuleSet.analyze(files: files).graph.rules.count)
        return RuleSet.analyze(files: files)
      }
    #expect(sizes == [3])
    #expect(try #require(found) == checked(text).diagnostics)
    #expect(found?.map(\.code) == ["unknown-case"])
  }

  @Test func `problems elsewhere are moved with their text`() throws {
    var rules = rules(10)
    rules[6] = "opp \"Opp 1\" when sky == suny"
    rules[13] = "opp \"Opp 8\" when temp > 3kg"
    let old = snapshot(rules.joined(separator: "\n"))
    rules[10] += "\n  urgent"
    let text = rules.joined(separator: "\n")
    let found = try #require(early(text, since: old))
    #expect(found == checked(text).diagnostics)
    #expect(found.count >= 2)
  }

  /// The problems by an excerpt of an edit of rules, with the number of Opps that it has
  private func early(
    _ rules: [String], _ edit: (inout [String]) -> Void
  ) -> (found: [Diagnostic]?, whole: [Diagnostic], opps: Int) {
    let old = snapshot(rules.joined(separator: "\n"))
    var edited = rules
    edit(&edited)
    let text = edited.joined(separator: "\n")
    var opps = 0
    let found = ExcerptCheck(of: [SourceFile(path: "a.opp", text: text)], since: old)?
      .diagnostics { files in
        let analysis = RuleSet.analyze(files: files)
        opps = analysis.graph.rules.count
        return analysis
      }
    return (found, checked(text).diagnostics, opps)
  }

  private func opps(_ count: Int, _ condition: (Int) -> String) -> [String] {
    (0..<count).map { "opp \"Opp \($0)\"\n  when \(condition($0))" }
  }

  @Test func `an edit of a let is checked with what depends on it`() {
    let rules =
      ["let warm = temp > 20C", "let mild = warm and wind < 3m/s"]
      + opps(40) { $0 == 7 ? "warm" : $0 == 20 ? "not mild" : "sky == sunny" }
    let (found, whole, opps) = early(rules) { $0[0] = "let warm = temp + 1C" }
    #expect(found == whole)
    #expect(whole.count >= 2)
    // Opp 7, Opp 20, those behind them, and the one behind the lets.
    #expect(opps == 5)
  }

  @Test func `a renamed let leaves its old name unknown`() {
    let rules = ["let warm = temp > 20C"] + opps(30) { $0 == 17 ? "warm" : "sky == sunny" }
    let (found, whole, opps) = early(rules) { $0[0] = "let hot = temp > 20C" }
    #expect(found == whole)
    #expect(whole.map(\.code) == ["unknown-name"])
    #expect(opps == 3)
  }

  @Test func `edits far apart are checked together`() {
    let rules = opps(60) { _ in "sky == sunny" }
    let (found, whole, opps) = early(rules) {
      $0[3] += " and temp > 3"
      $0[50] += " and sky == suny"
    }
    #expect(found == whole)
    #expect(whole.count == 2)
    #expect(opps == 6)
  }

  @Test func `an Opp that is written or removed is checked with the tests that name it`() {
    let rules =
      opps(20) { _ in "sky == sunny" }
      + ["test \"third\" at 2026-06-21T12:00 given sky = sunny expect \"Opp 3\" fires"]
    let (written, whole, _) = early(rules) { $0[10] += "\nopp \"New\" when temp > 3" }
    #expect(written == whole)
    #expect(whole.map(\.code) == ["missing-unit"])
    let (other, otherWhole, opps) = early(rules) { $0[3] += " and temp > 3" }
    #expect(other == otherWhole)
    #expect(opps == 3)
    // The nearest name of an Opp is for a check of all.
    #expect(early(rules) { $0.remove(at: 3) }.found == nil)
    #expect(early(rules) { $0.remove(at: 4) }.found == [])
    let misspelt = rules + ["test \"none\" at 2026-06-21T12:00 expect \"Opp 77\" quiet"]
    #expect(early(misspelt) { $0[10] += "\nopp \"Opp 76\" when sky == sunny" }.found == nil)
  }

  @Test func `where too much depends on a let, it is decided by itself at first`() throws {
    let rules =
      ["let warm = temp > 20C", "opp \"Other\" when sky == sunny"]
      + opps(30) { _ in "warm and sky == sunny // " + String(repeating: "long ", count: 1000) }
    let (found, whole, opps) = early(rules) { $0[0] = "let warm = temp + 1C > 3" }
    #expect(opps < 5)
    #expect(try #require(found).map(\.code) == ["missing-unit"])
    #expect(whole.map(\.code) == ["missing-unit"])
  }

  @Test func `edits that reach further are left to a check of the whole`() {
    let rules = rules(6) + ["connect weather to openmeteo()"]
    for (index, declaration) in [
      (4, "set clock 24h"), (11, "connect weather to fixed()"), (7, "opp \"Opp 3\" when warm"),
      (1, "let temp = 3C"), (1, "let weather = 3"),
    ] {
      let edit = early(rules) { $0[index] = declaration }
      #expect(edit.found == nil, "\(declaration)")
    }
    // What is missing is reported at the declaration behind it.
    #expect(early(rules) { $0[9] = "  and sky ==" + $0[9] }.found == nil)
  }

  private static let pieces = [
    "", " ", "\n", "\"", "{", "and", " and sky ==", "opp ", "opp \"New\" when warm\n",
    "let x = 1\n",
    "when", "warm", "mild", "let hot = temp > 3C\n", "1", "_", "glad", "x", "mood", "low",
    "enum Pace { slow }\n", "test \"t\" at 2026-06-21T12:00 expect \"Opp 0\" quiet\n", " + 1C",
    "opp \"Opp 2\" when mild\n", "// x\n", "when", "  urgent\n", "(", "20C", "suny", "// ", "𝒳",
    "notify \"{", "near home", "test", "\r",
  ]

  /// Declarations of all kinds, some of them left out
  private func someRules(_ random: inout SplitMix64) -> [String] {
    var all = rules(random.number(in: 2...9))
    if random.oneIn(2) { all += Self.others }
    return all.filter { _ in !random.oneIn(8) }
  }

  /// The ordinary count is 20, the whole one 1,000.
  @Test(arguments: 0..<(isLong ? 1000 : 20))
  func `an excerpt finds what a check of the whole finds`(seed: Int) {
    var random = SplitMix64(seed: UInt64(seed))
    var bytes = Array(someRules(&random).joined(separator: "\n").utf8)
    var old = snapshot(String(decoding: bytes, as: UTF8.self))
    for _ in 0..<24 {
      let start = random.number(in: 0...bytes.count)
      let end = min(bytes.count, start + (random.oneIn(2) ? 0 : random.number(in: 0...12)))
      bytes.replaceSubrange(start..<end, with: Array(random.pick(Self.pieces).utf8))
      let text = String(decoding: bytes, as: UTF8.self)
      bytes = Array(text.utf8)
      let whole = snapshot(text)
      if let found = early(text, since: old) {
        guard found == whole.analysis.diagnostics else {
          Issue.record(
            """
            seed \(seed)
            \(String(decoding: old.source(at: 0).bytes, as: UTF8.self))
            --- edited
            \(text)
            --- of the excerpt alone
            \(found.filter { !whole.analysis.diagnostics.contains($0) })
            --- of the whole alone
            \(whole.analysis.diagnostics.filter { !found.contains($0) })
            """)
          return
        }
      }
      // Keys are typed faster than a check of the whole ends.
      if random.oneIn(2) { old = whole }
      if random.oneIn(8) {
        bytes = Array(someRules(&random).joined(separator: "\n").utf8)
        old = snapshot(String(decoding: bytes, as: UTF8.self))
      }
    }
  }
}
