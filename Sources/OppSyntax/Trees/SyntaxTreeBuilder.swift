/// Puts nodes together, children before their parents
///
/// The children of nodes that are still open wait on one stack. A node is closed by taking all that
/// came after a mark:
///
/// ```
///   a + b          waiting: [a]          mark = 0, before `a`
///                  waiting: [a, +, b]
///   close(.sum, from: mark)   →   waiting: [sum]
/// ```
///
/// So a node that is already parsed can become the left operand of the next one, without a second pass.
struct SyntaxTreeBuilder {
  /// The nodes closed so far, in the order in which they were closed
  private(set) var nodes: [SyntaxTree.Node] = []
  /// The children of the closed nodes, those of one node side by side
  private(set) var elements: [Int32] = []

  /// Indices of nodes, or `~index` of tokens
  private var waiting: [Int32] = []

  /// The index behind the last token taken
  private(set) var endToken: Int32 = 0

  /// The beginning of a node that takes everything from here on
  var mark: Int { waiting.count }

  /// - Parameter tokenCount: the number of tokens that are not trivia, from which the sizes are estimated.
  init(tokenCount: Int) {
    // Each token and each node but the root is an element of one node; there are fewer nodes than tokens.
    nodes.reserveCapacity(tokenCount * 3 / 4 + 8)
    elements.reserveCapacity(tokenCount * 7 / 4 + 8)
  }

  /// Adds a token to the waiting elements, by its index among all tokens
  mutating func addToken(_ index: Int32) {
    waiting.append(~index)
    endToken = index + 1
  }

  /// Closes a node whose children are all that waits from a mark on
  ///
  /// - Returns: false if the node would be too high; it is then a missing expression that holds the
  ///   tokens, without the nodes between.
  @discardableResult
  mutating func close(_ kind: SyntaxKind, from mark: Int, isBroken: Bool = false) -> Bool {
    var isBroken = isBroken || kind == .missing || kind == .unexpected
    var height: Int16 = 0
    // By index: a slice of the waiting elements would be counted as a second owner of them.
    var index = mark
    while index < waiting.count {
      let element = waiting[index]
      index += 1
      guard element >= 0 else { continue }
      let child = nodes[Int(element)]
      if child.isBroken { isBroken = true }
      if child.height >= height { height = child.height + 1 }
    }
    let firstToken = mark < waiting.count ? self.firstToken(of: waiting[mark]) : endToken
    guard height <= SyntaxTree.heightLimit else {
      flatten(from: mark)
      close(.missing, from: mark)
      return false
    }
    // A node without children, such as a missing one, begins and ends after the last token.
    nodes.append(
      SyntaxTree.Node(
        kind: kind, isBroken: isBroken, height: height, firstElement: Int32(elements.count),
        elementCount: Int32(waiting.count - mark), firstToken: firstToken, endToken: endToken))
    index = mark
    while index < waiting.count {
      elements.append(waiting[index])
      index += 1
    }
    // Most nodes have one child, whose place they take.
    if index == mark {
      waiting.append(0)
    } else if index > mark + 1 {
      waiting.removeLast(index - mark - 1)
    }
    waiting[mark] = Int32(nodes.count - 1)
    return true
  }

  /// The height of the waiting elements at a mark
  func height(at mark: Int) -> Int16 {
    guard mark < waiting.count, waiting[mark] >= 0 else { return 0 }
    return nodes[Int(waiting[mark])].height
  }

  /// The kind of the node that waits at a mark; nil for a token or nothing
  func kind(at mark: Int) -> SyntaxKind? {
    guard mark < waiting.count, waiting[mark] >= 0 else { return nil }
    return nodes[Int(waiting[mark])].kind
  }

  /// The tokens from the first waiting element at a mark to the last taken
  func tokens(from mark: Int) -> Range<Int32> {
    guard mark < waiting.count else { return endToken..<endToken }
    let first = min(firstToken(of: waiting[mark]), endToken)
    return first..<endToken
  }

  /// The tokens of the one element that waits at a mark
  func tokensOfElement(at mark: Int) -> Range<Int32> {
    guard mark < waiting.count else { return endToken..<endToken }
    let element = waiting[mark]
    guard element >= 0 else { return (~element)..<(~element + 1) }
    let node = nodes[Int(element)]
    return node.firstToken..<max(node.firstToken, node.endToken)
  }

  /// The first token of a waiting element; for an empty node, the token that would come next
  private func firstToken(of element: Int32) -> Int32 {
    element >= 0 ? nodes[Int(element)].firstToken : ~element
  }

  /// Puts the tokens of everything that waits from a mark on in place of the nodes
  ///
  ///     [sum(a + b), *, c]   →   [a, +, b, *, c]
  ///
  /// By a list of its own in place of recursion, because it is called for trees that are too deep.
  private mutating func flatten(from mark: Int) {
    var tokens: [Int32] = []
    var open = Array(waiting[mark...].reversed())
    while let element = open.popLast() {
      guard element >= 0 else {
        tokens.append(element)
        continue
      }
      let node = nodes[Int(element)]
      let first = Int(node.firstElement)
      open += elements[first..<(first + Int(node.elementCount))].reversed()
    }
    waiting.removeSubrange(mark...)
    waiting += tokens
  }
}
