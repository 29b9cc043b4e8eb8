package import OppSyntax

/// A file with fixes applied
///
/// ```
/// bytes    opp "A" when raining == true and snowing == true
/// fixes    raining == true → raining      snowing == true → snowing
/// result   opp "A" when raining and snowing                              count 2
/// ```
package struct FixedText: Sendable {
  /// The text with the fixes; as it was where none could be applied
  package let bytes: [UInt8]

  /// The number of fixes applied; one that overlaps another waits for the next round
  package let count: Int

  /// Applies fixes to the bytes of the file that their edits are in
  ///
  /// - Complexity: O(*n* log *n*) in the edits, and the length of the file.
  package init(_ fixes: [Fix], to bytes: [UInt8]) {
    let (edits, count) = Self.compatible(fixes)
    var result: [UInt8] = []
    // `position` is behind what was copied or replaced; broken ranges cannot move it back.
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

  /// The edits of fixes that neither overlap nor touch, and the number of these fixes
  ///
  /// A fix is applied as a whole: one with an edit inside another fix waits, with all its edits.
  private static func compatible(_ fixes: [Fix]) -> (edits: [Edit], count: Int) {
    var edits: [Edit] = []
    var count = 0
    let ordered = fixes.filter { !$0.edits.isEmpty }.enumerated().sorted {
      ($0.element.edits[0].range, $0.offset) < ($1.element.edits[0].range, $1.offset)
    }
    // The end of the last fix taken; the first may begin at 0.
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
