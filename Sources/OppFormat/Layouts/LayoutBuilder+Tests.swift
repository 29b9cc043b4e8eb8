internal import OppSyntax

extension LayoutBuilder {
  /// `test "name"`, then each step on its own line
  mutating func writeTest(_ node: SyntaxNode) {
    indent()
    var stepCount = 0
    for child in node.children {
      if case .node(let step) = child, step.kind == .testStep {
        newline(before: step, keepingBlanks: stepCount > 0)
        stepCount += 1
      }
      write(child)
    }
    outdent()
  }

  /// `at INSTANT  given …  expect …`: two spaces between, or all on lines of their own
  ///
  /// The actions before the first `at` have a line each.
  mutating func writeStep(_ node: SyntaxNode) {
    let hasTime = node.child(.stepTime) != nil
    open()
    if hasTime { indent() }
    var isFirst = true
    for child in node.children {
      if !isFirst {
        if hasTime {
          line(width: 2)
        } else if case .node(let action) = child {
          newline(before: action)
        }
      }
      write(child)
      isFirst = false
    }
    if hasTime { outdent() }
    close()
  }

  /// `given ITEM, ITEM …`: on the line, or each on its own
  mutating func writeGiven(_ node: SyntaxNode) {
    let itemCount = node.children.count { if case .node = $0 { true } else { false } }
    open()
    if itemCount > 1 { indent() }
    var owesLine = false
    for child in node.children {
      switch child {
      case .token(let token):
        word(token)
        owesLine = itemCount > 1
      case .node(let item):
        if owesLine { line() }
        write(item)
        owesLine = false
      }
    }
    if itemCount > 1 { outdent() }
    close()
  }
}
