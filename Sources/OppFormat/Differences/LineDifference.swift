/// The lines that were taken out of a text and those that were put in
///
/// The idea is Myers, *An O(ND) Difference Algorithm and Its Variations* (1986). Write the old lines along
/// the top of a grid and the new ones down its side: a step right takes a line out, a step down puts one in,
/// and where the lines are equal a diagonal step is free. For each number d of paid steps, the furthest
/// point on each diagonal k = x - y follows from those for d - 1.
///
/// ```
///        a b c         d = 0: (0,0)
///      b · ╲ ·         d = 1: right to (1,0), then the diagonal `b` to (2,1)
///      d · · ·         d = 3: right (3,1), down (3,2): -a, b, -c, +d
/// ```
///
/// Texts that differ in more than ``costLimit`` lines in a row are taken in parts: the point that got
/// furthest counts as reached, and the search starts again from there. The result is then still right, if not
/// always the shortest.
///
/// - Complexity: O((n + m) · costLimit) time and O(costLimit²) memory at worst.
package struct LineDifference: Sendable {
  /// A run of lines by its kind; the bounds are indices of lines from 0
  package struct Change: Hashable, Sendable {
    /// The lines taken out, of the old text
    package let removed: Range<Int>
    /// The lines put in, of the new text
    package let inserted: Range<Int>
  }

  /// The greatest number of lines taken out or put in that one search covers
  package static let costLimit = 512

  /// The lines of the old text with their line ends; the last may have none
  package let oldLines: [ArraySlice<UInt8>]
  /// The lines of the new text, likewise
  package let newLines: [ArraySlice<UInt8>]

  /// In the order of the texts; between two there is at least one common line
  package let changes: [Change]

  /// Compares two texts in UTF-8, line by line; the line end belongs to the line
  package init(from old: [UInt8], to new: [UInt8]) {
    oldLines = LineDifference.lines(of: old)
    newLines = LineDifference.lines(of: new)
    let (left, right) = LineDifference.numbers(oldLines, newLines)
    var search = ShortestEdits(left: left, right: right)
    changes = search.changes()
  }

  /// Compares two texts line by line
  package init(from old: String, to new: String) {
    self.init(from: Array(old.utf8), to: Array(new.utf8))
  }

  /// The lines of a text with their line ends: `a⏎`, `b` of `a⏎b`, and none of an empty text
  private static func lines(of text: [UInt8]) -> [ArraySlice<UInt8>] {
    var lines: [ArraySlice<UInt8>] = []
    var start = 0
    for (index, byte) in text.enumerated() where byte == 0x0A {
      lines.append(text[start...index])
      start = index + 1
    }
    if start < text.count { lines.append(text[start...]) }
    return lines
  }

  /// Gives equal lines equal numbers, so that each is compared in one step
  ///
  ///     old  a b a   →   0 1 0
  ///     new  b c     →   1 2
  private static func numbers(
    _ old: [ArraySlice<UInt8>], _ new: [ArraySlice<UInt8>]
  ) -> (old: [Int32], new: [Int32]) {
    var known: [ArraySlice<UInt8>: Int32] = [:]
    func number(_ line: ArraySlice<UInt8>) -> Int32 {
      if let number = known[line] { return number }
      let number = Int32(clamping: known.count)
      known[line] = number
      return number
    }
    return (old.map(number), new.map(number))
  }
}
