extension Parser {
  /// Parses the content of braces, one item after the other; commas between them are optional
  ///
  /// - Parameter item: parses an item and gives true; gives false, having taken nothing, where none begins.
  mutating func parseBlock(
    _ kind: SyntaxKind, _ construct: SyntaxProblem.Construct, after: String,
    item: (inout Parser) -> Bool
  ) {
    guard at(.openingBrace) else {
      reportMissing { .missingWord("{", after: after, before: $0) }
      return
    }
    let mark = mark
    let opening = wordRange()
    take()
    commaDepth += 1
    defer { commaDepth -= 1 }
    while !at(.closingBrace), !isAtEnd(of: construct) {
      let before = position
      if !item(&self) {
        reportMissing { .unexpectedIn(construct, $0) }
        skipOne { $0.at(.comma) || $0.at(.closingBrace) || $0.startsLine }
      }
      _ = take(if: .comma)
      if position == before { skip(1) }
    }
    let isClosed = parseClosing(.closingBrace, "}", opened: opening)
    close(kind, from: mark, isBroken: !isClosed)
  }

  /// Whether the block was left open: something stronger begins
  ///
  /// Cases and fields may be named as clauses and declarations are, and no clause follows them.
  private func isAtEnd(of construct: SyntaxProblem.Construct) -> Bool {
    if at(.endOfFile) { return true }
    guard startsLine, peek(1) != .colon, peek(1) != .comma else { return false }
    switch construct {
    case .cases, .fields: return atDeclarationHead
    default:
      return looksLikeDeclaration || looksLikeClause && peek(1) != .bar && peek(1) != .closingBrace
    }
  }

  /// Parses the fields of a source or a table
  mutating func parseFields(after: String) {
    parseBlock(.fieldList, .fields, after: after) { $0.parseField() }
  }

  /// Grammar: field ::= NAME ( ',' NAME )* ':' type
  private mutating func parseField() -> Bool {
    guard current.isWord else { return false }
    if parseClauseAmongFields() { return true }
    let mark = mark
    parseNames(of: .field)
    parseMark(.colon, ":", after: "the name of a field")
    parseType()
    close(.field, from: mark)
    return true
  }

  /// Whether the next name is written as types are, so that a colon is missing before it
  private var atTypeName: Bool { bytes().first.map { $0 >= 0x41 && $0 <= 0x5A } ?? false }

  /// Parses names with commas between them, up to a colon
  private mutating func parseNames(of thing: SyntaxProblem.NamedThing) {
    parseName(of: thing, any: true)
    while true {
      if take(if: .comma) {
        parseName(of: thing, any: true)
      } else if at(.name), !startsLine, peek(1) != .openingBrace, !atTypeName {
        reportMissingComma()
        parseName(of: thing, any: true)
      } else {
        return
      }
    }
  }

  /// Grammar: type ::= NAME | '[' type ']'
  mutating func parseType() {
    let mark = mark
    if at(.name) {
      take()
      return close(.namedType, from: mark)
    }
    guard at(.openingBracket) else {
      reportMissing { .missingType(before: $0) }
      return addMissing()
    }
    nest { parser in
      let opening = parser.wordRange()
      parser.take()
      parser.parseType()
      let isClosed = parser.parseClosing(.closingBracket, "]", opened: opening)
      parser.close(.listType, from: mark, isBroken: !isClosed)
    }
  }

  /// Grammar: parameters ::= '(' ( parameter ( ',' parameter )* ','? )? ')'
  mutating func parseParameters() {
    let mark = mark
    let opening = wordRange()
    take()
    parseElements(until: .closingParenthesis) { $0.parseParameter() }
    let isClosed = parseClosing(.closingParenthesis, ")", opened: opening)
    close(.parameterList, from: mark, isBroken: !isClosed)
  }

  /// Grammar: parameter ::= NAME ( ',' NAME )* ':' type ( '=' expression )?
  private mutating func parseParameter() {
    let mark = mark
    parseNames(of: .parameter)
    parseMark(.colon, ":", after: "the name of a parameter")
    parseType()
    if take(if: .equal) { parseExpression() }
    close(.parameter, from: mark)
  }

  /// Grammar: values ::= '{' ( field_value ','? )* '}'
  mutating func parseValues(after: String) {
    parseBlock(.valueList, .values, after: after) { $0.parseFieldValue() }
  }

  /// Grammar: field_value ::= NAME ':' expression
  private mutating func parseFieldValue() -> Bool {
    guard current.isWord, peek(1) == .colon || peek(1) == .equal else { return false }
    let mark = mark
    parseName(of: .value, any: true)
    if at(.equal) {
      report(.foreignOperator("=", meant: ":"), at: wordRange())
      take(as: .colon)
    } else {
      take()
    }
    parseExpression()
    close(.fieldValue, from: mark)
    return true
  }
}
