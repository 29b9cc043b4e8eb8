import Testing

@testable import OppSyntax

/// Parses a text and checks what the parser promises of every text:
///
/// 1. The tree's text is the source, byte for byte.
/// 2. The tokens tile the file, and none but those that end an unterminated text is empty.
/// 3. Every word is the child of exactly one node, in the order of the text.
/// 4. The range of a child lies in that of its parent, and children do not overlap.
/// 5. No node is higher than the limit.
/// 6. A file without diagnostics has no missing and no unexpected node.
/// 7. The diagnostics are in the order of the text, each of one line and with a place in the file.
///
/// - Returns: the tree, and the codes of the diagnostics.
@discardableResult
func checkParse(
  _ text: String, asExpression: Bool = false, location: SourceLocation = #_sourceLocation
) -> (tree: SyntaxTree, diagnostics: [Diagnostic]) {
  let source = SourceFile(path: "test.opp", text: text)
  let (tree, diagnostics) = asExpression ? Parser.parseExpression(source) : Parser.parse(source)
  #expect(tree.text == text, sourceLocation: location)
  #expect(tree.tokenStarts.first == 0, sourceLocation: location)
  #expect(
    zip(tree.tokenStarts, tree.tokenStarts.dropFirst()).allSatisfy { $0 <= $1 },
    sourceLocation: location)

  var words: [Int32] = []
  collectWords(tree.root, &words, location)
  let expected = tree.tokens.filter { !$0.kind.isTrivia }.map(\.index)
  #expect(words == expected, sourceLocation: location)
  #expect(
    tree.nodes.allSatisfy { $0.height <= SyntaxTree.heightLimit }, sourceLocation: location)
  if diagnostics.isEmpty {
    #expect(!tree.root.isBroken, "broken without a message", sourceLocation: location)
  }
  for diagnostic in diagnostics {
    #expect(!diagnostic.headline.contains("\n"), sourceLocation: location)
    #expect(source.wholeRange.contains(diagnostic.range), sourceLocation: location)
  }
  #expect(
    zip(diagnostics, diagnostics.dropFirst()).allSatisfy { $0.range <= $1.range },
    sourceLocation: location)
  return (tree, diagnostics)
}

private func collectWords(_ node: SyntaxNode, _ words: inout [Int32], _ location: SourceLocation) {
  var end = node.range.start
  for child in node.children {
    #expect(
      node.range.contains(child.range) && child.range.start >= end, "\(node.kind)",
      sourceLocation: location)
    end = child.range.end
    switch child {
    case .token(let token): words.append(token.index)
    case .node(let node): collectWords(node, &words, location)
    }
  }
}

/// Checks that a text parses without a word said
func checkAccepted(_ text: String, location: SourceLocation = #_sourceLocation) {
  let (_, diagnostics) = checkParse(text, location: location)
  #expect(diagnostics.isEmpty, "\(text)\n\(diagnostics)", sourceLocation: location)
}

/// The shape of an expression: every operator with its operands in brackets
func shape(_ text: String, location: SourceLocation = #_sourceLocation) -> String {
  let (tree, diagnostics) = checkParse(text, asExpression: true, location: location)
  let told = diagnostics.map { "!\($0.code)" }
  return ([shape(tree.file.expression)] + told).joined(separator: " ")
}

private func shape(_ expression: ExpressionSyntax) -> String {
  func brackets(_ parts: [String]) -> String { "[\(parts.joined(separator: " "))]" }
  switch expression {
  case .name(let it): return it.token?.text ?? "_"
  case .literal(let it): return it.text
  case .text(let it): return it.node.text
  case .list(let it): return brackets(["list"] + it.elements.map(shape))
  case .parenthesized(let it): return "(\(shape(it.inner)))"
  case .negative(let it): return brackets(["-", shape(it.operand)])
  case .not(let it): return brackets(["not", shape(it.operand)])
  case .conjunction(let it): return brackets(["and"] + it.operands.map(shape))
  case .disjunction(let it): return brackets(["or"] + it.operands.map(shape))
  case .sum(let it), .product(let it):
    return brackets(
      [shape(it.first)] + it.rest.flatMap { [$0.operator.spelling, shape($0.operand)] })
  case .comparison(let it):
    return brackets([shape(it.left), it.operator.spelling, shape(it.right)])
  case .comparisonChain(let it): return brackets(["chain"] + it.operands.map(shape))
  case .range(let it): return "\(shape(it.low))..\(shape(it.high))"
  case .lasting(let it): return brackets([shape(it.condition), "for", shape(it.duration)])
  case .within(let it):
    return brackets([
      shape(it.condition), "within", it.looksAhead ? "next" : "last", shape(it.duration),
    ])
  case .latch(let it): return brackets([shape(it.condition), "until", shape(it.end)])
  case .conditional(let it):
    return brackets(["if", shape(it.condition), shape(it.whenTrue), shape(it.whenFalse)])
  case .filter(let it):
    let name = it.rowName.map { ["as", $0.text] } ?? []
    return brackets([shape(it.list)] + name + ["where", shape(it.condition)])
  case .mapping(let it):
    let name = it.rowName.map { ["as", $0.text] } ?? []
    return brackets([shape(it.list)] + name + ["each", shape(it.value)])
  case .ordering(let it):
    let name = it.rowName.map { ["as", $0.text] } ?? []
    let direction = it.isDescending ? ["descending"] : []
    return brackets([shape(it.list)] + name + ["by", shape(it.key)] + direction)
  case .near(let it):
    return brackets(["near", shape(it.place)] + (it.radius.map { ["within", shape($0)] } ?? []))
  case .nearestPlace(let it): return brackets(["any", shape(it.operand)])
  case .field(let it): return "\(shape(it.base)).\(it.field?.text ?? "_")"
  case .call(let it):
    let arguments = it.arguments.map { argument in
      (argument.name.map { "\($0.text): " } ?? "") + shape(argument.value)
    }
    return "\(shape(it.callee))(\(arguments.joined(separator: ", ")))"
  case .counted(let it):
    return brackets([it.bound.spelling, shape(it.number), "of", shape(it.list)])
  case .span(let it): return brackets(["\(it.kind)", shape(it.operand)])
  case .changes(let it):
    let ends = [("from", it.from), ("to", it.to)].compactMap { word, end in
      end.map { "\(word) \(shape($0))" }
    }
    return brackets([shape(it.value), "changes"] + ends)
  case .missing: return "_"
  }
}
