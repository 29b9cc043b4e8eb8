internal import OppModel
internal import OppSemantics
internal import OppSyntax

/// The rule `fires-once-per-row`
///
/// ```
/// found     "Nag" for each m in meds where not m.taken when now > m.due        once true it stays so
///           when today > b.due notify "Reminder every day: {b.id}"
/// silent    the same with `again every`, or in an Opp whose words promise nothing
/// ```
enum FiresOncePerRow {
  static let rule = LintRule(
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
        let part = subject.graph.conjuncts(of: condition).first(where: {
          staysTrue($0, of: rows.scope, subject)
        }), !words.isDisjoint(with: subject.words(of: opp))
      else { continue }
      let range = opp.syntax.when?.condition.range ?? opp.places.name
      let place = subject.range(of: part, in: opp).flatMap { range.contains($0) ? $0 : nil }
      findings.report(
        place ?? range, "this fires once for each row, then never again",
        helps: ["add `again every 1h`, and `at most …` as its end"])
    }
  }

  /// Words of names and texts that promise more than one notice
  private static let words: Set<String> = [
    "nag", "still", "until", "every", "again", "keep", "repeat", "repeatedly", "hourly",
  ]
}

extension FiresOncePerRow {
  /// `true` for `now > row.due` and its like
  private static func staysTrue(_ node: NodeID, of scope: ScopeID, _ subject: LintSubject) -> Bool {
    guard case .compare(let sign, let left, let right) = subject.graph[node].operation else {
      return false
    }
    switch sign {
    case .greater, .greaterOrEqual:
      return readsDate(left, subject) && subject.uses(scope, right)
        || isElapsed(left, scope, subject)
    case .less, .lessOrEqual:
      return subject.uses(scope, left) && readsDate(right, subject)
        || isElapsed(right, scope, subject)
    case .equal, .notEqual: return false
    }
  }

  /// `true` for `now - row.due`
  private static func isElapsed(_ node: NodeID, _ scope: ScopeID, _ subject: LintSubject) -> Bool {
    guard case .arithmetic(.subtract, let left, let right) = subject.graph[node].operation else {
      return false
    }
    return readsDate(left, subject) && subject.uses(scope, right)
  }

  /// `true` if a node depends on the present time or date
  private static func readsDate(_ node: NodeID, _ subject: LintSubject) -> Bool {
    subject.reads(.now, node) || subject.reads(.today, node)
  }
}
