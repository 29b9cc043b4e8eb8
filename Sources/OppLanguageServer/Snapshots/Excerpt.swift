internal import OppSyntax

/// A file with parts left out, and the way from places in it to those in the file
///
/// Of `aaa bbb ccc` without `bbb `, the text is `aaa ccc`, and its offset 5 is 9 of the file.
struct Excerpt {
  /// A part that is kept
  private struct Piece {
    /// The offset in the excerpt
    let start: Int

    /// The bytes by which the place in the file is further down
    let distance: Int
    let count: Int
  }

  /// The pieces in the order of the text
  private var pieces: [Piece] = []

  /// The text of the pieces
  private var bytes: [UInt8] = []

  /// The offset in the file up to which parts are kept or left out
  private var position = 0

  /// The whole file
  private let file: SourceFile

  init(of file: SourceFile) {
    self.file = file
  }

  /// The excerpt as the compiler has it
  var source: SourceFile { SourceFile(path: file.path, bytes: bytes, index: file.index) }

  /// Leaves out a part of the file
  ///
  /// - Requires: it is behind those that were left out before.
  mutating func leaveOut(_ range: Range<Int>) {
    keep(upTo: range.lowerBound)
    position = range.upperBound
  }

  /// Keeps the rest of the file
  mutating func close() { keep(upTo: file.bytes.count) }

  /// Adds the part from ``position`` to an offset of the file
  private mutating func keep(upTo end: Int) {
    guard end > position else { return }
    pieces.append(
      Piece(start: bytes.count, distance: position - bytes.count, count: end - position))
    bytes += file.bytes[position..<end]
    position = end
  }

  /// The place in the file of a range of the excerpt; nil for one that reaches over a part that is left out
  func place(of range: SourceRange) -> SourceRange? {
    let start = Int(range.start)
    let next = partitionPoint(of: pieces.indices) { pieces[$0].start > start }
    guard next > 0, Int(range.end) <= pieces[next - 1].start + pieces[next - 1].count else {
      return nil
    }
    let distance = Int32(clamping: pieces[next - 1].distance)
    return SourceRange(
      file: file.index, start: range.start + distance, end: range.end + distance)
  }
}
