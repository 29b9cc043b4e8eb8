internal import OppModel
internal import OppSyntax

/// The rule `sliding-period`
///
/// ```
/// found     at most once per 1d, at most 2 per 24h, at most once per 1w
/// silent    at most once per 12h, at most once per day
/// ```
///
/// Yesterday at 8:00, today at 7:59: within 24 hours, so today's is dropped; `per day` lets both through.
enum SlidingPeriod {
  static let rule = LintRule(
    name: "sliding-period", category: .time, severity: .warning, precision: .high, fix: .unsafe,
    page: LintPage(
      headline: "`per 1d` counts 24 hours back; `per day` counts the calendar day",
      why: """
        A firing that comes a minute earlier than that of yesterday still lies within its 24 hours, and is dropped:
        a day without a notice, and the next day's comes. `per day` and `per week` begin anew at midnight, as people
        count. The same is true of `24h`, `7d` and `1w`.
        """,
      bad: """
        opp "Frost" when temp < 0C and time in 5:00..9:00 notify "Scrape." at most once per 1d
        """,
      good: """
        opp "Frost" when temp < 0C and time in 5:00..9:00 notify "Scrape." at most once per day
        """,
      related: ["once-for-ever", "limit-never-reached"])
  ) { subject, findings in
    for opp in subject.opps {
      guard case .duration(let duration)? = opp.syntax.atMost?.period,
        case .seconds(let seconds)? = opp.rule.limit?.period,
        let word = [86_400: "day", 604_800: "week"][seconds]
      else { continue }
      let text = subject.text(duration.range)
      findings.report(
        duration.range,
        "`per \(text)` counts \(seconds / 3600) hours back; `per \(word)` counts the calendar \(word)",
        helps: ["write `per \(word)`"], fix: .replacing(duration.range, with: word, .unsafe))
    }
  }
}
