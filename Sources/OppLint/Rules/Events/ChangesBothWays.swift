internal import OppModel
internal import OppSyntax

/// The rule `changes-both-ways`
///
/// ```
/// found     on raining changes when free >= 1h notify "It rains."
/// silent    on busy changes notify if busy then "Begins." else "Ends."      the words say which it was
///           on temp changes                                                 no condition
/// ```
enum ChangesBothWays {
  static let rule = LintRule(
    name: "changes-both-ways", category: .events, severity: .warning, precision: .high,
    fix: .unsafe,
    page: LintPage(
      headline: "`busy changes` happens at the beginning and at the end",
      why: """
        A condition changes when it becomes true and when it becomes false. Where nothing in the Opp depends on which of
        the two it was, the notice comes at both, with the same words. The condition itself is the event of becoming
        true, and with `not` that of becoming false.
        """,
      bad: """
        opp "Free" on busy changes notify "The meeting is over." at most 8 per day
        """,
      good: """
        opp "Free" on not busy notify "The meeting is over." at most 8 per day
        """,
      related: ["changes-of-a-measurement"])
  ) { subject, findings in
    for opp in subject.opps {
      guard let clause = opp.syntax.on, opp.syntax.notify != nil else { continue }
      for case .changes(let event) in clause.events where event.isOfAnyValue {
        let expression = event.value
        guard let node = subject.graphNode(expression), subject.graph[node].type == .bool,
          !distinguishes(opp, node, subject)
        else { continue }
        let text = subject.text(expression.range)
        let operand = subject.operandText(expression)
        findings.report(
          event.range, "`\(text) changes` happens at the beginning and at the end",
          helps: ["write `on \(text)` for the beginning", "write `on not \(operand)` for the end"],
          fix: .replacing(event.range, with: "not \(operand)", .unsafe))
      }
    }
  }
}

extension ChangesBothWays {
  /// `true` if the condition, the notification or the record of the Opp depends on a node
  private static func distinguishes(_ opp: LintedOpp, _ node: NodeID, _ subject: LintSubject)
    -> Bool
  {
    // Constants below the node are everywhere, so they distinguish nothing.
    var parts: Set<NodeID> = []
    subject.forEachOperation(below: node) { id, operation in
      if case .constant = operation { return }
      parts.insert(id)
    }
    let roots = [opp.rule.condition].compactMap { $0 } + opp.noticeNodes + opp.recordNodes
    return roots.contains { root in
      var isBelow = false
      subject.forEachOperation(below: root) { other, _ in isBelow = isBelow || parts.contains(other)
      }
      return isBelow
    }
  }
}
