internal import OppModel
internal import OppSyntax

/// The rule `ambiguous-minutes`
///
/// ```
/// found     free >= 45m, raining for 20m
/// silent    1h30m, 45min, near home within 45m
/// ```
enum AmbiguousMinutes {
  static let rule = LintRule(
    name: "ambiguous-minutes", category: .units, severity: .style, precision: .veryHigh,
    fix: .safe,
    page: LintPage(
      headline: "write `45min`: `m` is also metres",
      why: """
        The compiler distinguishes minutes from metres by their place; a reader has to look twice. Beside hours, as in
        `1h30m`, nobody takes them for metres.
        """,
      bad: """
        opp "Walk" when free >= 45m at most once per day
        """,
      good: """
        opp "Walk" when free >= 45min at most once per day
        """,
      related: ["implausible-duration"])
  ) { subject, findings in
    for node in subject.nodes(.literal) {
      guard case .literal(let literal) = node.expression, literal.kind == .quantity,
        node.node.lastToken?.bytes.last == UInt8(ascii: "m"), literal.parts.count == 1,
        literal.parts[0].unit == "m", subject.type(node.expression) == .duration
      else { continue }
      let minutes = String(literal.text.dropLast()) + "min"
      findings.report(
        node.range, "write `\(minutes)`: `m` is also metres",
        fix: .replacing(node.range, with: minutes, .safe))
    }
  }
}
