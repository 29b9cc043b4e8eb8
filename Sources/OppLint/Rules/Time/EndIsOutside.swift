internal import OppAnalysis
internal import OppSyntax

/// The rule `end-is-outside`
///
/// ```
/// found     on 20:00 when time in 19:00..20:00        on 18:00 when time < 18:00 and temp > 0C
/// silent    on 20:00 when (time in 20:00..21:00 and temp > 20C) or weekday == sat
/// ```
///
/// ``EventOutsideWindow`` proves it: never true in the second of the event, but not never in the second before.
enum EndIsOutside {
  static let rule = LintRule(
    name: "end-is-outside", category: .time, severity: .warning, precision: .veryHigh,
    need: .procedure,
    page: LintPage(
      headline: "a window stops before its end, so the end is not in it",
      why: """
        A window of times includes its start and not its end: `19:00..20:00` is over at 20:00. The event of this Opp is
        exactly that end, so the Opp never fires, though it would a second earlier.
        """,
      bad: """
        opp "News" on 20:00 when time in 19:00..20:00 notify "News."
        """,
      good: """
        opp "News" on 20:00 notify "News."
        """,
      related: ["event-outside-window", "last-hour-included"])
  ) { subject, findings in
    for outside in EventOutsideWindow.eventsOutside(subject) where outside.isEnd {
      let text = subject.text(outside.event.range)
      findings.report(
        outside.event.range, "a window stops before its end, so `\(text)` is not in it",
        labels: outside.labels("ends before it"),
        helps: ["take the window out, or choose a later end"],
        witness: subject.proofs.verdict(outside.opp.conditions).witness)
    }
  }
}
