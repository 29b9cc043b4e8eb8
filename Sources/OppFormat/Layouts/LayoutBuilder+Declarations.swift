internal import OppSyntax

extension LayoutBuilder {
  /// Writes a declaration; a kind that is not named has its words on one line
  mutating func writeDeclaration(_ node: SyntaxNode) {
    switch node.kind {
    case .oppDeclaration: writeOpp(node)
    case .testDeclaration: writeTest(node)
    case .chartDeclaration: writeChart(node)
    case .letDeclaration: writeLet(node)
    case .sourceDeclaration, .tableDeclaration: writeSchema(node)
    case .placeDeclaration: writeFilled(node)
    default: writeParts(node)
    }
  }

  /// `let NAME = …`: an expression that breaks before words goes to the next line as a whole first
  ///
  /// ```opp
  /// let warm =
  ///   temp >= 20C and temp < 30C and sky == sunny and wind < 20km/h and humidity < 60% and not raining
  /// ```
  ///
  /// Only if the line after `=` is too short for it as well, each `and` begins a line.
  private mutating func writeLet(_ node: SyntaxNode) {
    var isAfterEqual = false
    for child in node.children {
      guard isAfterEqual, case .node(let value) = child else {
        write(child)
        if case .token(let token) = child, token.kind == .equal { isAfterEqual = true }
        continue
      }
      guard breaksAtWords(value.kind) else {
        writeBody(value)
        continue
      }
      open()
      indent()
      line()
      writeBlock(value)
      outdent()
      close()
    }
  }

  /// `source NAME(…) fresh for D cost N { … }`, `table NAME by FIELD fresh for D { … }`
  ///
  /// The clauses stay on the line of the name if the writer left them and the brace there; otherwise
  /// each has a line, and so has the brace.
  private mutating func writeSchema(_ node: SyntaxNode) {
    let clauses = node.children(.freshnessClause) + node.children(.costClause)
    guard !clauses.isEmpty else { return writeParts(node) }
    open()
    if headerHasLineFeed(node) { forceBreak() }
    for child in node.children {
      guard case .node(let part) = child else {
        write(child)
        continue
      }
      switch part.kind {
      case .freshnessClause, .costClause:
        indent()
        line()
        write(part)
        outdent()
      case .fieldList:
        line()
        close()
        write(part)
      default:
        write(part)
      }
    }
    if node.child(.fieldList) == nil { close() }
  }

  /// `true` if the writer ended a line between the first word and the brace; so taken if there is no brace
  private func headerHasLineFeed(_ node: SyntaxNode) -> Bool {
    guard let first = node.firstToken, let brace = node.child(.fieldList)?.firstToken else {
      return true
    }
    return tokens.hasLineFeed(from: Int(first.index), to: Int(brace.index))
  }
}
