internal import OppModel
internal import OppSemantics
internal import OppSyntax

/// The rule `later-event-dropped`
///
/// ```
/// found     on 7:30 or 19:30 at most once per day                 19:30 is always dropped
///           on 9:00 or 13:00 or 17:00 when weekday == sat at most 2 per day
/// silent    on 9:00 or 12:00 when temp > 28C at most once per day      at 9:00 it may be too cold
/// ```
enum LaterEventDropped {
  static let rule = LintRule(
    name: "later-event-dropped", category: .events, severity: .warning, precision: .veryHigh,
    need: .procedure, fix: .unsafe,
    page: LintPage(
      headline: "the later event is never notified: the earlier one has used the limit up",
      why: """
        Several events of the clock lie in one period of the limit, nothing else decides between them, and the first of
        them take all that the limit lets through: the later ones are dropped each time.
        """,
      bad: """
        opp "Pressure" on 7:30 or 19:30 notify "Measure." at most once per day
        """,
      good: """
        opp "Pressure" on 7:30 or 19:30 notify "Measure." at most 2 per day
        """,
      related: ["limit-never-reached", "repeat-against-limit"])
  ) { subject, findings in
    for opp in subject.opps where !opp.rule.isDisabled {
      guard let limit = opp.rule.limit, isSame(limit.period, on: opp.rule.condition, subject),
        let schedule = DailySchedule(opp.rule, subject.graph)
      else { continue }
      let dropped = schedule.dropped(by: limit)
      // The first time that is dropped, and the time that took its place.
      guard let first = dropped.first, let kept = schedule.times.first(where: { $0 < first }),
        let (event, text) = event(at: first, of: opp, subject)
      else { continue }
      var labels: [Diagnostic.Label] = []
      if let clause = opp.syntax.atMost {
        labels.append(Diagnostic.Label(range: clause.range, text: "the limit"))
      }
      findings.report(
        event,
        "`\(text)` is never notified: `\(subject.clockText(kept))` has used the limit up",
        labels: labels, fix: wider(opp, schedule))
    }
  }
}

extension LaterEventDropped {
  /// `true` if a condition cannot let a later event of a period through and an earlier one not
  private static func isSame(
    _ period: RateLimit.Period, on condition: NodeID?, _ subject: LintSubject
  ) -> Bool {
    // Within a day a condition of dates is the same for all events; over longer periods none is.
    switch period {
    case .hour, .day: subject.isOfWholeDays(condition)
    case .week, .month, .seconds: condition == nil
    case .ever: false
    }
  }

  /// The event of the text that a time of day is of, and the time in words
  private static func event(at time: Int64, of opp: LintedOpp, _ subject: LintSubject) -> (
    SourceRange, String
  )? {
    let events = opp.syntax.on?.events ?? []
    guard events.count == opp.rule.events.count else { return nil }
    for (event, meaning) in zip(events, opp.rule.events) {
      switch meaning {
      case .timeOfDay(let node):
        if subject.graph[node].operation == .constant(.scalar(Double(time))) {
          return (event.range, subject.text(event.range))
        }
      case .every(let seconds):
        if time % seconds == 0 { return (event.range, subject.clockText(time)) }
      case .becomes, .sun, .instant, .changes, .rowAdded, .rowRemoved: continue
      }
    }
    return nil
  }

  /// A fix that lets all of a day's events through; nil if the limit is not of a day
  private static func wider(_ opp: LintedOpp, _ schedule: DailySchedule) -> Fix? {
    guard let clause = opp.syntax.atMost, opp.rule.limit?.period == .day,
      schedule.times.count <= 24
    else { return nil }
    return .replacing(clause.range, with: "at most \(schedule.times.count) per day", .unsafe)
  }
}
