internal import OppAnalysis
internal import OppModel
internal import OppSemantics
internal import OppSyntax

/// The rule `stale-text`
///
/// ```
/// set quiet 22:00..7:00
///
/// found     notify "{free} until the next meeting"      the morning reads how it was at night
/// silent    the same with `expires 15min`, or `urgent`; on 12:00, and when time in 8:00..20:00
///           notify "It begins at {event.begins}"         an instant stays true
/// ```
enum StaleText {
  static let rule = LintRule(
    name: "stale-text", category: .time, severity: .note, precision: .medium, need: .procedure,
    fix: .unsafe,
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
    for (index, opp) in subject.opps.enumerated()
    where opp.rule.expires == nil && !opp.rule.isDisabled {
      guard subject.graph.quietCondition(of: opp.rule) != nil, let notify = opp.syntax.notify,
        let text = opp.rule.text, case .text(let parts) = subject.graph[text].operation,
        parts.contains(where: { isDrifting($0, subject.analysis) }),
        mayWait(opp, at: index, subject)
      else { continue }
      findings.report(
        notify.text.range,
        "the text says how it was at the firing: it may be delivered hours later",
        helps: ["write `expires 15min` behind it if it is of no use later"],
        fix: .replacing(opp.places.range.endPoint, with: " expires 15min", .unsafe))
    }
  }

  /// `true` unless it is proved that an Opp never fires while it is quiet
  ///
  ///     set quiet 22:00..7:00, on 12:00 → false     on 6:00 or 12:00 → true     when time in 8:00..20:00 → false
  private static func mayWait(_ opp: LintedOpp, at index: Int, _ subject: LintSubject) -> Bool {
    guard let quiet = subject.proofs.quiet else { return true }
    let conditions = opp.conditions + [Literal(quiet, .isTrue)]
    if !opp.conditions.isEmpty, subject.proofs.isNever(conditions) { return false }
    let events = subject.proofs.events[index]
    guard !events.isEmpty else { return true }
    return !events.allSatisfy { event in
      event.nodes.map { nodes in
        nodes.allSatisfy { subject.proofs.isNever(conditions + [Literal($0, .isTrue)]) }
      } ?? false
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
