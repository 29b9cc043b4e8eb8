extension SyntaxTree {
  /// The nodes that hold a place, the root first
  ///
  /// A node holds its end as well; if two nodes meet, the path leads into the later one.
  ///
  /// - Complexity: the depth of the tree times the logarithm of the children of a node.
  ///
  /// ```
  /// opp "A" when tem‸p > 20C     file, oppDeclaration, whenClause, comparison, nameExpression
  /// ```
  package func path(to offset: Int32) -> [SyntaxNode] {
    var path = [root]
    while let child = path[path.count - 1].child(holding: offset) { path.append(child) }
    return path
  }

  /// The word that holds a place, its end included; if two words meet, the later one
  ///
  /// Trivia hold no word.
  ///
  ///     temp>20C    0 to 3 `temp`, 4 `>`, 5 to 8 `20C`        a  b    0 and 1 `a`, 2 none, 3 and 4 `b`
  package func word(at offset: Int32) -> SyntaxToken? {
    guard let index = tokenIndex(at: offset) else { return nil }
    if !tokenKinds[index].isTrivia, tokenKinds[index] != .endOfFile {
      return SyntaxToken(tree: self, index: Int32(index))
    }
    guard index > 0, tokenStarts[index] == offset, !tokenKinds[index - 1].isTrivia else {
      return nil
    }
    return SyntaxToken(tree: self, index: Int32(index - 1))
  }

  /// The index of the token, trivia among them, that begins at or before an offset and ends behind it
  package func tokenIndex(at offset: Int32) -> Int? {
    let next = partitionPoint(of: tokenKinds.indices) { tokenStarts[$0] > offset }
    return next > 0 ? next - 1 : nil
  }

  /// A token by its index among all tokens
  package func token(at index: Int) -> SyntaxToken {
    SyntaxToken(tree: self, index: Int32(truncatingIfNeeded: index))
  }
}

extension SyntaxNode {
  /// The child that holds a place; tokens are no nodes
  fileprivate func child(holding offset: Int32) -> SyntaxNode? {
    let children = children
    var index = partitionPoint(of: children.indices) { children[$0].range.start > offset } - 1
    while index >= 0 {
      let range = children[index].range
      if range.end < offset { return nil }
      // A missing part before the place is empty; the one before may still reach the place.
      if case .node(let node) = children[index] { return node }
      if range.end > offset { return nil }
      index -= 1
    }
    return nil
  }
}
