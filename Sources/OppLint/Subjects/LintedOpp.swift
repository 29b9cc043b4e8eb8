package import OppModel
package import OppSemantics
package import OppSyntax

/// An Opp without errors, as its text and as its rule of the graph
package struct LintedOpp {
  /// The index of the rule in the graph
  package let index: Int

  /// All rules of the graph, so that an Opp has no copy of its own
  let rules: [Rule]

  /// The places of all rules
  let rulePlaces: [RulePlaces]

  /// The rule, with the nodes of its condition, events and texts
  package var rule: Rule { rules[index] }

  /// The declaration
  package let syntax: OppDeclarationSyntax

  /// The places of the nodes in the text of this Opp, for those that several Opps share
  package var places: RulePlaces { rulePlaces[index] }
}

/// A node of the syntax of the rule set, with the way up
package struct LintedNode {
  /// The node itself
  package let node: SyntaxNode

  /// The index of the node around it among all nodes of the subject; nil for a declaration
  package let parent: Int?

  /// The index in ``LintSubject/opps`` of the Opp it is in; nil elsewhere
  package let opp: Int?

  /// The kind, by which rules get the nodes they look at
  package var kind: SyntaxKind { node.kind }

  /// The place, without the spaces and comments around it
  package var range: SourceRange { node.range }

  /// The node as an expression; missing if it is none
  package var expression: ExpressionSyntax { ExpressionSyntax(node: node) }
}
