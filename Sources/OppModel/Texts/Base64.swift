/// Bytes as a text of letters, digits, `+` and `/`: base64 of RFC 4648, section 4
///
/// `ada:pw` is `YWRhOnB3`.
package enum Base64 {
  /// The bytes of a text, with or without the padding; nil if it is no base64
  ///
  /// Four characters of six bits are three bytes; bits that belong to no byte must be zero.
  package static func bytes(of text: String) -> [UInt8]? {
    var characters = Array(text.utf8)
    if characters.count.isMultiple(of: 4) {
      for _ in 0..<2 where characters.last == UInt8(ascii: "=") { characters.removeLast() }
    }
    guard characters.count % 4 != 1 else { return nil }
    var bytes: [UInt8] = []
    bytes.reserveCapacity(characters.count / 4 * 3 + 2)
    var bits: UInt32 = 0
    var count: UInt32 = 0
    for character in characters {
      guard let digit = digit(character) else { return nil }
      bits = bits << 6 | digit
      count += 6
      guard count >= 8 else { continue }
      count -= 8
      bytes.append(UInt8(truncatingIfNeeded: bits >> count))
      bits &= (1 << count) - 1
    }
    return bits == 0 ? bytes : nil
  }

  /// The six bits of a character
  private static func digit(_ character: UInt8) -> UInt32? {
    switch character {
    case UInt8(ascii: "A")...UInt8(ascii: "Z"): UInt32(character - UInt8(ascii: "A"))
    case UInt8(ascii: "a")...UInt8(ascii: "z"): UInt32(character - UInt8(ascii: "a")) + 26
    case UInt8(ascii: "0")...UInt8(ascii: "9"): UInt32(character - UInt8(ascii: "0")) + 52
    case UInt8(ascii: "+"): 62
    case UInt8(ascii: "/"): 63
    default: nil
    }
  }

  private static let digits = Array(
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)

  /// The base64 of a text in UTF-8, with the padding
  package static func encoded(_ text: String) -> String { encoded(Array(text.utf8)) }

  /// The base64 of bytes, with the padding
  ///
  /// Three bytes are four digits; one or two at the end are two or three, and `=` fills up.
  package static func encoded(_ bytes: [UInt8]) -> String {
    var result: [UInt8] = []
    for start in stride(from: 0, to: bytes.count, by: 3) {
      let group = bytes[start..<min(start + 3, bytes.count)]
      let number = (0..<3).reduce(0) { sum, place in
        sum << 8 | (place < group.count ? Int(group[start + place]) : 0)
      }
      for place in 0..<4 {
        let digit = digits[number >> (18 - 6 * place) & 63]
        result.append(place <= group.count ? digit : UInt8(ascii: "="))
      }
    }
    return String(decoding: result, as: UTF8.self)
  }

  /// The base64 of bytes for addresses, without the padding: base64url of RFC 4648, section 5
  ///
  /// It has `-` for `+` and `_` for `/`.
  package static func addressEncoded(_ bytes: [UInt8]) -> String {
    var digits: [UInt8] = []
    for digit in encoded(bytes).utf8 where digit != UInt8(ascii: "=") {
      if digit == UInt8(ascii: "+") {
        digits.append(UInt8(ascii: "-"))
      } else if digit == UInt8(ascii: "/") {
        digits.append(UInt8(ascii: "_"))
      } else {
        digits.append(digit)
      }
    }
    return String(decoding: digits, as: UTF8.self)
  }
}
