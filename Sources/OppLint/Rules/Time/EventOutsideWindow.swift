internal import OppAnalysis
internal import OppModel
internal import OppSyntax

/// The rule `event-outside-window`
///
/// ```
/// found     on 9:00 when time in 10:00..11:00         on sunset when time < sunset
/// silent    on sunset when time >= sunset - 5min and temp > 0C
///           on 3:00 when time in 4:00..6:00 or weekday == sat
/// ```
///
/// - Complexity: a proof for each time of each event of an Opp with a condition.
enum EventOutsideWindow {
  static let rule = LintRule(
    name: "event-outside-window", category: .time, severity: .error, precision: .veryHigh,
    need: .procedure,
    page: LintPage(
      headline: "an event never happens while this is true",
      why: """
        An Opp fires at its event, and only if its condition is true in that second. Here the event excludes the
        condition, so it never fires. An event of `every D` that only a day on which the clock is changed brings into
        the window is a warning.
        """,
      bad: """
        opp "Coffee" on 9:00 when time in 10:00..11:00 notify "Coffee?"
        """,
      good: """
        opp "Coffee" on 10:00 notify "Coffee?"
        """,
      related: ["never-true", "end-is-outside"])
  ) { subject, findings in
    let hasOwnRule = subject.settings.mayRun(EndIsOutside.rule)
    for outside in eventsOutside(subject) where !(outside.isEnd && hasOwnRule) {
      let event = outside.event
      let text = subject.text(event.range)
      let labels = outside.labels("never true then")
      if outside.isMovedByClock {
        findings.report(
          event.range,
          "`\(text)` happens while this is true only on days on which the clock is changed",
          labels: labels, severity: .warning)
      } else {
        findings.report(
          event.range, "`\(text)` never happens while this is true", labels: labels,
          helps: ["take the event into the window, or the window to the event"],
          witness: subject.proofs.verdict(outside.opp.conditions).witness)
      }
    }
  }
}

/// An event in whose second the condition of its Opp is never true
struct EventOutside {
  /// The Opp, whose condition is never true then
  let opp: LintedOpp

  /// The event as it is written
  let event: EventSyntax

  /// `true` if only a change of the clock could bring it into the window
  let isMovedByClock: Bool

  /// `true` if the condition can be true one second earlier: the event is the end of a window
  let isEnd: Bool

  /// A label at the condition
  func labels(_ text: String) -> [Diagnostic.Label] {
    let clause =
      opp.syntax.when?.condition.range ?? opp.syntax.near?.range ?? opp.syntax.forEach?.range
    return clause.map { [Diagnostic.Label(range: $0, text: text)] } ?? []
  }
}

extension EventOutsideWindow {
  /// The events in whose second the condition of their Opp is never true, in the order of the Opps
  static func eventsOutside(_ subject: LintSubject) -> [EventOutside] {
    var found: [EventOutside] = []
    for (index, opp) in subject.opps.enumerated() where !opp.rule.events.isEmpty {
      // An Opp whose condition is never true at all is reported by `never-true`.
      let conditions = opp.conditions
      guard !conditions.isEmpty, !subject.proofs.isNever(conditions) else { continue }
      let events = opp.syntax.on?.events ?? []
      // An event of the text that became several of the graph cannot be distinguished.
      guard events.count == opp.rule.events.count else { continue }
      for (event, times) in zip(events, subject.proofs.events[index]) {
        guard let nodes = times.nodes,
          nodes.allSatisfy({ subject.proofs.isNever(conditions + [Literal($0, .isTrue)]) })
        else { continue }
        // A second earlier the condition can be true.
        let isEnd = times.secondBefore.map { second in
          !subject.proofs.isNever(conditions + [Literal(second, .isTrue)])
        }
        found.append(
          EventOutside(
            opp: opp, event: event, isMovedByClock: times.isMovedByClock, isEnd: isEnd ?? false))
      }
    }
    return found
  }
}
