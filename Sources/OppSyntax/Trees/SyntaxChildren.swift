/// A child of a node
///
/// It is made on demand; the tree stores an integer.
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
///
/// Each element costs constant time, and no list of them is kept.
package struct SyntaxChildren: RandomAccessCollection, Sendable {
  /// The tree whose elements they are
  let tree: SyntaxTree
  /// The index of the first in the elements of the tree
  let first: Int
  /// The index behind the last child
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
