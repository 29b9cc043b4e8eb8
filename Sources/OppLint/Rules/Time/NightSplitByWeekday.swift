internal import OppModel
internal import OppSyntax

/// The rule `night-split-by-weekday`
///
/// ```
/// time in 22:00..4:00 and weekday == fri
///           Friday 0:00–4:00 true, Friday 22:00–24:00 true, Saturday 0:00–4:00 false
/// found     time in sunset..sunrise and weekday == sat, also through a `let`
/// silent    time in 18:00..23:00 and weekday == fri
///           on 23:00 when time in 22:00..4:00 and weekday == fri      it only chooses among events
/// ```
enum NightSplitByWeekday {
  static let rule = LintRule(
    name: "night-split-by-weekday", category: .time, severity: .warning, precision: .medium,
    page: LintPage(
      headline: "on one day this holds from midnight to the morning, and again from the evening",
      why: """
        A window over midnight has two halves, and the weekday changes between them: `time in 22:00..4:00 and weekday
        == fri` is the small hours of Friday and the late evening of Friday, not the night from Friday to Saturday.
        Write the two halves, each with its own weekday.
        """,
      bad: """
        opp "Last bus" when time in 22:00..4:00 and weekday == fri at most once per day
        """,
      good: """
        opp "Last bus" when (time >= 22:00 and weekday == fri) or (time < 4:00 and weekday == sat) at most once per 12h
        """,
      related: ["ends-at-midnight", "window-runs-backwards"])
  ) { subject, findings in
    for chain in subject.nodes(.conjunction) {
      if let opp = chain.opp.map({ subject.opps[$0] }), opp.happensAtTimesOfDay { continue }
      let operands = chain.node.expressions
      // A part that is a name counts with the parts of its `let`.
      let parts = operands.map { operand in
        (operand, subject.graphNode(operand).map { subject.graph.conjuncts(of: $0) } ?? [])
      }
      guard let night = parts.first(where: { $0.1.contains { isNight($0, subject) } }),
        let day = parts.first(where: { $0.1.contains { isSomeWeekdays($0, subject) } })
      else { continue }
      let (start, end) = ends(of: night.0, subject)
      findings.report(
        night.0.range,
        "on such a day this holds from midnight to \(end), and again from \(start)",
        labels: [Diagnostic.Label(range: day.0.range, text: "another day begins at midnight")],
        helps: [
          "write the two halves, each with its weekday: `(time >= \(start) and …) or (time < \(end) and …)`"
        ])
    }
  }
}

extension LintedOpp {
  /// `true` for an Opp with events that are all times of day, so that its windows only choose among them
  package var happensAtTimesOfDay: Bool {
    !rule.events.isEmpty
      && rule.events.allSatisfy { event in
        switch event {
        case .timeOfDay, .sun, .instant: true
        case .becomes, .every, .changes, .rowAdded, .rowRemoved: false
        }
      }
  }
}

extension NightSplitByWeekday {
  /// `true` for a window of times of day over midnight that begins before it and ends after it
  private static func isNight(_ node: NodeID, _ subject: LintSubject) -> Bool {
    guard case .inRange(let value, let low, let high, .timeOfDay) = subject.graph[node].operation,
      subject.reads(.time, value)
    else { return false }
    let (first, last) = (subject.graph[low].operation, subject.graph[high].operation)
    if case .constant(.scalar(let start)) = first, case .constant(.scalar(let end)) = last {
      return start > end && end > 0
    }
    return isInEvening(first) && isInMorning(last)
  }

  /// `true` for sunset and dusk, and for times in the second half of the day
  private static func isInEvening(_ operation: Operation) -> Bool {
    if case .constant(.scalar(let time)) = operation { return time > 43_200 }
    guard case .sun(let field, _) = operation else { return false }
    return field == .sunset || field == .dusk
  }

  /// `true` for sunrise and dawn, and for times in the first half of the day but midnight
  private static func isInMorning(_ operation: Operation) -> Bool {
    if case .constant(.scalar(let time)) = operation { return time > 0 && time < 43_200 }
    guard case .sun(let field, _) = operation else { return false }
    return field == .sunrise || field == .dawn
  }

  /// `true` for a condition that only some weekdays fulfil
  private static func isSomeWeekdays(_ node: NodeID, _ subject: LintSubject) -> Bool {
    let operation = subject.graph[node].operation
    if case .compare(let sign, let left, let right) = operation {
      return (sign == .equal || sign == .notEqual)
        && (isWeekday(left, subject) || isWeekday(right, subject))
    }
    if case .not(let inner) = operation { return isSomeWeekdays(inner, subject) }
    if case .inRange(let value, let low, let high, .cyclic) = operation {
      return isWeekday(value, subject) && !isWholeWeek(from: low, to: high, subject)
    }
    guard case .or(let parts) = operation else { return false }
    return parts.count < 7 && parts.allSatisfy { isSomeWeekdays($0, subject) }
  }

  /// `true` for `mon..sun`, `wed..tue` and the like, which every day is in
  private static func isWholeWeek(
    from low: NodeID, to high: NodeID, _ subject: LintSubject
  ) -> Bool {
    guard case .constant(.scalar(let first)) = subject.graph[low].operation,
      case .constant(.scalar(let last)) = subject.graph[high].operation
    else { return false }
    return last - first == 6 || last - first == -1
  }

  /// `true` if a node is the weekday of the present day, however it is written
  private static func isWeekday(_ node: NodeID, _ subject: LintSubject) -> Bool {
    if case .part(.weekday, let date) = subject.graph[node].operation {
      return subject.graph[date].operation == .clock(.today)
    }
    return subject.graph[node].operation == .clock(.weekday)
  }

  /// The words of both ends of a window
  private static func ends(of expression: ExpressionSyntax, _ subject: LintSubject) -> (
    start: String, end: String
  ) {
    guard case .comparison(let view) = expression.withoutParentheses,
      case .range(let range) = view.right
    else { return ("its start", "its end") }
    return (subject.text(range.low.range), subject.text(range.high.range))
  }
}
