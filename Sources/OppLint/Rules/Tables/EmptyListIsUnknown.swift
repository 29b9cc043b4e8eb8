internal import OppModel
internal import OppSyntax

/// The rule `empty-list-is-unknown`
///
/// ```
/// found     max(chores.minutes) <= 20, not (max(chores.minutes) > 20)
/// silent    max(chores.minutes) > 20                               is not expected to hold of no rows
///           any(chores) and max(chores.minutes) <= 20              beside a part about whether there are rows
///           not (max(temp, last 3h) > 20C)                         a window over time, no rows
/// ```
enum EmptyListIsUnknown {
  static let rule = LintRule(
    name: "empty-list-is-unknown", category: .tables, severity: .warning, precision: .high,
    page: LintPage(
      headline: "of no rows this is unknown, and so is its `not`",
      why: """
        The greatest of no rows is unknown. A condition such as "nothing is longer than 20 minutes" should hold where
        there is nothing, and does not: neither `max(…) <= 20` nor `not (max(…) > 20)` is true. `none` and `any` are
        known for no rows; `otherwise` names a value; a part such as `any(…)` beside it ends this warning.
        """,
      bad: """
        table chores by id { id: Text  minutes: Number }
        opp "Easy" on 17:00 when not (max(chores.minutes) > 20) notify "Nothing long."
        """,
      good: """
        table chores by id { id: Text  minutes: Number }
        opp "Easy" on 17:00 when none(chores where minutes > 20) notify "Nothing long."
        """,
      related: ["count-for-any", "alarm-on-missing"])
  ) { subject, findings in
    for comparison in subject.comparisons {
      let (node, view) = (comparison.node, comparison.view)
      guard let found = aggregate(in: comparison, subject),
        subject.clause(of: node)?.kind != .notifyClause,
        !hasRows(beside: node, of: found.table, subject)
      else { continue }
      // A negation of it is found in any table, the plain comparison only in tables of the rules' own.
      let isNegated = subject.isNegated(node)
      let isOwn = !subject.isOfPrelude(found.table)
      guard isNegated || isOwn && found.holdsForNone(comparison.operator) else {
        continue
      }
      let text = subject.text(found.expression.range)
      findings.report(
        view.range, "`\(text)` of no rows is unknown, and so is this",
        helps: [
          "write `none(…)` or `any(…)`, which are known for no rows",
          "write `(\(text) otherwise …)` for a value in its place",
        ])
    }
  }
}

/// An aggregate of rows that is unknown if there are none
private struct FragileAggregate {
  /// The aggregate as it is written
  let expression: ExpressionSyntax

  /// The function: the least, the greatest, the mean or the first
  let kind: Aggregate

  /// The table whose rows it is over
  let table: TableID

  /// `true` if it is on the left of the comparison
  let isLeft: Bool

  /// `true` for a comparison that people expect to hold if there are no rows
  func holdsForNone(_ comparison: ComparisonOperator) -> Bool {
    let sign = isLeft ? comparison : comparison.mirrored
    switch kind {
    case .maximum: return sign.isUpperBound
    case .minimum: return sign.isLowerBound
    case .any, .none, .atLeast, .count, .sum, .average, .first, .collect: return false
    }
  }
}

extension EmptyListIsUnknown {
  /// The aggregate on either side of a comparison; nil if neither side has one
  private static func aggregate(in comparison: LintedComparison, _ subject: LintSubject)
    -> FragileAggregate?
  {
    if let node = comparison.leftNode, let (kind, table) = aggregate(of: node, subject) {
      return FragileAggregate(
        expression: comparison.left, kind: kind, table: table, isLeft: true)
    }
    if let node = comparison.rightNode, let (kind, table) = aggregate(of: node, subject) {
      return FragileAggregate(
        expression: comparison.right, kind: kind, table: table, isLeft: false)
    }
    return nil
  }

  /// The function and the table of an aggregate that is unknown of no rows; nil of `any`, `none`, `count` and `sum`
  private static func aggregate(of node: NodeID, _ subject: LintSubject) -> (Aggregate, TableID)? {
    let operation = subject.graph[node].operation
    if case .rowPart(let row, _) = operation { return aggregate(of: row, subject) }
    guard case .aggregate(let kind, let query) = operation else { return nil }
    switch kind {
    case .minimum, .maximum, .average, .first: return (kind, query.table)
    case .any, .none, .atLeast, .count, .sum, .collect: return nil
    }
  }

  /// `true` if a part beside it is about whether there are rows
  private static func hasRows(beside node: LintedNode, of table: TableID, _ subject: LintSubject)
    -> Bool
  {
    var next = subject.parent(of: node)
    while let current = next, current.kind.isExpression {
      if current.kind == .conjunction || current.kind == .disjunction {
        for other in current.node.expressions where !other.range.contains(node.range) {
          guard let id = subject.graphNode(other) else { continue }
          let looks = subject.contains(id) { operation in
            guard case .aggregate(let kind, let query) = operation else { return false }
            return query.table == table && [.any, .none, .count].contains(kind)
          }
          if looks { return true }
        }
      }
      next = subject.parent(of: current)
    }
    return false
  }
}
