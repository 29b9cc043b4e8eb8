internal import OppModel
internal import OppSemantics
internal import OppSyntax

/// The rule `near-measures-you`
///
/// ```
/// found     for each d in dogs when free > 1h and near park
/// silent    for each f in friends where distance(f.position, pub) < 150m when near pub      both positions count
///           for each h in happenings on h.begins - 2h when near home                        an event, not a person
/// ```
enum NearMeasuresYou {
  static let rule = LintRule(
    name: "near-measures-you", category: .places, severity: .warning, precision: .high,
    fix: .unsafe,
    page: LintPage(
      headline: "`near pub` is about where you are, not where the friend is",
      why: """
        `near` is always about the person who is notified. In `for each` over rows that have a position of their own,
        a condition that never looks at it says of every friend what is true of you. `distance(f.position, pub)`
        measures the row.
        """,
      bad: """
        place pub = @53.3498,-6.2603
        opp "Pub" for each f in friends when near pub notify "{f.name} is there." at most once per day
        """,
      good: """
        place pub = @53.3498,-6.2603
        opp "Pub" for each f in friends when distance(f.position, pub) < 150m notify "{f.name} is there." at most once per day
        """,
      related: ["unused-row"])
  ) { subject, findings in
    for opp in subject.opps {
      // Rows with a position that neither the condition nor the choice of rows looks at.
      guard let rows = opp.rule.rows, let row = opp.syntax.forEach?.name?.text,
        let position = positionField(of: rows.table, subject), opp.rule.recordNodes.isEmpty,
        !opp.conditionNodes.contains(where: { subject.uses(rows.scope, $0) }),
        !readsPosition(rows.predicate, position, rows.scope, subject)
      else { continue }
      for near in nears(of: opp, subject) {
        let place = subject.text(near.place.range)
        var fix: Fix?
        if near.isExpression, subject.type(near.place) == .place {
          let text = "distance(\(row).\(position.name), \(place)) < 200m"
          fix = .replacing(near.range, with: text, .unsafe)
        }
        findings.report(
          near.range, "`near \(place)` is about where you are, not where `\(row)` is",
          helps: ["write `distance(\(row).\(position.name), \(place)) < 200m`"], fix: fix)
      }
    }
  }
}

extension Rule {
  /// The nodes of the values that an Opp records
  fileprivate var recordNodes: [NodeID] { record?.values.compactMap { $0 } ?? [] }
}

extension NearMeasuresYou {
  /// The field with the position of a row that is a person or a thing; nil for events, which have a beginning
  private static func positionField(of table: TableID, _ subject: LintSubject) -> (
    name: String, index: Int
  )? {
    let fields = subject.graph.tables[Int(table.index)].fields
    if fields.contains(where: { $0.name == "begins" || $0.name == "ends" }) { return nil }
    guard let index = fields.firstIndex(where: { $0.type == .position }) else { return nil }
    return (fields[index].name, index)
  }

  /// `true` if the rows are chosen by their position
  private static func readsPosition(
    _ predicate: NodeID?, _ position: (name: String, index: Int), _ scope: ScopeID,
    _ subject: LintSubject
  ) -> Bool {
    guard let predicate else { return false }
    return subject.contains(predicate) { $0 == .rowField(scope, field: position.index) }
  }

  /// The `near`s of the condition of an Opp
  private static func nears(
    of opp: LintedOpp, _ subject: LintSubject
  ) -> [(place: ExpressionSyntax, range: SourceRange, isExpression: Bool)] {
    var found: [(place: ExpressionSyntax, range: SourceRange, isExpression: Bool)] = []
    // In `when`, outside of `where`, which is about the rows of another table.
    for node in subject.nodes(.nearExpression) where opp.places.range.contains(node.range) {
      guard subject.clause(of: node)?.kind == .whenClause,
        !subject.isInRows(node)
      else {
        continue
      }
      found.append((node.node.expression(0), node.range, true))
    }
    if let clause = opp.syntax.near { found.append((clause.place, clause.range, false)) }
    return found
  }
}
