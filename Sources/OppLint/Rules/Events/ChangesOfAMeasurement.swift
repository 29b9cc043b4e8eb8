internal import OppModel
internal import OppSyntax

/// The rule `changes-of-a-measurement`
///
/// ```
/// found     on temp changes            on distance(@48.2082,16.3738) changes
/// silent    on round(weight) changes, on unread changes (a count), on sky changes
/// ```
enum ChangesOfAMeasurement {
  static let rule = LintRule(
    name: "changes-of-a-measurement", category: .events, severity: .warning, precision: .high,
    page: LintPage(
      headline: "`range changes` happens at every reading that differs",
      why: """
        A measured value differs a little with each reading, so that nearly each reading is an event. Wait for a
        threshold, or for the change of a rounded number. An Opp that keeps a record of each reading, and numbers that
        count something, are left alone.
        """,
      bad: """
        source scooter fresh for 2min { range: Length }
        opp "Range" on range changes notify "{range}"
        """,
      good: """
        source scooter fresh for 2min { range: Length }
        opp "Range" on range < 5km notify "{range}"
        """,
      related: ["changes-both-ways", "fires-too-often"])
  ) { subject, findings in
    for opp in subject.opps where opp.rule.record == nil {
      for case .changes(let event) in opp.syntax.on?.events ?? [] where event.isOfAnyValue {
        let expression = event.value
        guard let node = subject.graphNode(expression),
          isRough(node, subject),
          isDistance(node, subject) || subject.measurement(node).map(isMeasured) ?? false
        else { continue }
        let text = subject.text(expression.range)
        findings.report(
          event.range, "`\(text) changes` happens at every reading that differs",
          helps: ["wait for a threshold, such as `on \(text) < …`"]
        )
      }
    }
  }

  /// `true` if a field has values that differ a little at each reading
  ///
  /// Of plain numbers only those of the rules' own sources that are fresh for ten minutes at most, and count nothing.
  private static func isMeasured(_ field: Measurement) -> Bool {
    switch field.type {
    case .percent, .length, .speed, .temperature, .temperatureDifference, .pressure, .angle,
      .elevation,
      .measure, .duration:
      return true
    case .number:
      guard !field.isOfPrelude, !field.isRow, let freshness = field.freshness else { return false }
      let words = Set(LintSubject.plainWords(field.field))
      return freshness <= 600 && words.isDisjoint(with: countWords)
    case .bool, .text, .money, .timeOfDay, .date, .instant, .weekday, .month, .position, .place,
      .colour, .enumeration, .row, .list:
      return false
    }
  }

  /// Words in the names of fields whose numbers change for a reason
  private static let countWords: Set<String> = [
    "count", "number", "price", "level", "floor", "unread", "version", "visitors", "people",
    "items", "score", "goals", "channel", "stage", "step", "phase", "lap", "position", "rank",
    "places", "seats", "total", "open", "mode", "state", "index", "track", "page", "queue",
  ]
}

extension ChangesOfAMeasurement {
  /// `true` for the way between two positions, one of which moves
  private static func isDistance(_ node: NodeID, _ subject: LintSubject) -> Bool {
    if case .distance = subject.graph[node].operation { true } else { false }
  }

  /// `true` for a value that nothing rounds
  private static func isRough(_ node: NodeID, _ subject: LintSubject) -> Bool {
    !subject.contains(node) { $0.traits.contains(.rounds) }
  }
}
