extension Lexer {
  /// The quote of another kind with which an open text seems to end; nil where it ends with none
  func otherQuote(after opening: Int) -> String? {
    let end = bytes[opening..<offset].lastIndex { $0 != 0x20 && $0 != 0x09 && $0 != 0x0D }
    guard let end, end > opening else { return nil }
    if bytes[end] == UInt8(ascii: "'") { return "'" }
    let isCurly = end >= opening + 3 && bytes[(end - 2)...end].elementsEqual("”".utf8)
    return isCurly ? "”" : nil
  }
}

extension Unicode.Scalar {
  var beginsName: Bool { properties.isXIDStart }
  var continuesName: Bool { properties.isXIDContinue }

  /// The operator that a sign of mathematics means
  var operatorMeant: TokenKind? {
    switch self {
    case "≤": .lessOrEqual
    case "≥": .greaterOrEqual
    case "≠": .notEqual
    case "×": .star
    case "÷": .slash
    case "−", "–", "—": .minus
    case "…": .dotDot
    default: nil
    }
  }

  /// Whether it is the quote that ends what another began
  func closesText(openedBy opening: Unicode.Scalar) -> Bool {
    switch opening {
    case "“", "„": self == "”" || self == "“"
    case "‘": self == "’"
    case "«": self == "»"
    default: self == opening
    }
  }

  /// Whether it is a space that editors and web pages slip in: no-break spaces and the byte order mark
  var isInvisibleSpace: Bool {
    value == 0xA0 || value == 0xFEFF || value == 0x202F || (0x2000...0x200B).contains(value)
      || value == 0x3000
  }
}
