internal import OppSyntax

/// The rule `same-branches`
///
/// ```
/// found     if busy then "mia" else "mia"
///           if weekday in weekend then 20C else 20C
///           if a then x else if a then y else z           the same question is put twice
/// silent    if busy then "Shirt." else if raining then "Coat." else "Shirt"
/// ```
enum SameBranches {
  static let rule = LintRule(
    name: "same-branches", category: .correctness, severity: .warning, precision: .veryHigh,
    fix: .unsafe,
    page: LintPage(
      headline: "both branches are the same",
      why: """
        Whatever the condition is, the result is the same: mostly a branch was copied and not edited. Without the
        condition the value is known more often, so that the fix is for a person to apply.
        """,
      bad: """
        opp "Dress" on 7:00 notify if busy then "Shirt." else "Shirt."
        """,
      good: """
        opp "Dress" on 7:00 notify if busy then "Shirt." else "Pullover."
        """,
      related: ["if-for-a-condition", "duplicate-part"])
  ) { subject, findings in
    for node in subject.nodes(.conditional) {
      guard case .conditional(let view) = node.expression else { continue }
      let (first, second) = (view.whenTrue, view.whenFalse)
      if let meaning = subject.graphNode(first), subject.graphNode(second) == meaning {
        findings.report(
          second.range, "both branches are the same",
          labels: [Diagnostic.Label(range: first.range, text: "the other branch")],
          fix: .replacing(node.range, with: subject.text(first.range), .unsafe))
      } else if case .conditional(let next) = second.withoutParentheses,
        let question = subject.graphNode(view.condition),
        subject.graphNode(next.condition) == question
      {
        findings.report(
          // `if a … else if a`: the second is never true.
          next.condition.range, "the same question is put twice",
          labels: [Diagnostic.Label(range: view.condition.range, text: "it is put here already")])
      }
    }
  }
}
