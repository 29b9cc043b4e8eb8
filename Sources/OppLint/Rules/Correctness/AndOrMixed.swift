internal import OppSyntax

/// The rule `and-or-mixed`
///
/// ```
/// found     raining or wind > 10m/s and time in 7:00..9:00
///           snowing and temp < 0C or raining
/// silent    raining and temp < 5C or snowing and wind > 5m/s     every alternative is an `and`
///           raining or (wind > 10m/s and time in 7:00..9:00)     parentheses are no `and` of their own
/// ```
enum AndOrMixed {
  static let rule = LintRule(
    name: "and-or-mixed", category: .correctness, severity: .warning, precision: .high, fix: .safe,
    page: LintPage(
      headline: "`and` binds tighter than `or` here",
      why: """
        `a or b and c` is `a or (b and c)`: the last part guards only the alternative that it touches. The fix writes
        the parentheses that hold today; look whether `(a or b) and c` was meant. An `or` in which every alternative
        is an `and`, as in `a and b or c and d`, is clear enough.
        """,
      bad: """
        opp "Skates" when weekday == sat or weekday == sun and time in 9:00..12:00 at most once per day
        """,
      good: """
        opp "Skates" when weekday == sat or (weekday == sun and time in 9:00..12:00) at most once per day
        """,
      related: ["hold-binds-tighter"])
  ) { subject, findings in
    for chain in subject.nodes(.disjunction) {
      let operands = chain.node.expressions
      let conjunctions = operands.filter { if case .conjunction = $0 { true } else { false } }
      // The grouping can be seen if all alternatives are an `and`.
      guard conjunctions.count < operands.count else { continue }
      for conjunction in conjunctions {
        let parts = conjunction.node.expressions
        guard let last = parts.last, let first = parts.first else { continue }
        let fix = Fix.enclosing(conjunction.range, in: "(", ")", .safe)
        findings.report(
          conjunction.range, "`and` binds tighter than `or` here",
          helps: [
            "write `(\(subject.text(conjunction.range)))` if this is meant",
            "write `(… or \(subject.text(first.range))) and \(subject.text(last.range))` if not",
          ], fix: fix)
      }
    }
  }
}
