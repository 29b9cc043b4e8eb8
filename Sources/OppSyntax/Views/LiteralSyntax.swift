/// A literal that is not a text
package struct LiteralSyntax: SyntaxView {
  package enum Kind: Hashable, Sendable {
    /// `12`, `-3.5`
    case number
    /// A number with a unit or several; the unit may be unknown
    case quantity
    /// `12:00`, `7am`
    case timeOfDay
    case date
    /// `2026-06-21T12:00`
    case instant
    /// `@48.4284,-123.3656`
    case pin
    /// `#FF8800`
    case colour
    /// `true`, `false`
    case truth
  }

  /// A number and the unit that follows it, both as written
  package struct Part: Hashable, Sendable {
    package let number: String
    package let unit: String
  }

  package let node: SyntaxNode

  /// The words of the literal put together: a minus and its number, or a number and a unit that
  /// should touch it and does not (which the parser has reported)
  package var text: String {
    var text = ""
    for case .token(let token) in node.children { text += token.text }
    return text
  }

  /// The kind, from the token that is no minus; a number with a unit apart from it is a quantity
  package var kind: Kind {
    var isNumber = false
    for case .token(let token) in node.children {
      switch token.kind {
      case .quantity: return .quantity
      case .timeOfDay: return .timeOfDay
      case .date: return .date
      case .instant: return .instant
      case .pin: return .pin
      case .colour: return .colour
      case .true, .false: return .truth
      case .number: isNumber = true
      case .minus: continue
      default: return isNumber ? .quantity : .number
      }
    }
    return .number
  }

  /// `true` if a minus belongs to the literal
  package var isNegative: Bool { node.token(.minus) != nil }

  /// The numbers and units of a number or a quantity, without the sign: `1h30m` has two
  ///
  /// A number has the digits as written, `_` included, and an empty unit.
  ///
  ///     1h30m → 1 h, 30 m       -5C → 5 C       10m/s → 10 m/s       1_000 → 1_000 and no unit
  package var parts: [Part] {
    var parts: [Part] = []
    var number: [UInt8] = []
    var unit: [UInt8] = []
    let bytes = Array(text.utf8.drop { $0 == UInt8(ascii: "-") })
    for (index, byte) in bytes.enumerated() {
      let isDigit = byte.isDigit
      // Points and underscores belong to a number only before its unit.
      let continuesNumber =
        unit.isEmpty
        && (isDigit || byte == UInt8(ascii: ".")
          || byte == UInt8(ascii: "_") && index + 1 < bytes.count && bytes[index + 1].isDigit)
      if continuesNumber {
        number.append(byte)
      } else if isDigit {
        parts.append(Part(number: number.asText, unit: unit.asText))
        number = [byte]
        unit = []
      } else {
        unit.append(byte)
      }
    }
    parts.append(Part(number: number.asText, unit: unit.asText))
    return parts
  }
}

extension [UInt8] {
  /// The bytes as text
  fileprivate var asText: String { String(decoding: self, as: UTF8.self) }
}
