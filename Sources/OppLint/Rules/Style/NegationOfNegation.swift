internal import OppSyntax

/// The rule `negation-of-negation`
///
/// ```
/// not (sky == rain)              sky != rain
/// not (sky in [rain, snow])      sky not in [rain, snow]
/// not not raining                raining
/// not (temp > 20C)               silent: `temp <= 20C` is no simpler to read
/// ```
enum NegationOfNegation {
  static let rule = LintRule(
    name: "negation-of-negation", category: .style, severity: .style, precision: .veryHigh,
    fix: .safe,
    page: LintPage(
      headline: "`not (a == b)` is `a != b`",
      why: """
        Each `not` has to be undone in the head of the reader. `not (a == b)` is `a != b`, `not (x in y)` is
        `x not in y`, `not not a` is `a`. Where a part is unknown, both forms are.
        """,
      bad: """
        opp "Run" when not (sky == rain) and free >= 1h at most once per day
        """,
      good: """
        opp "Run" when sky != rain and free >= 1h at most once per day
        """,
      related: ["comparison-with-true"])
  ) { subject, findings in
    for node in subject.nodes(.not) {
      guard case .not(let negation) = node.expression,
        let text = positive(of: negation.operand.withoutParentheses, subject)
      else { continue }
      findings.report(
        node.range, "`\(subject.text(node.range))` is `\(text)`",
        fix: subject.hasComments(node.range) ? nil : .replacing(node.range, with: text, .safe))
    }
  }
}

extension NegationOfNegation {
  /// The text of the negation of an expression that is a negation itself; nil for another
  private static func positive(of expression: ExpressionSyntax, _ subject: LintSubject) -> String? {
    if case .not(let inner) = expression { return subject.operandText(inner.operand) }
    guard case .comparison(let comparison) = expression,
      let opposite = comparison.operator.opposite
    else { return nil }
    return
      "\(subject.text(comparison.left.range)) \(opposite) \(subject.text(comparison.right.range))"
  }
}

extension ComparisonOperator {
  /// The spelling of the operator that is true if this is false; nil for those that have an order
  fileprivate var opposite: String? {
    switch self {
    case .equal: "!="
    case .notEqual: "=="
    case .is: "is not"
    case .isNot: "is"
    case .in: "not in"
    case .notIn: "in"
    case .less, .lessOrEqual, .greater, .greaterOrEqual, .contains, .startsWith, .endsWith: nil
    }
  }
}
