/// A file: its declarations, and the words that fit nowhere
package struct FileSyntax: SyntaxView {
  package let node: SyntaxNode

  /// In the order of the text
  package var declarations: [DeclarationSyntax] {
    var found: [DeclarationSyntax] = []
    for case .node(let child) in node.children {
      if let declaration = DeclarationSyntax(node: child) { found.append(declaration) }
    }
    return found
  }

  /// The expression of a tree that ``Parser/parseExpression(_:)`` made; missing for a whole file
  package var expression: ExpressionSyntax { node.expression(0) }

  /// The end of the file, whose leading trivia are the last comments
  package var endOfFile: SyntaxToken? { node.token(.endOfFile) }
}
