/// Makes a tree of a file, and says what is wrong with it
///
/// Parsing never fails: whatever the bytes, there is a tree that has all of them.
package struct Parser {
  /// How deep expressions and types may nest
  package static let nestingLimit = 256

  /// The tree of a file and what is wrong with its syntax, in the order of the text
  package static func parse(
    _ source: SourceFile
  ) -> (tree: SyntaxTree, diagnostics: [Diagnostic]) {
    fatalStub(source)
  }

  /// The tree of a file that holds one expression: ``FileSyntax/expression``
  package static func parseExpression(
    _ source: SourceFile
  ) -> (tree: SyntaxTree, diagnostics: [Diagnostic]) {
    fatalStub(source)
  }

  // The whole file as one token, until the parser comes.
  private static func fatalStub(
    _ source: SourceFile
  ) -> (tree: SyntaxTree, diagnostics: [Diagnostic]) {
    let end = Int32(clamping: source.bytes.count)
    let root = SyntaxTree.Node(
      kind: .file, isBroken: false, height: 0, firstElement: 0, elementCount: 2, firstToken: 0,
      endToken: 2)
    return (
      SyntaxTree(
        source: source, tokenKinds: [.unexpected, .endOfFile], tokenStarts: [0, end, end],
        nodes: [root], elements: [~0, ~1]), []
    )
  }
}
