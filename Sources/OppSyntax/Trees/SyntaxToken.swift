/// A token of a tree, by its place in it
///
/// The range of a token does not include the trivia around it, which are tokens themselves.
package struct SyntaxToken: Sendable {
  package let tree: SyntaxTree

  /// The index among all tokens of the tree, trivia included
  package let index: Int32

  init(tree: SyntaxTree, index: Int32) {
    self.tree = tree
    self.index = index
  }

  /// The kind that the parser has decided on
  package var kind: TokenKind { tree.tokenKinds[Int(index)] }

  /// The place of the token; empty for the closing quote of a text that was left open
  package var range: SourceRange {
    SourceRange(
      file: tree.source.index, start: tree.tokenStarts[Int(index)],
      end: tree.tokenStarts[Int(index) + 1])
  }

  /// The token in UTF-8, as written
  package var bytes: ArraySlice<UInt8> {
    tree.source.bytes[Int(tree.tokenStarts[Int(index)])..<Int(tree.tokenStarts[Int(index) + 1])]
  }

  package var text: String { String(decoding: bytes, as: UTF8.self) }

  /// The trivia between the word before and this one, in the order of the text
  package var leadingTrivia: [SyntaxToken] {
    var first = Int(index)
    while first > 0, tree.tokenKinds[first - 1].isTrivia { first -= 1 }
    return (first..<Int(index)).map { SyntaxToken(tree: tree, index: Int32($0)) }
  }

  /// The number of line feeds in a token of whitespace: two or more make a blank line
  package var lineFeedCount: Int {
    var count = 0
    for byte in bytes where byte == 0x0A { count += 1 }
    return count
  }

  /// The next word, or the end of the file; nil after that
  package var nextWord: SyntaxToken? {
    var next = Int(index) + 1
    while next < tree.tokenKinds.count, tree.tokenKinds[next].isTrivia { next += 1 }
    return next < tree.tokenKinds.count ? SyntaxToken(tree: tree, index: Int32(next)) : nil
  }

  /// The word before; nil before the first
  package var previousWord: SyntaxToken? {
    var previous = Int(index) - 1
    while previous >= 0, tree.tokenKinds[previous].isTrivia { previous -= 1 }
    return previous >= 0 ? SyntaxToken(tree: tree, index: Int32(previous)) : nil
  }
}

extension SyntaxToken: Hashable {
  package static func == (left: SyntaxToken, right: SyntaxToken) -> Bool {
    left.tree === right.tree && left.index == right.index
  }

  package func hash(into hasher: inout Hasher) {
    hasher.combine(index)
  }
}
