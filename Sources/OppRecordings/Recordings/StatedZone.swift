internal import OppModel

/// The zone that a line above the header names
///
/// ```
/// latitude,longitude,timezone        All times in UTC+1        Time zone;Europe/Berlin
/// 52.5,13.4,GMT                      time,temp                 Zeit;Temperatur
/// GMT, line 2, 0 s                   UTC+1, line 1, 3600 s     Europe/Berlin, line 1, of the database
/// ```
package struct StatedZone {
  /// The name as it is written
  let name: String
  let line: Int

  /// In seconds east of UTC, or `nil` for a name of the zone database
  let offset: Int64?

  /// - Parameters:
  ///   - end: the first byte of the header.
  ///   - file: the file in UTF-8.
  init?(above end: Int, in file: TextFile) {
    var line = 1
    var fixed: StatedZone?
    for bytes in file.bytes[file.start..<end].split(
      separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    {
      defer { line += 1 }
      for word in bytes.split(whereSeparator: { Self.separators.contains($0) }) {
        guard let text = String(validating: word, as: UTF8.self) else { continue }
        if Self.isName(word) {
          // A name says more than the offset that may stand beside it.
          self.init(name: text, line: line, offset: nil)
          return
        }
        guard fixed == nil, let offset = Self.offset(text) else { continue }
        fixed = StatedZone(name: text, line: line, offset: offset)
      }
    }
    guard let fixed else { return nil }
    self = fixed
  }

  private init(name: String, line: Int, offset: Int64?) {
    self.name = name
    self.line = line
    self.offset = offset
  }

  /// The value of the option `zone`
  var option: String {
    guard let offset else { return name }
    guard offset != 0 else { return "UTC" }
    let minutes = offset.magnitude / 60
    func two(_ number: UInt64) -> String { number < 10 ? "0\(number)" : "\(number)" }
    return "\(offset < 0 ? "-" : "+")\(two(minutes / 60)):\(two(minutes % 60))"
  }

  /// The bytes between words: separators of cells, quotes, spaces and brackets
  private static let separators = Array(",;|\t \"'()[]\r#=".utf8)

  /// The offset of `GMT`, `UTC`, `UTC+1`, `GMT-03:30`, or `nil` for another word
  private static func offset(_ text: String) -> Int64? {
    guard text.hasPrefix("GMT") || text.hasPrefix("UTC") else { return nil }
    let rest = String(text.dropFirst(3))
    if rest.isEmpty { return 0 }
    guard case .offset(let seconds) = FileZone(rest) else { return nil }
    return seconds
  }

  /// `true` if a word is a name such as `America/New_York`
  private static func isName(_ word: ArraySlice<UInt8>) -> Bool {
    let parts = word.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
    guard parts.count == 2 || parts.count == 3 else { return false }
    return parts.allSatisfy { part in
      guard part.count > 2, let first = part.first, UInt8(ascii: "A")...UInt8(ascii: "Z") ~= first
      else { return false }
      return part.allSatisfy {
        UInt8(ascii: "a")...UInt8(ascii: "z") ~= $0 | 0x20 || $0 == UInt8(ascii: "_")
      }
    }
  }
}
