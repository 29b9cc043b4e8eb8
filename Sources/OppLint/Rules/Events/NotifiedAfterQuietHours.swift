internal import OppAnalysis
internal import OppModel
internal import OppSemantics
internal import OppSyntax

/// The rule `notified-after-quiet-hours`
///
/// ```
/// set quiet 21:30..7:00
///
/// found     on 23:00                                          at fixed times, all of them within
///           when temp < 18C and time in 23:00..5:00           it can only be true within
///           set quiet when busy …  when busy and free < 1h    it is only true while the other is
/// silent    the same with `urgent`; when time in 20:00..23:00
/// ```
enum NotifiedAfterQuietHours {
  static let rule = LintRule(
    name: "notified-after-quiet-hours", category: .events, severity: .warning, precision: .high,
    need: .procedure, fix: .unsafe,
    page: LintPage(
      headline: "nobody is notified before the morning: it only happens in quiet hours",
      why: """
        All firings lie in the hours of `set quiet`, or where the condition of `set quiet when` is true, so each of them
        waits until it is quiet no longer. Write `urgent` if its notification is to be delivered at once, or choose
        another time.
        """,
      bad: """
        set quiet 22:00..7:00
        opp "Bed" on 23:00 notify "Lights out."
        """,
      good: """
        set quiet 23:30..7:00
        opp "Bed" on 23:00 notify "Lights out."
        """,
      related: ["event-outside-window"])
  ) { subject, findings in
    guard let quiet = subject.proofs.quiet else { return }
    let hours = subject.graph.settings.quietHours
    for opp in subject.opps where !opp.rule.isUrgent && opp.rule.text != nil {
      // Fixed times need no proof; a condition is proved never to be true outside.
      guard !opp.rule.isDisabled,
        hours.map({ happensOnly(in: $0, opp, subject) }) ?? false
          || opp.rule.condition != nil && !subject.proofs.isNever(opp.conditions)
            && subject.proofs.isNever(opp.conditions + [Literal(quiet, .isFalse)])
            && (hours != nil
              || subject.proofs.isNever(opp.conditions + [Literal(quiet, .isUnknown)]))
      else { continue }
      findings.report(
        opp.places.name,
        hours.map {
          "nobody is notified before \(subject.clockText($0.end)): it only happens in quiet hours"
        } ?? "nobody is notified at once: it only happens while it is quiet",
        helps: ["write `urgent` behind it if it is to be delivered at once"],
        fix: .replacing(opp.places.range.endPoint, with: " urgent", .unsafe))
    }
  }
}

extension NotifiedAfterQuietHours {
  /// `true` if an Opp happens at fixed times of day alone, all of them in some hours
  private static func happensOnly(in hours: QuietHours, _ opp: LintedOpp, _ subject: LintSubject)
    -> Bool
  {
    guard !opp.rule.events.isEmpty else { return false }
    return opp.rule.events.allSatisfy { event in
      guard case .timeOfDay(let node) = event,
        case .constant(.scalar(let time)) = subject.graph[node].operation
      else { return false }
      // Hours that begin after they end lie over midnight.
      let (start, end) = (Double(hours.start), Double(hours.end))
      return start < end ? time >= start && time < end : time >= start || time < end
    }
  }
}
