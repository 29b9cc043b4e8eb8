internal import OppSyntax

/// The rule `expired-suppression`
///
/// The date of the run decides, or `--today`; ``SuppressionJudge`` finds it.
enum ExpiredSuppression {
  static let rule = LintRule(
    aboutSuppressions: "expired-suppression", severity: .warning,
    fix: .safe,
    page: LintPage(
      headline: "a suppression ended on the date that it names",
      why: """
        `until` gives a comment an end, for what is to be mended later. From the next day on the finding is shown again,
        and the comment says nothing.
        """,
      bad: """
        // opp:ignore comparison-with-true until 2026-03-01 - to be mended in spring
        opp "Rain" when raining at most once per day
        """,
      good: """
        opp "Rain" when raining at most once per day
        """,
      related: ["unused-suppression"])
  )
}
