internal import OppSyntax

/// The classes of tokens that have a colour of their own, the same as in the playground
enum TokenClass: String {
  case keyword
  case text
  case number
  case comment
  case unit

  /// The class of a token; nil for names, marks and white space, which have the colour of the text
  init?(_ kind: TokenKind) {
    switch kind {
    case .comment, .documentation: self = .comment
    case .keyword, .and, .or, .not, .is, .in, .if, .then, .else, .true, .false, .near, .within,
      .for, .last, .next, .since, .each, .where, .as, .otherwise, .any:
      self = .keyword
    case .openingQuote, .closingQuote, .textSegment, .openingInterpolation, .closingInterpolation,
      .formatColon, .format:
      self = .text
    case .number, .quantity, .timeOfDay, .date, .instant, .pin, .colour: self = .number
    case .name, .whitespace, .plus, .minus, .star, .slash, .equalEqual, .notEqual, .less,
      .lessOrEqual, .greater, .greaterOrEqual, .equal, .dotDot, .dot, .comma, .colon, .bar,
      .openingParenthesis, .closingParenthesis, .openingBracket, .closingBracket, .openingBrace,
      .closingBrace, .ampersands, .bars, .exclamation, .semicolon, .unexpected, .endOfFile:
      return nil
    }
  }
}
