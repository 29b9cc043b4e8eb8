internal import OppModel
internal import OppSemantics
internal import OppSyntax

/// The rule `short-month`
///
/// ```
/// found     on 18:00 when today.day == 31, when end (let end = today.day == 30)
/// silent    month == mar and today.day == 31              the month is named
///           today.day == 29 or today == 2027-10-31        a date is named
/// ```
enum ShortMonth {
  static let rule = LintRule(
    name: "short-month", category: .time, severity: .warning, precision: .high,
    page: LintPage(
      headline: "some months have no such day",
      why: """
        Months have 28 to 31 days. A rule for the 31st is silent in five months of the year, one for the 30th in
        February. Where the last day of a month is meant, it is the day before the first. A month or a year beside the
        day says that this day is meant.
        """,
      bad: """
        opp "Month end" on 18:00 when today.day == 31 notify "Send the bill."
        """,
      good: """
        opp "Month end" on 18:00 when (today + 1d).day == 1 notify "Send the bill."
        """,
      related: ["impossible-date", "past-date"])
  ) { subject, findings in
    for value in subject.comparedValues where value.comparison == .equal && value.value >= 30 {
      guard case .part(.day, let date) = subject.graph[value.measuredNode].operation,
        subject.graph[date].operation == .clock(.today), value.value <= 31,
        !namesMonth(around: value.node, subject)
      else { continue }
      let count = value.value == 31 ? "five months have" : "February has"
      findings.report(
        value.node.range, "\(count) no day \(Int(value.value))",
        helps: ["the last day of a month is `(today + 1d).day == 1`"])
    }
  }
}

extension ShortMonth {
  /// `true` if an Opp or a `let` around a node looks at the month or the year, too
  private static func namesMonth(around node: LintedNode, _ subject: LintSubject) -> Bool {
    if let opp = node.opp.map({ subject.opps[$0] }) {
      return opp.conditionNodes.contains { looksAtMonth($0, subject) }
    }
    let around = subject.ancestor(of: node, .letDeclaration)
    guard let around, case .let(let view)? = DeclarationSyntax(node: around.node),
      let value = subject.graphNode(view.value)
    else { return false }
    return looksAtMonth(value, subject)
      || subject.opps(dependingOn: value).contains {
        $0.conditionNodes.contains { looksAtMonth($0, subject) }
      }
  }

  /// `true` if a node looks at the month, the year or the whole date
  private static func looksAtMonth(_ node: NodeID, _ subject: LintSubject) -> Bool {
    func isToday(_ node: NodeID) -> Bool { subject.graph[node].operation == .clock(.today) }
    return subject.contains(node) { operation in
      if operation == .clock(.month) { return true }
      if case .part(let part, _) = operation { return part == .month || part == .year }
      if case .compare(_, let left, let right) = operation {
        return isToday(left) || isToday(right)
      }
      if case .inRange(let value, _, _, _) = operation { return isToday(value) }
      if case .element(let value, _) = operation { return isToday(value) }
      return false
    }
  }
}
