internal import OppModel
internal import OppSyntax

/// The small mistakes of syntax that an edit each puts right, so that the checker looks at the text that is meant
///
/// If the checker finds a mistake around them, its advice writes all of it correctly, and is the one message.
///
/// ```
/// rain > 5 mm               a unit apart, in a comparison that cannot be made: write `rain > 5mm/h`
/// the door is open          a needless word before a source, which is no value: write `door.state == open`
/// temp > 20 C && raining    two small mistakes: write `20C and`
/// ```
struct SyntaxMends {
  /// A mistake, and the edit that puts it right
  private struct Mend {
    let range: SourceRange
    let edit: Edit
  }

  /// The mistakes, in the order of their places
  private let mends: [Mend]

  /// The most bytes between the first and the last of several mistakes that become one message
  private static let spanLimit: Int32 = 120

  /// Finds the small mistakes among the diagnostics of the parser
  init(_ diagnostics: [Diagnostic], in files: [SourceFile]) {
    mends = diagnostics.compactMap { diagnostic in
      guard diagnostic.code != "foreign-phrase" else { return nil }
      return Self.edits(of: diagnostic, in: files).first.flatMap { edit in
        edit.count == 1 ? Mend(range: diagnostic.range, edit: edit[0]) : nil
      }
    }.sorted { $0.edit.range < $1.edit.range }
  }

  /// `true` if there is no such mistake
  var isEmpty: Bool { mends.isEmpty }

  // MARK: Texts

  /// The text of a range as the edits in it leave it; `nil` if no edit is in it
  func text(of file: SourceFile, in range: SourceRange) -> String? {
    let first = mends.indices.partitionPoint { mends[$0].edit.range >= range.startPoint }
    let inside = mends[first...].prefix { $0.edit.range.start < range.end }
      .filter { range.contains($0.edit.range) }
    guard !inside.isEmpty else { return nil }
    return Self.text(of: file, in: range, after: inside.map { $0.edit })
  }

  /// The text of a range after edits, which are in the order of the text
  private static func text(
    of file: SourceFile, in range: SourceRange, after edits: [Edit]
  ) -> String {
    var text = ""
    var start = range.start
    for edit in edits where edit.range.start >= start {
      text += file.text(SourceRange(file: range.file, start: start, end: edit.range.start))
      text += edit.replacement
      start = edit.range.end
    }
    return text + file.text(SourceRange(file: range.file, start: start, end: range.end))
  }

  // MARK: Messages

  /// The diagnostics of the parser and of the checker, without the small mistakes that the advice of another one mends as well
  func delivered(
    checked: [Diagnostic], syntax: [Diagnostic]
  ) -> (checked: [Diagnostic], syntax: [Diagnostic]) {
    guard !mends.isEmpty else { return (checked, syntax) }
    var mended: Set<SourceRange> = []
    let delivered = checked.map { diagnostic in
      guard diagnostic.rewritesItsRange else { return diagnostic }
      let overlapping = syntax.filter { $0.range.overlaps(diagnostic.range) }
      let inside = overlapping.filter { problem in
        problem.range != diagnostic.range && diagnostic.range.contains(problem.range)
          && mends.contains { $0.range == problem.range }
      }
      guard inside.count == overlapping.count else { return diagnostic }
      for problem in inside { mended.insert(problem.range) }
      let needless = mends.filter { mend in
        mend.edit.replacement.isEmpty && mend.edit.range.end == diagnostic.range.start
          && mend.edit.range.file == diagnostic.range.file
      }
      guard let word = needless.first,
        let wider = diagnostic.widened(to: word.range.union(diagnostic.range))
      else { return diagnostic }
      mended.insert(word.range)
      return wider
    }
    return (delivered, syntax.filter { !mended.contains($0.range) })
  }

  /// The diagnostics with several small mistakes of one line in one message
  ///
  /// - Requires: they are in the order of their places.
  static func merged(_ diagnostics: [Diagnostic], in files: [SourceFile]) -> [Diagnostic] {
    guard diagnostics.count > 1 else { return diagnostics }
    var merged: [Diagnostic] = []
    var run: [Diagnostic] = []
    func close() {
      merged += run.count > 1 ? [phrase(of: run, in: files)] : run
      run = []
    }
    for diagnostic in diagnostics {
      guard mayBeMerged(diagnostic, in: files) else {
        close()
        merged.append(diagnostic)
        continue
      }
      if let first = run.first, let last = run.last,
        !isOneLine(first.range, last.range, diagnostic.range, in: files)
      {
        close()
      }
      run.append(diagnostic)
    }
    close()
    return merged
  }

  /// `true` if a diagnostic has one edit, so that it may be merged with those beside it
  private static func mayBeMerged(_ diagnostic: Diagnostic, in files: [SourceFile]) -> Bool {
    diagnostic.severity == .error && diagnostic.labels.isEmpty
      && edits(of: diagnostic, in: files).count == 1
  }

  /// `true` if a third mistake is in one line with the first one and the second one, and not on them
  private static func isOneLine(
    _ first: SourceRange, _ last: SourceRange, _ next: SourceRange, in files: [SourceFile]
  ) -> Bool {
    guard first.file == next.file, last.end <= next.start, next.end - first.start <= spanLimit,
      files.indices.contains(Int(first.file))
    else { return false }
    let bytes = files[Int(first.file)].bytes[Int(first.start)..<Int(next.end)]
    return !bytes.contains(UInt8(ascii: "\n"))
  }

  /// The message of several small mistakes in one line
  private static func phrase(of diagnostics: [Diagnostic], in files: [SourceFile]) -> Diagnostic {
    let edits = diagnostics.flatMap { Self.edits(of: $0, in: files)[0] }
      .sorted { $0.range < $1.range }
    let range = edits.reduce(diagnostics[0].range.union(diagnostics[diagnostics.count - 1].range)) {
      $0.union($1.range)
    }
    let file = files[Int(range.file)]
    var result = SyntaxProblem(
      .foreignPhrase(
        file.text(range), meant: text(of: file, in: range, after: edits), also: nil),
      at: range
    ).diagnostic
    let isSafe = diagnostics.allSatisfy { $0.fix?.applicability == .safe }
    result.fix = Fix(edits: edits, applicability: isSafe ? .safe : .display)
    return result
  }

  /// The edits that put a small mistake right: those of each way to do it; none if it is no small mistake
  private static func edits(of diagnostic: Diagnostic, in files: [SourceFile]) -> [[Edit]] {
    switch diagnostic.code {
    case "needless-word":
      guard diagnostic.helps == ["leave it out"], files.indices.contains(Int(diagnostic.range.file))
      else { return [] }
      return [[files[Int(diagnostic.range.file)].removal(of: diagnostic.range)]]
    case "misspelled-word":
      // Only capitals: `Opp "a" When raining`.
      guard files.indices.contains(Int(diagnostic.range.file)) else { return [] }
      let word = files[Int(diagnostic.range.file)].text(diagnostic.range).lowercased()
      guard diagnostic.helps == ["did you mean `\(word)`?"] else { return [] }
      return [[Edit(range: diagnostic.range, replacement: word)]]
    case "unit-apart", "foreign-operator", "single-equal", "foreign-quotes", "split-literal",
      "missing-comma", "foreign-phrase", "malformed-number", "unknown-case", "unknown-function",
      "window-without-direction", "incomparable-types", "not-a-condition", "semicolon",
      "rows-as-value":
      if !diagnostic.fixes.isEmpty {
        return diagnostic.fixes.count == 1 ? [diagnostic.fixes[0].edits] : []
      }
      guard diagnostic.helps.count == 1, let code = diagnostic.helps[0].codeToWrite else {
        return []
      }
      return [[Edit(range: diagnostic.range, replacement: code)]]
    default: return []
    }
  }
}

extension Diagnostic {
  /// `true` if the advice is text that takes the place of all of it
  fileprivate var rewritesItsRange: Bool {
    severity == .error && fixes.count <= 1 && helps.count == 1 && helps[0].hasPrefix("write `")
  }

  /// The same about a wider place, whose fix takes the place of that; `nil` if the fix is of another place
  fileprivate func widened(to range: SourceRange) -> Diagnostic? {
    var other = Diagnostic(code: code, severity: severity, range: range, headline: headline)
    other.labels = labels
    other.helps = helps
    other.notes = notes
    if let fix = fixes.first {
      guard fix.edits.count == 1, fix.edits[0].range == self.range else { return nil }
      other.fix = Fix(
        edits: [Edit(range: range, replacement: fix.edits[0].replacement)],
        applicability: fix.applicability)
    }
    return other
  }
}

extension SourceRange {
  /// `true` if two ranges have a byte in common, or one without bytes is within the other
  fileprivate func overlaps(_ other: SourceRange) -> Bool {
    file == other.file && start < other.end && other.start < end
  }
}

extension String {
  /// The code of an advice that is nothing else: `jun` of "write `jun`"; `nil` for any other
  fileprivate var codeToWrite: String? {
    guard hasPrefix("write `"), hasSuffix("`") else { return nil }
    let code = dropFirst("write `".utf8.count).dropLast()
    return code.utf8.contains(UInt8(ascii: "`")) ? nil : String(code)
  }
}

extension SourceFile {
  /// The edit that removes a word, and the spaces behind it
  ///
  /// Those behind a sign that touches the word before it stay, because they keep that from the next word.
  func removal(of range: SourceRange) -> Edit {
    let start = Int(range.start)
    var end = range.end
    let isApart = start == 0 || bytes[start - 1] == 0x20 || bytes[start - 1] == 0x0A
    while isApart, Int(end) < bytes.count, bytes[Int(end)] == 0x20 { end += 1 }
    return Edit(range: SourceRange(file: range.file, start: range.start, end: end), replacement: "")
  }
}
