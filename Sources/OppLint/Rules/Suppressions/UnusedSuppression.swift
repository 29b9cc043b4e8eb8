internal import OppSyntax

/// The rule `unused-suppression`
///
/// ``SuppressionJudge`` finds it, after all other rules have reported.
enum UnusedSuppression {
  static let rule = LintRule(
    aboutSuppressions: "unused-suppression", severity: .warning,
    fix: .safe,
    page: LintPage(
      headline: "a suppressed rule finds nothing here",
      why: """
        A comment that accepts a finding outlives it: the rule was mended, or the line moved. Then it would hide the next
        mistake. Rules that are off, or that need data which was not given, are not judged.
        """,
      bad: """
        opp "Rain" when raining at most once per day  // opp:ignore ends-at-midnight - it is short
        """,
      good: """
        opp "Rain" when raining at most once per day
        """,
      related: ["unknown-rule-in-suppression", "expired-suppression"])
  )
}
