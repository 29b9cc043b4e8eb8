internal import OppModel
internal import OppSemantics
internal import OppSyntax

/// The rule `never-fired`
///
/// ```
/// found     in 412 days this never fired; it was closest on 22 April 2025, with labels at the parts not true then
/// silent    fewer than 14 days; an alarm; a condition that was unknown half of the time, or is never true
/// ```
enum NeverFired {
  /// Days
  private static let days = LintOption(
    "days", standard: 14, "the days of data below which nothing is said")

  static let rule = LintRule(
    name: "never-fired", category: .data, severity: .note, precision: .medium, need: .recorded,
    page: LintPage(
      headline: "in all recorded days this never fired",
      why: """
        In a replay of the recording this Opp did not fire. The day on which the fewest parts of its condition were
        missing is named, with those parts: a bound may be too narrow, or the data too few. Opps that never can fire
        are the matter of `never-true`.
        """,
      bad: """
        opp "Noon sun" when sky == sunny and time in 12:00..12:05 and free >= 6h at most once per day
        """,
      good: """
        opp "Noon sun" when sky == sunny and time in 12:00..13:00 and free >= 1h at most once per day
        """,
      options: [days],
      related: ["threshold-never-crossed", "mostly-unknown", "never-true"])
  ) { subject, findings in
    let least = subject.settings.value(of: days, in: "never-fired")
    for (opp, observed, facts) in subject.observedOpps where facts.firings.isEmpty {
      guard Double(observed.dayCount) >= least, facts.unknownShare ?? 0 < 0.5,
        !subject.isAlarm(opp), !subject.proofs.isNever(opp.conditions)
      else { continue }
      // The parts that were missing on the closest day, as far as the text has them.
      var labels: [Diagnostic.Label] = []
      var helps: [String] = []
      if let closest = facts.closest {
        helps = ["it was closest on \(closest.date.words)"]
        labels = closest.missing.compactMap { node in
          subject.range(of: node, in: opp).map {
            Diagnostic.Label(range: $0, text: "not true then")
          }
        }
      }
      findings.report(
        opp.places.name, "in \(observed.dayCount) days this never fired", labels: labels,
        helps: helps, notes: [observed.note])
    }
  }
}
