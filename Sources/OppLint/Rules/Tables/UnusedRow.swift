internal import OppModel
internal import OppSyntax

/// The rule `unused-row`
///
/// ```
/// found     for each c in chores where not done on 18:00 when free >= 1h notify "Chores."      so many times the same
/// silent    notify "{c.id}", on c.due, on row added
/// ```
enum UnusedRow {
  static let rule = LintRule(
    name: "unused-row", category: .tables, severity: .warning, precision: .veryHigh,
    page: LintPage(
      headline: "`child` is never used: this fires once for each row at the same second",
      why: """
        `for each` makes an Opp of each row. Where neither the events, the condition nor the text look at the row, all
        of them fire together and say the same. `any(children)` in the condition is true where there are rows.
        """,
      bad: """
        table children by name { name: Text }
        opp "School" for each child in children on 7:40 notify "School."
        """,
      good: """
        table children by name { name: Text }
        opp "School" on 7:40 when any(children) notify "School."
        """,
      related: ["unused-declaration", "near-measures-you"])
  ) { subject, findings in
    for opp in subject.opps {
      guard let rows = opp.rule.rows, let clause = opp.syntax.forEach, let name = clause.name,
        !opp.rule.events.contains(.rowAdded), !opp.rule.events.contains(.rowRemoved)
      else { continue }
      // The predicate of `where` chooses rows and says nothing of one.
      let nodes = opp.conditionNodes + opp.noticeNodes + opp.recordNodes
      guard !nodes.contains(where: { subject.uses(rows.scope, $0) }) else { continue }
      findings.report(
        name.range, "`\(name.text)` is never used: this fires once for each row at the same second",
        helps: ["write `when any(\(subject.text(clause.list.range)))` in place of `for each`"])
    }
  }
}
