internal import OppModel
internal import OppSyntax

/// The rule `recorded-never-read`
///
/// ```
/// found     record openings { at: now }, and no condition, text or `for each` over `openings`
/// silent    the same beside `connect openings to …`, which brings rows from elsewhere
/// ```
enum RecordedNeverRead {
  static let rule = LintRule(
    name: "recorded-never-read", category: .tables, severity: .note, precision: .medium,
    reach: .ruleSet,
    page: LintPage(
      headline: "no rule reads `openings`",
      why: """
        The Opp keeps rows that no condition and no text looks at. That is right where they are kept for
        `opp history` or an export, and a part is missing where they are not; so it is only noted.
        """,
      bad: """
        source door fresh for 1min { opened: Bool }
        table openings by at { at: Instant }
        opp "Count" on opened record openings { at: now }
        """,
      good: """
        source door fresh for 1min { opened: Bool }
        table openings by at { at: Instant }
        opp "Count" on opened record openings { at: now }
        opp "Busy" on 21:00 when count(openings where now - at < 1d) > 40 notify "Busy door."
        """,
      related: ["unused-declaration"])
  ) { subject, findings in
    // Each table once, at the first Opp that records into it.
    let read = readTables(subject)
    var reported: Set<TableID> = []
    for opp in subject.allOpps {
      guard let record = opp.rule.record, !read.contains(record.table),
        let name = opp.syntax.record?.table, reported.insert(record.table).inserted
      else { continue }
      findings.report(name.range, "no rule reads `\(name.text)`")
    }
  }
}

extension RecordedNeverRead {
  /// The tables that conditions, texts and `for each` range over, and those that are connected
  private static func readTables(_ subject: LintSubject) -> Set<TableID> {
    var found: Set<TableID> = []
    for node in subject.graph.nodes {
      if case .aggregate(_, let query) = node.operation { found.insert(query.table) }
    }
    for rule in subject.graph.rules {
      if let rows = rule.rows { found.insert(rows.table) }
    }
    for case .some(let rows) in subject.graph.charts.map({ $0.rows }) { found.insert(rows.table) }
    for case .connection(let view) in subject.declarations {
      for name in view.names {
        if let index = subject.graph.tables.firstIndex(where: { $0.name == name.text }) {
          found.insert(TableID(index: Int32(index)))
        }
      }
    }
    return found
  }
}
