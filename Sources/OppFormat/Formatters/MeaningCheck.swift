internal import OppSyntax

/// The formatter's check of its own result: whether two files mean the same
enum MeaningCheck {
  /// `true` if two files have the same words and comments in the same order
  ///
  /// The spaces at the end of a comment do not count.
  static func sameWords(_ left: SyntaxTree, _ right: SyntaxTree) -> Bool {
    let left = TokenTable(left)
    let right = TokenTable(right)
    var leftIndex = next(in: left, from: 0)
    var rightIndex = next(in: right, from: 0)
    while leftIndex < left.count, rightIndex < right.count {
      guard left.kinds[leftIndex] == right.kinds[rightIndex],
        content(left, leftIndex) == content(right, rightIndex)
      else { return false }
      leftIndex = next(in: left, from: leftIndex + 1)
      rightIndex = next(in: right, from: rightIndex + 1)
    }
    return leftIndex >= left.count && rightIndex >= right.count
  }

  /// `true` if two trees have the same nodes in the same order, with as many children each
  ///
  /// Nodes are compared by their indices: the parser closes a node after its children, so equal indices,
  /// kinds and counts make the same tree. A lost space that made `- 5` a literal would be seen here, not in
  /// the words.
  static func sameShape(_ left: SyntaxTree, _ right: SyntaxTree) -> Bool {
    let count = left.root.id.index
    guard count == right.root.id.index else { return false }
    var index: Int32 = 0
    while index <= count {
      let leftNode = left.node(SyntaxNodeID(index: index))
      let rightNode = right.node(SyntaxNodeID(index: index))
      guard leftNode.kind == rightNode.kind,
        leftNode.children.count == rightNode.children.count,
        leftNode.isBroken == rightNode.isBroken
      else { return false }
      index += 1
    }
    return true
  }

  /// The first token from an index on that is not white space
  private static func next(in tokens: TokenTable, from index: Int) -> Int {
    var index = index
    while index < tokens.count, tokens.kinds[index] == .whitespace { index += 1 }
    return index
  }

  /// The bytes of a token that count: those of a comment without the spaces at its end
  private static func content(_ tokens: TokenTable, _ index: Int) -> ArraySlice<UInt8> {
    let start = Int(tokens.starts[index])
    let end = tokens.isComment(index) ? tokens.commentEnd(index) : tokens.starts[index + 1]
    return tokens.bytes[start..<Int(end)]
  }
}
