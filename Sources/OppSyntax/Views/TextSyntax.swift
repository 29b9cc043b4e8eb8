/// A text, with the expressions in its braces
package struct TextSyntax: SyntaxView {
  /// A part of a text
  package enum Piece: Hashable, Sendable {
    /// Characters, with the escapes resolved, and their range
    case characters(String, SourceRange)
    /// An expression, and the format after its `:`
    case interpolation(ExpressionSyntax, format: SyntaxToken?)
  }

  package let node: SyntaxNode

  /// In the order of the text; none for `""`
  ///
  ///     "{count} visits"   →   interpolation(count), characters(" visits")     "a\n"   →   characters("a⏎")
  package var pieces: [Piece] {
    var pieces: [Piece] = []
    for element in node.children {
      switch element {
      case .token(let token) where token.kind == .textSegment:
        pieces.append(.characters(TextEscapes.resolved(token.bytes), token.range))
      case .node(let child) where child.kind == .interpolation:
        pieces.append(.interpolation(child.expression(0), format: child.token(.format)))
      default: continue
      }
    }
    return pieces
  }

  /// The characters of a text without interpolations; nil for one that has some
  package var plainText: String? {
    var text = ""
    for piece in pieces {
      guard case .characters(let characters, _) = piece else { return nil }
      text += characters
    }
    return text
  }
}
