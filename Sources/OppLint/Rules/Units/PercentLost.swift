internal import OppModel
internal import OppSyntax

/// The rule `percent-lost`
///
/// ```
/// found     "{humidity * 2}", which prints 1.3        write {humidity * 2:%}, which prints 130%
/// silent    "{humidity * 2:.1}", "{humidity * 200%}", "{10% * visitors}"
/// ```
enum PercentLost {
  static let rule = LintRule(
    name: "percent-lost", category: .units, severity: .warning, precision: .high, fix: .unsafe,
    page: LintPage(
      headline: "`{humidity * 2}` prints a number, such as 1.3 for 130%",
      why: """
        A percentage times a number is a number: its share of that number. As a percentage it is printed with `:%`
        behind it. A percentage times a percentage, such as `humidity * 200%`, stays one.
        """,
      bad: """
        opp "Damp" when humidity > 60% notify "{humidity * 1.5} is too much." at most once per day
        """,
      good: """
        opp "Damp" when humidity > 60% notify "{humidity * 1.5:%} is too much." at most once per day
        """,
      related: ["percent-of-percent"])
  ) { subject, findings in
    for node in subject.nodes(.text) {
      guard case .text(let text) = node.expression else { continue }
      for case .interpolation(let value, nil) in text.pieces where isLost(value, subject) {
        let written = subject.text(value.range)
        findings.report(
          value.range, "`{\(written)}` prints a number, because a percentage is multiplied by one",
          helps: ["write `{\(written):%}` for a percentage"],
          fix: .replacing(value.range, with: "\(written):%", .unsafe))
      }
    }
  }

  /// `true` for the product of a percentage that is no constant and a constant number
  private static func isLost(_ value: ExpressionSyntax, _ subject: LintSubject) -> Bool {
    guard let node = subject.graphNode(value), subject.graph[node].type == .number else {
      return false
    }
    func isConstant(_ node: NodeID) -> Bool {
      subject.graph[node].operation.traits.role == .constant
    }
    // `humidity * 1` is a ratio in the graph.
    if case .unary(.ratio, let percent) = subject.graph[node].operation {
      return !isConstant(percent)
    }
    guard case .arithmetic(.percentOf, let number, let percent) = subject.graph[node].operation
    else { return false }
    return isConstant(number) && !isConstant(percent)
  }
}
