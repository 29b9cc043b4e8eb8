internal import OppSyntax

extension PhraseSearch {
  /// The diagnostics with those of one mistake on lines that follow each other in one message, whose edits mend all of them
  ///
  /// ```
  /// table plants by name {
  ///   name = Text          one message: `name =` is written `name:` here
  ///   watered = Date       in its note: the same on line 3
  /// }
  /// ```
  ///
  /// Lines at which declarations begin keep messages of their own.
  func withoutRepetitions(_ diagnostics: [Diagnostic]) -> [Diagnostic] {
    var result: [Diagnostic] = []
    var open: Repetition?
    for diagnostic in diagnostics {
      guard let mistake = Repetition(diagnostic, self) else {
        result.append(diagnostic)
        open = nil
        continue
      }
      if let before = open, let whole = before.continued(by: mistake) {
        open = whole
        result[result.count - 1] = whole.message
      } else {
        open = mistake
        result.append(diagnostic)
      }
    }
    return result
  }
}

/// One mistake on lines that follow each other
private struct Repetition {
  /// The first message
  private let first: Diagnostic

  /// The change that mends each: the code, the words that go and those that come
  private let change: [String]
  private var edits: [Edit]

  /// The lines, by their indices
  private var lines: [PhraseSearch.Line]

  /// - Returns: `nil` for a message without one edit inside a declaration.
  init?(_ diagnostic: Diagnostic, _ search: PhraseSearch) {
    guard diagnostic.severity == .error, let line = search.line(of: diagnostic) else { return nil }
    let file = search.files[line.file]
    let edits = search.edits(of: diagnostic, in: file)
    guard edits.count == 1, [0x20, 0x09].contains(file.bytes[file.lineRange(at: line.index)].first)
    else { return nil }
    let (old, new) = (Array(file.text(edits[0].range).utf8), Array(edits[0].replacement.utf8))
    let shorter = min(old.count, new.count)
    var start = 0
    while start < shorter, old[start] == new[start] { start += 1 }
    var end = 0
    while end < shorter - start, old[old.count - 1 - end] == new[new.count - 1 - end] { end += 1 }
    first = diagnostic
    change = [
      diagnostic.code, String(decoding: old[start..<old.count - end], as: UTF8.self),
      String(decoding: new[start..<new.count - end], as: UTF8.self),
    ]
    self.edits = edits
    lines = [line]
  }

  /// The repetition with a mistake of the next line; `nil` if it is another
  func continued(by next: Repetition) -> Repetition? {
    guard let last = lines.last, let line = next.lines.first, next.change == change,
      line.file == last.file, line.index == last.index + 1
    else { return nil }
    var result = self
    result.edits += next.edits
    result.lines.append(line)
    return result
  }

  /// The first message, with the other lines and the edits of all
  var message: Diagnostic {
    var message = first
    let others = lines.dropFirst().map { "\($0.index + 1)" }
    message.notes.append(
      others.count == 1
        ? "the same on line \(others[0])"
        : "the same on lines \(others[0]) to \(others[others.count - 1])")
    let applicability = first.fixes.first?.applicability ?? .display
    message.fix = Fix(edits: edits, applicability: applicability, isScattered: true)
    message.alternatives = []
    return message
  }
}
