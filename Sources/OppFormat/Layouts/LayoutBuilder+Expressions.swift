internal import OppSyntax

extension LayoutBuilder {
  /// Writes a child: a node by its kind, a token as a word
  mutating func write(_ element: SyntaxElement) {
    switch element {
    case .node(let node): write(node)
    case .token(let token): word(token)
    }
  }

  /// Writes a part of a declaration
  ///
  /// A kind that is not named breaks nowhere itself: its words and parts follow each other.
  mutating func write(_ node: SyntaxNode) {
    switch node.kind {
    case .text: whole(node)
    case .literal, .negative: writeSigned(node)
    case .conjunction, .disjunction, .sum, .product, .conditional, .filter, .mapping, .ordering:
      writeOperation(node, isIndented: true)
    case .argumentList, .parameterList:
      glue()
      writeBrackets(node)
    case .parenthesized, .list, .valueList, .fieldList, .enumCaseList, .entryList:
      writeBrackets(node)
    case .testStep: writeStep(node)
    case .givenAction: writeGiven(node)
    case .nearClause, .notifyClause, .expectAction: writeFilled(node)
    case .onClause: writeEvents(node)
    case .whenClause, .forEachClause, .ofClause, .setDeclaration: writeKeywordAndBody(node)
    default: writeParts(node)
    }
  }

  /// Writes the children one after the other
  mutating func writeParts(_ node: SyntaxNode) {
    for child in node.children { write(child) }
  }

  /// Writes an expression that follows a keyword: after a break, it continues two columns further in
  mutating func writeBody(_ node: SyntaxNode) {
    guard breaksAtWords(node.kind) || hasComments(before: node.firstToken) else {
      return write(node)
    }
    indent()
    writeBlock(node)
    outdent()
  }

  /// Writes an expression in a block of its own, without indenting the text after a break
  mutating func writeBlock(_ node: SyntaxNode) {
    if breaksAtWords(node.kind) {
      writeOperation(node, isIndented: false)
    } else {
      write(node)
    }
  }

  /// `true` if an expression breaks before words such as `and`, not within brackets
  func breaksAtWords(_ kind: SyntaxKind) -> Bool {
    switch kind {
    case .conjunction, .disjunction, .sum, .product, .conditional, .filter, .mapping, .ordering:
      true
    default: false
    }
  }

  /// `a and b`, `a + b`, `if c then a else b`, `LIST where c`: breaks before the words between
  ///
  /// ```opp
  /// when sky == sunny
  ///   and (free >= 30min or weekday == sat)     // parentheses are a group of their own, here flat
  ///   and temp > 20C
  /// ```
  private mutating func writeOperation(_ node: SyntaxNode, isIndented: Bool) {
    if let first = node.firstToken { writeComments(before: Int(first.index)) }
    if isIndented { indent() }
    open()
    writeOperands(node)
    close()
    if isIndented { outdent() }
  }

  /// Writes the operands and words of an operation, in the group that is open
  private mutating func writeOperands(_ node: SyntaxNode) {
    var isAfterElse = false
    for child in node.children {
      switch child {
      case .token(let token):
        if breaks(before: token, in: node.kind) { line() }
        word(token)
        isAfterElse = token.kind == .else
      case .node(let operand):
        // `else if` continues as one chain: all of it breaks, or nothing.
        if isAfterElse, operand.kind == .conditional {
          writeOperands(operand)
        } else {
          write(operand)
        }
      }
    }
  }

  /// `true` if the line may end before a word of an operation
  ///
  /// Before `then`, `else`, `and`, `+` and their like; not before the words of `LIST as NAME`, nor before the first
  /// word of `if c then a else b`. Before `where`, `each` and `by` it may: `agenda as e where e.busy`.
  private func breaks(before token: SyntaxToken, in kind: SyntaxKind) -> Bool {
    switch token.kind {
    case .if, .as, .name: false
    case .where: kind == .filter
    case .each: kind == .mapping
    case .keyword: kind == .ordering && token.text == "by"
    default: true
    }
  }

  /// A literal, `-5C`, whose minus touches it, or `-x`
  ///
  /// A minus apart from a literal is an operator: `- 5` stays apart, else it would be another tree.
  private mutating func writeSigned(_ node: SyntaxNode) {
    var isAfterMinus = false
    for child in node.children {
      if isAfterMinus, node.kind == .literal || !beginsWithLiteral(child) { glue() }
      write(child)
      if case .token(let token) = child { isAfterMinus = token.kind == .minus }
    }
  }

  /// `true` if a child begins with a literal that is one token, such as a number; a text is several
  private func beginsWithLiteral(_ element: SyntaxElement) -> Bool {
    switch element {
    case .token(let token): token.kind.isLiteral
    case .node(let node): node.firstToken?.kind.isLiteral ?? false
    }
  }
}
