/// A file of rules: its path, its bytes, and where its lines begin
///
/// Any bytes make a source file; ``Parser`` reports bytes that are no text.
package struct SourceFile: Sendable {
  /// The largest file that is read, in bytes
  ///
  /// A reader of files stops at one byte more than this: larger files are only reported, never parsed.
  package static let sizeLimit = 16 * 1024 * 1024

  /// The path as the user wrote it; shown in messages
  package let path: String

  /// UTF-8
  package let bytes: [UInt8]

  /// The index of the file in the rule set, which every ``SourceRange`` in it carries
  package let index: Int32

  /// The offset at which each line begins; the first is 0
  private let lineStarts: [Int32]

  package init(path: String, bytes: [UInt8], index: Int32 = 0) {
    self.path = path
    self.bytes = bytes
    self.index = index
    var starts: [Int32] = [0]
    if bytes.count <= SourceFile.sizeLimit {
      // Each text is looked at here: without optimization a list of pairs takes ten times as long.
      var offset = 0
      while offset < bytes.count {
        if bytes[offset] == 0x0A { starts.append(Int32(offset + 1)) }
        offset += 1
      }
    }
    self.lineStarts = starts
  }

  package init(path: String, text: String, index: Int32 = 0) {
    self.init(path: path, bytes: Array(text.utf8), index: index)
  }

  /// The number of lines; one more than there are line feeds
  ///
  ///     "" → 1     "a" → 1     "a⏎" → 2
  package var lineCount: Int { lineStarts.count }

  /// The range of the whole file
  package var wholeRange: SourceRange {
    SourceRange(file: index, start: 0, end: Int32(clamping: bytes.count))
  }

  /// The line and column of a byte offset, which may be the end of the file
  ///
  ///     a⏎é b   0 → 1:1     2 → 2:1     4 → 2:2, as é is two bytes     6 → 2:4, the end
  package func position(at offset: Int32) -> SourcePosition {
    let offset = min(max(offset, 0), Int32(clamping: bytes.count))
    let line = lineIndex(at: offset)
    let start = Int(lineStarts[line])
    return SourcePosition(
      line: line + 1, column: SourceFile.scalarCount(bytes[start..<Int(offset)]) + 1)
  }

  /// The index, from 0, of the line that contains a byte offset
  package func lineIndex(at offset: Int32) -> Int {
    max(partitionPoint(of: lineStarts.indices) { lineStarts[$0] > offset } - 1, 0)
  }

  /// The byte offsets of a line, by its index from 0, without its line end
  ///
  ///     a⏎b␍⏎   line 0 → 0..<1     line 1 → 2..<3     line 2 → 5..<5
  package func lineRange(at index: Int) -> Range<Int> {
    guard lineStarts.indices.contains(index) else { return bytes.count..<bytes.count }
    let start = Int(lineStarts[index])
    var end = index + 1 < lineStarts.count ? Int(lineStarts[index + 1]) - 1 : bytes.count
    if end > start, bytes[end - 1] == 0x0D { end -= 1 }
    return start..<end
  }

  /// The text of a range; parts outside the file are left out
  package func text(_ range: SourceRange) -> String {
    let start = min(max(Int(range.start), 0), bytes.count)
    let end = min(max(Int(range.end), start), bytes.count)
    return String(decoding: bytes[start..<end], as: UTF8.self)
  }

  /// The number of Unicode scalars in bytes of UTF-8: those that do not continue one
  static func scalarCount(_ bytes: ArraySlice<UInt8>) -> Int {
    var count = 0
    for byte in bytes where byte & 0xC0 != 0x80 { count += 1 }
    return count
  }
}
