/// The text from the first to the last edit of a fix, before and after it
///
///     2 + not a, with edits for `(` and `)`   →   old `not a`, new `(not a)`
struct FixedSpan {
  let old: String
  let new: String

  /// Nil if either has several lines
  init?(_ fix: Fix, in file: SourceFile) {
    let edits = fix.edits.sorted { $0.range < $1.range }
    guard let first = edits.first, let last = edits.last else { return nil }
    let whole = first.range.union(last.range)
    var new = ""
    var position = whole.start
    for edit in edits {
      new += file.text(SourceRange(file: whole.file, start: position, end: edit.range.start))
      new += edit.replacement
      position = edit.range.end
    }
    let old = file.text(whole)
    if old.utf8.contains(0x0A) || new.utf8.contains(0x0A) { return nil }
    self.old = FixedSpan.trimmed(old)
    self.new = FixedSpan.trimmed(new)
  }

  /// The text without spaces at its ends
  private static func trimmed(_ text: String) -> String {
    var bytes = Array(text.utf8)[...]
    while bytes.first == 0x20 { bytes = bytes.dropFirst() }
    while bytes.last == 0x20 { bytes = bytes.dropLast() }
    return String(decoding: bytes, as: UTF8.self)
  }
}

extension Fix {
  /// The change that the fix makes to a file, such as `write `sunny``; `nil` if it has several lines
  package func words(in file: SourceFile) -> String? {
    guard let change = FixedSpan(self, in: file) else { return nil }
    return change.new.isEmpty ? "remove `\(change.old)`" : "write `\(change.new)`"
  }
}
