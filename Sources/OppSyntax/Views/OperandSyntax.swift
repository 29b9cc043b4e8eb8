/// A name as an expression
package struct NameExpressionSyntax: SyntaxView {
  package let node: SyntaxNode
  /// The name; `nil` if it is missing
  package var token: SyntaxToken? { node.token(.name) }
}

/// `[a, b, …]`
package struct ListSyntax: SyntaxView {
  package let node: SyntaxNode
  /// The elements, in the order of the text; none for `[]`
  package var elements: [ExpressionSyntax] { node.expressions }
}

/// `(x)`
package struct ParenthesizedSyntax: SyntaxView {
  package let node: SyntaxNode
  package var inner: ExpressionSyntax { node.expression(0) }
}

/// `-x`, `not x`, `any x`
package struct PrefixSyntax: SyntaxView {
  package let node: SyntaxNode

  /// The mark or word before
  package var operatorToken: SyntaxToken? { node.firstToken }
  package var operand: ExpressionSyntax { node.expression(0) }
}

/// `x.field`
package struct FieldAccessSyntax: SyntaxView {
  package let node: SyntaxNode
  package var base: ExpressionSyntax { node.expression(0) }

  /// `nil` if it is missing
  package var field: SyntaxToken? { node.token(.name) }
}

/// `f(arguments)`
package struct CallSyntax: SyntaxView {
  package let node: SyntaxNode

  /// The callee: a name, `any` among them, unless it is a mistake
  package var callee: ExpressionSyntax { node.expression(0) }

  /// The name that is called; nil if something else is called
  package var name: SyntaxToken? {
    guard case .name(let name) = callee else { return nil }
    return name.token
  }

  /// The arguments, in the order of the text; none if the parentheses are missing
  package var arguments: [ArgumentSyntax] {
    node.child(.argumentList)?.children(.argument).map { ArgumentSyntax(node: $0) } ?? []
  }
}

/// `value` or `name: value`
package struct ArgumentSyntax: SyntaxView {
  package let node: SyntaxNode

  /// The entries in braces of an option, or `nil` if its value is an expression
  package var entries: EntryListSyntax? {
    node.child(.entryList).map { EntryListSyntax(node: $0) }
  }

  /// Nil for an argument by position
  package var name: SyntaxToken? { node.token(.name) }
  /// The value; a ``ExpressionSyntax/span(_:)`` or an ``ExpressionSyntax/changes(_:)`` only here
  package var value: ExpressionSyntax {
    node.child(.changesEvent).map { .changes(ChangesEventSyntax(node: $0)) } ?? node.expression(0)
  }
}

/// `{"temp[F]": "Out °F", "hr": 3}` as the value of an option
package struct EntryListSyntax: SyntaxView {
  package let node: SyntaxNode

  /// The entries, in the order of the text
  package var entries: [EntrySyntax] { node.children(.entry).map { EntrySyntax(node: $0) } }
}

/// `"temp[F]": "Out °F"`
package struct EntrySyntax: SyntaxView {
  package let node: SyntaxNode

  /// The key, or `nil` if it is missing
  package var key: TextSyntax? { node.child(.text).map { TextSyntax(node: $0) } }

  /// The value, missing if there is no second expression
  package var value: ExpressionSyntax { node.expression(1) }
}

/// `last D`, `next D`, `since T`
package struct SpanSyntax: SyntaxView {
  package enum Kind: Hashable, Sendable {
    case last
    case next
    case since
  }

  package let node: SyntaxNode

  /// The word before the operand
  package var kind: Kind {
    switch node.firstToken?.kind {
    case .next: .next
    case .since: .since
    default: .last
    }
  }

  /// A Duration; an Instant after `since`
  package var operand: ExpressionSyntax { node.expression(0) }
}

/// `near P [within R]` as a predicate
package struct NearExpressionSyntax: SyntaxView {
  package let node: SyntaxNode
  /// The place, an address or a position
  package var place: ExpressionSyntax { node.expression(0) }
  /// The radius after `within`; nil for that of the place
  package var radius: ExpressionSyntax? { node.child(.radius)?.expression(0) }
}

/// `at least 2 of LIST`, `at most 1 of LIST`, `exactly 1 of LIST`
package struct CountedSyntax: SyntaxView {
  package enum Bound: Hashable, Sendable, CaseIterable {
    case atLeast
    case atMost
    case exactly

    /// The words before the number
    package var spelling: String {
      switch self {
      case .atLeast: "at least"
      case .atMost: "at most"
      case .exactly: "exactly"
      }
    }
  }

  package let node: SyntaxNode

  /// The words before the number
  package var bound: Bound {
    var words: [String] = []
    for case .token(let token) in node.children where token.kind == .keyword {
      words.append(token.text)
    }
    if words.first == "exactly" { return .exactly }
    return words.dropFirst().first == "most" ? .atMost : .atLeast
  }

  /// The number, a literal
  package var number: ExpressionSyntax { node.expression(0) }

  /// The list of conditions
  package var list: ExpressionSyntax { node.expression(1) }
}
