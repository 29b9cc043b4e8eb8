internal import OppSyntax

/// The rule `suppression-without-reason`
///
/// A comment without any name is the matter of `unknown-rule-in-suppression`; ``SuppressionJudge`` finds both.
enum SuppressionWithoutReason {
  static let rule = LintRule(
    aboutSuppressions: "suppression-without-reason", severity: .style,
    page: LintPage(
      headline: "this does not say why",
      why: """
        Whoever reads the rules next has to know whether the finding is still accepted. The reason is written after a dash.
        For rules about security it is an error.
        """,
      bad: """
        // opp:ignore ends-at-midnight
        opp "Porch" when time > sunset notify "Light on?" at most once per day
        """,
      good: """
        // opp:ignore ends-at-midnight - the light goes off at midnight
        opp "Porch" when time > sunset notify "Light on?" at most once per day
        """,
      related: ["unused-suppression"])
  )
}
