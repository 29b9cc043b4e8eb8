import OppTestLimits
import Testing

@testable import OppSyntax

@Suite(.limited) struct PrintableTextTests {
  @Test(arguments: [
    ("plain, “quoted”, 20°C … ✓ 日本", "plain, “quoted”, 20°C … ✓ 日本"),
    ("\u{1B}[2J\u{7}x\u{7F}", "\u{FFFD}[2J\u{FFFD}x\u{FFFD}"),
    ("\u{80}\u{9B}\u{A0}", "\u{FFFD}\u{FFFD}\u{A0}"),
    ("\u{202E}abc\u{2069}", "\u{FFFD}abc\u{FFFD}"),
    ("a\nb\r\nc\rd\u{85}e\u{2028}f\u{B}g", "a↵b↵c↵d↵e↵f↵g"),
    ("a\tb", "a b"),
    ("", ""),
  ])
  func `a text is printed on one line and moves nothing on a terminal`(
    text: String, printed: String
  ) {
    #expect(text.printable == printed)
  }

  @Test(arguments: [
    ("\topp \"a\"\ton 8:00", "\topp \"a\"\ton 8:00"), ("a\r", "a\r"), ("a\rb\r", "a↵b\r"),
    ("a\u{1B}[2J\t\u{85}", "a\u{FFFD}[2J\t↵"), ("\r", "\r"), ("", ""),
  ])
  func `a line of a file keeps its tabs and its end, and nothing else that a terminal acts on`(
    text: String, printed: String
  ) {
    #expect(text.printableSource == printed)
  }

  @Test func `no control character is left of any scalar`() {
    for value in UInt32(0)...0x3000 {
      guard let scalar = Unicode.Scalar(value) else { continue }
      let printed = "a\(Character(scalar))b".printable
      #expect(!printed.unicodeScalars.contains { $0.isControl }, "U+\(String(value, radix: 16))")
      #expect(printed.unicodeScalars.count == 3)
    }
  }

  @Test func `messages and the names in them are one line each`() {
    let file = SourceFile(path: "a\u{1B}\nb.opp", bytes: Array("x".utf8), index: 0)
    var diagnostic = Diagnostic(
      code: "odd", severity: .error, range: SourceRange(file: 0, start: 0, end: 1),
      headline: "`a\nb`")
    diagnostic.helps = ["write `\u{9B}`"]
    let text = DiagnosticRenderer(files: [file]).render(diagnostic)
    #expect(
      text == """
        error: `a↵b` (odd)
          ┌─ a\u{FFFD}↵b.opp:1:1
          │
        1 │ x
          │ ^
          │
          = help: write `\u{FFFD}`

        """)
  }
}
