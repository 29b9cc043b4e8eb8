internal import OppModel
internal import OppSemantics
internal import OppSyntax

extension LintRule {
  package static let firesOncePerRow = LintRule(
    name: "fires-once-per-row", category: .events, severity: .note, precision: .medium,
    page: LintPage(
      headline: "this fires once for each row, then never again",
      why: """
        `when now > m.due` becomes true once for each row and stays so: there is one notice. An Opp that is called a
        nag, or says "every hour", wants `again every`.
        """,
      bad: """
        table meds by id { id: Text  due: Instant  taken: Bool }
        opp "Nag" for each m in meds where not m.taken when now > m.due notify "Every hour until you take {m.id}."
        """,
      good: """
        table meds by id { id: Text  due: Instant  taken: Bool }
        opp "Nag" for each m in meds where not m.taken when now > m.due notify "Take {m.id}." again every 1h at most 8 per day
        """,
      related: ["once-for-ever", "unlimited-repetition"])
  ) { subject, findings in
    for opp in subject.opps {
      guard let rows = opp.rule.rows, opp.rule.events.isEmpty, opp.rule.repetition == nil,
        let condition = opp.rule.condition,
        let part = subject.conjuncts(of: condition).first(where: {
          subject.staysTrue($0, of: rows.scope)
        }), !words.isDisjoint(with: subject.words(of: opp))
      else { continue }
      let range = opp.syntax.when?.condition.range ?? opp.places.name
      let place = subject.range(of: part, in: opp).flatMap { range.contains($0) ? $0 : nil }
      findings.report(
        place ?? range, "this fires once for each row, then never again",
        helps: ["add `again every 1h`, and `at most …` as its end"])
    }
  }

  private static let words: Set<String> = [
    "nag", "still", "until", "every", "again", "keep", "repeat", "repeatedly", "hourly",
  ]
}

extension LintSubject {
  /// `true` for `now > row.due` and its like
  fileprivate func staysTrue(_ node: NodeID, of scope: ScopeID) -> Bool {
    switch graph[node].operation {
    case .compare(.greater, let left, let right), .compare(.greaterOrEqual, let left, let right):
      readsDate(left) && uses(scope, right) || isElapsed(left, scope)
    case .compare(.less, let left, let right), .compare(.lessOrEqual, let left, let right):
      uses(scope, left) && readsDate(right) || isElapsed(right, scope)
    default: false
    }
  }

  /// `true` for `now - row.due`
  private func isElapsed(_ node: NodeID, _ scope: ScopeID) -> Bool {
    guard case .arithmetic(.subtract, let left, let right) = graph[node].operation else {
      return false
    }
    return readsDate(left) && uses(scope, right)
  }

  private func readsDate(_ node: NodeID) -> Bool { reads(.now, node) || reads(.today, node) }
}
