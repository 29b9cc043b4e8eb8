internal import OppModel
internal import OppSyntax

/// The rule `window-before-row`
///
/// ```
/// found     for each f in firings("Pill") on f.at + 10min when not (f.answer == done within last 10min)
///           the row is there from the second after `at`, so the window begins before it
/// silent    the same with `last 9min`
///           for each e in agenda on e.begins + 1h when raining for 1h      no field of the row
/// ```
enum WindowBeforeRow {
  static let rule = LintRule(
    name: "window-before-row", category: .time, severity: .warning, precision: .veryHigh,
    page: LintPage(
      headline: "the window begins before the row is there: this is unknown at that second",
      why: """
        A row that is recorded at T is there from the next second on, and before that its fields are unknown. A window of
        ten minutes at `T + 10min` includes T itself, so it is unknown then, and an event that happens once in the life of
        the row is lost. A window that is shorter, or a field that says what is so now, has no such second.
        """,
      bad: """
        opp "Pill" on 8:00 notify "Take your pill."
        opp "Not answered" for each f in firings("Pill") on f.at + 10min when not (f.answer == done within last 10min) notify "Please look after her."
        """,
      good: """
        opp "Pill" on 8:00 notify "Take your pill."
        opp "Not answered" for each f in firings("Pill") on f.at + 10min when f.answer == unanswered notify "Please look after her."
        """,
      related: ["hold-longer-than-window", "window-broken-by-gaps"])
  ) { subject, findings in
    for opp in subject.opps {
      guard let rows = opp.rule.rows, let condition = opp.rule.condition else { continue }
      let delays = opp.rule.events.compactMap { delay(of: $0, rows, subject) }
      // With another event beside it, the Opp may fire at that one.
      guard delays.count == opp.rule.events.count, let delay = delays.max() else { continue }
      subject.forEachOperation(below: condition) { node, operation in
        guard let (operand, seconds) = window(operation), seconds >= delay,
          subject.uses(rows.scope, operand), let range = subject.range(of: node, in: opp)
        else { return }
        findings.report(
          range, "the window begins before the row is there: this is unknown at that second",
          helps: ["take a window that is shorter than \(subject.durationText(Double(delay)))"])
      }
    }
  }
}

extension WindowBeforeRow {
  /// The seconds of `on ROW.at + D`, if the row is recorded at its field `at`; nil for another event
  private static func delay(
    of event: Event, _ rows: RowQuery, _ subject: LintSubject
  ) -> Int64? {
    guard case .instant(let node) = event,
      case .arithmetic(.add, let start, let length) = subject.graph[node].operation,
      case .constant(.scalar(let seconds)) = subject.graph[length].operation, seconds > 0,
      case .rowField(rows.scope, let field) = subject.graph[start].operation,
      isRecordedAt(field, of: rows.table, subject)
    else { return nil }
    return Int64(exactly: seconds)
  }

  /// `true` if rows of a table have the second of their recording in a field: firings, and rows that only Opps record
  private static func isRecordedAt(
    _ field: Int, of table: TableID, _ subject: LintSubject
  ) -> Bool {
    if subject.graph.tables[Int(table.index)].firings != nil {
      return subject.rowField(table, field).field == "at"
    }
    let records = subject.allOpps.compactMap { $0.rule.record }.filter { $0.table == table }
    return !records.isEmpty
      && records.allSatisfy { record in
        guard record.values.indices.contains(field), let value = record.values[field] else {
          return false
        }
        return subject.graph[value].operation == .clock(.now)
      }
  }

  /// The operand of an operation that looks back over a whole time, and how far
  private static func window(_ operation: Operation) -> (operand: NodeID, seconds: Int64)? {
    if case .lasting(let operand, let seconds) = operation { return (operand, seconds) }
    if case .withinLast(let operand, let seconds) = operation { return (operand, seconds) }
    if case .window(_, let operand, .last(let seconds)) = operation { return (operand, seconds) }
    return nil
  }
}
