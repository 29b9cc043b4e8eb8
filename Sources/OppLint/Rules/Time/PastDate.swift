internal import OppModel
internal import OppSyntax

/// The rule `past-date`
///
/// ```
/// as of 2026-06-21
///
/// found     on 2024-04-08T13:15, today == 2025-12-24, today in 2025-06-01..2025-08-31
///           today.year == 2024, now < 2026-01-01T00:00Z
/// silent    today in [2025-12-24, 2026-12-24]              the last is to come
///           today >= 2025-12-24                            it holds from then on
///           today == 2025-12-24 or weekday == sun          the other alternative comes again
/// ```
enum PastDate {
  static let rule = LintRule(
    name: "past-date", category: .time, severity: .warning, precision: .high,
    page: LintPage(
      headline: "a date has passed: this never happens again",
      why: """
        An event at an instant that has passed, or a condition that only holds up to one, never comes again. The date
        of the run decides, or `--today` where output has to be the same tomorrow. A list of dates is reported when
        its last has passed. Switch it off for a folder of archived rules.
        """,
      bad: """
        opp "Eclipse" on 2024-04-08T13:15 notify "Glasses."
        """,
      good: """
        opp "Eclipse" on 2027-08-02T10:00 notify "Glasses."
        """,
      related: ["impossible-date", "once-for-ever"])
  ) { subject, findings in
    guard let today = subject.settings.today else { return }
    func report(_ range: SourceRange, _ last: CivilDate) {
      findings.report(range, "\(last.words) has passed: this never happens again")
    }
    // 1. Events at an instant.
    for node in subject.nodes(.conditionEvent) {
      guard case .condition(let event, _)? = EventSyntax(node: node.node),
        let last = date(of: event, subject), last < today
      else { continue }
      report(event.range, last)
    }
    // 2. Comparisons of the clock with dates, in conditions.
    for comparison in subject.comparisons {
      let (node, view) = (comparison.node, comparison.view)
      guard readsDate(comparison.leftNode, subject) || readsDate(comparison.rightNode, subject),
        let last = lastDate(of: view, subject), last < today, !subject.isNegated(node),
        subject.ancestor(of: node, .testDeclaration) == nil,
        !hasLaterAlternative(node, than: today, subject)
      else { continue }
      report(view.range, last)
    }
  }
}

extension PastDate {
  /// The date of a constant date or instant
  private static func date(of expression: ExpressionSyntax, _ subject: LintSubject) -> CivilDate? {
    if let node = subject.graphNode(expression),
      case .arithmetic(.combine, let day, _) = subject.graph[node].operation,
      case .constant(.scalar(let days)) = subject.graph[day].operation
    {
      return CivilDate(days: Int64(days))
    }
    guard let value = subject.scalar(expression), let type = subject.type(expression) else {
      return nil
    }
    if type == .date { return CivilDate(days: Int64(value)) }
    guard type == .instant else { return nil }
    // A day later all of it has passed in every zone.
    return CivilDate(days: Int64((value / 86_400).rounded(.down)) + 1)
  }

  /// The last day on which a comparison of the clock with constants can be true; nil for none
  private static func lastDate(of view: ComparisonSyntax, _ subject: LintSubject) -> CivilDate? {
    // The clock on the left, its bound on the right, whichever way it is written.
    let clock: ExpressionSyntax
    let other: ExpressionSyntax
    let sign: ComparisonOperator
    if isClock(view.left, subject) {
      (clock, other, sign) = (view.left, view.right, view.operator)
    } else if isClock(view.right, subject) {
      (clock, other, sign) = (view.right, view.left, view.operator.mirrored)
    } else {
      return nil
    }
    switch sign {
    case .equal, .is, .lessOrEqual: return bound(other, of: clock, subject)
    case .less:
      // Before a date is up to the day before; an instant is within its day.
      return bound(other, of: clock, subject)?.advanced(
        by: subject.type(other) == .instant ? 0 : -1)
    case .in:
      if case .range(let range) = other { return bound(range.high, of: clock, subject) }
      guard case .list(let list) = other.withoutParentheses else { return nil }
      let dates = list.elements.map { bound($0, of: clock, subject) }
      let known = dates.compactMap { $0 }
      return known.count == dates.count ? known.max() : nil
    case .notEqual, .isNot, .greater, .greaterOrEqual, .notIn, .contains, .startsWith,
      .endsWith:
      return nil
    }
  }

  /// `true` if an expression is the date, the year or the present instant
  private static func isClock(_ expression: ExpressionSyntax, _ subject: LintSubject) -> Bool {
    readsDate(subject.graphNode(expression), subject)
  }

  /// `true` for the date, the year or the present instant
  private static func readsDate(_ node: NodeID?, _ subject: LintSubject) -> Bool {
    guard let node else { return false }
    let operation = subject.graph[node].operation
    if operation == .clock(.today) || operation == .clock(.now) { return true }
    guard let (part, value) = operation.partOf, part == .year || part == .date else {
      return false
    }
    return [.clock(.today), .clock(.now)].contains(subject.graph[value].operation)
  }

  /// The last day of a constant: a date, an instant, a year
  private static func bound(
    _ expression: ExpressionSyntax, of clock: ExpressionSyntax, _ subject: LintSubject
  ) -> CivilDate? {
    if let date = date(of: expression, subject) { return date }
    guard let node = subject.graphNode(clock), case .part(.year, _) = subject.graph[node].operation,
      let year = subject.scalar(expression), year > 0, year < 10_000
    else { return nil }
    return CivilDate(year: Int64(year), month: 12, day: 31)
  }

  /// `true` if another alternative of an `or` around holds on a day to come, or on no day of its own
  private static func hasLaterAlternative(
    _ node: LintedNode, than today: CivilDate, _ subject: LintSubject
  ) -> Bool {
    var next = subject.parent(of: node)
    while let current = next, current.kind.isExpression {
      if current.kind == .disjunction {
        let others = current.node.expressions.filter { !$0.range.contains(node.range) }
        let isOver = others.allSatisfy { other in
          guard case .comparison(let view) = other.withoutParentheses,
            let last = lastDate(of: view, subject)
          else { return false }
          return last < today
        }
        if !isOver { return true }
      }
      next = subject.parent(of: current)
    }
    return false
  }
}
