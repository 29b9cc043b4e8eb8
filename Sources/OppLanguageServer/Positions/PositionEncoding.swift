/// The unit that the characters of a position count
///
/// | scalar | UTF-8 | UTF-16 | UTF-32 |
/// | --- | --- | --- | --- |
/// | `a` | 1 | 1 | 1 |
/// | `é` | 2 | 1 | 1 |
/// | `𝒳` | 4 | 2 | 1 |
package enum PositionEncoding: String, Hashable, Sendable, CaseIterable {
  case utf8 = "utf-8"
  case utf16 = "utf-16"
  case utf32 = "utf-32"

  /// The units of text in UTF-8
  package func length(of bytes: ArraySlice<UInt8>) -> Int {
    switch self {
    case .utf8: return bytes.count
    case .utf16:
      var count = 0
      for byte in bytes { count += units(of: byte) }
      return count
    case .utf32:
      var count = 0
      for byte in bytes where byte & 0xC0 != 0x80 { count += 1 }
      return count
    }
  }

  /// The units that a scalar has, counted at its first byte; continuation bytes have none
  func units(of byte: UInt8) -> Int {
    switch self {
    case .utf8: 1
    case .utf16: byte & 0xC0 == 0x80 ? 0 : byte >= 0xF0 ? 2 : 1
    case .utf32: byte & 0xC0 == 0x80 ? 0 : 1
    }
  }
}
