/// A node of a tree, by its place in it
///
/// ```
/// when temp > 20C + 5C         whenClause         children: the token `when`, a comparison
///                                comparison       a name, the token `>`, a sum
///                                  nameExpression
///                                  sum            a literal, the token `+`, a literal
/// ```
///
/// A node is a reference into its tree of two words. Nothing about it is kept between two looks at it; equal nodes
/// are those of one tree with one number.
package struct SyntaxNode: Sendable {
  /// The tree that owns the node
  package let tree: SyntaxTree
  /// The number of the node in its tree
  package let id: SyntaxNodeID

  init(tree: SyntaxTree, id: SyntaxNodeID) {
    self.tree = tree
    self.id = id
  }

  /// The node's entry in the table of nodes
  private var stored: SyntaxTree.Node { tree.nodes[Int(id.index)] }

  package var kind: SyntaxKind { stored.kind }

  /// `true` if something is missing or unexpected in this node or below it
  package var isBroken: Bool { stored.isBroken }

  /// From the first word to the last, without the trivia around; empty for a missing part
  package var range: SourceRange {
    let node = stored
    return SourceRange(
      file: tree.source.index, start: tree.tokenStarts[Int(node.firstToken)],
      end: tree.tokenStarts[Int(node.endToken)])
  }

  /// The text of ``range``, with the trivia inside
  package var text: String { tree.source.text(range) }

  /// The first word; nil for a node without tokens
  package var firstToken: SyntaxToken? {
    let node = stored
    guard node.firstToken < node.endToken else { return nil }
    return SyntaxToken(tree: tree, index: node.firstToken)
  }

  /// The last word; nil for a node without tokens
  package var lastToken: SyntaxToken? {
    let node = stored
    guard node.firstToken < node.endToken else { return nil }
    return SyntaxToken(tree: tree, index: node.endToken - 1)
  }

  /// The children in the order of the text
  package var children: SyntaxChildren {
    let node = stored
    return SyntaxChildren(
      tree: tree, first: Int(node.firstElement), end: Int(node.firstElement + node.elementCount))
  }

  /// The lines of `///` directly before the node, without the marks and one space
  ///
  ///     /// Two lines⏎/// of text⏎let a = 1   →   ["Two lines", "of text"]
  package var documentation: [String] {
    guard let firstToken else { return [] }
    var lines: [String] = []
    for trivia in firstToken.leadingTrivia where trivia.kind == .documentation {
      var text = trivia.text.utf8.dropFirst(3)
      if text.first == UInt8(ascii: " ") { text = text.dropFirst() }
      if text.last == 0x0D { text = text.dropLast() }
      lines.append(String(Substring(text)))
    }
    return lines
  }

  /// The comments of both kinds before the node
  package var leadingComments: [SyntaxToken] {
    firstToken?.leadingTrivia.filter { $0.kind != .whitespace } ?? []
  }

  /// The first child that is a node of a kind
  package func child(_ kind: SyntaxKind) -> SyntaxNode? {
    // By index, here and below: each child that is made is counted as an owner of the tree.
    let node = stored
    for index in Int(node.firstElement)..<Int(node.firstElement + node.elementCount) {
      let element = tree.elements[index]
      if element >= 0, tree.nodes[Int(element)].kind == kind {
        return SyntaxNode(tree: tree, id: SyntaxNodeID(index: element))
      }
    }
    return nil
  }

  /// The children that are nodes of a kind
  package func children(_ kind: SyntaxKind) -> [SyntaxNode] {
    var found: [SyntaxNode] = []
    for case .node(let node) in children where node.kind == kind { found.append(node) }
    return found
  }

  /// The first child that is a token of a kind
  package func token(_ kind: TokenKind) -> SyntaxToken? {
    let node = stored
    for index in Int(node.firstElement)..<Int(node.firstElement + node.elementCount) {
      let element = tree.elements[index]
      if element < 0, tree.tokenKinds[Int(~element)] == kind {
        return SyntaxToken(tree: tree, index: ~element)
      }
    }
    return nil
  }

  /// The children that are tokens of a kind
  package func tokens(_ kind: TokenKind) -> [SyntaxToken] {
    var found: [SyntaxToken] = []
    for case .token(let token) in children where token.kind == kind { found.append(token) }
    return found
  }

  /// The children that are expressions, missing ones among them
  package var expressions: [ExpressionSyntax] {
    var found: [ExpressionSyntax] = []
    for case .node(let node) in children where node.kind.isExpression {
      found.append(ExpressionSyntax(node: node))
    }
    return found
  }

  /// A child that is an expression, by its place among them
  ///
  /// The parser fills every place with an expression or a missing one; if there is none all the
  /// same, the node itself serves as the missing one, so that no caller traps.
  package func expression(_ index: Int) -> ExpressionSyntax {
    optionalExpression(index) ?? .missing(self)
  }

  /// A child that is an expression, by its place among them; `nil` if there are fewer
  package func optionalExpression(_ index: Int) -> ExpressionSyntax? {
    var remaining = index
    let node = stored
    for index in Int(node.firstElement)..<Int(node.firstElement + node.elementCount) {
      let element = tree.elements[index]
      guard element >= 0, tree.nodes[Int(element)].kind.isExpression else { continue }
      if remaining == 0 {
        return ExpressionSyntax(node: SyntaxNode(tree: tree, id: SyntaxNodeID(index: element)))
      }
      remaining -= 1
    }
    return nil
  }
}

extension SyntaxNode: Hashable {
  package static func == (left: SyntaxNode, right: SyntaxNode) -> Bool {
    left.tree === right.tree && left.id == right.id
  }

  package func hash(into hasher: inout Hasher) {
    hasher.combine(id)
  }
}
