/// A clause of an opp
package enum ClauseSyntax: Hashable, Sendable {
  case forEach(ForEachClauseSyntax)
  case on(OnClauseSyntax)
  case when(WhenClauseSyntax)
  case near(NearClauseSyntax)
  case notify(NotifyClauseSyntax)
  case record(RecordClauseSyntax)
  case colour(ColourClauseSyntax)
  case atMost(AtMostClauseSyntax)
  case again(AgainClauseSyntax)
  case snooze(SnoozeClauseSyntax)
  case expires(ExpiresClauseSyntax)
  case urgent(FlagClauseSyntax)
  case disabled(FlagClauseSyntax)

  package init?(node: SyntaxNode) {
    switch node.kind {
    case .forEachClause: self = .forEach(ForEachClauseSyntax(node: node))
    case .onClause: self = .on(OnClauseSyntax(node: node))
    case .whenClause: self = .when(WhenClauseSyntax(node: node))
    case .nearClause: self = .near(NearClauseSyntax(node: node))
    case .notifyClause: self = .notify(NotifyClauseSyntax(node: node))
    case .recordClause: self = .record(RecordClauseSyntax(node: node))
    case .colourClause: self = .colour(ColourClauseSyntax(node: node))
    case .atMostClause: self = .atMost(AtMostClauseSyntax(node: node))
    case .againClause: self = .again(AgainClauseSyntax(node: node))
    case .snoozeClause: self = .snooze(SnoozeClauseSyntax(node: node))
    case .expiresClause: self = .expires(ExpiresClauseSyntax(node: node))
    case .urgentClause: self = .urgent(FlagClauseSyntax(node: node))
    case .disabledClause: self = .disabled(FlagClauseSyntax(node: node))
    default: return nil
    }
  }

  package var node: SyntaxNode {
    switch self {
    case .forEach(let view): view.node
    case .on(let view): view.node
    case .when(let view): view.node
    case .near(let view): view.node
    case .notify(let view): view.node
    case .record(let view): view.node
    case .colour(let view): view.node
    case .atMost(let view): view.node
    case .again(let view): view.node
    case .snooze(let view): view.node
    case .expires(let view): view.node
    case .urgent(let view): view.node
    case .disabled(let view): view.node
    }
  }

  package var range: SourceRange { node.range }
}

/// `for each NAME in LIST`
package struct ForEachClauseSyntax: SyntaxView {
  package let node: SyntaxNode
  /// The name of the row; `nil` if it is missing
  package var name: SyntaxToken? { node.token(.name) }
  package var list: ExpressionSyntax { node.expression(0) }
}

/// `on EVENT or EVENT …`
package struct OnClauseSyntax: SyntaxView {
  package let node: SyntaxNode

  /// The events, in the order of the text
  package var events: [EventSyntax] {
    var found: [EventSyntax] = []
    for case .node(let child) in node.children {
      if let event = EventSyntax(node: child) { found.append(event) }
    }
    return found
  }
}

/// `when CONDITION`
package struct WhenClauseSyntax: SyntaxView {
  package let node: SyntaxNode
  package var condition: ExpressionSyntax { node.expression(0) }
}

/// `near P [within R] [for D | within last D]`
package struct NearClauseSyntax: SyntaxView {
  package let node: SyntaxNode
  package var place: ExpressionSyntax { node.expression(0) }
  /// The radius after `within`; nil for that of the place
  package var radius: ExpressionSyntax? { node.child(.radius)?.expression(0) }
  /// The window in time; nil for a clause without one
  package var window: NearWindowSyntax? {
    node.child(.nearWindow).map { NearWindowSyntax(node: $0) }
  }
}

/// `for D`, `within last D` or `within next D` at the end of a `near` clause
package struct NearWindowSyntax: SyntaxView {
  package enum Kind: Hashable, Sendable {
    case lasting
    case withinLast
    case withinNext
  }

  package let node: SyntaxNode

  /// The kind; that of the past if the direction is missing
  package var kind: Kind {
    if node.token(.for) != nil { return .lasting }
    return node.token(.next) != nil ? .withinNext : .withinLast
  }
  package var duration: ExpressionSyntax { node.expression(0) }
}

/// `notify TEXT [to RECIPIENT] [with { … }]`
package struct NotifyClauseSyntax: SyntaxView {
  package let node: SyntaxNode
  package var text: ExpressionSyntax { node.expression(0) }
  /// The names after `to`; nil for a clause without
  package var recipient: ExpressionSyntax? { node.child(.recipient)?.expression(0) }

  /// Nil for a clause without `with`
  package var payload: [FieldValueSyntax]? {
    node.child(.payload)?.child(.valueList).map { ValueListSyntax(node: $0).values }
  }
}

/// `record TABLE { field: value … }`
package struct RecordClauseSyntax: SyntaxView {
  package let node: SyntaxNode
  /// The name of the table; `nil` if it is missing
  package var table: SyntaxToken? { node.token(.name) }
  /// The values in braces; none if these are missing
  package var values: [FieldValueSyntax] {
    node.child(.valueList).map { ValueListSyntax(node: $0).values } ?? []
  }
}

/// `{ name: value … }`
package struct ValueListSyntax: SyntaxView {
  package let node: SyntaxNode
  package var values: [FieldValueSyntax] {
    node.children(.fieldValue).map { FieldValueSyntax(node: $0) }
  }
}

/// `name: value`
package struct FieldValueSyntax: SyntaxView {
  package let node: SyntaxNode
  /// The name before the colon; `nil` if it is missing
  package var name: SyntaxToken? { node.token(.name) }
  package var value: ExpressionSyntax { node.expression(0) }
}

/// `colour COLOUR`
package struct ColourClauseSyntax: SyntaxView {
  package let node: SyntaxNode
  package var colour: ExpressionSyntax { node.expression(0) }
}

/// `at most N per PERIOD [in all]`, `at most once [per PERIOD] [in all]`
package struct AtMostClauseSyntax: SyntaxView {
  /// The number of firings in a period
  package enum Count: Hashable, Sendable {
    case once
    /// A number, or missing
    case number(ExpressionSyntax)
  }

  package let node: SyntaxNode

  /// `once`, or the expression in its place
  package var count: Count {
    node.optionalExpression(0).map { .number($0) } ?? .once
  }

  /// Nil for `at most once` alone
  package var period: PeriodSyntax? { PeriodSyntax(in: node) }

  /// `true` if `in all` follows
  package var isInAll: Bool { node.token(.in) != nil }
}

/// The period after `per`
package enum PeriodSyntax: Hashable, Sendable {
  /// `hour`, `day`, `week` or `month`
  case calendar(SyntaxToken)
  /// `90min`
  case duration(ExpressionSyntax)

  /// The period of a clause or declaration; `nil` if it has none
  init?(in node: SyntaxNode) {
    guard let period = node.child(.period) else { return nil }
    if let duration = period.optionalExpression(0) {
      self = .duration(duration)
    } else if let word = period.token(.name) {
      self = .calendar(word)
    } else {
      return nil
    }
  }
}

/// `again every D [for D2]`
package struct AgainClauseSyntax: SyntaxView {
  package let node: SyntaxNode
  package var duration: ExpressionSyntax { node.expression(0) }

  /// The duration after `for`; nil without it
  package var span: ExpressionSyntax? { node.optionalExpression(1) }
}

/// `snooze D`
package struct SnoozeClauseSyntax: SyntaxView {
  package let node: SyntaxNode
  package var duration: ExpressionSyntax { node.expression(0) }
}

/// `expires D`
package struct ExpiresClauseSyntax: SyntaxView {
  package let node: SyntaxNode
  package var duration: ExpressionSyntax { node.expression(0) }
}

/// `urgent` or `disabled`
package struct FlagClauseSyntax: SyntaxView {
  package let node: SyntaxNode
}
