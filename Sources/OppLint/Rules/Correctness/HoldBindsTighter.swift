internal import OppSyntax

/// The rule `hold-binds-tighter`
///
/// ```
/// found     sky == clear and temp > 20C for 1h
///           raining or snowing within last 1h
/// silent    (sky == clear and temp > 20C) for 1h       sky == clear and (temp > 20C for 1h)
///           time > 8:00 and temp > 20C for 1h          the clock needs no hold
///           sky == clear for 1h and temp > 20C for 1h
/// ```
enum HoldBindsTighter {
  static let rule = LintRule(
    name: "hold-binds-tighter", category: .correctness, severity: .warning, precision: .high,
    fix: .unsafe,
    page: LintPage(
      headline: "`for 10min` holds only the last part, not what is before `and`",
      why: """
        `a and b for 1h` is `a and (b for 1h)`: the hold belongs to the part that it touches. Parentheses say which
        is meant, in either place, and end this warning. The same is true of `within last` and of `or`. A chain in
        which each part has its own hold, or with only the clock before it, is clear enough, and so is `near P for D`,
        which reads as the clause of that form.
        """,
      bad: """
        opp "Terrace" when sky == clear and temp > 20C for 1h at most once per day
        """,
      good: """
        opp "Terrace" when (sky == clear and temp > 20C) for 1h at most once per day
        """,
      related: ["hold-longer-than-window", "and-or-mixed"])
  ) { subject, findings in
    for chain in subject.nodes([.conjunction, .disjunction]) {
      let operands = chain.node.expressions
      guard let last = operands.last, let window = window(of: last), operands.count > 1 else {
        continue
      }
      // A hold or parentheses before it show that the writer knows; a part of the clock alone is the same either way.
      let before = operands.dropLast()
      if before.contains(where: { Self.window(of: $0) != nil || subject.isInParentheses($0) }) {
        continue
      }
      if before.allSatisfy({ subject.readsOnlyClock($0) }) { continue }
      report(last, window, in: chain, subject, &findings)
    }
  }

  /// The condition and the words of a hold or a look back; nil for another expression
  ///
  /// For `temp > 20C for 1h` the condition `temp > 20C` and the place of ` for 1h`.
  private static func window(
    of expression: ExpressionSyntax
  ) -> (condition: ExpressionSyntax, words: SourceRange)? {
    let condition: ExpressionSyntax
    if case .lasting(let view) = expression {
      // `near P for D` is a clause, too, and reads as one.
      if case .near = view.condition { return nil }
      condition = view.condition
    } else if case .within(let view) = expression {
      condition = view.condition
    } else if case .latch(let view) = expression {
      condition = view.condition
    } else {
      return nil
    }
    return (condition, condition.range.endPoint.union(expression.range.endPoint))
  }

  /// Reports the last part of a chain, with a fix that takes the parts before it into the hold
  private static func report(
    _ last: ExpressionSyntax, _ window: (condition: ExpressionSyntax, words: SourceRange),
    in chain: LintedNode, _ subject: LintSubject, _ findings: inout Findings
  ) {
    let words = subject.text(window.words).trimmed
    let word = chain.kind == .conjunction ? "and" : "or"
    let whole = SourceRange(
      file: chain.range.file, start: chain.range.start, end: window.condition.range.end)
    let condition = window.condition
    if subject.isInParentheses(condition) { return }
    findings.report(
      last.range,
      "`\(words)` holds only `\(subject.text(condition.range))`, not what is before `\(word)`",
      helps: [
        "write `(\(subject.text(whole))) \(words)` if all of it is to hold",
        "write `(\(subject.text(last.range)))` if only this is",
      ],
      fix: .enclosing(whole, in: "(", ")", .unsafe))
  }
}
