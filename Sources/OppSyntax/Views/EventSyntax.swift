/// An event of an `on` clause
package enum EventSyntax: Hashable, Sendable {
  /// A condition that becomes true, a time of day, an instant or a crossing of the sun: its type decides
  case condition(ExpressionSyntax, SyntaxNode)
  /// `entering P`
  case entering(PlaceEventSyntax)
  /// `leaving P`
  case leaving(PlaceEventSyntax)
  /// `every D [from X]`
  case every(EveryEventSyntax)
  /// `x changes [from A] [to B]`
  case changes(ChangesEventSyntax)
  /// `row added`, `row removed`, `event begins`, `event ends - 10min`
  case row(RowEventSyntax)

  package init?(node: SyntaxNode) {
    switch node.kind {
    case .conditionEvent: self = .condition(node.expression(0), node)
    case .enteringEvent: self = .entering(PlaceEventSyntax(node: node))
    case .leavingEvent: self = .leaving(PlaceEventSyntax(node: node))
    case .everyEvent: self = .every(EveryEventSyntax(node: node))
    case .changesEvent: self = .changes(ChangesEventSyntax(node: node))
    case .rowEvent: self = .row(RowEventSyntax(node: node))
    default: return nil
    }
  }

  package var node: SyntaxNode {
    switch self {
    case .condition(_, let node): node
    case .every(let view): view.node
    case .changes(let view): view.node
    case .entering(let view), .leaving(let view): view.node
    case .row(let view): view.node
    }
  }

  package var range: SourceRange { node.range }
}

/// `entering P [within R]`, `leaving P [within R]`
package struct PlaceEventSyntax: SyntaxView {
  package let node: SyntaxNode
  package var place: ExpressionSyntax { node.expression(0) }
  /// The radius after `within`; nil for that of the place
  package var radius: ExpressionSyntax? { node.child(.radius)?.expression(0) }
}

/// `x changes [from A] [to B]`
package struct ChangesEventSyntax: SyntaxView {
  package let node: SyntaxNode
  package var value: ExpressionSyntax { node.expression(0) }

  /// The value before, after `from`; nil for any
  package var from: ExpressionSyntax? { value(after: "from") }

  /// The value from then on, after `to`; nil for any other
  package var to: ExpressionSyntax? { value(after: "to") }

  /// `true` if it has neither `from` nor `to`
  package var isOfAnyValue: Bool { from == nil && to == nil }
}

/// `every D [from X]`
package struct EveryEventSyntax: SyntaxView {
  package let node: SyntaxNode
  package var period: ExpressionSyntax { node.expression(0) }

  /// `true` if `every` is its word, and not a name at the beginning of D: `every - 1h from x`
  package var hasWord: Bool { node.token(.keyword)?.text == "every" }

  /// The first instant, after `from`; nil for local midnight
  package var start: ExpressionSyntax? { value(after: "from") }
}

extension SyntaxView {
  /// The expression after a word; `nil` if that is not there
  fileprivate func value(after word: String) -> ExpressionSyntax? {
    var isNext = false
    for element in node.children {
      switch element {
      case .token(let token): isNext = token.kind == .keyword && token.text == word
      case .node(let child): if isNext { return ExpressionSyntax(node: child) }
      }
    }
    return nil
  }
}

/// `NAME added`, `NAME removed`, `NAME begins [± D]`, `NAME ends [± D]`
package struct RowEventSyntax: SyntaxView {
  package enum Verb: Hashable, Sendable {
    case added
    case removed
    case begins
    case ends
  }

  package let node: SyntaxNode

  /// The name of the row of `for each`, or `row`, or `event`
  package var name: SyntaxToken? { node.token(.name) }

  /// The verb; a missing one counts as `added`
  package var verb: Verb {
    switch node.token(.keyword)?.text {
    case "removed": .removed
    case "begins": .begins
    case "ends": .ends
    default: .added
    }
  }

  /// The duration after `+` or `-`; nil for the instant itself
  package var offset: ExpressionSyntax? { node.optionalExpression(0) }

  /// `true` if the offset goes back in time
  package var isBefore: Bool { node.token(.minus) != nil }
}
