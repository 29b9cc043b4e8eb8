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

  @Test func `edits that reach further are left to a check of the whole`() {
    let rules = rules(6)
    let old = snapshot(rules.joined(separator: "\n"))
    for (index, declaration) in [
      (1, "let warm = temp > 21C"), (7, "opp \"Opp 3\" when warm"), (7, "let cold = temp < 3C"),
    ] {
      var edited = rules
      edited[index] = declaration
      #expect(early(edited.joined(separator: "\n"), since: old) == nil, "\(declaration)")
    }
  }

  private static let pieces = [
    "", " ", "\n", "\"", "{", "and", " and sky ==", "opp ", "opp \"New\" when warm\n",
    "let x = 1\n",
    "when", "  urgent\n", "(", "20C", "suny", "// ", "𝒳", "notify \"{", "near home", "test", "\r",
  ]

  /// The ordinary count is 30, the whole one 1,000.
  @Test(arguments: 0..<(isLong ? 1000 : 30))
  func `an excerpt finds what a check of the whole finds`(seed: Int) {
    var random = SplitMix64(seed: UInt64(seed))
    var bytes = Array(rules(random.number(in: 2...9)).joined(separator: "\n").utf8)
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
        bytes = Array(rules(random.number(in: 2...9)).joined(separator: "\n").utf8)
        old = snapshot(String(decoding: bytes, as: UTF8.self))
      }
    }
  }
}
