/// A declaration of a rule set
package enum DeclarationSyntax: Hashable, Sendable {
  case place(PlaceDeclarationSyntax)
  case `let`(LetDeclarationSyntax)
  case enumeration(EnumDeclarationSyntax)
  case source(SourceDeclarationSyntax)
  case table(TableDeclarationSyntax)
  case setting(SetDeclarationSyntax)
  case connection(ConnectDeclarationSyntax)
  case test(TestDeclarationSyntax)
  case chart(ChartDeclarationSyntax)
  case opp(OppDeclarationSyntax)

  package init?(node: SyntaxNode) {
    switch node.kind {
    case .placeDeclaration: self = .place(PlaceDeclarationSyntax(node: node))
    case .letDeclaration: self = .let(LetDeclarationSyntax(node: node))
    case .enumDeclaration: self = .enumeration(EnumDeclarationSyntax(node: node))
    case .sourceDeclaration: self = .source(SourceDeclarationSyntax(node: node))
    case .tableDeclaration: self = .table(TableDeclarationSyntax(node: node))
    case .setDeclaration: self = .setting(SetDeclarationSyntax(node: node))
    case .connectDeclaration: self = .connection(ConnectDeclarationSyntax(node: node))
    case .testDeclaration: self = .test(TestDeclarationSyntax(node: node))
    case .chartDeclaration: self = .chart(ChartDeclarationSyntax(node: node))
    case .oppDeclaration: self = .opp(OppDeclarationSyntax(node: node))
    default: return nil
    }
  }

  package var node: SyntaxNode {
    switch self {
    case .place(let view): view.node
    case .let(let view): view.node
    case .enumeration(let view): view.node
    case .source(let view): view.node
    case .table(let view): view.node
    case .setting(let view): view.node
    case .connection(let view): view.node
    case .test(let view): view.node
    case .chart(let view): view.node
    case .opp(let view): view.node
    }
  }

  package var range: SourceRange { node.range }
}

/// `place NAME = P [within R]`
package struct PlaceDeclarationSyntax: SyntaxView {
  package let node: SyntaxNode

  /// `nil` if it is missing, as every name below
  package var name: SyntaxToken? { node.token(.name) }
  package var place: ExpressionSyntax { node.expression(0) }
  /// The radius after `within`; `nil` if there is none
  package var radius: ExpressionSyntax? { node.child(.radius)?.expression(0) }
}

/// `let NAME [(parameters)] = EXPRESSION`
package struct LetDeclarationSyntax: SyntaxView {
  package let node: SyntaxNode

  package var name: SyntaxToken? { node.token(.name) }

  /// Nil for a let without parentheses
  package var parameters: ParameterListSyntax? {
    node.child(.parameterList).map { ParameterListSyntax(node: $0) }
  }
  /// The expression after `=`
  package var value: ExpressionSyntax { node.expression(0) }
}

/// `enum NAME { case | other name, … }`, or with `<` between cases that have an order
package struct EnumDeclarationSyntax: SyntaxView {
  package let node: SyntaxNode

  package var name: SyntaxToken? { node.token(.name) }
  /// The cases, in the order of the text
  package var cases: [EnumCaseSyntax] {
    node.child(.enumCaseList)?.children(.enumCase).map { EnumCaseSyntax(node: $0) } ?? []
  }
  /// `true` if the cases have `<` between them, the least first
  package var isOrdered: Bool { node.child(.enumCaseList)?.token(.less) != nil }
}

/// A case of an enum: its first name, then its other names
package struct EnumCaseSyntax: SyntaxView {
  package let node: SyntaxNode
  /// The names of the case, at least one
  package var names: [SyntaxToken] { node.tokens(.name) }
}

/// `source NAME [(parameters)] [fresh for D] [cost N] { fields }`
package struct SourceDeclarationSyntax: SyntaxView {
  package let node: SyntaxNode

  package var name: SyntaxToken? { node.token(.name) }
  /// Nil for a source without parentheses
  package var parameters: ParameterListSyntax? {
    node.child(.parameterList).map { ParameterListSyntax(node: $0) }
  }

  /// The duration after `fresh for`
  package var freshness: ExpressionSyntax? { node.child(.freshnessClause)?.expression(0) }
  /// The cost after `cost`; `nil` if there is none
  package var cost: ExpressionSyntax? { node.child(.costClause)?.expression(0) }
  /// The fields, several of which may be in one: `low, high: Number`
  package var fields: [FieldSyntax] {
    node.child(.fieldList)?.children(.field).map { FieldSyntax(node: $0) } ?? []
  }
}

/// `table NAME by FIELD, … [fresh for D] { fields }`
package struct TableDeclarationSyntax: SyntaxView {
  package let node: SyntaxNode

  package var name: SyntaxToken? { node.token(.name) }

  /// The names after `by`
  package var key: [SyntaxToken] { node.child(.keyClause)?.tokens(.name) ?? [] }

  /// The duration after `fresh for`
  package var freshness: ExpressionSyntax? { node.child(.freshnessClause)?.expression(0) }
  /// The fields, as of a source
  package var fields: [FieldSyntax] {
    node.child(.fieldList)?.children(.field).map { FieldSyntax(node: $0) } ?? []
  }
}

/// `set NAME VALUE`, whose value may be a range, and `set quiet when CONDITION`
package struct SetDeclarationSyntax: SyntaxView {
  package let node: SyntaxNode

  package var name: SyntaxToken? { node.token(.name) }
  package var value: ExpressionSyntax { node.expression(0) }

  /// `true` for `set quiet when CONDITION`, whose condition is the value
  package var isCondition: Bool { node.tokens(.keyword).contains { $0.text == "when" } }

  /// `per PERIOD` behind the value
  package var period: PeriodSyntax? { PeriodSyntax(in: node) }
}

/// `connect NAME, … to CONNECTOR(arguments)`, `connect notifications("Ann") to …`
package struct ConnectDeclarationSyntax: SyntaxView {
  package let node: SyntaxNode

  /// A source or table, or `notifications`
  package struct Target {
    package let name: SyntaxToken

    /// The arguments behind the name: the person whose notifications are connected
    package var arguments: [ArgumentSyntax]?
  }

  /// All that is connected, in the order of the text
  package var targets: [Target] {
    var targets: [Target] = []
    for element in node.children {
      switch element {
      case .token(let token):
        if token.kind == .name { targets.append(Target(name: token)) }
      case .node(let child):
        if child.kind == .argumentList, !targets.isEmpty {
          targets[targets.count - 1].arguments = child.children(.argument).map {
            ArgumentSyntax(node: $0)
          }
        }
      }
    }
    return targets
  }

  /// The names of ``targets``
  package var names: [SyntaxToken] { node.tokens(.name) }

  /// `nil` if it is missing
  package var connector: CallSyntax? { node.child(.call).map { CallSyntax(node: $0) } }
}

/// `(NAME, NAME: TYPE [= DEFAULT], …)`
package struct ParameterListSyntax: SyntaxView {
  package let node: SyntaxNode

  package var parameters: [ParameterSyntax] {
    node.children(.parameter).map { ParameterSyntax(node: $0) }
  }
}

/// One or more parameters of one type and default
package struct ParameterSyntax: SyntaxView {
  package let node: SyntaxNode

  /// The names before the colon, which share the type and the default
  package var names: [SyntaxToken] { node.tokens(.name) }
  package var type: TypeSyntax { TypeSyntax(parent: node) }

  /// The value after `=`
  package var defaultValue: ExpressionSyntax? {
    node.token(.equal) == nil ? nil : node.expressions.last
  }
}

/// `NAME, NAME: TYPE`: one or more fields of one type
package struct FieldSyntax: SyntaxView {
  package let node: SyntaxNode

  /// The names before the colon, which share the type
  package var names: [SyntaxToken] { node.tokens(.name) }
  package var type: TypeSyntax { TypeSyntax(parent: node) }
}

/// A type as written
package enum TypeSyntax: Hashable, Sendable {
  /// `Number`, `Sky`, `agenda`
  case named(SyntaxToken)
  /// `[T]`; the node is that of the list type
  indirect case list(of: TypeSyntax, SyntaxNode)
  /// No type, which the parser has reported
  case missing(SyntaxNode)

  /// The type that is a child of a parameter, a field or a list type
  init(parent: SyntaxNode) {
    for case .node(let child) in parent.children {
      switch child.kind {
      case .namedType:
        if let name = child.token(.name) {
          self = .named(name)
          return
        }
      case .listType:
        self = .list(of: TypeSyntax(parent: child), child)
        return
      case .missing:
        self = .missing(child)
        return
      default: continue
      }
    }
    self = .missing(parent)
  }

  /// The place of the type; empty for a missing one
  package var range: SourceRange {
    switch self {
    case .named(let name): name.range
    case .list(_, let node), .missing(let node): node.range
    }
  }
}
