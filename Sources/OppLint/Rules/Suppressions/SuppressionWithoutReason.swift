internal import OppSyntax

extension LintRule {
  package static let suppressionWithoutReason = LintRule(
    name: "suppression-without-reason", category: .suppressions, severity: .style,
    precision: .veryHigh,
    page: LintPage(
      headline: "this does not say why",
      why: """
        Whoever reads the rules next has to know whether the finding is still accepted. The reason stands behind a dash.
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
  ) { _, _ in
    // It is about the comments and what they cover: see SuppressionJudge.
  }
}
