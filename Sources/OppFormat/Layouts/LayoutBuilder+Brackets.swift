internal import OppSyntax

extension LayoutBuilder {
  /// Writes the content of brackets: on the line, or each part on a line of its own
  ///
  /// Braces that the writer opened with a line end stay open; the fields of a source or a table, and
  /// the values of a row without commas between them, are always on lines of their own. Commas are
  /// left as they are, after the last part too.
  ///
  /// ```opp
  /// opp "Gym" when weekday in [mon, wed, fri]   // on the line
  /// source gate fresh for 1h cost 2 {           // fields: always open
  ///   state: Text
  /// }
  /// ```
  mutating func writeBrackets(_ node: SyntaxNode) {
    open()
    var isInside = false
    // Whether the next part begins after a place where the line may end
    var owesLine = false
    for child in node.children {
      switch child {
      case .token(let token) where token.isOpeningBracket && !isInside:
        isInside = true
        openBracket(token, in: node)
      case .token(let token) where token.isClosingBracket:
        closeBracket(token, in: node)
      case .token(let token) where token.kind == .less && node.kind == .enumCaseList:
        line()
        word(token)
        owesLine = false
      case .token(let token):
        word(token)
        owesLine = token.kind == .comma
        continue
      case .node(let part):
        if owesLine { separate(before: part, in: node) }
        if node.kind == .parenthesized { writeBlock(part) } else { write(part) }
        owesLine = true
      }
    }
    close()
  }

  /// Writes an opening bracket and indents; after it the line may end, and in open braces does
  private mutating func openBracket(_ token: SyntaxToken, in node: SyntaxNode) {
    word(token)
    if isEmpty(node) { return indent() }
    if token.kind == .openingBrace, standsOpen(node) || endsLine(after: token) { forceBreak() }
    indent()
    line(width: innerWidth(token, in: node))
  }

  /// The spaces within a bracket on one line: none in those of JSON, which the entries of an option are
  private func innerWidth(_ token: SyntaxToken, in node: SyntaxNode) -> Int32 {
    let isBrace = token.kind == .openingBrace || token.kind == .closingBrace
    return isBrace && node.kind != .entryList ? 1 : 0
  }

  /// Writes the comments that are left, ends the indentation and writes the closing bracket
  private mutating func closeBracket(_ token: SyntaxToken, in node: SyntaxNode) {
    writeComments(before: Int(token.index))
    outdent()
    if isEmpty(node) {
      // `{}`, as words would have a space between braces.
      glue()
    } else {
      line(width: innerWidth(token, in: node))
    }
    word(token)
  }

  /// Writes the place between two parts: a line end between fields, elsewhere as the group has it
  private mutating func separate(before part: SyntaxNode, in node: SyntaxNode) {
    if node.kind == .fieldList {
      newline(before: part)
    } else {
      line()
    }
  }

  /// `true` if nothing is between the brackets: neither a part nor a comma
  private func isEmpty(_ node: SyntaxNode) -> Bool {
    for child in node.children {
      switch child {
      case .node: return false
      case .token(let token): if !token.isOpeningBracket && !token.isClosingBracket { return false }
      }
    }
    return true
  }

  /// `true` if the parts must be on lines of their own: fields, and values without a comma between two
  private func standsOpen(_ node: SyntaxNode) -> Bool {
    if node.kind == .fieldList { return true }
    // Cases that are called `on off` would be taken for clauses at the beginning of a line.
    if node.kind != .valueList { return false }
    var isAfterPart = false
    for child in node.children {
      if case .node = child {
        if isAfterPart { return true }
        isAfterPart = true
      } else {
        isAfterPart = false
      }
    }
    return false
  }

  /// `true` if the writer ended the line after a token, be it with a comment
  private func endsLine(after token: SyntaxToken) -> Bool {
    let index = Int(token.index)
    guard let next = token.nextWord else { return false }
    return tokens.hasLineFeed(from: index + 1, to: Int(next.index))
  }
}

extension SyntaxToken {
  /// `true` if the token is `(`, `[` or `{`
  fileprivate var isOpeningBracket: Bool {
    kind == .openingParenthesis || kind == .openingBracket || kind == .openingBrace
  }

  /// `true` if the token is `)`, `]` or `}`
  fileprivate var isClosingBracket: Bool {
    kind == .closingParenthesis || kind == .closingBracket || kind == .closingBrace
  }
}
