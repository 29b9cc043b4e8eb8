internal import OppSyntax

extension LayoutBuilder {
  /// `opp "Name"`, then each clause on its own line, in the writer's order
  ///
  /// An Opp that was written on one line stays on it if it fits. A `for each` directly after the name
  /// stays beside it.
  ///
  /// ```opp
  /// opp "Meeting" for each event in agenda
  ///   when event.busy
  /// ```
  mutating func writeOpp(_ node: SyntaxNode) {
    let isOneLine = !hasLineFeed(node)
    open()
    if !isOneLine { forceBreak() }
    indent()
    var clauseCount = 0
    for child in node.children {
      guard case .node(let part) = child, part.kind.isClause else {
        write(child)
        continue
      }
      // A group of its own: the line ends before `for each` only if that does not fit, or a comment is between.
      if clauseCount == 0, part.kind == .forEachClause {
        open()
        if hasComments(before: part.firstToken) { forceBreak() }
        line()
        close()
      } else if isOneLine {
        line()
      } else {
        newline(before: part, keepingBlanks: clauseCount > 0)
      }
      write(part)
      clauseCount += 1
    }
    outdent()
    close()
  }

  /// `chart "Name"`, then its clauses, each on its own line where the writer began one
  ///
  /// A clause that was left on the line of the one before stays there if it fits.
  ///
  /// ```opp
  /// chart "Kilometres" for each m in distinct(trips each mode)
  ///   of sum(trips where mode == m and ended in period each distance) per week last 52
  /// ```
  mutating func writeChart(_ node: SyntaxNode) {
    indent()
    var clauseCount = 0
    for child in node.children {
      guard case .node(let part) = child, part.kind.isClause, let first = part.firstToken else {
        write(child)
        continue
      }
      if tokens.beginsLine(Int(first.index)) {
        newline(before: part, keepingBlanks: clauseCount > 0)
      } else {
        open()
        if hasComments(before: first) { forceBreak() }
        line()
        close()
      }
      write(part)
      clauseCount += 1
    }
    outdent()
  }

  /// `true` if the writer ended a line between the first and the last word
  private func hasLineFeed(_ node: SyntaxNode) -> Bool {
    guard let first = node.firstToken, let last = node.lastToken else { return false }
    return tokens.hasLineFeed(from: Int(first.index), to: Int(last.index))
  }

  /// `when CONDITION`, `for each NAME in LIST`
  mutating func writeKeywordAndBody(_ node: SyntaxNode) {
    for child in node.children {
      if case .node(let body) = child {
        writeBody(body)
      } else {
        write(child)
      }
    }
  }

  /// `on EVENT or EVENT …`: breaks before each `or`
  mutating func writeEvents(_ node: SyntaxNode) {
    indent()
    var isOpen = false
    for child in node.children {
      switch child {
      case .token(let token):
        if token.kind == .or { line() }
        word(token)
      case .node(let event):
        if !isOpen {
          isOpen = true
          open()
        }
        write(event)
      }
    }
    if isOpen { close() }
    outdent()
  }

  /// Words that continue with further parts, `notify TEXT to … with { … }`: breaks before a part that does
  /// not fit on the line, at least as far as to its bracket
  ///
  /// ```opp
  ///   notify "A text that fills the line almost to its end"
  ///     to bob with { a: 1 }
  /// ```
  mutating func writeFilled(_ node: SyntaxNode) {
    for child in node.children {
      guard case .node(let part) = child else {
        write(child)
        continue
      }
      switch part.kind {
      case .radius, .nearWindow, .recipient, .payload, .expectedText:
        fillLine(before: part)
        write(part)
        outdent()
      default:
        writeBody(part)
      }
    }
  }
}
