package import OppSyntax

/// Diagnostics as plain lines, for golden files that are read as prose
package enum DiagnosticText {
  /// `1:22-24 unknown-name: …`, then labels, helps, notes and the fix, indented
  package static func text(_ diagnostic: Diagnostic, files: [SourceFile]) -> String {
    var lines = [
      "\(place(diagnostic.range, files)) \(diagnostic.code): \(diagnostic.headline)"
    ]
    for label in diagnostic.labels {
      lines.append("  at \(place(label.range, files)): \(label.text)")
    }
    for help in diagnostic.helps { lines.append("  help: \(help)") }
    for note in diagnostic.notes { lines.append("  note: \(note)") }
    if let fix = diagnostic.fix {
      let edits = fix.edits.map { "\(place($0.range, files)) -> \"\($0.replacement)\"" }
      lines.append("  fix (\(fix.applicability)): \(edits.joined(separator: ", "))")
    }
    return lines.joined(separator: "\n")
  }

  private static func place(_ range: SourceRange, _ files: [SourceFile]) -> String {
    guard files.indices.contains(Int(range.file)) else { return "nowhere" }
    let file = files[Int(range.file)]
    let start = file.position(at: range.start)
    let end = file.position(at: range.end)
    return start.line == end.line
      ? "\(start.line):\(start.column)-\(end.column)"
      : "\(start.line):\(start.column)-\(end.line):\(end.column)"
  }
}
