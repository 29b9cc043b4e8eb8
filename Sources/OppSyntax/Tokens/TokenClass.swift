/// The class of a word, by which it is coloured if its meaning is not known
///
/// ```opp
/// opp "Warm" when temp > 20C // outside
/// ```
///
/// has: keyword, text, text, text, keyword, name, operator, number, unit, comment. Brackets, commas and the like are of
/// no class.
package enum TokenClass: UInt8, Hashable, Sendable, CaseIterable {
  case keyword
  case text
  case number
  case comment
  case unit
  case name
  case `operator`

  /// The class as style sheets name it
  package var name: String {
    switch self {
    case .keyword: "keyword"
    case .text: "text"
    case .number: "number"
    case .comment: "comment"
    case .unit: "unit"
    case .name: "name"
    case .operator: "operator"
    }
  }
}

/// A word, or the part of one, with its class
package struct ClassifiedToken: Hashable, Sendable {
  package let range: SourceRange
  package let tokenClass: TokenClass
}

extension TokenKind {
  /// The class of the tokens of a kind; nil for those that have no colour
  ///
  /// A quantity is a number and its units (``SyntaxToken/quantityParts``).
  var tokenClass: TokenClass? {
    switch self {
    case .whitespace, .endOfFile, .unexpected: nil
    case .comment, .documentation: .comment
    case .name: .name
    case .keyword: .keyword
    case .number, .quantity, .timeOfDay, .date, .instant, .pin, .colour, .format: .number
    case .openingQuote, .closingQuote, .textSegment: .text
    case .plus, .minus, .star, .slash, .equalEqual, .notEqual, .less, .lessOrEqual, .greater,
      .greaterOrEqual, .equal, .dotDot, .ampersands, .bars, .exclamation:
      .operator
    case .openingInterpolation, .closingInterpolation, .formatColon, .dot, .comma, .colon, .bar,
      .openingParenthesis, .closingParenthesis, .openingBracket, .closingBracket, .openingBrace,
      .closingBrace, .semicolon:
      nil
    case .and, .or, .not, .is, .in, .if, .then, .else, .true, .false, .near, .within, .for, .last,
      .next, .since, .each, .where, .as, .otherwise, .any:
      .keyword
    }
  }
}

extension SyntaxToken {
  /// The parts of a quantity in the order of the text: of `1h30m` the numbers `1` and `30`, and the units `h` and `m`
  package var quantityParts: [(range: SourceRange, isUnit: Bool)] {
    let range = range
    var parts: [(range: SourceRange, isUnit: Bool)] = []
    var start = range.start
    var isUnit = false
    for (offset, byte) in bytes.enumerated() {
      let isOfNumber =
        (0x30...0x39).contains(byte) || byte == UInt8(ascii: ".") || byte == UInt8(ascii: "_")
      guard isUnit == isOfNumber else { continue }
      let place = range.start + Int32(offset)
      parts.append((SourceRange(file: range.file, start: start, end: place), isUnit))
      start = place
      isUnit = !isUnit
    }
    parts.append((SourceRange(file: range.file, start: start, end: range.end), isUnit))
    return parts
  }
}

extension SyntaxTree {
  /// The words and comments that have a class, in the order of the text; none is empty, and none is in another
  package var classifiedTokens: [ClassifiedToken] {
    var found: [ClassifiedToken] = []
    found.reserveCapacity(tokenKinds.count / 2)
    for index in tokenKinds.indices {
      guard let tokenClass = tokenKinds[index].tokenClass else { continue }
      let token = token(at: index)
      guard token.kind == .quantity else {
        if !token.range.isEmpty {
          found.append(ClassifiedToken(range: token.range, tokenClass: tokenClass))
        }
        continue
      }
      for part in token.quantityParts where !part.range.isEmpty {
        found.append(
          ClassifiedToken(range: part.range, tokenClass: part.isUnit ? .unit : .number))
      }
    }
    return found
  }
}
