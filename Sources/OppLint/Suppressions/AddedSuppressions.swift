internal import OppSemantics
package import OppSyntax

/// Comments that accept the findings of a rule set as they are, for `--add-ignores`
///
/// ```
/// opp "Porch" when time > sunset notify "On?"  // opp:ignore ends-at-midnight - inherited
/// ```
package struct AddedSuppressions: Sendable {
  /// The reason that they give
  package static let reason = "inherited"

  /// The edit of each line; apply them with ``FixedText``
  package let fixes: [Fix]

  /// Adds a comment for each line with findings: behind it, or above a line that ends in a comment
  package init(for findings: [LintFinding], in subject: LintSubject) {
    // Each rule once a line, however often it found something there.
    var lines: [Line: [String]] = [:]
    for finding in findings where finding.rule.category != .suppressions {
      let range = finding.diagnostic.range
      let file = subject.analysis.files[Int(range.file)]
      let line = Line(file: range.file, index: file.lineIndex(at: range.start))
      if lines[line]?.contains(finding.rule.name) != true {
        lines[line, default: []].append(finding.rule.name)
      }
    }
    fixes = lines.map { line, names in
      Self.fix(line, names: names.sorted(), subject)
    }.sorted { $0.edits[0].range < $1.edits[0].range }
  }

  /// A line of a file, from 0
  private struct Line: Hashable {
    let file: Int32
    let index: Int
  }

  /// The edit for one line
  ///
  /// A comment that is there already stays the last on its line, so the new one goes above, as far indented.
  private static func fix(_ line: Line, names: [String], _ subject: LintSubject) -> Fix {
    let file = subject.analysis.files[Int(line.file)]
    let range = file.lineRange(at: line.index)
    let comment = "// opp:ignore \(names.joined(separator: ", ")) - \(reason)"
    let whole = SourceRange(
      file: line.file, start: Int32(clamping: range.lowerBound),
      end: Int32(clamping: range.upperBound))
    if !subject.hasComments(whole) {
      return .replacing(whole.endPoint, with: "  \(comment)", .safe)
    }
    let indent = file.bytes[range].prefix { $0 == 0x20 || $0 == 0x09 }
    return .replacing(
      whole.startPoint, with: "\(String(decoding: indent, as: UTF8.self))\(comment)\n", .safe)
  }
}
