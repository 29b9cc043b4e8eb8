extension TextFile {
  /// The text that a cell of an XML file denotes, its character references decoded
  ///
  /// - Parameter isVerbatim: whether it is between `<![CDATA[` and `]]>`.
  /// - Returns: nil if it is not UTF-8, or names an entity that XML itself does not have.
  package func xmlText(_ cell: Cell, isVerbatim: Bool) -> String? {
    let slice = bytes[cell.start..<cell.end]
    guard !isVerbatim, slice.contains(UInt8(ascii: "&")) else {
      return String(validating: slice, as: UTF8.self)
    }
    var decoded: [UInt8] = []
    var rest = slice
    while let byte = rest.popFirst() {
      guard byte == UInt8(ascii: "&") else {
        decoded.append(byte)
        continue
      }
      guard let end = rest.prefix(Self.longestReference).firstIndex(of: UInt8(ascii: ";")),
        let scalar = Self.scalar(String(decoding: rest[..<end], as: UTF8.self))
      else { return nil }
      decoded.append(contentsOf: Array(String(scalar).utf8))
      rest = rest[(end + 1)...]
    }
    return String(validating: decoded, as: UTF8.self)
  }

  /// More bytes than any reference to a character has
  private static let longestReference = 16

  /// The character that `amp`, `#233` or `#xE9` denotes, without its `&` and `;`; nil if there is none
  private static func scalar(_ reference: String) -> Unicode.Scalar? {
    switch reference {
    case "amp": return "&"
    case "lt": return "<"
    case "gt": return ">"
    case "quot": return "\""
    case "apos": return "'"
    default:
      guard reference.first == "#" else { return nil }
      let digits = reference.dropFirst()
      let isHexadecimal = digits.first == "x" || digits.first == "X"
      let value = isHexadecimal ? UInt32(digits.dropFirst(), radix: 16) : UInt32(digits)
      return value.flatMap { $0 == 0 ? nil : Unicode.Scalar($0) }
    }
  }
}
