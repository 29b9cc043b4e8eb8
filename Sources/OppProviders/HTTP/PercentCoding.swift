/// Characters as `%` and two digits (RFC 3986, section 2.1)
enum PercentCoding {
  private static let digits = Array("0123456789ABCDEF".utf8)

  /// A text with every byte encoded except letters, digits, `-._~` and some others
  ///
  /// A `%` among the others stays only before two digits: `50%` becomes `50%25`, `a%20b` stays.
  static func encoded(_ text: some StringProtocol, keeping others: String) -> String {
    let bytes = Array(text.utf8)
    let kept = Array("-._~".utf8) + Array(others.utf8)
    var result: [UInt8] = []
    result.reserveCapacity(bytes.count)
    for (index, byte) in bytes.enumerated() {
      let isKept =
        isAlphanumeric(byte)
        || kept.contains(byte) && (byte != UInt8(ascii: "%") || value(bytes[index...]) != nil)
      result +=
        isKept ? [byte] : [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 15)]]
    }
    return String(decoding: result, as: UTF8.self)
  }

  /// A text with its encoded bytes decoded: `pass%40word` is `pass@word`
  static func decoded(_ text: some StringProtocol) -> String {
    var rest = Array(text.utf8)[...]
    var result: [UInt8] = []
    while let byte = rest.first {
      let coded = value(rest)
      result.append(coded ?? byte)
      rest = rest.dropFirst(coded == nil ? 1 : 3)
    }
    return String(decoding: result, as: UTF8.self)
  }

  static func isAlphanumeric(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"):
      true
    default: false
    }
  }

  /// The byte that `%` and two digits at the start stand for, or `nil`
  private static func value(_ bytes: ArraySlice<UInt8>) -> UInt8? {
    let code = bytes.prefix(3)
    guard code.count == 3, code.first == UInt8(ascii: "%") else { return nil }
    let digits = code.dropFirst().compactMap { Character(Unicode.Scalar($0)).hexDigitValue }
    return digits.count == 2 ? UInt8(digits[0] << 4 | digits[1]) : nil
  }
}
