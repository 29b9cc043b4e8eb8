internal import OppModel
internal import OppSyntax

extension LintRule {
  package static let oneSecondCondition = LintRule(
    name: "one-second-condition", category: .time, severity: .warning, precision: .veryHigh,
    page: LintPage(
      headline: "this is true for one second a day; write it as an event",
      why: """
        `when time == 6:30` is true for one second. A reading that is missing in that second loses the day. The event
        `on 6:30` is the same second, and waits for the readings that its condition needs.
        """,
      bad: """
        opp "Row" when time == 6:30 and wind < 4m/s notify "Flat water."
        """,
      good: """
        opp "Row" on 6:30 when wind < 4m/s notify "Flat water."
        """,
      related: ["event-outside-window", "hold-longer-than-window"])
  ) { subject, findings in
    for comparison in subject.comparisons
    where comparison.operator == .equal || comparison.operator == .is {
      let (node, view) = (comparison.node, comparison.view)
      guard
        let time = subject.secondOfDay(view), subject.isPartOfCondition(node),
        let condition = subject.graphNode(node.expression)
      else { continue }
      let opps = node.opp.map { [subject.opps[$0]] } ?? subject.opps(dependingOn: condition)
      guard !opps.isEmpty, opps.allSatisfy({ $0.rule.events.isEmpty }) else { continue }
      findings.report(
        view.range, "this is true for one second a day; write it as an event",
        helps: ["write `on \(subject.text(time.range))` in place of it"])
    }
  }
}

extension LintSubject {
  /// The other side of a comparison with the time of day or the present instant
  fileprivate func secondOfDay(_ view: ComparisonSyntax) -> ExpressionSyntax? {
    for (clock, other) in [(view.left, view.right), (view.right, view.left)] {
      guard let node = graphNode(clock), let value = graphNode(other), !isClock(value) else {
        continue
      }
      if isClock(node) { return other }
    }
    return nil
  }

  private func isClock(_ node: NodeID) -> Bool {
    switch graph[node].operation {
    case .clock(.time), .clock(.now): true
    case .part(.time, let inner): graph[inner].operation == .clock(.now)
    default: false
    }
  }

  /// `true` if nothing but chains, parentheses and a `let` stand around a condition
  fileprivate func isPartOfCondition(_ node: LintedNode) -> Bool {
    var next = parent(of: node)
    while let current = next {
      switch current.kind {
      case .conjunction, .disjunction, .parenthesized: next = parent(of: current)
      case .whenClause, .letDeclaration: return true
      default: return false
      }
    }
    return false
  }
}
