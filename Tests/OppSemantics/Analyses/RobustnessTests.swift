internal import Foundation
internal import OppModel
internal import OppSemantics
internal import OppSyntax
internal import OppTesting
internal import OppTestLimits
internal import Testing

/// Whatever is written, the checker ends, and tells nothing without a place
@Suite(.limited) struct RobustnessTests {
  private static let topics = [
    "Problems/names", "Problems/types", "Problems/units", "Problems/times", "Problems/rows",
    "Problems/declarations", "Problems/tests", "Analyses/rules",
    "Analyses/scenarios", "Expressions/lets", "Expressions/rows",
  ]

  @Test(arguments: topics)
  func `every part of every sample is checked to its end`(topic: String) throws {
    let step = ProcessInfo.processInfo.environment["OPP_LONG_TESTS"] == "1" ? 1 : 97
    let file = try CaseFile("Tests/Goldens/OppSemantics/\(topic).txt")
    for sample in file.cases {
      let bytes = Array(sample.input.utf8)
      for end in stride(from: 0, to: bytes.count, by: step) {
        check(Array(bytes[..<end]))
        check(Array(bytes[..<end] + bytes[min(end + 3, bytes.count)...]))
      }
    }
  }

  private func check(_ bytes: [UInt8]) {
    let text = String(decoding: bytes, as: UTF8.self)
    let first = RuleSet.analyze(text)
    for diagnostic in first.diagnostics {
      let range = diagnostic.range
      #expect(range.file == 0, "a message about the prelude: \(diagnostic.headline)")
      #expect(range.start >= 0 && Int(range.end) <= text.utf8.count)
    }
  }

  @Test func `the prelude has nothing wrong with it`() {
    #expect(RuleSet.analyze("").diagnostics.isEmpty)
  }

  @Test func `the same files give the same messages`() {
    let text = "opp \"a\" when tmp > 5 and sky == rainn\nlet x = y\nlet y = x + run\n"
    let first = RuleSet.analyze(text)
    for _ in 0..<5 { #expect(RuleSet.analyze(text).diagnostics == first.diagnostics) }
  }

  @Test func `long chains of lets are checked, deep ones are refused`() {
    var chain = "let a0 = 1km\n"
    for index in 1..<5000 { chain += "let a\(index) = a\(index - 1)\n" }
    #expect(RuleSet.analyze(chain).diagnostics.isEmpty)
    var deep = "let a0 = temp\n"
    for index in 1..<5000 { deep += "let a\(index) = a\(index - 1) + 1C\n" }
    #expect(RuleSet.analyze(deep).diagnostics.map(\.code) == ["limit-reached"])
  }

  @Test func `lets that grow without end are refused`() {
    var text = "let f0(x: Number) = x\n"
    for index in 1..<60 {
      text += "let f\(index)(x: Number) = f\(index - 1)(x) + f\(index - 1)(x + 1)\n"
    }
    text += "opp \"x\" when f59(1) > 2\n"
    let codes = RuleSet.analyze(text).diagnostics.map(\.code)
    #expect(codes.contains("limit-reached"))
  }

  @Test(arguments: [
    ("let a0 = \"xxxxxxxxxx\"", "\"{A}{A}\"", "text-too-long"),
    ("let a0 = \"xxxxxxxxxx\"", "if temp > 20C then \"{A}{A}\" else \"{A} {A}\"", "text-too-long"),
    ("let a0 = temp", "\"{A}{A}\"", "text-too-long"),
    ("let a0 = [\"a\", \"b\"]", "[\"{A}\", \"{A}\"]", "text-too-long"),
    ("let a0 = [1, 2]", "[A, A]", "limit-reached"),
    ("let a0 = [temp]", "[A, A]", "limit-reached"),
  ])
  func `lets that double a value are refused, at the first one beyond the limit`(
    _ first: String, _ link: String, _ code: String
  ) {
    var text = first + "\n"
    for index in 1...60 {
      text += "let a\(index) = \(link.replacing("A", with: "a\(index - 1)"))\n"
    }
    let codes = Set(RuleSet.analyze(text + "opp \"x\" on 12:00\n").diagnostics.map(\.code))
    #expect(codes == [code])
  }

  @Test func `a text as long as the limit is a text, and one byte more is not`() {
    let words = String(repeating: "x", count: TextLimit.bytes)
    #expect(RuleSet.analyze("let a = \"\(words)\"").diagnostics.isEmpty)
    #expect(RuleSet.analyze("let a = \"\(words)y\"").diagnostics.map(\.code) == ["text-too-long"])
  }

  @Test func `many ambiguous quantities and many mistakes end in time`() {
    let list = (0..<2000).map { "\($0)m" }.joined(separator: ", ")
    #expect(RuleSet.analyze("opp \"x\" when distance(@0,0) in [\(list)]").diagnostics.isEmpty)
    #expect(!RuleSet.analyze("let x = [\(list)]").diagnostics.isEmpty)
    let mistakes = (0..<3000).map { "let a\($0) = unknown_name_\($0)\n" }.joined()
    #expect(RuleSet.analyze(mistakes).diagnostics.count == Parser.problemLimit + 1)
  }

  @Test(arguments: ["A and A", "A or A", "(A for 1s) and (A for 2s)", "not (A and A)"])
  func `lets that name one another twice are looked through once`(_ link: String) {
    var text = "let a0 = temp > 20C\n"
    for index in 1...150 {
      text += "let a\(index) = \(link.replacing("A", with: "a\(index - 1)"))\n"
    }
    text += "opp \"x\" when a150\n"
    #expect(RuleSet.analyze(text).diagnostics.isEmpty)
  }

  @Test(arguments: ["number > N", "number != N", "condition != \"N\""])
  func `a conjunction of ten times the length takes ten times as long to check`(
    _ part: String
  ) {
    func seconds(_ count: Int) -> Double {
      let parts = (0..<count).map { part.replacing("N", with: "\($0)") }
      let text = """
        source s { condition: Text  number: Number }
        opp "x" when \(parts.joined(separator: " and "))
        """
      return ContinuousClock().measure { _ = RuleSet.analyze(text) } / .seconds(1)
    }
    var ratio = Double.infinity
    for _ in 0..<4 where ratio > 25 { ratio = min(ratio, seconds(3000) / seconds(300)) }
    #expect(ratio < 25)
  }
}
