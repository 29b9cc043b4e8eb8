package import OppSyntax

/// A file with fixes applied
///
/// ```
/// bytes    opp "A" when raining == true and snowing == true
/// fixes    raining == true → raining      snowing == true → snowing
/// result   opp "A" when raining and snowing                              count 2
/// ```
package struct FixedText: Sendable {
  /// The text with the fixes; as it was if none could be applied
  package let bytes: [UInt8]

  /// The number of fixes applied; one that overlaps another waits for the next round
  package let count: Int

  /// Applies fixes to the bytes of the file that their edits are in
  ///
  /// - Complexity: O(*n* log *n*) in the edits, and the length of the file.
  package init(_ fixes: [Fix], to bytes: [UInt8]) {
    let chosen = Self.compatible(fixes)
    let edits = chosen.flatMap { $0.edits }.sorted { $0.range < $1.range }
    var result: [UInt8] = []
    // `position` is behind the copied or replaced text; broken ranges cannot move it back.
    var position = 0
    for edit in edits {
      let start = min(max(Int(edit.range.start), position), bytes.count)
      result += bytes[position..<start]
      result += Array(edit.replacement.utf8)
      position = min(max(Int(edit.range.end), start), bytes.count)
    }
    result += bytes[position...]
    self.bytes = result
    self.count = chosen.count
  }

  /// Files with the fixes that can be applied at once, and the number of these
  ///
  /// A fix of several files is applied to all of them or to none; files without one are as they were.
  package static func files(
    _ files: [SourceFile], with fixes: [Fix]
  ) -> (files: [SourceFile], count: Int) {
    let chosen = compatible(fixes)
    var edits: [Int32: [Edit]] = [:]
    for edit in chosen.flatMap({ $0.edits }) { edits[edit.range.file, default: []].append(edit) }
    let changed = files.map { file in
      guard let own = edits[file.index] else { return file }
      // They were found to be apart.
      let fixed = FixedText(
        [Fix(edits: own, applicability: .safe, isScattered: true)], to: file.bytes)
      return SourceFile(path: file.path, bytes: fixed.bytes, index: file.index)
    }
    return (changed, chosen.count)
  }

  /// The edits of the fixes that can be applied at once, in the order of the text
  package static func applied(_ fixes: [Fix]) -> [Edit] {
    compatible(fixes).flatMap { $0.edits }.sorted { $0.range < $1.range }
  }

  /// The fixes that neither overlap nor touch, in the order of the text
  ///
  /// A fix is applied as a whole: one with an edit inside another fix waits, with all its edits. Only between the edits of
  /// one that is scattered there is room for others.
  ///
  /// - Complexity: O(*n* log *n*) in the edits, if fixes come in the order of the text.
  private static func compatible(_ fixes: [Fix]) -> [Fix] {
    let ordered = fixes.filter { !$0.edits.isEmpty }.enumerated().sorted {
      ($0.element.edits[0].range, $0.offset) < ($1.element.edits[0].range, $1.offset)
    }
    var chosen: [Fix] = []
    // In the order of the text, none overlapping or touching another.
    var taken: [SourceRange] = []
    for (_, fix) in ordered {
      let places = places(of: fix)
      guard places.allSatisfy({ isFree($0, among: taken) }) else { continue }
      for place in places { taken.insert(place, at: index(of: place, in: taken)) }
      chosen.append(fix)
    }
    return chosen
  }

  /// The parts of the text that a fix needs for itself
  private static func places(of fix: Fix) -> [SourceRange] {
    let inOrder = fix.edits.map { $0.range }.sorted()
    if fix.isScattered { return inOrder }
    guard let first = inOrder.first, let last = inOrder.last else { return [] }
    return [first.file == last.file ? first.union(last) : first]
  }

  /// The index of the first range that begins at a range or behind it
  private static func index(of range: SourceRange, in ranges: [SourceRange]) -> Int {
    partitionPoint(of: ranges.indices) {
      (ranges[$0].file, ranges[$0].start) >= (range.file, range.start)
    }
  }

  /// `true` if a range neither overlaps nor touches any of others, which are in the order of the text
  private static func isFree(_ range: SourceRange, among others: [SourceRange]) -> Bool {
    let next = index(of: range, in: others)
    if next < others.count, others[next].file == range.file, others[next].start <= range.end {
      return false
    }
    guard next > 0, others[next - 1].file == range.file else { return true }
    return others[next - 1].end < range.start
  }
}
