internal import OppModel
internal import OppSyntax

/// The rule `empty-text`
///
/// ```
/// found     notify ""        notify "  "
/// silent    notify "{x}"     a value may be empty, but is not known to be
/// ```
enum EmptyText {
  static let rule = LintRule(
    name: "empty-text", category: .correctness, severity: .warning, precision: .veryHigh,
    fix: .unsafe,
    page: LintPage(
      headline: "this notification has no text",
      why: """
        The text of `notify` is empty, or only space, so that a phone shows a notification without words. Without
        `notify` the name of the Opp is its text.
        """,
      bad: """
        opp "Bins out" on 19:00 notify ""
        """,
      good: """
        opp "Bins out" on 19:00
        """,
      related: ["doubled-braces"])
  ) { subject, findings in
    for opp in subject.opps {
      guard let clause = opp.syntax.notify, let node = opp.rule.text,
        case .constant(.text(let text)) = subject.graph[node].operation, text.trimmed.isEmpty
      else { continue }
      // With recipients or values the clause has to stay, so there is no fix.
      let isBare = clause.recipient == nil && clause.payload == nil
      findings.report(
        clause.text.range, "this notification has no text",
        fix: isBare ? subject.removal(ofClause: clause.range, .unsafe) : nil)
    }
  }
}
