internal import OppModel
internal import OppSemantics
internal import OppSyntax

/// The rule `stale-text`
///
/// ```
/// set quiet 22:00..7:00
///
/// found     notify "{free} until the next meeting"      the morning reads how it was at night
/// silent    the same with `expires 15min`, or `urgent`
///           notify "It begins at {event.begins}"         an instant stays true
/// ```
enum StaleText {
  static let rule = LintRule(
    name: "stale-text", category: .time, severity: .note, precision: .medium, fix: .unsafe,
    page: LintPage(
      headline: "the text says how it was at the firing: it may be delivered hours later",
      why: """
        A text has the values of the second at which its Opp fires. A value that changes continuously, such as `free` or
        the time that is left until an event, is another one by the end of quiet hours. `expires D` gives a notification
        up that is not delivered within D of its firing; an instant, such as `{event.begins}`, stays true.
        """,
      bad: """
        set quiet 22:00..7:00
        opp "Hot" when temp > 30C notify "Hot, and {free} until the next event."
        """,
      good: """
        set quiet 22:00..7:00
        opp "Hot" when temp > 30C notify "Hot, and {free} until the next event." expires 15min
        """,
      related: ["notified-after-quiet-hours"])
  ) { subject, findings in
    for opp in subject.opps where opp.rule.expires == nil && !opp.rule.isDisabled {
      guard subject.graph.quietCondition(of: opp.rule) != nil, let notify = opp.syntax.notify,
        let text = opp.rule.text, case .text(let parts) = subject.graph[text].operation,
        parts.contains(where: { isDrifting($0, subject.analysis) })
      else { continue }
      findings.report(
        notify.text.range,
        "the text says how it was at the firing: it may be delivered hours later",
        helps: ["write `expires 15min` behind it if it is of no use later"],
        fix: .replacing(opp.places.range.endPoint, with: " expires 15min", .unsafe))
    }
  }

  /// `true` if a part of a text is a value that changes continuously
  private static func isDrifting(_ part: TextPiece, _ analysis: Analysis) -> Bool {
    switch part {
    case .literal: false
    case .value(let node, _): analysis.drifts(node)
    }
  }
}
