internal import OppModel
internal import OppSyntax

/// The rule `crossing-before-window`
///
/// ```
/// found     on wind > 12m/s when weekday in weekend and time >= 9:00
///           on raining when time in 8:00..9:00                          as a note
/// silent    on door.open when time in 22:00..6:00                       a door is opened at a moment
///           on temp > 30C when time < 18:00                             the window begins at midnight
/// ```
enum CrossingBeforeWindow {
  static let rule = LintRule(
    name: "crossing-before-window", category: .events, severity: .warning, precision: .medium,
    page: LintPage(
      headline: "if it crosses before the window begins, nobody is notified",
      why: """
        `on temp > 30C` is the second in which the temperature crosses 30 °C. Where that is at 13:50, the window from
        14:00 on is not reached: the event is over. As a part of `when`, the Opp fires at 14:00 in such a case. Events
        of places and of the clock, and of what is switched on and off, are taken as they are written; the
        beginning of rain, which may be meant, is only noted.
        """,
      bad: """
        opp "Heat" on temp > 30C when time in 14:00..18:00 notify "Blinds." at most once per day
        """,
      good: """
        opp "Heat" when temp > 30C and time in 14:00..18:00 notify "Blinds." at most once per day
        """,
      related: ["event-outside-window", "window-beside-its-event"])
  ) { subject, findings in
    for opp in subject.opps {
      // The first part of the condition that is a window with a start.
      guard let clause = opp.syntax.on, let condition = opp.rule.condition,
        let window = subject.graph.conjuncts(of: condition).lazy.compactMap({
          windowStart($0, subject)
        }).first
      else { continue }
      for case .condition(let level, _) in clause.events {
        guard let node = subject.graphNode(level) else { continue }
        let isThreshold = isThreshold(node, subject)
        guard isThreshold || isWeather(node, subject) else { continue }
        let start = clockText(window, subject)
        findings.report(
          level.range, "if it crosses before \(start), nobody is notified",
          helps: ["write `when \(subject.text(level.range)) and …` in place of the event"],
          notes: ["the event is the second of the crossing; it does not wait for the window"],
          severity: isThreshold ? nil : .note)
      }
    }
  }
}

extension CrossingBeforeWindow {
  /// The node of the time at which a window of the day begins; nil for any other part, and for midnight
  private static func windowStart(_ node: NodeID, _ subject: LintSubject) -> NodeID? {
    var start: NodeID?
    let operation = subject.graph[node].operation
    if case .inRange(let value, let low, _, .timeOfDay) = operation, subject.isTimeOfDay(value) {
      start = low
    } else if case .compare(let sign, let left, let right) = operation {
      switch sign {
      case .greater, .greaterOrEqual: start = subject.isTimeOfDay(left) ? right : nil
      case .less, .lessOrEqual: start = subject.isTimeOfDay(right) ? left : nil
      case .equal, .notEqual: break
      }
    }
    return start.flatMap {
      subject.graph[$0].operation == .constant(.scalar(0)) ? nil : $0
    }
  }

  /// `true` for an order between a measurement and something else, or a state of the weather
  private static func isThreshold(_ node: NodeID, _ subject: LintSubject) -> Bool {
    let operation = subject.graph[node].operation
    if case .compare(let sign, let left, let right) = operation {
      let isOrder = sign != .equal && sign != .notEqual
      return [left, right].contains { side in
        guard let field = slowField(side, subject) else { return false }
        return isOrder || field.owner == "weather"
      }
    }
    if case .inRange(let value, _, _, _) = operation { return slowField(value, subject) != nil }
    if case .reading = operation { return slowField(node, subject) != nil }
    guard let parts = operation.junctionParts else { return false }
    return parts.contains { isThreshold($0, subject) }
      && parts.allSatisfy { !isMoment($0, subject) }
  }

  /// `true` for a state of the weather, such as `raining`
  private static func isWeather(_ node: NodeID, _ subject: LintSubject) -> Bool {
    let readings = subject.readings(below: node)
    return !readings.isEmpty && readings.allSatisfy { $0.isOfPrelude && $0.owner == "weather" }
  }

  /// `true` if a node is a state that comes and goes at a moment, such as that of a door
  private static func isMoment(_ node: NodeID, _ subject: LintSubject) -> Bool {
    if case .reading = subject.graph[node].operation {
      slowField(node, subject) == nil
    } else {
      false
    }
  }

  /// A field that moves slowly: of the weather, or a quantity of a source that the rules declare
  private static func slowField(_ node: NodeID, _ subject: LintSubject) -> Measurement? {
    guard let field = subject.measurement(node), !field.isRow else { return nil }
    if field.isOfPrelude { return field.owner == "weather" ? field : nil }
    let isSlow = field.type == .temperature || field.type == .pressure || field.type == .percent
    return isSlow ? field : nil
  }

  /// The words of a time of day in a graph
  private static func clockText(_ node: NodeID, _ subject: LintSubject) -> String {
    let operation = subject.graph[node].operation
    if case .constant(let value) = operation {
      return ValueText(schema: ValueSchema(subject.graph), usesTwelveHourClock: false, zone: .utc)
        .text(of: value, type: .timeOfDay)
    }
    guard case .sun(let field, _) = operation else { return "the window begins" }
    return field == .sunset ? "sunset" : "the sun says"
  }
}
