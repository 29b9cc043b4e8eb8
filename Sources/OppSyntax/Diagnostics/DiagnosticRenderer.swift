/// Writes diagnostics for people
///
/// ```
/// error: a unit follows its number without a space (unit-apart)
///   ┌─ lunch.opp:3:16
///   │
/// 3 │   when free >= 30 min
///   │                ^^^^^^
///   │
///   = help: write `30min`
/// ```
///
/// The primary range is underlined with `^`, labels with `-`, each in a row of its own
/// but for a label of the primary range. Of a range of
/// several lines the first and the last line are shown. No control character of the file or of a
/// message reaches the terminal.
///
/// Two files are one below the other, the mistake's first: `┌─ a.opp:1:9`, then `├─ b.opp:7:5`.
package struct DiagnosticRenderer: Sendable {
  /// The files that ranges may be of
  private let files: [SourceFile]
  /// The colours, or none
  private let style: DiagnosticStyle

  /// `true` if fixes are shown, with how safe they are
  private let showsFixes: Bool

  /// - Parameter files: those that the diagnostics' ranges are of, in any order.
  package init(files: [SourceFile], usesColour: Bool = false, showsFixes: Bool = false) {
    self.files = files
    self.style = DiagnosticStyle(usesColour: usesColour)
    self.showsFixes = showsFixes
  }

  /// The text of one diagnostic, with a line feed at its end
  package func render(_ diagnostic: Diagnostic) -> String {
    var text = style.severity(diagnostic.severity.name, diagnostic.severity)
    text +=
      style.bold(": \(diagnostic.headline.printable)") + style.faint(" (\(diagnostic.code))") + "\n"
    let width = gutterWidth(diagnostic)
    for (index, file) in filesShown(diagnostic).enumerated() {
      text += render(diagnostic, in: file, isFirst: index == 0, gutter: width)
    }
    for help in diagnostic.helps { text += footnote("help", help, gutter: width) }
    for note in diagnostic.notes { text += footnote("note", note, gutter: width) }
    if showsFixes, let fix = diagnostic.fix {
      text += footnote("fix", words(of: fix, helps: diagnostic.helps), gutter: width)
    }
    return text
  }

  /// The texts of several diagnostics, with blank lines between
  package func render(_ diagnostics: [Diagnostic]) -> String {
    var text = ""
    for (index, diagnostic) in diagnostics.enumerated() {
      if index > 0 { text += "\n" }
      text += render(diagnostic)
    }
    return text
  }

  /// The file of an index; most often it is at that place of the list
  private func file(_ index: Int32) -> SourceFile? {
    if files.indices.contains(Int(index)), files[Int(index)].index == index {
      return files[Int(index)]
    }
    return files.first { $0.index == index }
  }

  /// A description of a fix, with its safety
  private func words(of fix: Fix, helps: [String]) -> String {
    let safety = "(\(fix.applicability.name))"
    guard let first = fix.edits.first, let file = file(first.range.file),
      let words = fix.words(in: file)
    else { return safety }
    return helps.contains { $0.holds(words) } ? "as above \(safety)" : "\(words) \(safety)"
  }

  /// The file of the mistake, then those of labels
  private func filesShown(_ diagnostic: Diagnostic) -> [SourceFile] {
    var indices = [diagnostic.range.file]
    for label in diagnostic.labels where !indices.contains(label.range.file) {
      indices.append(label.range.file)
    }
    return indices.compactMap { file($0) }
  }

  /// The width of the greatest line number shown
  private func gutterWidth(_ diagnostic: Diagnostic) -> Int {
    var width = 1
    for range in [diagnostic.range] + diagnostic.labels.map({ $0.range }) {
      guard let file = file(range.file) else { continue }
      width = max(width, "\(file.lineIndex(at: lastOffset(of: range)) + 1)".utf8.count)
    }
    return width
  }

  /// The offset of the last byte of a range
  private func lastOffset(of range: SourceRange) -> Int32 { max(range.start, range.end - 1) }

  /// A line below the excerpts: `= help: …`
  private func footnote(_ word: String, _ text: String, gutter: Int) -> String {
    let margin = String(repeating: " ", count: gutter + 1)
    return "\(margin)\(style.gutter("=")) \(style.bold("\(word):")) \(text.printable)\n"
  }

  // MARK: One file

  /// The excerpts of one file
  ///
  /// ```
  ///   ┌─ a.opp:3:13
  ///   │
  /// 2 │ opp "A" when (raining
  ///   │              - opened here
  /// 3 │   or snowing
  ///   │             ^
  ///   │
  /// ```
  ///
  /// Lines that are left out between two are one `·`.
  private func render(
    _ diagnostic: Diagnostic, in file: SourceFile, isFirst: Bool, gutter: Int
  ) -> String {
    let marks = marks(of: diagnostic, in: file)
    let place = isFirst ? diagnostic.range.start : marks.first?.start ?? 0
    let position = file.position(at: place)
    let margin = String(repeating: " ", count: gutter + 1)
    var text =
      margin + style.gutter(isFirst ? "┌─" : "├─")
      + " \(file.path.printable):\(position.line):\(position.column)\n"
    text += margin + style.gutter("│") + "\n"
    var shown: Int?
    for line in linesShown(marks) {
      if let shown, line > shown + 1 { text += margin + style.gutter("·") + "\n" }
      text += render(line, of: file, marks.filter { $0.line == line }, gutter: gutter)
      shown = line
    }
    return text + margin + style.gutter("│") + "\n"
  }

  /// The lines that have a mark, by their index from 0, in order
  private func linesShown(_ marks: [DiagnosticMark]) -> [Int] {
    var lines: [Int] = []
    for mark in marks where !lines.contains(mark.line) { lines.append(mark.line) }
    return lines.sorted()
  }

  /// The underlined ranges in a file: the mistake first, then the labels in the order of the text
  private func marks(of diagnostic: Diagnostic, in file: SourceFile) -> [DiagnosticMark] {
    var marks: [DiagnosticMark] = []
    var labels = diagnostic.labels.filter { $0.range.file == file.index }
    if diagnostic.range.file == file.index {
      // A label of the mistake itself follows its underline.
      let own = labels.firstIndex { $0.range == diagnostic.range }
      let text = own.map { labels.remove(at: $0).text } ?? ""
      marks += self.marks(diagnostic.range, of: file, isPrimary: true, text: text)
    }
    for label in labels.sorted(by: { $0.range < $1.range }) {
      marks += self.marks(label.range, of: file, isPrimary: false, text: label.text)
    }
    return marks
  }

  /// The marks of a range: one, or one on its first and one on its last line
  private func marks(
    _ range: SourceRange, of file: SourceFile, isPrimary: Bool, text: String
  ) -> [DiagnosticMark] {
    let first = file.lineIndex(at: range.start)
    let last = file.lineIndex(at: lastOffset(of: range))
    guard first < last else {
      return [
        DiagnosticMark(
          line: first, start: range.start, end: range.end, isPrimary: isPrimary, text: text)
      ]
    }
    let firstEnd = Int32(clamping: file.lineRange(at: first).upperBound)
    let lastStart = file.firstWord(ofLine: last)
    return [
      DiagnosticMark(
        line: first, start: range.start, end: firstEnd, isPrimary: isPrimary, text: ""),
      DiagnosticMark(
        line: last, start: min(lastStart, range.end), end: range.end, isPrimary: isPrimary,
        text: text),
    ]
  }

  /// One line with its marks, each in a row of its own below it
  ///
  /// - Parameter gutter: the width of the greatest line number, in cells.
  private func render(
    _ line: Int, of file: SourceFile, _ marks: [DiagnosticMark], gutter: Int
  ) -> String {
    let excerpt = LineExcerpt(file: file, line: line, around: marks.first?.start ?? 0)
    let number = "\(line + 1)"
    let padding = String(repeating: " ", count: max(0, gutter - number.utf8.count))
    var text = padding + style.gutter(number + " │") + " " + excerpt.text + "\n"
    let margin = String(repeating: " ", count: gutter + 1) + style.gutter("│") + " "
    for mark in marks {
      let columns = excerpt.columns(from: mark.start, to: mark.end)
      let underline = String(repeating: mark.isPrimary ? "^" : "-", count: columns.count)
      let label = mark.text.isEmpty ? underline : "\(underline) \(mark.text.printable)"
      text += margin + String(repeating: " ", count: columns.lowerBound)
      text += style.mark(label, isPrimary: mark.isPrimary) + "\n"
    }
    return text
  }
}

/// An underlined range on one line
///
/// A range of lines 2 to 5 has two: on line 2 from its start, without the text, and on line 5 to its end, with it.
struct DiagnosticMark {
  /// The index of the line from 0
  let line: Int
  /// The bounds as offsets in the file, half open; an empty mark is shown as one cell
  let start: Int32
  let end: Int32
  /// `true` if it is the mistake itself, under `^`, rather than a label, under `-`
  let isPrimary: Bool
  /// The words behind the underline; empty for none
  let text: String
}

extension String {
  /// `true` if another text is part of this one; by bytes, as the library's own search is not for every platform
  fileprivate func holds(_ part: String) -> Bool {
    let (own, wanted) = (Array(utf8), Array(part.utf8))
    guard own.count >= wanted.count else { return false }
    return (0...(own.count - wanted.count)).contains { start in
      own[start..<(start + wanted.count)].elementsEqual(wanted)
    }
  }
}

extension SourceFile {
  /// The offset of the first character of a line that is no space
  fileprivate func firstWord(ofLine line: Int) -> Int32 {
    let range = lineRange(at: line)
    let first = range.first { bytes[$0] != 0x20 && bytes[$0] != 0x09 }
    return Int32(clamping: first ?? range.lowerBound)
  }
}
