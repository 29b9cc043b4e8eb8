/// The tree of one file: every character of it, and the nodes that the parser made of them
///
/// Three flat arrays hold everything: tokens (trivia among them) in the order of the text, nodes, and
/// the elements that are the nodes' children. A node is 20 bytes; a token is 5. The typed views are
/// small values made on demand.
///
/// - Invariant: the tokens tile the file, so `text == source` byte for byte.
/// - Invariant: every token that is not trivia is the child of exactly one node, in the order of the text.
/// - Invariant: no path from the root is longer than ``SyntaxTree/heightLimit``, so recursion over the
///   tree is safe; `and`, `or`, `+ -` and `* /` chains are flat, however long.
///
/// In numbers, `let a = 1`, whose tokens are 0 `let`, 2 `a`, 4 `=`, 6 `1` and 7, the end, with spaces between:
///
/// ```
/// nodes        0 literal     1 letDeclaration        2 file
/// children     ~6            ~0  ~2  ~4  0           1  ~7
/// elements    [~6,           ~0, ~2, ~4, 0,          1, ~7]
/// ```
///
/// Walking the clauses of every Opp, and an expression:
///
/// ```swift
/// let (tree, diagnostics) = Parser.parse(SourceFile(path: "lunch.opp", bytes: bytes))
/// for case .opp(let opp) in tree.file.declarations {
///   let name = opp.name?.plainText          // nil if the name is missing
///   for clause in opp.clauses {
///     switch clause {
///     case .when(let when): describe(when.condition)
///     case .near(let near): describe(near.place)
///     case .notify(let notify): describe(notify.text)
///     default: break                        // spelled out in real code
///     }
///   }
/// }
/// func describe(_ expression: ExpressionSyntax) -> String {
///   switch expression {
///   case .name(let name): name.token?.text ?? ""
///   case .literal(let literal): literal.text          // `-5C`, `1h30m`, `true`
///   case .conjunction(let chain): chain.operands.map(describe).joined(separator: " and ")
///   case .sum(let chain): chain.rest.reduce(describe(chain.first)) { $0 + $1.operator.spelling + describe($1.operand) }
///   case .comparison(let it): describe(it.left) + it.operator.spelling + describe(it.right)
///   case .call(let call): call.arguments.map { describe($0.value) }.joined(separator: ", ")
///   case .missing: "?"                                // already reported by the parser: stay silent
///   …
///   }
/// }
/// ```
package final class SyntaxTree: Sendable {
  /// The most nodes on a path from the root: a reader of the tree may have to recurse this deep
  package static let heightLimit: Int16 = 1_000

  /// A node as stored
  struct Node {
    let kind: SyntaxKind
    /// `true` if something is missing or unexpected in it
    let isBroken: Bool
    /// The nodes between this one and its deepest descendant
    let height: Int16
    /// The index in ``elements`` of its first child; the others follow
    let firstElement: Int32
    let elementCount: Int32
    /// Its first token that is not trivia; for a node without tokens, the one after the last before it
    let firstToken: Int32
    /// The index behind its last token that is not trivia
    let endToken: Int32
  }

  /// The text that the tokens tile
  package let source: SourceFile

  /// The kinds of all tokens in the order of the text, trivia among them
  package let tokenKinds: [TokenKind]

  /// The starts of the tokens, and then the end of the file
  package let tokenStarts: [Int32]
  /// The nodes, each after its children; the last is the root
  let nodes: [Node]

  /// The children of all nodes: the index of a node, or `~index` of a token
  let elements: [Int32]

  init(
    source: SourceFile, tokenKinds: [TokenKind], tokenStarts: [Int32], nodes: [Node],
    elements: [Int32]
  ) {
    self.source = source
    self.tokenKinds = tokenKinds
    self.tokenStarts = tokenStarts
    self.nodes = nodes
    self.elements = elements
  }

  /// The same tree in a file of another number, with nothing parsed again
  package func renumbered(_ index: Int32) -> SyntaxTree {
    let file = SourceFile(path: source.path, bytes: source.bytes, index: index)
    return SyntaxTree(
      source: file, tokenKinds: tokenKinds, tokenStarts: tokenStarts, nodes: nodes,
      elements: elements)
  }

  /// The root
  ///
  /// The parser closes the root last; ``Parser`` makes no tree without one.
  package var root: SyntaxNode {
    SyntaxNode(tree: self, id: SyntaxNodeID(index: Int32(nodes.count - 1)))
  }

  /// The root as a file; of an expression parsed alone, a file without declarations
  package var file: FileSyntax { FileSyntax(node: root) }

  /// The text, put together from the tokens
  package var text: String {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(source.bytes.count)
    for index in tokenKinds.indices {
      bytes += source.bytes[Int(tokenStarts[index])..<Int(tokenStarts[index + 1])]
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// All tokens in the order of the text, trivia among them
  package var tokens: [SyntaxToken] {
    tokenKinds.indices.map { SyntaxToken(tree: self, index: Int32($0)) }
  }

  /// The node of a number, which must be one of this tree
  package func node(_ id: SyntaxNodeID) -> SyntaxNode {
    SyntaxNode(tree: self, id: id)
  }
}

/// The index of a node in its tree
package struct SyntaxNodeID: Hashable, Sendable {
  package let index: Int32
  package init(index: Int32) { self.index = index }
}
