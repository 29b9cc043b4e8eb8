/// `a and b and …` or `a or b or …`
package struct LogicalChainSyntax: SyntaxView {
  package let node: SyntaxNode

  /// The operands, at least two, in the order of the text
  package var operands: [ExpressionSyntax] { node.expressions }
}

/// The operators of ``ArithmeticChainSyntax``
package enum ArithmeticOperator: Hashable, Sendable, CaseIterable {
  case add
  case subtract
  case multiply
  case divide
  case otherwise

  package var spelling: String {
    switch self {
    case .add: "+"
    case .subtract: "-"
    case .multiply: "*"
    case .divide: "/"
    case .otherwise: "otherwise"
    }
  }

  init?(_ kind: TokenKind) {
    switch kind {
    case .plus: self = .add
    case .minus: self = .subtract
    case .star: self = .multiply
    case .slash: self = .divide
    case .otherwise: self = .otherwise
    default: return nil
    }
  }
}

/// `a + b - c …` or `a * b / c otherwise d …`, to be read from the left
package struct ArithmeticChainSyntax: SyntaxView {
  /// An operator and its right operand
  package struct Step: Hashable, Sendable {
    package let `operator`: ArithmeticOperator
    package let operatorToken: SyntaxToken
    package let operand: ExpressionSyntax
  }

  package let node: SyntaxNode
  package var first: ExpressionSyntax { node.expression(0) }

  /// The steps after the first operand, at least one
  package var rest: [Step] {
    var steps: [Step] = []
    var pending: (ArithmeticOperator, SyntaxToken)?
    for element in node.children {
      switch element {
      case .token(let token):
        pending = ArithmeticOperator(token.kind).map { ($0, token) }
      case .node(let child):
        guard child.kind.isExpression, let (kind, token) = pending else { continue }
        steps.append(
          Step(operator: kind, operatorToken: token, operand: ExpressionSyntax(node: child)))
        pending = nil
      }
    }
    return steps
  }
}

/// The operators of ``ComparisonSyntax``
package enum ComparisonOperator: Hashable, Sendable, CaseIterable {
  case equal
  case notEqual
  case less
  case lessOrEqual
  case greater
  case greaterOrEqual
  /// `is`: the same as `==`
  case `is`
  /// `is not`: the same as `!=`
  case isNot
  case `in`
  case notIn
  case contains
  case startsWith
  case endsWith

  package var spelling: String {
    switch self {
    case .equal: "=="
    case .notEqual: "!="
    case .less: "<"
    case .lessOrEqual: "<="
    case .greater: ">"
    case .greaterOrEqual: ">="
    case .is: "is"
    case .isNot: "is not"
    case .in: "in"
    case .notIn: "not in"
    case .contains: "contains"
    case .startsWith: "starts with"
    case .endsWith: "ends with"
    }
  }

  /// `true` if it looks for a text in another
  package var isOfTexts: Bool {
    switch self {
    case .contains, .startsWith, .endsWith: true
    case .equal, .notEqual, .less, .lessOrEqual, .greater, .greaterOrEqual, .is, .isNot, .in,
      .notIn:
      false
    }
  }

  /// The operator of one or two tokens
  init(_ first: SyntaxToken, _ second: SyntaxToken?) {
    switch first.kind {
    case .notEqual: self = .notEqual
    case .less: self = .less
    case .lessOrEqual: self = .lessOrEqual
    case .greater: self = .greater
    case .greaterOrEqual: self = .greaterOrEqual
    case .is: self = second?.kind == .not ? .isNot : .is
    case .in: self = .in
    case .not: self = .notIn
    case .keyword:
      self =
        second?.kind != .keyword
        ? .contains : first.text == ContextualWord.starts.text ? .startsWith : .endsWith
    // A single `=` is reported by the parser and read as `==`.
    default: self = .equal
    }
  }
}

/// `a < b`, `a in b`, …
package struct ComparisonSyntax: SyntaxView {
  package let node: SyntaxNode
  package var left: ExpressionSyntax { node.expression(0) }

  /// A range or any other expression
  package var right: ExpressionSyntax { node.expression(1) }

  /// The operator; `==` for a single `=`, which the parser has reported
  package var `operator`: ComparisonOperator {
    var tokens: [SyntaxToken] = []
    for case .token(let token) in node.children { tokens.append(token) }
    guard let first = tokens.first else { return .equal }
    return ComparisonOperator(first, tokens.dropFirst().first)
  }
}

/// `a < b < c`: a mistake, reported by the parser
package struct ComparisonChainSyntax: SyntaxView {
  package let node: SyntaxNode
  /// The operands that could be read
  package var operands: [ExpressionSyntax] { node.expressions }
}

/// `a..b`
package struct RangeSyntax: SyntaxView {
  package let node: SyntaxNode
  package var low: ExpressionSyntax { node.expression(0) }
  package var high: ExpressionSyntax { node.expression(1) }
}

/// `c for D`
package struct LastingSyntax: SyntaxView {
  package let node: SyntaxNode
  package var condition: ExpressionSyntax { node.expression(0) }
  /// The duration after `for`
  package var duration: ExpressionSyntax { node.expression(1) }
}

/// `c within last D`, `c within next D`
package struct WithinSyntax: SyntaxView {
  package let node: SyntaxNode
  package var condition: ExpressionSyntax { node.expression(0) }
  /// The duration after `last` or `next`
  package var duration: ExpressionSyntax { node.expression(1) }

  /// `true` if it is `next` rather than `last`
  package var looksAhead: Bool { node.token(.next) != nil }
}

/// `c until d`
package struct LatchSyntax: SyntaxView {
  package let node: SyntaxNode
  package var condition: ExpressionSyntax { node.expression(0) }
  /// The condition after `until`
  package var end: ExpressionSyntax { node.expression(1) }
}

/// `if c then a else b`
package struct ConditionalSyntax: SyntaxView {
  package let node: SyntaxNode
  package var condition: ExpressionSyntax { node.expression(0) }
  /// The value after `then`
  package var whenTrue: ExpressionSyntax { node.expression(1) }
  /// The value after `else`, which may be a conditional of its own
  package var whenFalse: ExpressionSyntax { node.expression(2) }
}

/// `LIST [as NAME] where c`
package struct FilterSyntax: SyntaxView {
  package let node: SyntaxNode
  package var list: ExpressionSyntax { node.expression(0) }
  /// The condition behind it
  package var condition: ExpressionSyntax { node.expression(1) }

  /// The name after `as`
  package var rowName: SyntaxToken? { node.token(.name) }
}

/// `LIST [as NAME] each x`
package struct MappingSyntax: SyntaxView {
  package let node: SyntaxNode
  package var list: ExpressionSyntax { node.expression(0) }
  /// The value of each row
  package var value: ExpressionSyntax { node.expression(1) }

  /// The name after `as`
  package var rowName: SyntaxToken? { node.token(.name) }
}

/// `LIST [as NAME] by x [descending]`
package struct OrderingSyntax: SyntaxView {
  package let node: SyntaxNode
  package var list: ExpressionSyntax { node.expression(0) }
  /// The value by which rows are ordered
  package var key: ExpressionSyntax { node.expression(1) }

  /// The name after `as`
  package var rowName: SyntaxToken? { node.token(.name) }

  /// `true` if the greatest come first
  package var isDescending: Bool {
    node.children.contains { child in
      if case .token(let token) = child {
        token.kind == .keyword && token.text == "descending"
      } else {
        false
      }
    }
  }
}
