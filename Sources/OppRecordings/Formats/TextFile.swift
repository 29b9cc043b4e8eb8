/// The bytes of a file of a recording, and the lines and columns in it
package struct TextFile {
  /// The largest file that is read
  package static let maximumSize = 256 << 20

  /// The name of the file in problems
  package let path: String
  package let bytes: [UInt8]

  /// The way in which its cells may be written, or `nil` if programs write them: as the language has them
  var notation: FileNotation?

  /// `true` if its bytes were those of another encoding
  var isDecoded = false

  /// The options by which its cells are read, or `nil` if nothing is said of them
  var said: FileStatements?

  /// The cells of a small file that are joined of others, each with the byte at which its problems are reported
  var joins: [Join] = []

  /// A cell that is joined of others
  struct Join {
    let start: Int
    let end: Int
    let origin: Int

    /// `true` if several cells are joined, and not one of them is all there is
    let isWhole: Bool
  }

  package init(path: String, bytes: [UInt8]) {
    self.path = path
    self.bytes = bytes
  }

  /// The reason why a file could not be read or written
  package struct ReadFailure: Error {
    package let kind: RecordingProblem.Kind

    package init(kind: RecordingProblem.Kind) { self.kind = kind }
  }

  /// The index of the first byte after a byte order mark
  package var start: Int {
    bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
  }

  /// A problem at a byte, of which the line is not known
  package func problem(_ kind: RecordingProblem.Kind, at offset: Int) -> RecordingProblem {
    let end = min(max(offset, 0), bytes.count)
    let line = bytes[..<end].reduce(1) { $1 == UInt8(ascii: "\n") ? $0 + 1 : $0 }
    return problem(kind, at: end, line: line)
  }

  /// A problem at a byte of a line
  package func problem(_ kind: RecordingProblem.Kind, at offset: Int, line: Int) -> RecordingProblem
  {
    RecordingProblem(kind: kind, file: path, line: line, column: column(of: offset))
  }

  /// The column of a byte, from 1, in characters
  func column(of offset: Int) -> Int {
    let origin = join(at: offset).map { $0.origin } ?? offset
    var index = min(max(origin, 0), bytes.count)
    var column = 1
    while index > start, bytes[index - 1] != UInt8(ascii: "\n") {
      index -= 1
      // Not the bytes that continue a character.
      if bytes[index] & 0xC0 != 0x80 { column += 1 }
    }
    return column
  }

  /// The joined cell with a byte, or `nil` if the byte is one of the file's own
  func join(at offset: Int) -> Join? {
    joins.isEmpty ? nil : joins.first { $0.start <= offset && offset <= $0.end }
  }
}
