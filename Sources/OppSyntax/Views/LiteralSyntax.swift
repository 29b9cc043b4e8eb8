/// A literal that is not a text
package struct LiteralSyntax: SyntaxView {
  package enum Kind: Hashable, Sendable {
    case number
    /// A number with a unit or several; the unit may be unknown
    case quantity
    case timeOfDay
    case date
    case instant
    case pin
    case colour
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

  /// Whether a minus belongs to the literal
  package var isNegative: Bool { node.token(.minus) != nil }

  /// The numbers and units of a number or a quantity, without the sign: `1h30m` has two
  ///
  /// A number has the digits as written, `_` included, and an empty unit.
  package var parts: [Part] {
    var parts: [Part] = []
    var number: [UInt8] = []
    var unit: [UInt8] = []
    let bytes = Array(text.utf8.drop { $0 == UInt8(ascii: "-") })
    for (index, byte) in bytes.enumerated() {
      let isDigit = byte.isDigit
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
  fileprivate var asText: String { String(decoding: self, as: UTF8.self) }
}
