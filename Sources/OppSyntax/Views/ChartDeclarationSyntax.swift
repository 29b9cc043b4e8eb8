/// `chart "Name" [for each NAME in LIST] of EXPRESSION per week last 52`
package struct ChartDeclarationSyntax: SyntaxView {
  package let node: SyntaxNode

  /// A text without interpolations; `nil` if it is missing
  package var name: TextSyntax? { node.child(.text).map { TextSyntax(node: $0) } }

  // The first clause of a kind, or nil if there is none.
  package var forEach: ForEachClauseSyntax? {
    node.child(.forEachClause).map { ForEachClauseSyntax(node: $0) }
  }

  /// The expression after `of`
  package var value: ExpressionSyntax? { node.child(.ofClause)?.expression(0) }

  package var periods: PerClauseSyntax? {
    node.child(.perClause).map { PerClauseSyntax(node: $0) }
  }
}

/// `per week last 52`
package struct PerClauseSyntax: SyntaxView {
  package let node: SyntaxNode

  /// The word of the period; `nil` if it is missing
  package var period: SyntaxToken? { node.token(.name) }

  /// The number after `last`
  package var count: ExpressionSyntax { node.expression(0) }
}
