/// Texts, of which every segment, quote and brace is a token
extension Lexer {
  /// Cuts the next token of a text: a segment, an opening brace or the closing quote
  mutating func lexText(openedAt opening: Int32) {
    let start = offset
    let isEscaped = bytes[Int(opening)] == UInt8(ascii: "\\")
    switch byte() {
    case UInt8(ascii: "\\") where isEscaped && byte(1) == UInt8(ascii: "\""):
      offset += 2
      nestings.removeLast()
      begin(.closingQuote, at: start)
    case UInt8(ascii: "\""):
      offset += 1
      nestings.removeLast()
      begin(.closingQuote, at: start)
    case UInt8(ascii: "{") where byte(1) != UInt8(ascii: "{"):
      offset += 1
      nestings.append(.interpolation(start: Int32(start), depth: 0))
      begin(.openingInterpolation, at: start)
    case 0x0A:
      closeTexts()
    case 0x0D where byte(1) == 0x0A:
      closeTexts()
    default:
      skipSegment(isEscaped: isEscaped)
      begin(.textSegment, at: start)
    }
  }

  /// Skips the characters of a text up to its end, the end of its line or an interpolation
  ///
  /// - Parameter isEscaped: whether the text began with an escaped quote, and so ends with one.
  private mutating func skipSegment(isEscaped: Bool) {
    while offset < bytes.count {
      switch bytes[offset] {
      case UInt8(ascii: "\""), 0x0A: return
      case 0x0D where byte(1) == 0x0A: return
      case UInt8(ascii: "{"):
        guard byte(1) == UInt8(ascii: "{") else { return }
        offset += 2
      case UInt8(ascii: "}"):
        if byte(1) == UInt8(ascii: "}") {
          offset += 2
        } else {
          offset += 1
          report(.loneBrace, from: offset - 1)
        }
      case UInt8(ascii: "\\") where isEscaped && byte(1) == UInt8(ascii: "\""): return
      case UInt8(ascii: "\\"): skipEscape()
      default: offset += 1
      }
    }
  }

  /// Cuts the format behind the `:` of an interpolation, without the spaces around it; nothing if it is empty
  mutating func lexFormat() {
    if byte().isWhitespace { lexWhitespace() }
    // A line that ends closes all texts.
    guard !nestings.isEmpty else { return }
    let start = offset
    var end = offset
    while offset < bytes.count {
      switch bytes[offset] {
      case UInt8(ascii: "}"), UInt8(ascii: "\""), 0x0A, 0x0D:
        offset = end
        if end > start { begin(.format, at: start) }
        return
      case 0x20, 0x09: offset += 1
      default:
        offset += 1
        end = offset
      }
    }
    offset = end
    if end > start { begin(.format, at: start) }
  }

  private mutating func skipEscape() {
    if let end = TextEscapes.end(ofEscapeIn: bytes[...], at: offset) {
      offset = end
      return
    }
    let start = offset
    offset += 1
    let next = byte()
    if next != 0x0A, next != 0x0D, let (_, length) = scalar() { offset += length }
    if next == UInt8(ascii: "("), let end = endOfName(from: offset),
      end < bytes.count, bytes[end] == UInt8(ascii: ")")
    {
      offset = end + 1
    }
    report(.unknownEscape(source.text(range(from: start))), from: start)
  }

  /// The end of a name with its points, as in `\(room.temp)`; `nil` if none begins at an offset
  private func endOfName(from start: Int) -> Int? {
    var end = start
    while end < bytes.count {
      let byte = bytes[end]
      guard
        byte == 0x5F || byte == 0x2E || (0x30...0x39).contains(byte)
          || (0x61...0x7A).contains(byte | 0x20)
      else { break }
      end += 1
    }
    return end > start ? end : nil
  }

  /// Ends all open texts at the offset, with tokens of no length, and reports it once
  mutating func closeTexts() {
    guard case .text(let opening) = nestings.first else { return }
    var openBrace: SourceRange?
    if nestings.count > 1, case .interpolation(let brace, _) = nestings[1] {
      openBrace = SourceRange(file: source.index, start: brace, end: brace + 1)
    }
    report(
      .unterminatedText(openBrace: openBrace, endsInOther: otherQuote(after: Int(opening))),
      from: Int(opening))
    while let nesting = nestings.popLast() {
      switch nesting {
      case .text: begin(.closingQuote, at: offset)
      case .interpolation: begin(.closingInterpolation, at: offset)
      }
    }
  }

  /// The quote of another kind with which an open text seems to end; `nil` if it ends with none
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

  /// `true` if it is the quote that ends a text begun by another
  func closesText(openedBy opening: Unicode.Scalar) -> Bool {
    switch opening {
    case "“", "„": self == "”" || self == "“"
    case "‘": self == "’"
    case "«": self == "»"
    default: self == opening
    }
  }

  /// `true` if it is a space that editors and web pages slip in: no-break spaces and the byte order mark
  var isInvisibleSpace: Bool {
    value == 0xA0 || value == 0xFEFF || value == 0x202F || (0x2000...0x200B).contains(value)
      || value == 0x3000
  }
}
