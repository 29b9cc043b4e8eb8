internal import OppModel
internal import OppSemantics
internal import OppSyntax

/// The rule `limit-never-reached`
///
/// ```
/// found     on 8:00 or 20:00 at most 10 per day       on every 6h at most 2 per hour
/// silent    on 9:00 or 12:00 or temp > 30C at most 2 per day
/// ```
enum LimitNeverReached {
  static let rule = LintRule(
    name: "limit-never-reached", category: .events, severity: .note, precision: .veryHigh,
    need: .procedure, fix: .safe,
    page: LintPage(
      headline: "this cannot happen as often as the limit allows: the limit changes nothing",
      why: """
        The clock alone brings the events of this Opp, and in every period of the limit there are fewer of them than it
        lets through. Rows of `for each`, `again` and events that data bring are not counted here.
        """,
      bad: """
        opp "Vitamin" on 8:00 notify "Vitamin D." at most 5 per hour
        """,
      good: """
        opp "Vitamin" on 8:00 notify "Vitamin D."
        """,
      related: ["later-event-dropped", "once-for-ever"])
  ) { subject, findings in
    for opp in subject.opps {
      guard let limit = opp.rule.limit, let clause = opp.syntax.atMost,
        let schedule = DailySchedule(opp.rule, subject.graph),
        let most = schedule.most(in: limit.period), most < limit.count
      else { continue }
      let count = schedule.times.count
      let words = count == 1 ? "once" : count == 2 ? "twice" : "\(count) times"
      findings.report(
        clause.range, "this can happen \(words) a day: the limit changes nothing",
        labels: opp.syntax.on.map { [Diagnostic.Label(range: $0.range, text: "its events")] } ?? [],
        fix: subject.removal(ofClause: clause.range, .safe))
    }
  }
}
