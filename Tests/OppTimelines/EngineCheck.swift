package import OppEngine
package import OppModel
internal import OppProviders
internal import OppReplay
package import OppSemantics
internal import OppSyntax
internal import OppTesting
package import Testing

/// A rule set lived through a timeline, and what it comes to in the words of a table
package struct EngineCheck {
  package let analysis: Analysis
  package let clockface: Clockface
  package let from: Instant
  package let to: Instant
  package let lines: String

  /// - Parameter lines: what becomes known when (``Timeline``).
  package init(
    _ rules: String, _ lines: String, zone: String, day: String, from: String, to: String
  ) throws {
    analysis = RuleSet.analyze(rules)
    for diagnostic in analysis.diagnostics where diagnostic.severity == .error {
      Issue.record("\(diagnostic.headline) in \(rules)")
    }
    let zone = zone == "UTC" ? Zone.utc : try ZoneDatabase().zone(named: zone)
    clockface = Clockface(day: try #require(CivilDate(iso8601: day)), zone: zone)
    self.from = try #require(clockface.instant(from))
    self.to = try #require(clockface.instant(to))
    self.lines = lines
  }

  package var timeline: Timeline {
    Timeline(lines, graph: analysis.graph, clockface: clockface, from: from, to: to)
  }

  /// A node of the rule set for an expression
  package func node(_ expression: String) throws -> (node: NodeID, type: ValueType) {
    let checked = analysis.expression(expression)
    let words = checked.diagnostics.map(\.headline).joined(separator: "; ")
    return (
      try #require(checked.node, "\(expression): \(words)"),
      try #require(checked.type, "\(expression)")
    )
  }

  /// The firings of a person who is at each position from a second on
  package func firings(
    of positions: [(at: Int64, position: Position)], to end: Instant
  ) throws -> [Firing] {
    let location = try #require(analysis.graph.wellKnown.location)
    let arrivals = positions.map { at, position in
      var fields: [FieldReading] = Array(
        repeating: .missing, count: analysis.graph[location.source].fields.count)
      fields[location.position] = .known(.position(position))
      return (
        at: Instant(seconds: at),
        arrival: Arrival.reading(
          SourceReading(
            source: location.source, arguments: [], instant: Instant(seconds: at), fields: fields,
            freshness: nil, isLasting: true))
      )
    }
    let replay = Replay(
      graph: analysis.graph, zone: clockface.zone, begins: from, arrivals: arrivals)
    return replay.run(from: from, to: end).firings
  }

  // MARK: What comes of it

  /// `12:00 true, 12:30 unknown`; a value that drifts shows by how much a second, `60s -1`
  package func text(_ trace: ValueTrace, _ type: ValueType) -> String {
    let notation = ValueNotation(schema: ValueSchema(analysis.graph))
    return trace.stretches.map { stretch in
      var text = "unknown"
      if let value = stretch.value { text = notation.literal(value, type: type) }
      if stretch.isMoving { text += " moving" }
      if stretch.perSecond != 0 {
        text += (stretch.perSecond > 0 ? " +" : " ") + ValueNotation.jsonNumber(stretch.perSecond)
      }
      return clockface.text(stretch.from) + " " + text
    }.joined(separator: ", ")
  }

  /// `Name [key] 12:00`; the name is left out where there is but one Opp
  package func text(_ firings: [Firing]) -> String {
    firings.map { firing in
      var parts: [String] = analysis.graph.rules.count > 1 ? [firing.opp] : []
      if let row = firing.row { parts.append("[\(text(row))]") }
      parts.append(clockface.text(firing.at))
      switch firing.delivery {
      case .immediate: break
      case .waiting: parts.append("waits")
      case .later(let instant): parts.append("told \(clockface.text(instant))")
      case .superseded: parts.append("superseded")
      case .answered: parts.append("answered")
      case .expired: parts.append("expired")
      }
      return parts.joined(separator: " ")
    }.joined(separator: ", ")
  }

  private func text(_ row: RowID) -> String {
    let notation = ValueNotation(schema: ValueSchema(analysis.graph))
    let table = analysis.graph.tables[Int(row.table.index)]
    return zip(row.key, table.key).map { value, field in
      if case .text(let text) = value { return text }
      return notation.literal(value, type: table.fields[field].type)
    }.joined(separator: " ")
  }

  // MARK: The same however it is lived

  /// The reference looks at every second, so that only short timelines are shown to it
  private static let longestForReference: Int64 = 3 * 3600

  /// Compares with the reference, with steps at wakes only and with steps at random seconds more
  ///
  /// - Parameter isLong: says of a timeline that it is too long for that.
  package func expectAgreement(watching: [NodeID], isLong: Bool, _ location: SourceLocation) {
    let isTooLong = to.seconds - from.seconds > Self.longestForReference
    #expect(
      isLong == isTooLong, "`isLong` says what the reference does not check",
      sourceLocation: location)
    if isTooLong { return }
    var random = SplitMix64(seed: UInt64(lines.utf8.count))
    let agreement = Agreement(
      graph: analysis.graph, zone: clockface.zone, arrivals: timeline.arrivals, from: from,
      to: to, watching: watching)
    if let difference = agreement.firstDifference(&random) {
      Issue.record("engine and reference differ: \(difference)", sourceLocation: location)
    }
  }
}

/// Checks the stretches of expressions over a timeline, from the beginning of memory
///
/// - Parameter table: expressions, and what is so from when on.
package func check(
  _ rules: String, _ lines: String, zone: String = "UTC", day: String = "2026-06-21",
  from: String = "00:00", to: String = "01:00", _ table: [(expression: String, stretches: String)],
  isLong: Bool = false, _ location: SourceLocation = #_sourceLocation
) throws {
  let subject = try EngineCheck(rules, lines, zone: zone, day: day, from: from, to: to)
  let nodes = try table.map { try subject.node($0.expression) }
  let result = subject.timeline.replay.run(
    from: subject.from, to: subject.to, watching: nodes.map(\.node))
  for (index, item) in table.enumerated() {
    let found = subject.text(result.values[index], nodes[index].type)
    #expect(found == item.stretches, "\(item.expression)", sourceLocation: location)
  }
  subject.expectAgreement(watching: nodes.map(\.node), isLong: isLong, location)
}

/// The same of expressions that need no rule set but the prelude
package func check(
  _ lines: String, zone: String = "UTC", day: String = "2026-06-21",
  from: String = "00:00", to: String = "01:00", _ table: [(expression: String, stretches: String)],
  isLong: Bool = false, _ location: SourceLocation = #_sourceLocation
) throws {
  try check("", lines, zone: zone, day: day, from: from, to: to, table, isLong: isLong, location)
}

/// Checks when the Opps of a rule set fire, and when it is told if later
package func check(
  _ rules: String, _ lines: String, zone: String = "UTC", day: String = "2026-06-21",
  from: String = "00:00", to: String = "01:00", fires: String,
  isLong: Bool = false, _ location: SourceLocation = #_sourceLocation
) throws {
  let subject = try EngineCheck(rules, lines, zone: zone, day: day, from: from, to: to)
  let result = subject.timeline.replay.run(from: subject.from, to: subject.to)
  #expect(subject.text(result.firings) == fires, sourceLocation: location)
  subject.expectAgreement(watching: [], isLong: isLong, location)
}
