internal import OppModel
internal import OppSyntax

extension LintRule {
  package static let crossingBeforeWindow = LintRule(
    name: "crossing-before-window", category: .events, severity: .warning, precision: .medium,
    page: LintPage(
      headline: "if it crosses before …, nobody is notified",
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
      guard let clause = opp.syntax.on, let condition = opp.rule.condition,
        let window = subject.conjuncts(of: condition).lazy.compactMap({
          subject.windowStart($0)
        }).first
      else { continue }
      for case .condition(let level, _) in clause.events {
        guard let node = subject.graphNode(level) else { continue }
        let isThreshold = subject.isThreshold(node)
        guard isThreshold || subject.isWeather(node) else { continue }
        let start = subject.clockText(window)
        findings.report(
          level.range, "if it crosses before \(start), nobody is notified",
          helps: ["write `when \(subject.text(level.range)) and …` in place of the event"],
          notes: ["the event is the second of the crossing; it does not wait for the window"],
          severity: isThreshold ? nil : .note)
      }
    }
  }
}

extension LintSubject {
  /// The node of the time at which a window of the day begins; nil for a part that is none, and for midnight
  fileprivate func windowStart(_ node: NodeID) -> NodeID? {
    let start: NodeID
    switch graph[node].operation {
    case .inRange(let value, let low, _, .timeOfDay) where isTime(value): start = low
    case .compare(.greater, let left, let right) where isTime(left): start = right
    case .compare(.greaterOrEqual, let left, let right) where isTime(left): start = right
    case .compare(.less, let left, let right) where isTime(right): start = left
    case .compare(.lessOrEqual, let left, let right) where isTime(right): start = left
    default: return nil
    }
    return graph[start].operation == .constant(.scalar(0)) ? nil : start
  }

  private func isTime(_ node: NodeID) -> Bool {
    switch graph[node].operation {
    case .clock(.time): true
    case .part(.time, let inner): graph[inner].operation == .clock(.now)
    default: false
    }
  }

  /// `true` for an order between a measurement and something else, or a state of the weather
  fileprivate func isThreshold(_ node: NodeID) -> Bool {
    switch graph[node].operation {
    case .compare(let sign, let left, let right):
      let isOrder = sign != .equal && sign != .notEqual
      return [left, right].contains { side in
        guard let field = slowField(side) else { return false }
        return isOrder || field.owner == "weather"
      }
    case .inRange(let value, _, _, _): return slowField(value) != nil
    case .and(let parts), .or(let parts):
      return parts.contains { isThreshold($0) } && parts.allSatisfy { !isMoment($0) }
    case .reading: return slowField(node) != nil
    default: return false
    }
  }

  /// `true` for a state of the weather, such as `raining`
  fileprivate func isWeather(_ node: NodeID) -> Bool {
    let readings = readings(below: node)
    return !readings.isEmpty && readings.allSatisfy { $0.isOfPrelude && $0.owner == "weather" }
  }

  private func isMoment(_ node: NodeID) -> Bool {
    if case .reading = graph[node].operation { slowField(node) == nil } else { false }
  }

  /// A field that moves slowly: of the weather, or a quantity of a source that the rules declare
  private func slowField(_ node: NodeID) -> Measurement? {
    guard let field = measurement(node), !field.isRow else { return nil }
    if field.isOfPrelude { return field.owner == "weather" ? field : nil }
    let isSlow = field.type == .temperature || field.type == .pressure || field.type == .percent
    return isSlow ? field : nil
  }

  /// The words of a time of day in a graph
  fileprivate func clockText(_ node: NodeID) -> String {
    switch graph[node].operation {
    case .constant(let value):
      ValueText(schema: ValueSchema(graph), usesTwelveHourClock: false, zone: .utc)
        .text(of: value, type: .timeOfDay)
    case .sun(let field, _): field == .sunset ? "sunset" : "the sun says"
    default: "the window begins"
    }
  }
}
