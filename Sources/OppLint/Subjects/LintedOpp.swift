package import OppModel
package import OppSemantics
package import OppSyntax

/// An Opp without errors, as its text and as its rule of the graph
package struct LintedOpp {
  /// The index of the rule in the graph
  package let index: Int
  package let rule: Rule
  package let syntax: OppDeclarationSyntax
  package let places: RulePlaces
}

/// A node of the syntax of the rule set, with the way up
package struct LintedNode {
  package let node: SyntaxNode

  /// The index of the node around it among all nodes of the subject; nil for a declaration
  package let parent: Int?

  /// The index in ``LintSubject/opps`` of the Opp it is in; nil elsewhere
  package let opp: Int?

  package var kind: SyntaxKind { node.kind }
  package var range: SourceRange { node.range }

  /// The node as an expression; missing where it is none
  package var expression: ExpressionSyntax { ExpressionSyntax(node: node) }
}
