/// A child of a node
package enum SyntaxElement: Hashable, Sendable {
  case node(SyntaxNode)
  case token(SyntaxToken)

  package var range: SourceRange {
    switch self {
    case .node(let node): node.range
    case .token(let token): token.range
    }
  }
}

/// The children of a node, in the order of the text
package struct SyntaxChildren: RandomAccessCollection, Sendable {
  let tree: SyntaxTree
  let first: Int
  let end: Int

  package var startIndex: Int { 0 }
  package var endIndex: Int { end - first }

  package subscript(position: Int) -> SyntaxElement {
    let element = tree.elements[first + position]
    return element >= 0
      ? .node(SyntaxNode(tree: tree, id: SyntaxNodeID(index: element)))
      : .token(SyntaxToken(tree: tree, index: ~element))
  }
}
