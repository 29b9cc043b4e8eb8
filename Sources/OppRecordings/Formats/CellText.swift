/// The bytes of cells as people and spreadsheets write them
enum CellText {
  static func isDigit(_ byte: UInt8) -> Bool { byte &- UInt8(ascii: "0") < 10 }

  /// The bytes without spaces and line ends around them, and without `="…"` or `'…'`
  static func core(of bytes: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    var core = trimmed(bytes)
    if core.first == UInt8(ascii: "=") {
      // Inside quotes, a quote is written twice.
      let inner = core.dropFirst().drop { $0 == UInt8(ascii: "\"") }
      let end = inner.lastIndex { $0 != UInt8(ascii: "\"") } ?? inner.startIndex
      if inner.count < core.count - 1, !inner.isEmpty { core = trimmed(inner[...end]) }
    }
    if core.first == UInt8(ascii: "'") {
      core = core.dropFirst()
      if core.last == UInt8(ascii: "'") { core = core.dropLast() }
      core = trimmed(core)
    }
    return core
  }

  /// The bytes without spaces and line ends around them
  static func trimmed(_ bytes: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    var trimmed = bytes
    while let width = blankWidth(trimmed) { trimmed = trimmed.dropFirst(width) }
    var isBlank = true
    while isBlank, !trimmed.isEmpty {
      isBlank = false
      for width in 1...3 where trimmed.count >= width {
        guard blankWidth(trimmed.suffix(width)) == width else { continue }
        trimmed = trimmed.dropLast(width)
        isBlank = true
        break
      }
    }
    return trimmed
  }

  /// The number of bytes of a space or a line end that comes first, or `nil` if there is none
  private static func blankWidth(_ bytes: ArraySlice<UInt8>) -> Int? {
    if bytes.first == UInt8(ascii: "\n") || bytes.first == UInt8(ascii: "\r") { return 1 }
    return spaceWidth(bytes)
  }

  /// The number of bytes of a space that comes first: plain, a tab, no-break, thin or narrow; or `nil` if there is none
  static func spaceWidth(_ bytes: ArraySlice<UInt8>) -> Int? {
    switch bytes.first {
    case 0x20, 0x09: 1
    case 0xC2: bytes.starts(with: [0xC2, 0xA0]) ? 2 : nil
    case 0xE2:
      bytes.starts(with: [0xE2, 0x80, 0x89]) || bytes.starts(with: [0xE2, 0x80, 0xAF]) ? 3 : nil
    default: nil
    }
  }

  /// The number of bytes of `'` or `’` that comes first, or `nil` if there is none
  static func apostropheWidth(_ bytes: ArraySlice<UInt8>) -> Int? {
    if bytes.first == UInt8(ascii: "'") { return 1 }
    return bytes.starts(with: [0xE2, 0x80, 0x99]) ? 3 : nil
  }

  /// `true` if a cell says that there is no value
  static func isMissing(_ bytes: ArraySlice<UInt8>) -> Bool {
    guard bytes.count <= 11 else { return false }
    return missing.contains(String(decoding: core(of: bytes), as: UTF8.self).lowercased())
  }

  /// The words for a value that is not there, in lower case
  private static let missing: Set<String> = [
    "nan", "null", "none", "na", "n/a", "#n/a", "-", "--", "---", "unavailable", "unknown",
  ]
}
