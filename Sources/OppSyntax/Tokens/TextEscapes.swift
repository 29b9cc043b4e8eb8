/// The escapes of texts: `\"` `\\` `\n` `\t` `\u{…}`, `{{` and `}}`
package enum TextEscapes {
  /// The characters that a segment denotes; an invalid escape denotes itself
  ///
  ///     a\tb {{c}} \u{E9} \q   →   a⇥b {c} é \q
  ///
  /// The parser has reported `\q`; it is kept so that the text of a broken rule can still be shown.
  package static func resolved(_ bytes: ArraySlice<UInt8>) -> String {
    // Most segments have none.
    if !bytes.contains(where: { Self.isSpecial($0) }) {
      return String(decoding: bytes, as: UTF8.self)
    }
    var result: [UInt8] = []
    result.reserveCapacity(bytes.count)
    var index = bytes.startIndex
    while index < bytes.endIndex {
      let byte = bytes[index]
      if byte == UInt8(ascii: "\\") {
        index = resolveEscape(in: bytes, at: index, into: &result)
      } else {
        result.append(byte)
        index += isDoubledBrace(in: bytes, at: index) ? 2 : 1
      }
    }
    return String(decoding: result, as: UTF8.self)
  }

  /// `true` if a byte may begin something that does not denote itself
  private static func isSpecial(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: "\\") || byte == UInt8(ascii: "{") || byte == UInt8(ascii: "}")
  }

  /// Characters written so that a text holds them, without the quotes
  ///
  /// The opposite of ``resolved(_:)``: resolving its result gives the text again.
  package static func escaped(_ text: String) -> String {
    var result = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"": result += "\\\""
      case "\\": result += "\\\\"
      case "\n": result += "\\n"
      case "\t": result += "\\t"
      case "\r": result += "\\u{D}"
      case "{": result += "{{"
      case "}": result += "}}"
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result
  }

  /// The end of the escape that begins at a backslash; `nil` if it is none of the known ones
  static func end(ofEscapeIn bytes: ArraySlice<UInt8>, at start: Int) -> Int? {
    guard start + 1 < bytes.endIndex else { return nil }
    switch bytes[start + 1] {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "n"), UInt8(ascii: "t"):
      return start + 2
    case UInt8(ascii: "u"):
      return unicodeEscape(in: bytes, at: start)?.end
    default: return nil
    }
  }

  /// Appends the characters of the escape at a backslash, or the backslash itself if it begins none
  ///
  /// - Returns: the index after the escape.
  private static func resolveEscape(
    in bytes: ArraySlice<UInt8>, at start: Int, into result: inout [UInt8]
  ) -> Int {
    guard let end = end(ofEscapeIn: bytes, at: start) else {
      result.append(bytes[start])
      return start + 1
    }
    switch bytes[start + 1] {
    case UInt8(ascii: "n"): result.append(0x0A)
    case UInt8(ascii: "t"): result.append(0x09)
    case UInt8(ascii: "u"):
      if let scalar = unicodeEscape(in: bytes, at: start)?.scalar {
        result += Array(String(Character(scalar)).utf8)
      }
    default: result.append(bytes[start + 1])
    }
    return end
  }

  /// `true` if `{{` or `}}` begins at an index
  private static func isDoubledBrace(in bytes: ArraySlice<UInt8>, at index: Int) -> Bool {
    let byte = bytes[index]
    guard byte == UInt8(ascii: "{") || byte == UInt8(ascii: "}") else { return false }
    return index + 1 < bytes.endIndex && bytes[index + 1] == byte
  }

  /// The scalar of `\u{…}` and where the escape ends; `nil` if it is none
  ///
  /// One to eight hexadecimal digits; a surrogate, as `\u{D800}`, is no scalar.
  private static func unicodeEscape(
    in bytes: ArraySlice<UInt8>, at start: Int
  ) -> (scalar: Unicode.Scalar, end: Int)? {
    var index = start + 2
    guard index < bytes.endIndex, bytes[index] == UInt8(ascii: "{") else { return nil }
    index += 1
    var value: UInt32 = 0
    var digits = 0
    while index < bytes.endIndex, digits < 8, let digit = bytes[index].hexadecimalDigit {
      value = value << 4 | UInt32(digit)
      digits += 1
      index += 1
    }
    guard digits > 0, index < bytes.endIndex, bytes[index] == UInt8(ascii: "}"),
      let scalar = Unicode.Scalar(value)
    else { return nil }
    return (scalar, index + 1)
  }
}
