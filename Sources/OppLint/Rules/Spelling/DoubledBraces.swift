internal import OppModel
internal import OppSyntax

/// The rule `doubled-braces`
///
/// ```
/// found     "Wind {{wind}}", "{{e.title}} begins" within `for each e`
/// silent    "Use {{curly}} braces."          nothing of that name has a value here
/// ```
package enum DoubledBraces {
  package static let rule = LintRule(
    name: "doubled-braces", category: .spelling, severity: .warning, precision: .high,
    fix: .unsafe,
    page: LintPage(
      headline: "`{{wind}}` prints `{wind}`, not its value",
      why: """
        Doubled braces are a brace in the text. Around a name that exists they are mostly a habit from templates of
        other programs; one brace prints the value.
        """,
      bad: """
        opp "Wind" on 8:00 notify "Wind {{wind}}, gusts {gust}."
        """,
      good: """
        opp "Wind" on 8:00 notify "Wind {wind}, gusts {gust}."
        """,
      related: ["foreign-placeholder"])
  ) { subject, findings in
    for text in subject.noticeTexts {
      for (range, name) in bracedNames(in: text.segment) {
        guard subject.isKnown(name, at: text.node) else { continue }
        findings.report(
          range, "`{{\(name)}}` prints `{\(name)}`, not its value",
          helps: ["write `{\(name)}`"],
          fix: .replacing(range, with: "{\(name)}", .unsafe))
      }
    }
  }
}

extension DoubledBraces {
  /// The names between doubled braces in a segment of a text, and their places with their braces
  ///
  /// `Wind {{wind}}, gusts ` has `wind`, at the place of `{{wind}}`.
  private static func bracedNames(in segment: SyntaxToken) -> [(range: SourceRange, name: String)] {
    let bytes = Array(segment.bytes)
    var found: [(range: SourceRange, name: String)] = []
    var index = 0
    while index + 4 < bytes.count {
      guard bytes[index] == UInt8(ascii: "{"), bytes[index + 1] == UInt8(ascii: "{") else {
        index += 1
        continue
      }
      // Up to the next brace, which has to be two closing ones.
      var end = index + 2
      while end < bytes.count, bytes[end] != UInt8(ascii: "}"), bytes[end] != UInt8(ascii: "{") {
        end += 1
      }
      if end + 1 < bytes.count, bytes[end] == UInt8(ascii: "}"),
        bytes[end + 1] == UInt8(ascii: "}")
      {
        let name = String(decoding: bytes[(index + 2)..<end], as: UTF8.self).trimmed
        let start = segment.range.start + Int32(index)
        found.append(
          (
            SourceRange(
              file: segment.range.file, start: start, end: segment.range.start + Int32(end + 2)),
            name
          ))
      }
      index = end
    }
    return found
  }
}
