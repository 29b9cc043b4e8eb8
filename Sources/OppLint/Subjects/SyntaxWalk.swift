internal import OppSyntax

/// A walk over declarations that notes every node, its parent and its Opp
///
/// ```
/// opp "A" when a and b      the Opp, then its clause `when` (in it), `a and b` (in the clause), a and b (in `a and b`)
/// ```
struct SyntaxWalk {
  /// Parents before their children, in the order of the text
  private(set) var nodes: [LintedNode] = []

  /// The indices of the nodes of each kind, ascending
  private(set) var indices: [SyntaxKind: [Int]] = [:]

  /// Notes a declaration with all below it
  ///
  /// - Parameter opp: the index of the Opp that the nodes are in; nil for another declaration.
  mutating func enter(_ declaration: DeclarationSyntax, opp: Int?) {
    enter(declaration.node, parent: nil, opp: opp)
  }

  /// Notes a node and those below it, in the order of the text; the parser bounds how deep they lie
  private mutating func enter(_ node: SyntaxNode, parent: Int?, opp: Int?) {
    let index = nodes.count
    nodes.append(LintedNode(node: node, parent: parent, opp: opp))
    indices[node.kind, default: []].append(index)
    for case .node(let child) in node.children { enter(child, parent: index, opp: opp) }
  }
}

extension SyntaxTree {
  /// `true` if comments stand in a range
  ///
  /// - Complexity: O(log *n* + *k*) in the tokens of the file and those of the range.
  func hasComments(_ range: SourceRange) -> Bool {
    var index = firstToken(endingAfter: range.start)
    while index < tokenKinds.count, tokenStarts[index] < range.end {
      if tokenKinds[index] == .comment || tokenKinds[index] == .documentation { return true }
      index += 1
    }
    return false
  }

  /// The words of a range with one space between, without comments
  func words(_ range: SourceRange) -> String {
    var text = ""
    var index = firstToken(endingAfter: range.start)
    while index < tokenKinds.count, tokenStarts[index] < range.end {
      if !tokenKinds[index].isTrivia {
        if !text.isEmpty { text += " " }
        text += source.text(
          SourceRange(file: range.file, start: tokenStarts[index], end: tokenStarts[index + 1]))
      }
      index += 1
    }
    return text
  }

  /// The index of the first token that ends behind an offset
  private func firstToken(endingAfter offset: Int32) -> Int {
    partitionPoint(of: tokenKinds.indices) { tokenStarts[$0 + 1] > offset }
  }
}
