internal import OppModel
internal import OppSyntax

/// The rule `began-outlives-its-condition`
///
/// ```
/// found     on began(not near office) + 75min      back after lunch: it began at noon, and happens all the same
/// silent    on not near office for 75min
///           on began(raining) + 1h when raining    it still rains
///           on began(raining)
///           on began(hall.motion) + 5min           a value of a source may be of a moment
///           on began(near gym) + 5min when not (near home within last 5min)      it looks back to the beginning itself
/// ```
enum BeganOutlivesItsCondition {
  static let rule = LintRule(
    name: "began-outlives-its-condition", category: .events, severity: .warning, precision: .high,
    page: LintPage(
      headline:
        "`began(c)` stays when c ends: this happens after it began all the same",
      why: """
        `began(c)` is the beginning of the present or the latest time in which c was true. It stays while c is false, so
        `on began(not near office) + 75min` also happens when you were out for lunch and are back. A hold, `c for D`, waits
        for c to be true all along.
        """,
      bad: """
        place office = @52.5200,13.4050
        opp "Gone" on began(not near office) + 75min notify "Set the alarm of the office."
        """,
      good: """
        place office = @52.5200,13.4050
        opp "Gone" on (not near office) for 75min notify "Set the alarm of the office."
        """,
      related: ["crossing-before-window"])
  ) { subject, findings in
    for opp in subject.opps {
      for case .condition(let event, _) in opp.syntax.on?.events ?? [] {
        guard let node = subject.graphNode(event), subject.graph[node].type == .instant,
          let (condition, seconds) = delay(node, subject), seconds > 0,
          !isPlain(condition, subject), let view = argument(of: event),
          !holds(condition, in: opp, subject)
        else { continue }
        let (text, delay) = (subject.text(view.range), subject.durationText(seconds))
        let operand = view.isOperand ? text : "(\(text))"
        findings.report(
          event.range,
          "`began(\(text))` stays when the condition ends: this happens \(delay) after it began all the same",
          helps: [
            "write `on \(operand) for \(literal(seconds))` if it must be true all along, or add `when \(text)`"
          ])
      }
    }
  }
}

extension BeganOutlivesItsCondition {
  /// The condition and the seconds of `began(c) + D`; nil for another instant
  private static func delay(
    _ node: NodeID, _ subject: LintSubject
  ) -> (condition: NodeID, seconds: Double)? {
    guard case .arithmetic(.add, let start, let delay) = subject.graph[node].operation,
      case .began(let condition) = subject.graph[start].operation,
      case .constant(.scalar(let seconds)) = subject.graph[delay].operation
    else { return nil }
    return (condition, seconds)
  }

  /// `true` for a field alone, such as that of a button or of motion, which may be true for a moment only
  private static func isPlain(_ condition: NodeID, _ subject: LintSubject) -> Bool {
    subject.field(of: subject.graph[condition].operation) != nil
  }

  /// The condition of `began(c) + D` as it is written; `nil` if a `let` hides it
  private static func argument(of event: ExpressionSyntax) -> ExpressionSyntax? {
    guard case .sum(let sum) = event.withoutParentheses,
      case .call(let call) = sum.first.withoutParentheses, call.name?.text == "began"
    else { return nil }
    return call.arguments.first?.value
  }

  /// `true` if the Opp fires only while the condition is true, or looks back over the time since it began
  private static func holds(_ condition: NodeID, in opp: LintedOpp, _ subject: LintSubject) -> Bool
  {
    guard let own = opp.rule.condition else { return false }
    if subject.contains(own, where: looksBack) { return true }
    let parts = subject.graph.conjuncts(of: own)
    return subject.graph.conjuncts(of: condition).allSatisfy { wanted in
      parts.contains {
        subject.fingerprints[Int($0.index)] == subject.fingerprints[Int(wanted.index)]
      }
    }
  }

  /// `true` for an operation over a time that ends now
  private static func looksBack(_ operation: Operation) -> Bool {
    if case .withinLast = operation { return true }
    if case .lasting = operation { return true }
    if case .window = operation { return true }
    return false
  }

  /// A duration as a literal: `75min`
  private static func literal(_ seconds: Double) -> String {
    ValueNotation(schema: ValueSchema()).literal(.scalar(seconds), type: .duration)
  }
}
