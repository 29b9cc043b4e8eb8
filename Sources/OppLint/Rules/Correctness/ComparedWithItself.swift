internal import OppModel
internal import OppSyntax

/// The rule `compared-with-itself`
///
/// ```
/// found     temp >= temp, wind in wind..10m/s, bill == bill within `where`
/// silent    20C == 20C          two constants are the matter of `always-true`
/// ```
enum ComparedWithItself {
  static let rule = LintRule(
    name: "compared-with-itself", category: .correctness, severity: .error, precision: .veryHigh,
    page: LintPage(
      headline: "a value is compared with itself",
      why: """
        Both sides are the same value, so the comparison says nothing. Inside `where`, the fields of the row hide
        names outside: in `any(debts where bill == bill)` both are the field of the row of `debts`. The row outside
        is reached by its name: `b.id`.
        """,
      bad: """
        table bills by id { id: Text  paid: Bool }
        table debts by id { id, bill: Text }
        opp "Debt" for each b in bills when any(debts where bill == bill) notify "{b.id}"
        """,
      good: """
        table bills by id { id: Text  paid: Bool }
        table debts by id { id, bill: Text }
        opp "Debt" for each b in bills when any(debts where bill == b.id) notify "{b.id}"
        """,
      related: ["hidden-name", "always-true"])
  ) { subject, findings in
    for comparison in subject.comparisons {
      guard let left = comparison.leftNode, let same = sameSide(of: comparison, subject) else {
        continue
      }
      let (node, view) = (comparison.node, comparison.view)
      // The help about rows fits only a field of a row within `where`.
      let isField = if case .rowField = subject.graph[left].operation { true } else { false }
      let text = subject.text(view.left.range)
      // With a row's name before it, the field hides the name outside.
      let isNamed = if case .field = view.left.withoutParentheses { true } else { false }
      findings.report(
        view.range, "`\(text)` is compared with itself",
        labels: [Diagnostic.Label(range: same.range, text: "the same value")],
        helps: isField && subject.isInRows(node)
          ? [
            isNamed
              ? "give what is meant outside another name"
              : "write `NAME.\(text)` for the field of a row outside"
          ] : [],
        notes: isField ? ["inside `where`, a field hides what has its name outside"] : [])
    }
  }
}

extension ComparedWithItself {
  /// The right side of a comparison, or the part of it, that is the left side again; `nil` if there is none
  static func sameSide(of comparison: LintedComparison, _ subject: LintSubject) -> ExpressionSyntax?
  {
    guard let left = comparison.leftNode, subject.constant(comparison.left) == nil else {
      return nil
    }
    // The right side alone, both ends of a range, or each element of a list.
    var others = [comparison.right]
    if case .range(let range) = comparison.right { others = [range.low, range.high] }
    if case .list(let list) = comparison.right.withoutParentheses { others = list.elements }
    return others.first { subject.graphNode($0) == left }
  }
}
