internal import OppModel
internal import OppSyntax

/// Follows the advice of a message, and joins it with that of the next message that it would lead to
///
/// ```
/// temp BETWEEN 10 AND 20       write `temp in 10..20`, which lacks units → write `temp in 10C..20C`
/// due in 2 days                write `2d`, which is no date → write `due == today + 2d` or `due in today..today + 2d`
/// ```
struct AdviceCompletion {
  /// The most bytes of rules that are checked again: such mistakes are those of beginners
  private static let sizeLimit = 1 << 15

  /// The most messages of a rule set whose advice is followed
  private static let messageLimit = 4

  /// The most messages in a row that are joined
  private static let roundLimit = 4

  /// The files of the rule set, without the prelude
  let files: [SourceFile]

  /// Checks files as they were checked, but for this completion
  let analyze: ([SourceFile]) -> [Diagnostic]

  /// The diagnostics with advice that can be followed to the end
  func completed(_ diagnostics: [Diagnostic]) -> [Diagnostic] {
    guard !diagnostics.isEmpty, files.reduce(0, { $0 + $1.bytes.count }) <= Self.sizeLimit else {
      return diagnostics
    }
    var left = Self.messageLimit
    return diagnostics.map { diagnostic in
      guard left > 0, let edit = Self.onlyEdit(of: diagnostic),
        files.indices.contains(Int(edit.range.file))
      else { return diagnostic }
      left -= 1
      return completed(diagnostic, edit, diagnostics.count) ?? diagnostic
    }
  }

  /// A diagnostic with advice that leaves nothing to mend at its place; `nil` if its own does, or none is found
  private func completed(_ diagnostic: Diagnostic, _ first: Edit, _ count: Int) -> Diagnostic? {
    var step = Step(first)
    var options = [first.replacement]
    for round in 0..<Self.roundLimit {
      let changed = files.map { $0.index == first.range.file ? $0.applying(step.edit) : $0 }
      let found = analyze(changed)
      guard
        let next = found.first(where: {
          $0.severity == .error && $0.range.meets(step.place) && !diagnostic.isSame(as: $0)
        })
      else {
        return round == 0 || found.count >= count ? nil : rewritten(diagnostic, step, options)
      }
      let replacements = Self.replacements(of: next)
      guard let replacement = replacements.first else { return nil }
      let file = changed[Int(first.range.file)]
      let joined = replacements.map { step.joined(next.range, $0, in: file) }
      options = joined.map { $0.edit.replacement }
      step = step.joined(next.range, replacement, in: file)
    }
    return nil
  }

  /// A diagnostic with the advice to write one of several texts in place of a range
  private func rewritten(_ diagnostic: Diagnostic, _ step: Step, _ options: [String]) -> Diagnostic
  {
    var result = Diagnostic(
      code: diagnostic.code, range: diagnostic.range.union(step.edit.range),
      headline: diagnostic.headline)
    result.labels = diagnostic.labels
    result.notes = diagnostic.notes
    result.helps = ["write \(options.map { "`\($0)`" }.joined(separator: " or "))"]
    let fixes = options.map {
      Fix(
        edits: [Edit(range: step.edit.range, replacement: $0)], applicability: .display)
    }
    if fixes.count == 1 { result.fix = fixes[0] } else { result.alternatives = fixes }
    return result
  }

  /// An edit of the text as it is, and the place of its replacement in the text after it
  private struct Step {
    let edit: Edit

    var place: SourceRange {
      let start = edit.range.start
      return SourceRange(
        file: edit.range.file, start: start, end: start + Int32(edit.replacement.utf8.count))
    }

    init(_ edit: Edit) { self.edit = edit }

    /// The edit and one of the text after it, as one edit of the text as it is
    func joined(_ range: SourceRange, _ replacement: String, in file: SourceFile) -> Step {
      let after = place
      let (start, end) = (min(range.start, after.start), max(range.end, after.end))
      let growth = after.end - edit.range.end
      let head = SourceRange(file: range.file, start: start, end: range.start)
      let tail = SourceRange(file: range.file, start: range.end, end: end)
      return Step(
        Edit(
          range: SourceRange(file: range.file, start: start, end: end - growth),
          replacement: file.text(head) + replacement + file.text(tail)))
    }
  }

  // MARK: Advice

  /// The one edit that the advice of a message is; `nil` if it is several, or none
  private static func onlyEdit(of diagnostic: Diagnostic) -> Edit? {
    guard diagnostic.severity == .error, diagnostic.labels.isEmpty, diagnostic.helps.count == 1,
      diagnostic.helps[0].hasPrefix("write `")
    else { return nil }
    if diagnostic.fixes.isEmpty {
      let replacements = replacements(of: diagnostic)
      guard replacements.count == 1 else { return nil }
      return Edit(range: diagnostic.range, replacement: replacements[0])
    }
    guard diagnostic.fixes.count == 1, diagnostic.fixes[0].edits.count == 1 else { return nil }
    return diagnostic.fixes[0].edits[0]
  }

  /// The texts that the advice of a message puts in place of its range; none if it is another kind of advice
  ///
  /// A number gets the first of the units that it may have.
  private static func replacements(of diagnostic: Diagnostic) -> [String] {
    if diagnostic.fixes.count == 1, diagnostic.fixes[0].edits.count == 1,
      diagnostic.fixes[0].edits[0].range == diagnostic.range
    {
      return [diagnostic.fixes[0].edits[0].replacement]
    }
    guard diagnostic.fixes.isEmpty, diagnostic.helps.count == 1,
      diagnostic.helps[0].hasPrefix("write `"), diagnostic.helps[0].hasSuffix("`")
    else { return [] }
    let parts = diagnostic.helps[0].utf8.split(
      separator: UInt8(ascii: "`"), omittingEmptySubsequences: false
    ).map { String(Substring($0)) }
    let codes = stride(from: 1, to: parts.count, by: 2).map { parts[$0] }
    let words = stride(from: 2, to: parts.count - 1, by: 2).map { parts[$0] }
    guard words.allSatisfy({ $0 == " or " }), codes.allSatisfy({ !$0.utf8.contains(0xE2) }) else {
      return []
    }
    return diagnostic.code == "missing-unit" ? Array(codes.prefix(1)) : codes
  }
}

extension Diagnostic {
  /// `true` if another message says the same
  fileprivate func isSame(as other: Diagnostic) -> Bool {
    code == other.code && headline == other.headline
  }
}

extension SourceRange {
  /// `true` if two ranges have a byte in common
  fileprivate func meets(_ other: SourceRange) -> Bool {
    file == other.file && start < other.end && other.start < end
  }
}

extension SourceFile {
  /// The file after an edit
  func applying(_ edit: Edit) -> SourceFile {
    var bytes = bytes
    bytes.replaceSubrange(
      Int(edit.range.start)..<Int(edit.range.end), with: Array(edit.replacement.utf8))
    return SourceFile(path: path, bytes: bytes, index: index)
  }
}
