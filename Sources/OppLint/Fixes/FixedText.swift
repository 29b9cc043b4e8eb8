package import OppSyntax

/// A file with fixes applied
package struct FixedText: Sendable {
  package let bytes: [UInt8]

  /// The number of fixes applied; one that overlaps another waits for the next round
  package let count: Int

  /// Applies fixes to the bytes of the file that their edits are in
  ///
  /// - Complexity: O(*n* log *n*) in the edits, and the length of the file.
  package init(_ fixes: [Fix], to bytes: [UInt8]) {
    let (edits, count) = Self.compatible(fixes)
    var result: [UInt8] = []
    var position = 0
    for edit in edits {
      let start = min(max(Int(edit.range.start), position), bytes.count)
      result += bytes[position..<start]
      result += Array(edit.replacement.utf8)
      position = min(max(Int(edit.range.end), start), bytes.count)
    }
    result += bytes[position...]
    self.bytes = result
    self.count = count
  }

  /// The edits of the fixes that can be applied at once, in the order of the text
  package static func applied(_ fixes: [Fix]) -> [Edit] { compatible(fixes).edits }

  private static func compatible(_ fixes: [Fix]) -> (edits: [Edit], count: Int) {
    var edits: [Edit] = []
    var count = 0
    let ordered = fixes.filter { !$0.edits.isEmpty }.enumerated().sorted {
      ($0.element.edits[0].range, $0.offset) < ($1.element.edits[0].range, $1.offset)
    }
    var end: Int32 = -1
    for (_, fix) in ordered {
      let inOrder = fix.edits.sorted { $0.range < $1.range }
      guard let first = inOrder.first, let last = inOrder.last, first.range.start > end else {
        continue
      }
      edits += inOrder
      end = last.range.end
      count += 1
    }
    return (edits, count)
  }
}
