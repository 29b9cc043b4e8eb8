internal import OppSyntax

/// The difference between a text that was checked and the same file now, declaration by declaration
///
/// A *part* of the old text is a declaration with everything up to the next one; the first part also has the text before it.
/// Parts that are the same in the new text are moved; the texts between them are windows.
///
/// ```
/// old    let a = 1 ¶   opp "B" …   opp "C" …   opp "D" …
/// new    let a = 1 ¶   opp "B" …   opp "Cc" …  opp "D" …   opp "E" …
/// windows                          2..<3                   4..<4
/// ```
struct FileEdit {
  /// A place at which parts of the old text are replaced
  struct Window {
    /// The indices of the parts that are replaced; empty if text was only added
    let old: Range<Int>

    /// The bytes of the new text that are there now
    let new: Range<Int>
  }

  /// In the order of the text
  private(set) var windows: [Window] = []

  /// The offsets in the old text at which parts begin, and its end
  private let bounds: [Int]

  /// The length of the new text, in bytes
  private let newCount: Int

  /// The number of parts: one a declaration, and one if there is none
  var partCount: Int { bounds.count - 1 }

  /// The most bytes of the new text in one window
  private static let windowLimit = 1 << 14

  /// The most windows, and the most parts that one replaces
  private static let countLimit = 8

  /// - Parameter declarations: those of the old text.
  /// - Returns: nil if more has changed than a few declarations, or if two share a line: then a problem of one
  ///  may be reported at the other.
  /// - Complexity: O(*n*) in the texts.
  init?(from old: SourceFile, _ declarations: [DeclarationSyntax], to new: SourceFile) {
    bounds =
      [0] + declarations.dropFirst().map { Int($0.range.start) } + [old.bytes.count]
    newCount = new.bytes.count
    guard bounds.dropFirst().dropLast().allSatisfy({ Self.beginsLine($0, of: old.bytes) }) else {
      return nil
    }
    var (part, place) = (0, 0)
    while part < partCount {
      if matches(part, of: old.bytes, at: place, in: new.bytes) {
        place += bounds[part + 1] - bounds[part]
        part += 1
        continue
      }
      guard windows.count < Self.countLimit,
        let (next, end) = resumption(after: part, of: old.bytes, at: place, in: new.bytes)
      else { return nil }
      windows.append(Window(old: part..<next, new: place..<end))
      (part, place) = (next, end)
    }
    guard new.bytes.count - place <= Self.windowLimit else { return nil }
    if place < new.bytes.count {
      windows.append(Window(old: part..<part, new: place..<new.bytes.count))
    }
    let ends = windows.map { $0.new.upperBound }
    guard ends.allSatisfy({ $0 == newCount || Self.beginsLine($0, of: new.bytes) }) else {
      return nil
    }
  }

  /// `true` if there are at most spaces before a place on its line
  private static func beginsLine(_ place: Int, of bytes: [UInt8]) -> Bool {
    var place = place - 1
    while place >= 0, bytes[place] == 0x20 || bytes[place] == 0x09 { place -= 1 }
    return place < 0 || bytes[place] == 0x0A
  }

  /// `true` if the text of a part is at a place of the new text
  private func matches(_ part: Int, of old: [UInt8], at place: Int, in new: [UInt8]) -> Bool {
    let count = bounds[part + 1] - bounds[part]
    guard place + count <= new.count else { return false }
    var index = 0
    while index < count, old[bounds[part] + index] == new[place + index] { index += 1 }
    return index == count
  }

  /// The first part behind a difference that is in the new text, and its place there; the ends of both texts if none is
  private func resumption(
    after part: Int, of old: [UInt8], at place: Int, in new: [UInt8]
  ) -> (part: Int, place: Int)? {
    for next in part..<min(partCount, part + Self.countLimit) {
      var end = place
      while end < new.count, end - place <= Self.windowLimit {
        if matches(next, of: old, at: end, in: new) { return (next, end) }
        end += 1
      }
    }
    let isNearEnd =
      partCount - part <= Self.countLimit && new.count - place <= Self.windowLimit
    return isNearEnd ? (partCount, new.count) : nil
  }

  // MARK: Places

  /// The place in the new text of an old range; `nil` if it reaches into a window
  func moved(_ range: SourceRange) -> SourceRange? {
    var difference = 0
    for window in windows {
      let start = bounds[window.old.lowerBound]
      let end = bounds[window.old.upperBound]
      if range.end < start || range.end == start && !range.isEmpty { break }
      guard range.start >= end else { return nil }
      difference = window.new.upperBound - end
    }
    let shift = Int32(clamping: difference)
    return SourceRange(file: range.file, start: range.start + shift, end: range.end + shift)
  }

  /// The bytes of the new text that a part has; nil for one that is replaced
  func range(ofPart part: Int) -> Range<Int>? {
    var difference = 0
    for window in windows where window.old.lowerBound <= part {
      if window.old.contains(part) { return nil }
      difference = window.new.upperBound - bounds[window.old.upperBound]
    }
    return bounds[part] + difference..<bounds[part + 1] + difference
  }

  /// The part that a place of the old text is in
  func part(atOld place: Int32) -> Int {
    max(0, partitionPoint(of: 0..<partCount) { bounds[$0] > Int(place) } - 1)
  }

  /// The part that a place of the new text is in; nil for a place in a window
  func part(atNew place: Int32) -> Int? {
    let place = Int(place)
    var difference = 0
    for window in windows where window.new.lowerBound <= place {
      if place < window.new.upperBound || window.new.upperBound == newCount { return nil }
      difference = window.new.upperBound - bounds[window.old.upperBound]
    }
    return part(atOld: Int32(clamping: place - difference))
  }

  /// `true` if a part is replaced
  func isReplaced(_ part: Int) -> Bool { windows.contains { $0.old.contains(part) } }
}
