internal import OppModel
internal import OppSyntax

/// The rule `uneven-every`
///
/// ```
/// every 7h        0:00, 7:00, 14:00, 21:00, then 0:00 after three hours: found
/// every 50min     28 times, and 40 minutes at the end: found
/// every 8h        0:00, 8:00, 16:00: silent, as is every D with `from`
/// ```
enum UnevenEvery {
  static let rule = LintRule(
    name: "uneven-every", category: .time, severity: .note, precision: .high,
    page: LintPage(
      headline: "`every 7h` begins anew at midnight: the last gap is shorter",
      why: """
        `every D` counts from midnight. Where D does not divide a day, the last of the day and midnight lie closer
        together than the others.
        """,
      bad: """
        opp "Sourdough" on every 7h notify "Feed it."
        """,
      good: """
        opp "Sourdough" on every 8h notify "Feed it."
        """,
      related: ["unlimited-repetition", "event-outside-window"])
  ) { subject, findings in
    for node in subject.nodes(.everyEvent) {
      guard case .every(let event)? = EventSyntax(node: node.node), event.start == nil,
        let seconds = subject.scalar(event.period), seconds > 0
      else { continue }
      let duration = event.period
      let rest = 86_400.0.truncatingRemainder(dividingBy: seconds)
      let text = subject.text(duration.range)
      if seconds > 86_400 {
        findings.report(
          duration.range, "`every \(text)` begins anew at midnight: it happens once a day")
      } else if rest > 0 {
        let gap = subject.durationText(rest)
        findings.report(
          duration.range, "`every \(text)` begins anew at midnight: the last gap is \(gap)")
      }
    }
  }
}
