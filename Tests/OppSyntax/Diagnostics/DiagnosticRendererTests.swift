import OppTestLimits
import Testing

@testable import OppSyntax

@Suite(.limited) struct DiagnosticRendererTests {
  /// A text and the ranges of `«…»` in it, in their order
  private func marked(_ text: String) -> (SourceFile, [SourceRange]) {
    var bytes: [UInt8] = []
    var starts: [Int32] = []
    var ranges: [SourceRange] = []
    for scalar in text.unicodeScalars {
      if scalar == "«" {
        starts.append(Int32(bytes.count))
      } else if scalar == "»" {
        ranges.append(SourceRange(file: 0, start: starts.removeLast(), end: Int32(bytes.count)))
      } else {
        bytes += Array(String(Character(scalar)).utf8)
      }
    }
    return (SourceFile(path: "lunch.opp", bytes: bytes), ranges)
  }

  /// Checks how a mistake at the first range of a marked text looks, the others being labels
  private func check(
    _ text: String, _ expected: String, location: SourceLocation = #_sourceLocation
  ) {
    let (file, ranges) = marked(text)
    var diagnostic = Diagnostic(code: "some-code", range: ranges[0], headline: "it is wrong")
    for range in ranges.dropFirst() {
      diagnostic.labels.append(Diagnostic.Label(range: range, text: "from here"))
    }
    let rendered = DiagnosticRenderer(files: [file]).render(diagnostic)
    #expect(rendered == "error: it is wrong (some-code)\n\(expected)\n", sourceLocation: location)
  }

  @Test func `the line is shown and the place underlined`() {
    check(
      "let a = 1\n  when free >= «30 min»\n",
      """
        ┌─ lunch.opp:2:16
        │
      2 │   when free >= 30 min
        │                ^^^^^^
        │
      """)
  }

  @Test func `labels are in the order of the lines, distant ones after a gap`() {
    check(
      "a\nb «x» «y»\nc\nd\ne «z»",
      """
        ┌─ lunch.opp:2:3
        │
      2 │ b x y
        │   ^
        │     - from here
        ·
      5 │ e z
        │   - from here
        │
      """)
  }

  @Test func `a label of the mistake itself follows its underline`() {
    check(
      "a\nb ««x»» «y»\n",
      """
        ┌─ lunch.opp:2:3
        │
      2 │ b x y
        │   ^ from here
        │     - from here
        │
      """)
  }

  @Test func `tabs, wide characters and joined emoji keep the underline in place`() {
    check(
      "\topp \"👩‍🔬日本\" «x»",
      """
        ┌─ lunch.opp:1:14
        │
      1 │     opp "👩‍🔬日本" x
        │                  ^
        │
      """)
  }

  @Test func `of a range of several lines the first and the last are shown`() {
    check(
      "let a = «(1 +\n  2 +\n  3»\n",
      """
        ┌─ lunch.opp:1:9
        │
      1 │ let a = (1 +
        │         ^^^^
        ·
      3 │   3
        │   ^
        │
      """)
  }

  @Test func `an empty range is a place, at the end of the file too`() {
    check("let a =«»", "  ┌─ lunch.opp:1:8\n  │\n1 │ let a =\n  │        ^\n  │")
  }

  @Test func `a long line is cut around the place, and controls are not shown`() {
    let (file, ranges) = marked(String(repeating: "x ", count: 500_000) + "\u{1B}[31m«bad»")
    let diagnostic = Diagnostic(code: "c", range: ranges[0], headline: "h")
    let lines = DiagnosticRenderer(files: [file]).render(diagnostic).split(separator: "\n")
    #expect(lines[3].hasPrefix("1 │ …"))
    #expect(lines[3].hasSuffix("x \u{FFFD}[31mbad"))
    #expect(lines[4].hasSuffix("  ^^^"))
    #expect(lines[3].count < 300)
    #expect(lines[4].count == lines[3].count)
  }

  @Test func `colours appear only on request`() {
    let (file, ranges) = marked("«a»")
    let diagnostic = Diagnostic(code: "c", range: ranges[0], headline: "h")
    #expect(!DiagnosticRenderer(files: [file]).render(diagnostic).contains("\u{1B}"))
    let coloured = DiagnosticRenderer(files: [file], usesColour: true).render(diagnostic)
    #expect(coloured.hasPrefix("\u{1B}[1;31merror\u{1B}[0m"))
  }
}
