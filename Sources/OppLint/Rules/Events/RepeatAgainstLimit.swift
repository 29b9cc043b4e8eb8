internal import OppModel
internal import OppSemantics
internal import OppSyntax

/// The rule `repeat-against-limit`
///
/// ```
/// found     again every 30min at most once per day       again every 30min at most once
/// silent    again every 30min at most 4 per day          again every 1d at most once per day
/// ```
enum RepeatAgainstLimit {
  static let rule = LintRule(
    name: "repeat-against-limit", category: .events, severity: .warning, precision: .veryHigh,
    need: .procedure,
    page: LintPage(
      headline: "`again every 1h` and `at most once per day` contradict each other",
      why: """
        `at most` counts repetitions, too. A limit of one firing in a period that is longer than the repetition drops
        all repetitions of that period: the first clause wants what the second forbids.
        """,
      bad: """
        opp "Laundry" when washer.finished notify "Empty it." again every 1h at most once per week
        source washer fresh for 10min { finished: Bool }
        """,
      good: """
        opp "Laundry" when washer.finished notify "Empty it." again every 1h at most 3 per day
        source washer fresh for 10min { finished: Bool }
        """,
      related: ["hold-longer-than-window", "unlimited-repetition", "later-event-dropped"])
  ) { subject, findings in
    for opp in subject.opps {
      guard let again = opp.syntax.again, let clause = opp.syntax.atMost,
        let repetition = opp.rule.repetition, let limit = opp.rule.limit, limit.count == 1,
        limit.period.seconds.map({ repetition < $0 }) ?? true
      else { continue }
      findings.report(
        again.range,
        "`\(subject.text(again.range))` and `\(subject.text(clause.range))` contradict each other",
        labels: [Diagnostic.Label(range: clause.range, text: "drops the repetitions")],
        helps: ["let more than one firing through, or take one of the two out"])
    }
  }
}
