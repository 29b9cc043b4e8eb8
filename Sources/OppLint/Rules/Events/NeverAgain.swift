internal import OppModel
internal import OppSemantics
internal import OppSyntax

/// The rule `never-again`
///
/// ```
/// found     again every 10min for 5min
/// silent    again every 10min for 10min                  once more
///           again every 10min
/// ```
enum NeverAgain {
  static let rule = LintRule(
    name: "never-again", category: .events, severity: .warning, precision: .veryHigh,
    need: .static,
    page: LintPage(
      headline: "nothing is repeated: the series ends before its first repetition",
      why: """
        The duration after `for` is how long a series of `again every` goes on. One that is shorter than the time
        between two repetitions ends before the first of them. Often the two durations were exchanged, or the second
        was meant as that of a hold, which follows the condition: `when raining for 5min`.
        """,
      bad: """
        opp "Umbrella" when raining notify "Take it." again every 10min for 5min
        """,
      good: """
        opp "Umbrella" when raining notify "Take it." again every 5min for 10min
        """,
      related: ["repeat-against-limit", "endless-again"])
  ) { subject, findings in
    for opp in subject.opps {
      guard let again = opp.syntax.again, let repetition = opp.rule.repetition,
        let span = opp.rule.repetitionSpan, span < repetition
      else { continue }
      findings.report(
        again.range, "nothing is repeated: the series ends before its first repetition",
        helps: ["let it go on for longer, or leave out `again every`"])
    }
  }
}
