internal import OppModel
internal import OppSyntax

/// The rule `otherwise-binds-tighter`
///
/// ```
/// found     litres otherwise 500 + 100 < 400        this is (litres otherwise 500) + 100
///           temp + 2C otherwise 20C > 25C           this is temp + (2C otherwise 20C)
///           litres otherwise 5 * 100                this is (litres otherwise 5) * 100
/// silent    litres otherwise (500 + 100), (litres otherwise 500) + 100
/// ```
enum OtherwiseBindsTighter {
  static let rule = LintRule(
    name: "otherwise-binds-tighter", category: .unknown, severity: .warning, precision: .high,
    fix: .unsafe,
    page: LintPage(
      headline: "`a otherwise b + c` is `(a otherwise b) + c`",
      why: """
        `otherwise` binds as `*` and `/` do: what is behind a plus is added in both cases. Parentheses say which
        is meant, in either place, and end this warning.
        """,
      bad: """
        source tank fresh for 1h { litres: Number }
        opp "Oil" when litres otherwise 500 + 100 < 400 at most once per month
        """,
      good: """
        source tank fresh for 1h { litres: Number }
        opp "Oil" when litres otherwise (500 + 100) < 400 at most once per month
        """,
      related: ["alarm-on-missing", "hold-binds-tighter"])
  ) { subject, findings in
    // 1. Sums: an `otherwise` before a plus, or one behind a plus whose value is a constant, which is never missing.
    for node in subject.nodes(.sum) {
      guard case .sum(let chain) = node.expression else { continue }
      let operands = [chain.first] + chain.rest.map { $0.operand }
      for (index, operand) in operands.enumerated() {
        guard case .product(let product) = operand,
          let step = product.rest.last(where: { $0.operator == .otherwise })
        else { continue }
        if index + 1 < operands.count, let last = operands.last {
          let whole = SourceRange(
            file: operand.range.file, start: step.operand.range.start, end: last.range.end)
          report(operand, whole, subject, &findings)
        } else if subject.constant(product.first) != nil {
          let whole = SourceRange(
            file: operand.range.file, start: node.range.start, end: product.first.range.end)
          report(operand, whole, subject, &findings)
        }
      }
    }
    // 2. Products: `otherwise` and `*` bind alike, from the left.
    for node in subject.nodes(.product) {
      guard case .product(let chain) = node.expression,
        let index = chain.rest.firstIndex(where: { $0.operator == .otherwise }),
        chain.rest[index...].contains(where: { $0.operator == .multiply || $0.operator == .divide })
      else { continue }
      let whole = SourceRange(
        file: node.range.file, start: chain.rest[index].operand.range.start, end: node.range.end)
      report(node.expression, whole, subject, &findings)
    }
  }

  /// Reports an `otherwise` that ends before something that may have been meant as a part of it
  private static func report(
    _ operand: ExpressionSyntax, _ whole: SourceRange, _ subject: LintSubject,
    _ findings: inout Findings
  ) {
    let (text, other) = (subject.text(operand.range), subject.text(whole))
    findings.report(
      operand.range, "`otherwise` binds tighter: this is `(\(text))`, and the rest comes after",
      helps: [
        "write `(\(text))` if that is meant", "write `(\(other))` if that belongs together",
      ], fix: .enclosing(whole, in: "(", ")", .unsafe))
  }
}
