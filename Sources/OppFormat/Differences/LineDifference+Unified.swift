extension LineDifference {
  /// The difference as `diff -u` writes it; empty for equal texts
  ///
  /// The unified format is that which `patch` and `git apply` read:
  ///
  /// ```
  /// --- a
  /// +++ b
  /// @@ -1 +1 @@
  /// -a
  /// \ No newline at end of file
  /// +a
  /// ```
  ///
  /// - Parameter context: how many common lines are shown around a change.
  package func unified(from oldName: String, to newName: String, context: Int = 3) -> String {
    String(decoding: unifiedBytes(from: oldName, to: newName, context: context), as: UTF8.self)
  }

  /// ``unified(from:to:context:)`` in bytes, which keeps lines that are not UTF-8 as they are
  package func unifiedBytes(
    from oldName: String, to newName: String, context: Int = 3
  ) -> [UInt8] {
    guard !changes.isEmpty else { return [] }
    var output = Array("--- \(oldName)\n+++ \(newName)\n".utf8)
    var first = 0
    // Changes between which at most 2 * context lines are common share a hunk: their surroundings would touch.
    while first < changes.count {
      var last = first
      while last + 1 < changes.count,
        changes[last + 1].removed.lowerBound - changes[last].removed.upperBound <= 2 * context
      {
        last += 1
      }
      add(changes[first...last], context: context, to: &output)
      first = last + 1
    }
    return output
  }

  /// Adds one hunk: changes that are close to each other, and the common lines around them
  private func add(_ hunk: ArraySlice<Change>, context: Int, to output: inout [UInt8]) {
    guard let first = hunk.first, let last = hunk.last else { return }
    let before = min(context, first.removed.lowerBound)
    let after = min(context, oldLines.count - last.removed.upperBound)
    let old = first.removed.lowerBound - before..<last.removed.upperBound + after
    let new = first.inserted.lowerBound - before..<last.inserted.upperBound + after
    output += Array("@@ -\(bounds(old)) +\(bounds(new)) @@\n".utf8)
    var common = old.lowerBound
    for change in hunk {
      add(oldLines[common..<change.removed.lowerBound], mark: " ", to: &output)
      add(oldLines[change.removed], mark: "-", to: &output)
      add(newLines[change.inserted], mark: "+", to: &output)
      common = change.removed.upperBound
    }
    add(oldLines[common..<old.upperBound], mark: " ", to: &output)
  }

  /// The first line from 1 and the count, which is left out when it is 1; of no lines, the line before
  ///
  ///     1..<8  →  2,7        4..<5  →  5        0..<0 of an empty text  →  0,0
  private func bounds(_ lines: Range<Int>) -> String {
    let first = lines.isEmpty ? lines.lowerBound : lines.lowerBound + 1
    return lines.count == 1 ? "\(first)" : "\(first),\(lines.count)"
  }

  /// Adds lines, each behind its mark; one without a line end is followed by the note that it has none
  private func add(
    _ lines: ArraySlice<ArraySlice<UInt8>>, mark: Unicode.Scalar, to output: inout [UInt8]
  ) {
    for line in lines {
      output.append(UInt8(ascii: mark))
      output += line
      if line.last != 0x0A { output += Array("\n\\ No newline at end of file\n".utf8) }
    }
  }
}
