/// An expression
package enum ExpressionSyntax: Hashable, Sendable {
  case name(NameExpressionSyntax)
  case literal(LiteralSyntax)
  case text(TextSyntax)
  case list(ListSyntax)
  /// `(x)`
  case parenthesized(ParenthesizedSyntax)
  /// `-x`, where x is not a literal that the minus touches
  case negative(PrefixSyntax)
  case not(PrefixSyntax)
  /// `a and b and …`
  case conjunction(LogicalChainSyntax)
  /// `a or b or …`
  case disjunction(LogicalChainSyntax)
  /// `a + b - c …`
  case sum(ArithmeticChainSyntax)
  /// `a * b / c otherwise d …`
  case product(ArithmeticChainSyntax)
  case comparison(ComparisonSyntax)
  /// `a < b < c`: a mistake, reported by the parser
  case comparisonChain(ComparisonChainSyntax)
  /// `a..b`: right of `in`, and as the value of `set`
  case range(RangeSyntax)
  /// `c for D`
  case lasting(LastingSyntax)
  /// `c within last D`, `c within next D`
  case within(WithinSyntax)
  /// `c until d`
  case latch(LatchSyntax)
  /// `if c then a else b`
  case conditional(ConditionalSyntax)
  /// `LIST [as NAME] where c`
  case filter(FilterSyntax)
  /// `LIST [as NAME] each x`
  case mapping(MappingSyntax)
  /// `LIST [as NAME] by x [descending]`
  case ordering(OrderingSyntax)
  /// `near P [within R]` as a predicate
  case near(NearExpressionSyntax)
  /// `any "category"`
  case nearestPlace(PrefixSyntax)
  /// `x.field`
  case field(FieldAccessSyntax)
  /// `f(arguments)`
  case call(CallSyntax)
  /// `at least 2 of LIST`
  case counted(CountedSyntax)
  /// `last D`, `next D`, `since T`: as an argument only
  case span(SpanSyntax)
  /// `x changes [from A] [to B]`: as an argument only
  case changes(ChangesEventSyntax)
  /// Nothing where an expression should be: reported by the parser, so stay silent
  case missing(SyntaxNode)

  /// The expression that a node is; missing for a node of another kind
  package init(node: SyntaxNode) {
    switch node.kind {
    case .nameExpression: self = .name(NameExpressionSyntax(node: node))
    case .literal: self = .literal(LiteralSyntax(node: node))
    case .text: self = .text(TextSyntax(node: node))
    case .list: self = .list(ListSyntax(node: node))
    case .parenthesized: self = .parenthesized(ParenthesizedSyntax(node: node))
    case .negative: self = .negative(PrefixSyntax(node: node))
    case .not: self = .not(PrefixSyntax(node: node))
    case .conjunction: self = .conjunction(LogicalChainSyntax(node: node))
    case .disjunction: self = .disjunction(LogicalChainSyntax(node: node))
    case .sum: self = .sum(ArithmeticChainSyntax(node: node))
    case .product: self = .product(ArithmeticChainSyntax(node: node))
    case .comparison: self = .comparison(ComparisonSyntax(node: node))
    case .comparisonChain: self = .comparisonChain(ComparisonChainSyntax(node: node))
    case .range: self = .range(RangeSyntax(node: node))
    case .lasting: self = .lasting(LastingSyntax(node: node))
    case .within: self = .within(WithinSyntax(node: node))
    case .latch: self = .latch(LatchSyntax(node: node))
    case .conditional: self = .conditional(ConditionalSyntax(node: node))
    case .filter: self = .filter(FilterSyntax(node: node))
    case .mapping: self = .mapping(MappingSyntax(node: node))
    case .ordering: self = .ordering(OrderingSyntax(node: node))
    case .nearExpression: self = .near(NearExpressionSyntax(node: node))
    case .nearestPlace: self = .nearestPlace(PrefixSyntax(node: node))
    case .fieldAccess: self = .field(FieldAccessSyntax(node: node))
    case .call: self = .call(CallSyntax(node: node))
    case .counted: self = .counted(CountedSyntax(node: node))
    case .span: self = .span(SpanSyntax(node: node))
    case .changesEvent: self = .changes(ChangesEventSyntax(node: node))
    default: self = .missing(node)
    }
  }

  package var node: SyntaxNode {
    switch self {
    case .name(let view): view.node
    case .literal(let view): view.node
    case .text(let view): view.node
    case .list(let view): view.node
    case .parenthesized(let view): view.node
    case .negative(let view), .not(let view), .nearestPlace(let view): view.node
    case .conjunction(let view), .disjunction(let view): view.node
    case .sum(let view), .product(let view): view.node
    case .comparison(let view): view.node
    case .comparisonChain(let view): view.node
    case .range(let view): view.node
    case .lasting(let view): view.node
    case .within(let view): view.node
    case .latch(let view): view.node
    case .conditional(let view): view.node
    case .filter(let view): view.node
    case .mapping(let view): view.node
    case .ordering(let view): view.node
    case .near(let view): view.node
    case .field(let view): view.node
    case .call(let view): view.node
    case .counted(let view): view.node
    case .span(let view): view.node
    case .changes(let view): view.node
    case .missing(let node): node
    }
  }

  package var range: SourceRange { node.range }

  /// `true` if it is an operand, which needs no parentheses beside an operator
  package var isOperand: Bool {
    let kinds: [SyntaxKind] = [
      .nameExpression, .literal, .text, .list, .parenthesized, .fieldAccess, .call,
    ]
    return kinds.contains(node.kind)
  }

  /// `true` if nothing is here; the parser has reported it
  package var isMissing: Bool {
    if case .missing = self { true } else { false }
  }
}
