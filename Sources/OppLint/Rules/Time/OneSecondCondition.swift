internal import OppModel
internal import OppSyntax

/// The rule `one-second-condition`
///
/// ```
/// found     when raining and 7:00 == time, when tea (let tea = time == 16:00), when now == 2027-05-03T9:00
///           when time in [8:00, 9:00]      two seconds, where `8:00..9:00` may be meant
/// silent    when time.hour == 7, on 6:30 when wind < 4m/s
/// ```
enum OneSecondCondition {
  static let rule = LintRule(
    name: "one-second-condition", category: .time, severity: .warning, precision: .veryHigh,
    page: LintPage(
      headline: "this is true for one second a day; write it as an event",
      why: """
        `when time == 6:30` is true for one second. A reading that is missing in that second loses the day. The event
        `on 6:30` is the same second, and waits for the readings that its condition needs. The list in
        `when time in [8:00, 9:00]` has two seconds; the hour between them is the range `8:00..9:00`.
        """,
      bad: """
        opp "Row" when time == 6:30 and wind < 4m/s notify "Flat water."
        """,
      good: """
        opp "Row" on 6:30 when wind < 4m/s notify "Flat water."
        """,
      related: ["event-outside-window", "hold-longer-than-window"])
  ) { subject, findings in
    for comparison in subject.comparisons where comparison.operator == .in {
      reportList(comparison, subject, &findings)
    }
    for comparison in subject.comparisons
    where comparison.operator == .equal || comparison.operator == .is {
      // In a `let` all Opps that depend on it have to be without events.
      let (node, view) = (comparison.node, comparison.view)
      guard let time = secondOfDay(view, subject), isOfOppsWithoutEvents(node, subject) else {
        continue
      }
      findings.report(
        view.range, "this is true for one second a day; write it as an event",
        helps: ["write `on \(subject.text(time.range))` in place of it"])
    }
  }
}

extension OneSecondCondition {
  /// Reports a list of times of day, each of which is one second
  private static func reportList(
    _ comparison: LintedComparison, _ subject: LintSubject, _ findings: inout Findings
  ) {
    let view = comparison.view
    guard let clock = subject.graphNode(view.left), subject.isTimeOfDay(clock),
      case .list(let list) = view.right.withoutParentheses, list.elements.count > 1,
      list.elements.allSatisfy({ if case .literal = $0 { true } else { false } }),
      isOfOppsWithoutEvents(comparison.node, subject)
    else { return }
    let times = list.elements.map { subject.text($0.range) }
    let events = "write `on \(times.joined(separator: " or "))` in place of it"
    let range = "write `\(times.joined(separator: ".."))` for all of the time between"
    findings.report(
      view.range, "this is true for one second at each of these times",
      helps: times.count == 2 ? [range, events] : [events])
  }

  /// `true` if a comparison is a part of conditions only, and no Opp that has it has an event
  private static func isOfOppsWithoutEvents(_ node: LintedNode, _ subject: LintSubject) -> Bool {
    guard isPartOfCondition(node, subject), let condition = subject.graphNode(node.expression)
    else { return false }
    let opps = node.opp.map { [subject.opps[$0]] } ?? subject.opps(dependingOn: condition)
    return !opps.isEmpty && opps.allSatisfy { $0.rule.events.isEmpty }
  }

  /// The other side of a comparison with the time of day or the present instant
  private static func secondOfDay(_ view: ComparisonSyntax, _ subject: LintSubject)
    -> ExpressionSyntax?
  {
    for (clock, other) in [(view.left, view.right), (view.right, view.left)] {
      guard let node = subject.graphNode(clock), let value = subject.graphNode(other),
        !isClock(value, subject)
      else {
        continue
      }
      if isClock(node, subject) { return other }
    }
    return nil
  }

  /// `true` if a node is the time of day or the present instant
  private static func isClock(_ node: NodeID, _ subject: LintSubject) -> Bool {
    subject.isTimeOfDay(node) || subject.graph[node].operation == .clock(.now)
  }

  /// `true` if nothing but chains, parentheses and a `let` stand around a condition
  private static func isPartOfCondition(_ node: LintedNode, _ subject: LintSubject) -> Bool {
    var next = subject.parent(of: node)
    while let current = next {
      if [.whenClause, .letDeclaration].contains(current.kind) { return true }
      guard [.conjunction, .disjunction, .parenthesized].contains(current.kind) else {
        return false
      }
      next = subject.parent(of: current)
    }
    return false
  }
}
