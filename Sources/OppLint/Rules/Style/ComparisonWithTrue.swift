internal import OppSyntax

/// The rule `comparison-with-true`
///
/// ```
/// raining == true                  raining
/// raining is not true              not raining
/// (raining or snowing) == false    not (raining or snowing)
/// true == raining                  raining
/// ```
enum ComparisonWithTrue {
  static let rule = LintRule(
    name: "comparison-with-true", category: .style, severity: .style, precision: .veryHigh,
    fix: .safe,
    page: LintPage(
      headline: "compared with `true`",
      why: """
        A condition is true or false by itself: `raining == true` is `raining`, and `raining == false` is
        `not raining`. Where it is unknown, both are.
        """,
      bad: """
        opp "Rain" when raining == true at most once per day
        """,
      good: """
        opp "Rain" when raining at most once per day
        """,
      related: ["if-for-a-condition", "negation-of-negation"])
  ) { subject, findings in
    for node in subject.nodes(.comparison) {
      guard case .comparison(let comparison) = node.expression,
        let isPositive = keepsTruth(comparison.operator),
        let (condition, word) = compared(comparison)
      else { continue }
      // `== true` and `!= false` keep the condition, the two others negate it.
      let isTrue = (word == "true") == isPositive
      let text = isTrue ? subject.text(condition.range) : "not \(subject.operandText(condition))"
      let written = isTrue ? subject.operandText(condition) : "(\(text))"
      let parent = subject.parent(of: node)
      let isAlone = parent?.kind == .whenClause
      // Parentheses around the comparison alone go with it if nothing needs them.
      let whole = parent.flatMap { isTrue && $0.kind == .parenthesized ? $0.range : nil }
      findings.report(
        comparison.range, "compared with `\(word)`",
        helps: ["write `\(text)`"],
        fix: subject.hasComments(comparison.range)
          ? nil : .replacing(whole ?? comparison.range, with: isAlone ? text : written, .safe))
    }
  }

  /// `true` for an operator of equality, `false` for its negation; nil for another
  private static func keepsTruth(_ comparison: ComparisonOperator) -> Bool? {
    switch comparison {
    case .equal, .is: true
    case .notEqual, .isNot: false
    case .less, .lessOrEqual, .greater, .greaterOrEqual, .in, .notIn, .contains, .startsWith,
      .endsWith:
      nil
    }
  }

  /// The condition and the word it is compared with
  private static func compared(
    _ comparison: ComparisonSyntax
  ) -> (condition: ExpressionSyntax, word: String)? {
    if case .literal(let word) = comparison.right, word.kind == .truth {
      return (comparison.left, word.text)
    }
    if case .literal(let word) = comparison.left, word.kind == .truth {
      return (comparison.right, word.text)
    }
    return nil
  }
}
