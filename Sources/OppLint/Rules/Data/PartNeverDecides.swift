internal import OppModel
internal import OppSemantics
internal import OppSyntax

/// The rule `part-never-decides`
///
/// ```
/// sky == sunny and humidity < 99% and time in 12:00..13:00
///                  humidity was below 99 % at every sunny noon: found, from 14 days of data on
/// ```
enum PartNeverDecides {
  static let rule = LintRule(
    name: "part-never-decides", category: .data, severity: .note, precision: .medium,
    need: .recorded,
    page: LintPage(
      headline: "this part was never the one that decided",
      why: """
        In a replay of the recording this part was true whenever all other parts were: without it, the Opp would have
        fired at the same seconds. It may still be needed on a day that was not recorded; if not, each of its readings
        is a request that could be saved.
        """,
      bad: """
        opp "Walk" when sky == sunny and humidity < 99% and time in 12:00..13:00 at most once per day
        """,
      good: """
        opp "Walk" when sky == sunny and time in 12:00..13:00 at most once per day
        """,
      related: ["redundant-part", "threshold-never-crossed"])
  ) { subject, findings in
    for (opp, observed, facts) in subject.observedOpps where observed.dayCount >= 14 {
      for node in facts.idleParts {
        guard let range = subject.range(of: node, in: opp), !subject.isAlarm(opp) else { continue }
        findings.report(
          range, "this part was never the one that decided", notes: [observed.note])
      }
    }
  }
}
