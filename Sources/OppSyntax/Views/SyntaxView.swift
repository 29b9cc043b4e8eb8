/// A typed look at a node of one kind
package protocol SyntaxView: Hashable, Sendable {
  var node: SyntaxNode { get }
}

extension SyntaxView {
  /// From the first word to the last; empty for a missing part
  package var range: SourceRange { node.range }

  /// The lines of `///` directly before, without the marks
  package var documentation: [String] { node.documentation }

  /// The comments of both kinds before it
  package var leadingComments: [SyntaxToken] { node.leadingComments }

  /// `true` if something is missing or unexpected in it
  package var isBroken: Bool { node.isBroken }
}
