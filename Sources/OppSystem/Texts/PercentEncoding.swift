/// The encoding of bytes as `%` and two digits of base 16 (RFC 3986, section 2.1)
package enum PercentEncoding {
  /// The text that an encoded one stands for; `nil` if a `%` has no two digits after it, or the bytes are not UTF-8
  ///
  /// `B%C3%BCro%20%26` is `Büro &`; `100%`, `%zz` and `%FF` are malformed.
  package static func decoded(_ text: some StringProtocol) -> String? {
    var bytes: [UInt8] = []
    var rest = text.utf8[...]
    while let byte = rest.popFirst() {
      guard byte == UInt8(ascii: "%") else {
        bytes.append(byte)
        continue
      }
      guard let high = rest.popFirst().flatMap(digit), let low = rest.popFirst().flatMap(digit)
      else { return nil }
      bytes.append(high << 4 | low)
    }
    return String(validating: bytes, as: UTF8.self)
  }

  /// The value of a digit of base 16 in either case; `nil` for any other byte
  private static func digit(_ byte: UInt8) -> UInt8? {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): byte - UInt8(ascii: "0")
    case UInt8(ascii: "A")...UInt8(ascii: "F"): byte - UInt8(ascii: "A") + 10
    case UInt8(ascii: "a")...UInt8(ascii: "f"): byte - UInt8(ascii: "a") + 10
    default: nil
    }
  }
}
