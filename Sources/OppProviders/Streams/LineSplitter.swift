/// Divides the output of a program into lines
///
/// ```
/// take   {"open": true}\n{"op      line {"open": true}
/// take   en": false}\r\n\n         line {"open": false}, an empty line
/// take   {"half": 1                nothing; rest() is {"half": 1
/// ```
///
/// Of a line that is too long nothing is kept: it is reported at its end.
struct LineSplitter {
  /// The longest line, in bytes
  static let longestLine = 64 << 10

  /// The beginning of a line whose end has not come
  private var line: [UInt8] = []

  /// `true` if that line is too long already
  private var isTooLong = false

  /// A line without its end
  enum Line {
    case bytes([UInt8])
    case tooLong
  }

  /// Takes the next bytes, and hands over each line that they end
  mutating func take(_ bytes: [UInt8], _ deliver: (Line) -> Void) {
    var rest = bytes[...]
    while let end = rest.firstIndex(of: UInt8(ascii: "\n")) {
      keep(rest[..<end])
      deliver(finished())
      rest = rest[(end + 1)...]
    }
    keep(rest)
  }

  /// Returns the line that has no end, and forgets it; `nil` if there is none
  mutating func rest() -> Line? {
    line.isEmpty && !isTooLong ? nil : finished()
  }

  /// Adds bytes to the line that has begun
  private mutating func keep(_ bytes: ArraySlice<UInt8>) {
    guard !isTooLong, line.count + bytes.count <= Self.longestLine else {
      isTooLong = true
      line = []
      return
    }
    line += bytes
  }

  /// The line that has begun, as a whole
  private mutating func finished() -> Line {
    defer {
      line.removeAll(keepingCapacity: true)
      isTooLong = false
    }
    if isTooLong { return .tooLong }
    if line.last == UInt8(ascii: "\r") { line.removeLast() }
    return .bytes(line)
  }
}
