internal import OppSyntax

/// The rule `if-for-a-condition`
///
/// ```
/// if c then true else false      c
/// if c then false else true      not c
/// if c then true else true       silent here: `same-branches`
/// ```
enum IfForACondition {
  static let rule = LintRule(
    name: "if-for-a-condition", category: .style, severity: .style, precision: .veryHigh,
    fix: .safe,
    page: LintPage(
      headline: "`if c then true else false` is `c`",
      why: """
        A condition has the values true and false by itself, and is unknown where the `if` is. With the branches the
        other way round it is `not c`.
        """,
      bad: """
        opp "Still" when if time in 13:00..15:00 then true else false
        """,
      good: """
        opp "Still" when time in 13:00..15:00
        """,
      related: ["comparison-with-true", "same-branches"])
  ) { subject, findings in
    for node in subject.nodes(.conditional) {
      guard case .conditional(let view) = node.expression,
        let first = truth(view.whenTrue), let second = truth(view.whenFalse), first != second
      else { continue }
      let text =
        first
        ? subject.text(view.condition.range) : "not \(subject.operandText(view.condition))"
      findings.report(
        node.range, "`\(subject.text(node.range))` is `\(text)`",
        fix: subject.hasComments(node.range) ? nil : .replacing(node.range, with: text, .safe))
    }
  }

  /// The truth that a branch is; nil for another expression
  private static func truth(_ expression: ExpressionSyntax) -> Bool? {
    guard case .literal(let literal) = expression.withoutParentheses, literal.kind == .truth else {
      return nil
    }
    return literal.text == "true"
  }
}
