internal import OppModel
internal import OppSemantics
internal import OppSyntax

/// The rule `sun-may-be-missing`
///
/// ```
/// found     sun(hut).sunset at 69.6° north       polar day in summer, polar night in winter
/// silent    sun(oslo).sunset at 59.9° north, sun(hut).daylight, sun(hut).sunset otherwise 20:00
/// ```
enum SunMayBeMissing {
  static let rule = LintRule(
    name: "sun-may-be-missing", category: .time, severity: .warning, precision: .high,
    page: LintPage(
      headline: "far in the north the sun does not set in summer: this is unknown then",
      why: """
        Beyond 65.7° there are days without sunrise and sunset, beyond 60.6° days without dawn and dusk. On those days
        the time is unknown, and so is each window that has it as an end. `daylight` is always known; `otherwise`
        names a time for such days.
        """,
      bad: """
        place hut = @69.6492,18.9553
        opp "Lamp" when time not in sun(place: hut).sunrise..sun(place: hut).sunset at most once per day
        """,
      good: """
        place hut = @69.6492,18.9553
        opp "Lamp" when not sun(place: hut).daylight at most once per day
        """,
      related: ["ends-at-midnight"])
  ) { subject, findings in
    var table = SunTable()
    // Once a declaration and place, for dawn and dusk apart from the others.
    var reported: Set<String> = []
    for node in subject.nodes([.fieldAccess, .call, .nameExpression]) {
      guard let id = subject.graphNode(node.expression),
        case .sun(let field, let place) = subject.graph[id].operation,
        let position = pin(place, subject), abs(position.latitude) > 60,
        !isGuarded(node, subject), subject.clause(of: node)?.kind != .notifyClause
      else { continue }
      let root = root(of: node, subject)
      let key = "\(root.file) \(root.start) \(place.index) \(field == .dawn || field == .dusk)"
      guard reported.insert(key).inserted,
        let gap = Gap(of: field, at: position, year: subject.settings.today?.year ?? 2027, &table)
      else { continue }
      let name = pinName(place, subject)
      findings.report(
        node.range, "at \(name) \(gap.words): this is unknown then",
        helps: ["use `daylight`, which is always known, or write `otherwise` with a time"])
    }
  }

  /// The longest run of days without a field of the sun
  ///
  /// For the message: one of the two nights or days of a year, the longer one.
  private struct Gap {
    /// `the sun does not set from 19 May to 25 July`
    let words: String

    init?(of field: SunField, at position: Position, year: Int64, _ table: inout SunTable) {
      guard let start = CivilDate(year: year, month: 1, day: 1), field != .daylight,
        field != .solarNoon
      else { return nil }
      // The zone of the meridian, since only the day matters, and no rules of a clock.
      let zone = Zone(offset: Int64((position.longitude / 15).rounded()) * 3600)
      var best: (first: CivilDate, days: Int64, reason: SolarDay.Reason)?
      var run: (first: CivilDate, days: Int64, reason: SolarDay.Reason)?
      // From the middle of a winter to the end of the next one, so that neither night is cut.
      for offset in -200..<Int64(366 + 200) {
        let date = start.advanced(by: offset)
        let day = SolarDay(date: date, position: position, zone: zone, &table)
        if let reason = day.reason(of: field) {
          run = (run?.first ?? date, (run?.days ?? 0) + 1, reason)
          if let run, run.days > best?.days ?? 0 { best = run }
        } else {
          run = nil
        }
      }
      guard let best else { return nil }
      let verb =
        switch best.reason {
        case .doesNotRise: "the sun does not rise"
        case .doesNotSet: "the sun does not set"
        case .staysDark: "it stays dark"
        case .doesNotGetDark: "it does not get dark"
        }
      let last = best.first.advanced(by: best.days - 1)
      words = "\(verb) from \(best.first.dayWords) to \(last.dayWords)"
    }
  }
}

extension SunMayBeMissing {
  /// The position of a constant pin or place
  private static func pin(_ node: NodeID, _ subject: LintSubject) -> Position? {
    let operation = subject.graph[node].operation
    if case .constant(.position(let position)) = operation { return position }
    if case .constant(.place(let place)) = operation { return place.position }
    guard case .placePosition(let inner) = operation else { return nil }
    return pin(inner, subject)
  }

  /// The name of the place with the position of a node; else the words for a pin
  private static func pinName(_ node: NodeID, _ subject: LintSubject) -> String {
    guard let position = pin(node, subject) else { return "this place" }
    for named in subject.analysis.places where pin(named.node, subject) == position {
      return "`\(named.name)`"
    }
    return "this pin"
  }

  /// `true` below `otherwise` or `known`, where a missing time has been thought of
  private static func isGuarded(_ node: LintedNode, _ subject: LintSubject) -> Bool {
    // Arguments are nodes of their own between an expression and its call.
    var next = subject.parent(of: node)
    while let current = next,
      current.kind.isExpression || current.kind == .argumentList
        || current.kind == .argument
    {
      if case .product(let chain) = current.expression,
        chain.rest.contains(where: { $0.operator == .otherwise })
      {
        return true
      }
      if case .call(let call) = current.expression, call.name?.text == "known" { return true }
      next = subject.parent(of: current)
    }
    return false
  }

  /// The declaration around a node
  private static func root(of node: LintedNode, _ subject: LintSubject) -> SourceRange {
    var current = node
    while let next = subject.parent(of: current) { current = next }
    return current.range
  }
}
