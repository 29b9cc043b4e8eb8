internal import OppSyntax

extension Analysis {
  /// The checker's diagnostics, less those that only follow from a mistake of syntax that is reported already
  ///
  /// These overlap with the place of such a mistake, end where words begin that fit
  /// nowhere: `time` in `when time between 12:00 and 13:00`, or begin behind a misspelled word.
  ///
  /// - Complexity: O(n log n) in the number of diagnostics.
  ///
  /// ```
  /// when time between 12:00 and 13:00        `time` ends where the foreign phrase begins: no second message
  /// wehn temp                                a misspelled word, and the one directly behind it: only the first
  /// ```
  static func undelivered(
    _ checked: [Diagnostic], besides syntax: [Diagnostic], in files: [SourceFile]
  ) -> [Diagnostic] {
    guard !syntax.isEmpty else { return checked }
    let reported = syntax.sorted { $0.range < $1.range }
    return checked.filter { diagnostic in
      let range = diagnostic.range
      // The first mistake that begins where this one does, or later.
      let next = partitionPoint(of: reported.indices) {
        (reported[$0].range.file, reported[$0].range.start) >= (range.file, range.start)
      }
      if next > 0, reported[next - 1].range.file == range.file {
        let last = reported[next - 1]
        if last.range.end > range.start { return false }
        if last.code == "misspelled-word" || last.code == "needless-word",
          isBlank(from: last.range.end, to: range.start, in: range.file, of: files)
        {
          return false
        }
      }
      guard next < reported.count, reported[next].range.file == range.file else { return true }
      if reported[next].range.start < range.end { return false }
      return reported[next].code != "not-a-clause"
        || !isBlank(from: range.end, to: reported[next].range.start, in: range.file, of: files)
    }
  }

  /// `true` if nothing but spaces and tabs is between two offsets of a file; false for 80 bytes or more
  private static func isBlank(
    from start: Int32, to end: Int32, in file: Int32, of files: [SourceFile]
  ) -> Bool {
    // Words on another line are another matter.
    guard files.indices.contains(Int(file)), end - start < 80 else { return false }
    let bytes = files[Int(file)].bytes
    guard start >= 0, start <= end, Int(end) <= bytes.count else { return false }
    return bytes[Int(start)..<Int(end)].allSatisfy { $0 == 0x20 || $0 == 0x09 }
  }
}
