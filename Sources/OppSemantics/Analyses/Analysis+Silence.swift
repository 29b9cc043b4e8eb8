internal import OppSyntax

extension Analysis {
  /// The checker's diagnostics, less those that only follow from a mistake of syntax that is reported already
  ///
  /// These overlap with the place of such a mistake, end where words begin that fit
  /// nowhere: `time` in `when time between 12:00 and 13:00`, or begin behind a misspelled word.
  ///
  /// - Complexity: O(n log n) in the number of diagnostics.
  static func untold(
    _ checked: [Diagnostic], besides syntax: [Diagnostic], in files: [SourceFile]
  ) -> [Diagnostic] {
    guard !syntax.isEmpty else { return checked }
    let reported = syntax.sorted { $0.range < $1.range }
    return checked.filter { diagnostic in
      let range = diagnostic.range
      // The first mistake that begins where this one does, or later.
      var (low, high) = (0, reported.count)
      while low < high {
        let middle = (low + high) / 2
        let other = reported[middle].range
        let isBefore = (other.file, other.start) < (range.file, range.start)
        if isBefore { low = middle + 1 } else { high = middle }
      }
      if low > 0, reported[low - 1].range.file == range.file {
        let last = reported[low - 1]
        if last.range.end > range.start { return false }
        if last.code == "misspelled-word" || last.code == "needless-word",
          isBlank(from: last.range.end, to: range.start, in: range.file, of: files)
        {
          return false
        }
      }
      guard low < reported.count, reported[low].range.file == range.file else { return true }
      if reported[low].range.start < range.end { return false }
      return reported[low].code != "not-a-clause"
        || !isBlank(from: range.end, to: reported[low].range.start, in: range.file, of: files)
    }
  }

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
