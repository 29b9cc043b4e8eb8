package import OppSyntax

/// Diagnostics as plain lines, for golden files that are read as prose
package enum DiagnosticText {
  /// `1:22-24 unknown-name: …`, then labels, helps, notes and the fix, indented
  package static func text(_ diagnostic: Diagnostic, files: [SourceFile]) -> String {
    var lines = [
      "\(place(diagnostic.range, files)) \(diagnostic.code): \(diagnostic.headline)"
    ]
    for label in diagnostic.labels {
      let path = label.range.file == diagnostic.range.file ? "" : path(label.range, files)
      lines.append("  at \(path)\(place(label.range, files)): \(label.text)")
    }
    for help in diagnostic.helps { lines.append("  help: \(help)") }
    for note in diagnostic.notes { lines.append("  note: \(note)") }
    for fix in diagnostic.fixes {
      let edits = fix.edits.map { edit in
        let path = edit.range.file == diagnostic.range.file ? "" : path(edit.range, files)
        return "\(path)\(place(edit.range, files)) -> \"\(edit.replacement)\""
      }
      lines.append("  fix (\(fix.applicability)): \(edits.joined(separator: ", "))")
    }
    return lines.joined(separator: "\n")
  }

  /// The path of another file, before the place in it
  private static func path(_ range: SourceRange, _ files: [SourceFile]) -> String {
    files.indices.contains(Int(range.file)) ? files[Int(range.file)].path + ":" : ""
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
