internal import OppModel
internal import OppSyntax

/// The rule `moving-start`
///
/// ```
/// found     every 2w from today + 19:00                today is another day tomorrow: every day at 19:00
/// found     every 2w from today.week_start + 19:00     every Monday
/// silent    every 90min from today + 8:00              counts from 8:00 of each day
/// silent    every 2w from 2026-01-06T19:00
/// ```
enum MovingStart {
  static let rule = LintRule(
    name: "moving-start", category: .time, severity: .warning, precision: .veryHigh,
    page: LintPage(
      headline: "the start moves on before the second time comes: this happens every day",
      why: """
        `every D from X` counts from X as it is at the second in question, and `today` is another day tomorrow. So
        `every 2w from today + 19:00` happens every day at 19:00, and `from today.week_start` every week. A start of
        one's own, such as the day of the last collection, stays where it is.
        """,
      bad: """
        opp "Bins" on every 2w from today + 19:00 notify "Bins out."
        """,
      good: """
        opp "Bins" on every 2w from 2026-01-06T19:00 notify "Bins out."
        """,
      related: ["uneven-every", "unlimited-repetition"])
  ) { subject, findings in
    for node in subject.nodes(.everyEvent) {
      guard case .every(let event)? = EventSyntax(node: node.node), let start = event.start,
        let seconds = subject.scalar(event.period), let moves = step(of: start, subject),
        seconds > Double(moves.days) * 86_400
      else { continue }
      findings.report(
        start.range,
        "the start moves on before the second time comes: this happens every \(moves.name)",
        helps: ["write the first day itself, such as `2026-01-06T19:00`"])
    }
  }

  /// The time for which an instant of the calendar keeps its value; `nil` for any other instant
  private static func step(
    of start: ExpressionSyntax, _ subject: LintSubject
  ) -> (days: Int, name: String)? {
    guard let node = subject.graphNode(start),
      subject.contains(node, where: { if case .clock = $0 { true } else { false } })
    else { return nil }
    let parts: [(part: Part, days: Int, name: String)] = [
      (.yearStart, 366, "year"), (.monthStart, 31, "month"), (.monthEnd, 31, "month"),
      (.weekStart, 7, "week"),
    ]
    for (part, days, name) in parts
    where subject.contains(node, where: { $0.partOf?.part == part }) { return (days, name) }
    return (1, "day")
  }
}
