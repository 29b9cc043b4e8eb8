internal import OppSyntax

/// The rule `unknown-rule-in-suppression`
///
/// A former name of a rule is one of these, with its present name as the help; ``SuppressionJudge`` finds it.
enum UnknownRuleInSuppression {
  static let rule = LintRule(
    aboutSuppressions: "unknown-rule-in-suppression", severity: .error, fix: .unsafe,
    page: LintPage(
      headline: "a suppressed name is not a rule of `opp lint`",
      why: """
        A comment that names no rule accepts nothing, and looks as if it did. There is no form that accepts every rule;
        mistakes of syntax and of types cannot be accepted.
        """,
      bad: """
        // opp:ignore end-at-midnight - the shop closes at eleven
        opp "Rain" when raining at most once per day
        """,
      good: """
        opp "Rain" when raining at most once per day
        """,
      related: ["unused-suppression"])
  )
}
