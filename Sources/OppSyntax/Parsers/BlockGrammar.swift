/// The productions of blocks in braces, and of types and parameters
enum BlockGrammar {
  /// Parses the content of braces, one item after the other; commas between them are optional
  ///
  /// - Parameter item: parses an item and gives true; gives false, having taken nothing, if none begins.
  ///
  /// Each round takes at least one word, and an item that begins a line like a declaration ends a block left open:
  ///
  /// ```opp
  /// source gate fresh for 1h cost 2 {
  ///   state: Text
  /// opp "Gate" when gate.state == "open"      // `}` is missing, and the Opp is read all the same
  /// ```
  static func parseBlock(
    _ parser: inout Parser,
    _ kind: SyntaxKind, _ construct: SyntaxProblem.Construct, after: String,
    item: (inout Parser) -> Bool
  ) {
    if parser.peek(1) == .openingBrace, parser.at(.equal) || parser.at(.colon) {
      parser.report(.needlessWord(parser.found.text), at: parser.wordRange())
      parser.skip(1)
    }
    guard parser.at(.openingBrace) else {
      parser.reportMissing { .missingWord("{", after: after, before: $0) }
      return
    }
    let mark = parser.mark
    let opening = parser.wordRange()
    parser.take()
    parser.commaDepth += 1
    defer { parser.commaDepth -= 1 }
    while !parser.at(.closingBrace), !isAtEnd(parser, of: construct) {
      let before = parser.position
      if parser.at(.semicolon) {
        parser.report(.semicolon, at: parser.wordRange())
        parser.skip(1)
      } else if !item(&parser) {
        parser.reportUnexpected { .unexpectedIn(construct, $0) }
        parser.skipOne { $0.at(.comma) || $0.at(.closingBrace) || $0.startsLine }
      }
      _ = parser.take(if: .comma)
      if parser.position == before { parser.skip(1) }
    }
    let isClosed = parser.parseClosing(.closingBrace, "}", opened: opening)
    parser.close(kind, from: mark, isBroken: !isClosed)
  }

  /// `true` if the block was left open: something stronger begins
  ///
  /// Cases and fields may be named as clauses and declarations are, and no clause follows them.
  ///
  /// The word after it decides: `opp: Text` and `opp, on` at the start of a line are fields and cases.
  private static func isAtEnd(_ parser: borrowing Parser, of construct: SyntaxProblem.Construct)
    -> Bool
  {
    if parser.at(.endOfFile) { return true }
    guard parser.startsLine, parser.peek(1) != .colon, parser.peek(1) != .comma else {
      return false
    }
    switch construct {
    case .cases, .fields: return parser.atDeclarationHead
    default:
      return parser.looksLikeDeclaration
        || parser.looksLikeClause && parser.peek(1) != .bar && parser.peek(1) != .closingBrace
    }
  }

  /// Parses the fields of a source or a table
  static func parseFields(_ parser: inout Parser, after: String) {
    parseBlock(&parser, .fieldList, .fields, after: after) { parseField(&$0) }
  }

  /// Grammar: field ::= NAME ( ',' NAME )* ':' type
  ///
  ///     low, high: Number
  private static func parseField(_ parser: inout Parser) -> Bool {
    guard parser.current.isWord else { return false }
    if ForeignDeclarations.parseClauseAmongFields(&parser) { return true }
    let mark = parser.mark
    parseNames(&parser, of: .field)
    parser.parseMark(.colon, ":", after: "the name of a field")
    parseType(&parser)
    parser.close(.field, from: mark)
    return true
  }

  /// `true` if the next name is written as types are, so that a colon is missing before it
  private static func atTypeName(_ parser: borrowing Parser) -> Bool {
    parser.bytes().first.map { $0 >= 0x41 && $0 <= 0x5A } ?? false
  }

  /// Parses names with commas between them, up to a colon
  ///
  /// In `low high: Number` the comma is reported as missing; in `low Number` the colon is.
  private static func parseNames(
    _ parser: inout Parser, of thing: SyntaxProblem.NamedThing, any isAnyWord: Bool = true
  ) {
    parser.parseName(of: thing, any: isAnyWord)
    while true {
      if parser.take(if: .comma) {
        parser.parseName(of: thing, any: isAnyWord)
      } else if parser.at(.name), !parser.startsLine, parser.peek(1) != .openingBrace,
        !atTypeName(parser)
      {
        parser.reportMissingComma()
        parser.parseName(of: thing, any: isAnyWord)
      } else {
        return
      }
    }
  }

  /// Grammar: type ::= NAME | '[' type ']'
  ///
  ///     Number     [Text]     [[Duration]]
  static func parseType(_ parser: inout Parser) {
    let mark = parser.mark
    if parser.at(.name) {
      parser.take()
      return parser.close(.namedType, from: mark)
    }
    guard parser.at(.openingBracket) else {
      parser.reportMissing { .missingType(before: $0) }
      return parser.addMissing()
    }
    parser.nest { parser in
      let opening = parser.wordRange()
      parser.take()
      parseType(&parser)
      let isClosed = parser.parseClosing(.closingBracket, "]", opened: opening)
      parser.close(.listType, from: mark, isBroken: !isClosed)
    }
  }

  /// Grammar: parameters ::= '(' ( parameter ( ',' parameter )* ','? )? ')'
  static func parseParameters(_ parser: inout Parser, any isAnyWord: Bool = false) {
    let mark = parser.mark
    let opening = parser.wordRange()
    parser.take()
    OperandGrammar.parseElements(&parser, until: .closingParenthesis) {
      parseParameter(&$0, any: isAnyWord)
    }
    let isClosed = parser.parseClosing(.closingParenthesis, ")", opened: opening)
    parser.close(.parameterList, from: mark, isBroken: !isClosed)
  }

  /// Grammar: parameter ::= NAME ( ',' NAME )* ':' type ( '=' expression )?
  ///
  ///     (limit: Temperature = 20C)
  private static func parseParameter(_ parser: inout Parser, any isAnyWord: Bool) {
    let mark = parser.mark
    parseNames(&parser, of: .parameter, any: isAnyWord)
    parser.parseMark(.colon, ":", after: "the name of a parameter")
    parseType(&parser)
    if parser.take(if: .equal) { ExpressionGrammar.parseExpression(&parser) }
    parser.close(.parameter, from: mark)
  }

  /// Grammar: values ::= '{' ( field_value ','? )* '}'
  ///
  ///     { place: "home", count: 1 }
  static func parseValues(_ parser: inout Parser, after: String) {
    parseBlock(&parser, .valueList, .values, after: after) { parseFieldValue(&$0) }
  }

  /// Grammar: field_value ::= NAME ':' expression
  private static func parseFieldValue(_ parser: inout Parser) -> Bool {
    guard parser.current.isWord, parser.peek(1) == .colon || parser.peek(1) == .equal else {
      return false
    }
    let mark = parser.mark
    parser.parseName(of: .value, any: true)
    // `place = "home"` is understood, and reported.
    if parser.at(.equal) {
      parser.report(.foreignOperator("=", meant: ":"), at: parser.wordRange())
      parser.take(as: .colon)
    } else {
      parser.take()
    }
    parser.isInValues = true
    ExpressionGrammar.parseExpression(&parser)
    parser.isInValues = false
    parser.close(.fieldValue, from: mark)
    return true
  }
}
