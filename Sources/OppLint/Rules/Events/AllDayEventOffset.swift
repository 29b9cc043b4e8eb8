internal import OppModel
internal import OppSyntax

/// The rule `all-day-event-offset`
///
/// ```
/// found     on e.begins - 15min       an all-day event begins at 0:00, so this fires at 23:45
/// silent    where not all_day         where lower(title) contains "dentist"         on e.begins - 1d
/// ```
enum AllDayEventOffset {
  static let rule = LintRule(
    name: "all-day-event-offset", category: .events, severity: .warning, precision: .high,
    page: LintPage(
      headline: "all-day events begin at midnight: an offset from their beginning fires at night",
      why: """
        A birthday or a holiday begins at 0:00, and `e.begins - 15min` is a quarter to midnight. `not all_day` in
        `where` leaves them out. Rows that are chosen by their title or place are taken as they are.
        """,
      bad: """
        opp "Leave" for each e in agenda where busy on e.begins - 15min notify "{e.title}"
        """,
      good: """
        opp "Leave" for each e in agenda where busy and not all_day on e.begins - 15min notify "{e.title}"
        """,
      related: ["calendar-row-added", "notified-after-quiet-hours"])
  ) { subject, findings in
    for opp in subject.opps {
      guard let rows = opp.rule.rows else { continue }
      guard subject.isOfPrelude(rows.table),
        subject.graph.tables[Int(rows.table.index)].name == "agenda"
      else { continue }
      let filters = [rows.predicate, opp.rule.condition].compactMap { $0 }
      // A condition that chooses events by their properties has chosen.
      if filters.contains(where: { choosesEvents($0, subject) }) { continue }
      for case .condition(let event, _) in opp.syntax.on?.events ?? [] {
        guard let seconds = leadTime(event, subject) else { continue }
        // Midnight less the lead, by the clock of the day before.
        let time = 86_400 - seconds.truncatingRemainder(dividingBy: 86_400)
        let text = ValueText(
          schema: ValueSchema(subject.graph), usesTwelveHourClock: false, zone: .utc
        ).text(of: .scalar(time == 86_400 ? 0 : time), type: .timeOfDay)
        findings.report(
          event.range, "all-day events begin at midnight: this fires at \(text)",
          helps: ["add `not all_day` to `where`"])
      }
    }
  }
}

extension AllDayEventOffset {
  /// The seconds of `row.begins - D`; nil for another expression, and for offsets of days
  private static func leadTime(_ expression: ExpressionSyntax, _ subject: LintSubject) -> Double? {
    guard let node = subject.graphNode(expression),
      case .arithmetic(.subtract, let begins, let lead) = subject.graph[node].operation,
      let field = subject.measurement(begins), field.isRow, field.field == "begins",
      case .constant(.scalar(let seconds)) = subject.graph[lead].operation, seconds > 0,
      seconds < 86_400
    else { return nil }
    return seconds
  }

  /// `true` for a condition on which events are left: by `all_day`, their title, their place or their time of day
  private static func choosesEvents(_ node: NodeID, _ subject: LintSubject) -> Bool {
    subject.contains(node) { operation in
      if case .rowField(let scope, let index) = operation {
        let field = subject.rowField(subject.graph.scopes[Int(scope.index)], index)
        return ["all_day", "title", "location", "uid"].contains(field.field)
      }
      if let (part, value) = operation.partOf, part == .time || part == .hour {
        return subject.measurement(value)?.field == "begins"
      }
      guard case .arithmetic(.subtract, let last, let first) = operation else { return false }
      return subject.measurement(last)?.field == "ends"
        && subject.measurement(first)?.field == "begins"
    }
  }
}
