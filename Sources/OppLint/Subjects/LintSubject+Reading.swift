package import OppModel
internal import OppSemantics
package import OppSyntax

/// Questions about the readings that an expression reads
extension LintSubject {
  /// Calls `body` with the operations of a node and of all below it, each node once
  ///
  /// - Complexity: O(*n*) in the nodes below.
  package func forEachOperation(below node: NodeID, _ body: (NodeID, Operation) -> Void) {
    _ = hasOperation(below: node) {
      body($0, $1)
      return false
    }
  }

  /// `true` if the operation of a node, or one below it, is like the given one
  ///
  /// - Complexity: O(*n*) in the nodes below, less if one is found early.
  package func hasOperation(
    below node: NodeID, where isWanted: (NodeID, Operation) -> Bool
  ) -> Bool {
    // A walk that is not in use, since `isWanted` may walk as well.
    var walk = takeWalk()
    defer { giveBack(walk) }
    walk.enter(node)
    while let next = walk.next() {
      let operation = graph.nodes[Int(next.index)].operation
      if isWanted(next, operation) { return true }
      graph.forEachOperand(of: operation) { walk.enter($0) }
    }
    return false
  }

  /// `true` if the value of an expression depends on a field of the clock
  package func reads(_ field: ClockField, _ expression: ExpressionSyntax) -> Bool {
    guard let node = graphNode(expression) else { return false }
    return reads(field, node)
  }

  /// `true` if the value of an expression follows from the clock and the calendar of dates alone
  package func readsOnlyClock(_ expression: ExpressionSyntax) -> Bool {
    guard let node = graphNode(expression) else { return false }
    return !contains(node) { $0.traits.contains(.readsData) }
  }

  /// `true` if an expression stands in parentheses of its own
  package func isInParentheses(_ expression: ExpressionSyntax) -> Bool {
    if case .parenthesized = expression { true } else { false }
  }

  /// The words of a range with one space between, without comments
  package func words(_ range: SourceRange) -> String {
    guard analysis.trees.indices.contains(Int(range.file)) else { return "" }
    return analysis.trees[Int(range.file)].words(range)
  }
}

extension ExpressionSyntax {
  /// The expression inside all parentheses around it: `temp` of `((temp))`
  package var withoutParentheses: ExpressionSyntax {
    var inner = self
    while case .parenthesized(let view) = inner { inner = view.inner }
    return inner
  }

  /// The operands of a conjunction, less its parentheses; the expression itself if it is none
  ///
  /// `a and (b and c)` has a, b and c.
  var conjuncts: [ExpressionSyntax] {
    guard case .conjunction(let chain) = withoutParentheses else { return [self] }
    return chain.operands.flatMap { $0.conjuncts }
  }
}

extension String {
  /// The text without the spaces and line ends around it
  ///
  /// All characters up to U+0020 count as space.
  var trimmed: String {
    var rest = self[...]
    while let first = rest.unicodeScalars.first, first.value <= 0x20 {
      rest = rest.dropFirst()
    }
    while let last = rest.unicodeScalars.last, last.value <= 0x20 { rest = rest.dropLast() }
    return String(rest)
  }
}
