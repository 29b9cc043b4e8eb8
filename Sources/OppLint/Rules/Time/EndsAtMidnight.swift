internal import OppModel
internal import OppSyntax

/// The rule `ends-at-midnight`
///
/// ```
/// found     time > sunset, sunset + 30min < time
/// silent    time > sunset and time < 23:30, time > sunset or time < sunrise      the other end is there
///           on 23:00 when time > sunset                                          it only chooses among events
///           time > 20:00                                                         an evening by the clock
/// ```
enum EndsAtMidnight {
  static let rule = LintRule(
    name: "ends-at-midnight", category: .time, severity: .warning, precision: .high, fix: .unsafe,
    page: LintPage(
      headline: "`time > sunset` is false after midnight",
      why: """
        `time` begins anew at midnight, and 0:30 is not after any sunset: the condition ends at midnight, not at
        sunrise. A window over midnight says the night: `time in sunset..sunrise`. A bound for the other end in the
        same condition, such as `time < 23:30` or `or time < sunrise`, ends this warning.
        """,
      bad: """
        opp "Porch" when time > sunset notify "Light on?" at most once per day
        """,
      good: """
        opp "Porch" when time in sunset..sunrise notify "Light on?" at most once per day
        """,
      related: ["night-split-by-weekday", "window-runs-backwards"])
  ) { subject, findings in
    for node in subject.nodes(.comparison) {
      guard case .comparison(let comparison) = node.expression,
        let bound = eveningBound(comparison, subject),
        subject.clause(of: node)?.kind != .onClause,
        !isBounded(node, subject), !happensAtFixedTimes(node, subject)
      else { continue }
      let (clock, evening) = bound
      let text = subject.text(comparison.range)
      findings.report(
        comparison.range, "`\(text)` is false after midnight",
        helps: ["write `\(clock) in \(evening)..sunrise` for the whole night"],
        notes: ["`\(clock)` begins anew at midnight"],
        fix: .replacing(comparison.range, with: "\(clock) in \(evening)..sunrise", .unsafe))
    }
  }

  /// The words of both sides of `time > sunset`; nil for another comparison
  private static func eveningBound(
    _ comparison: ComparisonSyntax, _ subject: LintSubject
  ) -> (clock: String, evening: String)? {
    let sides: (ExpressionSyntax, ExpressionSyntax)
    // The clock on the left, its bound on the right, whichever way it is written.
    switch comparison.operator {
    case .greater, .greaterOrEqual: sides = (comparison.left, comparison.right)
    case .less, .lessOrEqual: sides = (comparison.right, comparison.left)
    case .equal, .notEqual, .is, .isNot, .in, .notIn, .contains, .startsWith, .endsWith:
      return nil
    }
    guard case .clock(.time)? = subject.operation(sides.0), isEvening(sides.1, subject) else {
      return nil
    }
    return (subject.text(sides.0.range), subject.operandText(sides.1))
  }

  /// `true` if another part beside it looks at the time of day, too
  private static func isBounded(_ node: LintedNode, _ subject: LintSubject) -> Bool {
    // Upwards through the condition: a part of any chain or negation around it.
    var next = subject.parent(of: node)
    while let current = next, current.kind.isExpression {
      if current.kind == .conjunction || current.kind == .disjunction || current.kind == .not {
        let others = current.node.expressions.filter { !$0.range.contains(node.range) }
        if others.contains(where: { subject.reads(.time, $0) }) { return true }
      }
      next = subject.parent(of: current)
    }
    return false
  }

  /// `true` if the Opp around happens at times of its own, so that the condition only chooses among them
  private static func happensAtFixedTimes(_ node: LintedNode, _ subject: LintSubject) -> Bool {
    guard let opp = node.opp.map({ subject.opps[$0] }), !opp.rule.events.isEmpty else {
      return false
    }
    return opp.rule.events.allSatisfy { event in
      switch event {
      case .timeOfDay, .sun, .instant: true
      case .becomes, .every, .changes, .rowAdded, .rowRemoved: false
      }
    }
  }
}

extension EndsAtMidnight {
  /// `true` if an expression is the sunset or dusk, or a while before or after it
  private static func isEvening(_ expression: ExpressionSyntax, _ subject: LintSubject) -> Bool {
    guard let node = subject.graphNode(expression) else { return false }
    return isEvening(node, subject)
  }

  /// `true` if a node is sunset or dusk, or one of both moved by a duration
  private static func isEvening(_ node: NodeID, _ subject: LintSubject) -> Bool {
    let operation = subject.graph[node].operation
    if case .sun(let field, _) = operation { return field == .sunset || field == .dusk }
    guard case .arithmetic(let arithmetic, let first, _) = operation else { return false }
    return (arithmetic == .timeAdvance || arithmetic == .timeRetreat) && isEvening(first, subject)
  }
}
