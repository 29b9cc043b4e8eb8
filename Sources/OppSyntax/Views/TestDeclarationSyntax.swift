/// `test "name"` and its steps
package struct TestDeclarationSyntax: SyntaxView {
  package let node: SyntaxNode

  /// A text without interpolations; `nil` if it is missing
  package var name: TextSyntax? { node.child(.text).map { TextSyntax(node: $0) } }
  /// The steps, in the order of the text; the first may be the actions before any `at`
  package var steps: [TestStepSyntax] {
    node.children(.testStep).map { TestStepSyntax(node: $0) }
  }
}

/// `[at INSTANT]` and the actions that follow, up to the next `at`
package struct TestStepSyntax: SyntaxView {
  package let node: SyntaxNode

  /// Nil for the actions before the first `at`
  package var time: ExpressionSyntax? { node.child(.stepTime)?.expression(0) }

  /// Everything that is given and expected at the step, in the order of the text
  package var actions: [TestActionSyntax] {
    var found: [TestActionSyntax] = []
    for case .node(let child) in node.children {
      if child.kind == .givenAction { found.append(.given(GivenActionSyntax(node: child))) }
      if child.kind == .expectAction { found.append(.expect(ExpectActionSyntax(node: child))) }
    }
    return found
  }
}

/// The action of a step
package enum TestActionSyntax: Hashable, Sendable {
  case given(GivenActionSyntax)
  case expect(ExpectActionSyntax)

  package var node: SyntaxNode {
    switch self {
    case .given(let view): view.node
    case .expect(let view): view.node
    }
  }
}

/// `given ITEM, ITEM …`
package struct GivenActionSyntax: SyntaxView {
  package let node: SyntaxNode

  /// The items, in the order of the text
  package var items: [GivenItemSyntax] {
    var found: [GivenItemSyntax] = []
    for case .node(let child) in node.children {
      if let item = GivenItemSyntax(node: child) { found.append(item) }
    }
    return found
  }
}

/// One of the things that `given` gives
package enum GivenItemSyntax: Hashable, Sendable {
  /// `x = value`; the value `unknown` is a name
  case reading(GivenReadingSyntax)
  /// `TABLE { field: value … }`
  case row(GivenRowSyntax)
  /// `no TABLE { key: value }`, `no TABLE`
  case noRow(GivenRowSyntax)
  /// `address "text" = position`
  case address(GivenAddressSyntax)
  /// `answer NAME [for KEY] = value`
  case answer(GivenAnswerSyntax)

  package init?(node: SyntaxNode) {
    switch node.kind {
    case .givenReading: self = .reading(GivenReadingSyntax(node: node))
    case .givenRow: self = .row(GivenRowSyntax(node: node))
    case .givenNoRow: self = .noRow(GivenRowSyntax(node: node))
    case .givenAddress: self = .address(GivenAddressSyntax(node: node))
    case .givenAnswer: self = .answer(GivenAnswerSyntax(node: node))
    default: return nil
    }
  }

  package var node: SyntaxNode {
    switch self {
    case .reading(let view): view.node
    case .address(let view): view.node
    case .row(let view), .noRow(let view): view.node
    case .answer(let view): view.node
    }
  }
}

/// `x = value`, where x is a name, a field or a field of a call
package struct GivenReadingSyntax: SyntaxView {
  package let node: SyntaxNode
  /// The reading that is given: a name, a field, or a field of a call
  package var target: ExpressionSyntax { node.expression(0) }
  /// Its value, or the name `unknown`
  package var value: ExpressionSyntax { node.expression(1) }
}

/// A row of a table, by all of its fields or by its key
package struct GivenRowSyntax: SyntaxView {
  package let node: SyntaxNode
  /// The name of the table; `nil` if it is missing
  package var table: SyntaxToken? { node.token(.name) }
  /// `true` if values in braces follow; after `no` the name may stand alone
  package var hasValues: Bool { node.child(.valueList) != nil }
  /// The values in braces
  package var values: [FieldValueSyntax] {
    node.child(.valueList).map { ValueListSyntax(node: $0).values } ?? []
  }
}

/// `address "text" = position`
package struct GivenAddressSyntax: SyntaxView {
  package let node: SyntaxNode
  /// A text without interpolations; `nil` if it is missing
  package var text: TextSyntax? { node.child(.text).map { TextSyntax(node: $0) } }
  /// The position, or the name `unknown`
  package var value: ExpressionSyntax { node.expression(1) }
}

/// `answer NAME [for KEY, …] = value`
package struct GivenAnswerSyntax: SyntaxView {
  package let node: SyntaxNode

  /// The name of an Opp; `nil` if it is missing
  package var name: TextSyntax? { node.child(.text).map { TextSyntax(node: $0) } }

  /// The values of the key, in the order of the table's `by`; empty without `for`
  package var key: [ExpressionSyntax] { node.child(.expectedKey)?.expressions ?? [] }

  /// The answer: the name of the Opp is an expression too, and comes first
  package var value: ExpressionSyntax { node.expression(1) }
}

/// `expect NAME [for KEY, …] fires [with TEXT] | quiet | unknown`
package struct ExpectActionSyntax: SyntaxView {
  /// The state of the Opp that is expected at the step
  package enum Outcome: Hashable, Sendable {
    case fires
    case quiet
    case unknown
  }

  package let node: SyntaxNode

  /// The name of an Opp; `nil` if it is missing
  package var name: TextSyntax? { node.child(.text).map { TextSyntax(node: $0) } }

  /// The values of the key, in the order of the table's `by`; empty without `for`
  package var key: [ExpressionSyntax] { node.child(.expectedKey)?.expressions ?? [] }

  /// `nil` if it is missing
  package var outcome: Outcome? {
    for token in node.tokens(.keyword) {
      switch token.text {
      case "fires": return .fires
      case "quiet": return .quiet
      case "unknown": return .unknown
      default: continue
      }
    }
    return nil
  }

  /// The text after `fires with`
  package var text: ExpressionSyntax? { node.child(.expectedText)?.expression(0) }
}
