internal import OppJSON

extension TextFile {
  /// The lines that have an end, and the number of the last line if it has none
  ///
  /// The last line of a log may still be written: `7` may become `7.25`. An object of JSON Lines is whole with its last
  /// brace. Spaces and zero bytes alone are no line.
  ///
  /// ```
  /// time,v                          time,v
  /// 2026-06-21T12:00:00Z,7.25       2026-06-21T12:00:00Z,7.25
  /// 2026-06-21T12:01:00Z,7          half: line 3
  /// ```
  ///
  /// - Parameter line: the number of the first line.
  package func wholeLines(ending: String, from line: Int = 1) -> (file: TextFile, half: Int?) {
    let end = bytes.lastIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? start
    let rest = bytes[end...]
    guard rest.contains(where: { $0 > 0x20 }) else { return (cut(at: end), nil) }
    if ending != "csv", (try? JSONValue.parse(TextFile(path: path, bytes: Array(rest)))) != nil {
      return (self, nil)
    }
    let half = bytes[..<end].reduce(line) { $1 == UInt8(ascii: "\n") ? $0 + 1 : $0 }
    return (cut(at: end), half)
  }

  /// The bytes before an index
  private func cut(at end: Int) -> TextFile {
    end == bytes.count ? self : TextFile(path: path, bytes: Array(bytes[..<end]))
  }
}
