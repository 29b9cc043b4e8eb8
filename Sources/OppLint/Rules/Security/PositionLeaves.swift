internal import OppModel
internal import OppSyntax

/// The rule `position-leaves`
///
/// ```
/// found     notify "I am at {position}." to "mum"
///           record walks { at: now  where_to: position }              as a note: it is kept
///           notify "At {e.location}." to "mum"                        as a note: the place of an event
/// silent    notify "I am at {position}."                              to oneself
///           to "mum" with { away: not near office }                   a comparison gives no position away
/// ```
enum PositionLeaves {
  static let rule = LintRule(
    name: "position-leaves", category: .security, severity: .warning, precision: .medium,
    page: LintPage(
      headline: "your position goes to a service",
      why: """
        A notice that is sent `to` somebody with `position` in its text or its values says where you are, or where a
        friend is, to the metre. Mostly others need to know less: whether you are near a place, or how far away.
        The places of your events in such a notice, and positions that are recorded and so kept, are only noted.
        """,
      bad: """
        opp "Lunch" on 12:00 notify "At lunch." to "team" with { where: position }
        """,
      good: """
        place office = @51.5074,-0.1278
        opp "Lunch" on 12:00 notify "At lunch." to "team" with { away: not near office }
        """,
      related: ["guessable-topic"])
  ) { subject, findings in
    for opp in subject.opps {
      // 1. Values that are recorded.
      for value in opp.syntax.record?.values ?? [] {
        guard let node = subject.graphNode(value.value), let whose = position(in: node, subject),
          whose.hasPrefix("your")
        else { continue }
        findings.report(
          value.value.range, "\(whose) is kept with each firing", severity: .note)
      }
      // 2. The text and the values of a notice to somebody else.
      guard let clause = opp.syntax.notify, let recipient = clause.recipient,
        let to = opp.rule.recipient, !isOneself(to, subject)
      else { continue }
      var values: [ExpressionSyntax] = (clause.payload ?? []).map { $0.value }
      if case .text(let text) = clause.text.withoutParentheses {
        for case .interpolation(let expression, _) in text.pieces { values.append(expression) }
      } else {
        values.append(clause.text)
      }
      for value in values {
        guard let node = subject.graphNode(value), let whose = position(in: node, subject) else {
          continue
        }
        findings.report(
          value.range, "\(whose) goes to `\(subject.text(recipient.range))`",
          labels: [Diagnostic.Label(range: recipient.range, text: "they receive it")],
          helps: ["send less: `near office`, or `distance(home)`"],
          severity: whose == "the place of an event" ? .note : nil)
      }
    }
  }
}

extension PositionLeaves {
  /// `true` for a recipient that is the person
  private static func isOneself(_ node: NodeID, _ subject: LintSubject) -> Bool {
    guard case .constant(.text(let text)) = subject.graph[node].operation else { return false }
    return ["me", "self", "myself"].contains(text.lowercased())
  }

  /// The owner of the position that a value gives away; comparisons and distances give away none
  ///
  /// `position` and `upper("{position}")` are positions, `distance(home)` and `near home` are not.
  private static func position(in node: NodeID, _ subject: LintSubject) -> String? {
    let operation = subject.graph[node].operation
    if case .reading(let request, let field) = operation {
      let reading = subject.reading(request, field)
      guard reading.owner == "location", ["position", "accuracy"].contains(reading.field) else {
        return nil
      }
      return "your \(reading.field)"
    }
    if case .rowField(let scope, let field) = operation {
      let field = subject.rowField(subject.graph.scopes[Int(scope.index)], field)
      if field.owner == "agenda", field.field == "location" { return "the place of an event" }
      guard field.owner == "friends", field.field == "position" else { return nil }
      return "a friend's position"
    }
    if case .rowPart(_, let field) = operation {
      return subject.graph[node].type == .position && field >= 0 ? "a position" : nil
    }
    guard operation.traits.contains(.showsOperands) else { return nil }
    var found: String?
    operation.forEachOperand { found = found ?? position(in: $0, subject) }
    return found
  }
}
