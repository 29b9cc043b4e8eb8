internal import OppModel
internal import OppSyntax

/// The rule `calendar-row-added`
///
/// ```
/// found     for each e in agenda on e added            for each f in forecast on f removed
/// silent    where begins < now + 14d, or a condition that looks at the date
/// ```
enum CalendarRowAdded {
  static let rule = LintRule(
    name: "calendar-row-added", category: .events, severity: .warning, precision: .veryHigh,
    page: LintPage(
      headline: "events enter the agenda 400 days ahead: `added` is about next year's",
      why: """
        The rows of `agenda` and of `forecast` slide in with time: an event that has been in the calendar for years is
        `added` when its day comes within 400 days, and `removed` 32 days after it. A bound on `begins` in `where`
        says which part of the time ahead counts.
        """,
      bad: """
        opp "New" for each e in agenda on e added notify "{e.title}"
        """,
      good: """
        opp "New" for each e in agenda where begins < now + 14d on e added when e.begins > now + 13d notify "In two weeks: {e.title}"
        """,
      related: ["all-day-event-offset"])
  ) { subject, findings in
    for opp in subject.opps {
      guard let rows = opp.rule.rows else { continue }
      let table = subject.graph.tables[Int(rows.table.index)].name
      guard subject.isOfPrelude(rows.table), table == "agenda" || table == "forecast" else {
        continue
      }
      // A bound by the present time, in either place, shows that it was thought of.
      let bounds = [rows.predicate, opp.rule.condition].compactMap { $0 }
      if bounds.contains(where: { subject.reads(.now, $0) || subject.reads(.today, $0) }) {
        continue
      }
      for case .row(let event) in opp.syntax.on?.events ?? [] {
        guard event.verb == .added || event.verb == .removed else { continue }
        let isAdded = event.verb == .added
        let headline =
          if table == "forecast" {
            "a forecast slides on with time: `\(isAdded ? "added" : "removed")` is each of its rows"
          } else if isAdded {
            "events enter the agenda 400 days ahead: `added` is about next year's"
          } else {
            "events leave the agenda 32 days after: `removed` is about the past"
          }
        findings.report(
          event.range, headline, helps: ["bound the rows: `where begins < now + 14d`"])
      }
    }
  }
}
