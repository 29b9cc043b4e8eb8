/// The bytes of a file of a recording, and the lines and columns in it
package struct TextFile {
  /// The largest file that is read
  package static let maximumSize = 256 << 20

  /// The name of the file in problems
  package let path: String
  package let bytes: [UInt8]

  /// The way in which its cells may be written, or `nil` if programs write them: as the language has them
  var notation: FileNotation?

  package init(path: String, bytes: [UInt8]) {
    self.path = path
    self.bytes = bytes
  }

  /// Why a file could not be read or written
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
    var index = min(max(offset, 0), bytes.count)
    var column = 1
    while index > start, bytes[index - 1] != UInt8(ascii: "\n") {
      index -= 1
      // Not the bytes that continue a character.
      if bytes[index] & 0xC0 != 0x80 { column += 1 }
    }
    return RecordingProblem(kind: kind, file: path, line: line, column: column)
  }
}
