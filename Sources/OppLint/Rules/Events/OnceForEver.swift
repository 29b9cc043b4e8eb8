internal import OppModel
internal import OppSyntax

/// The rule `once-for-ever`
///
/// ```
/// found     on sunset at most once              when weekday == mon and time in 7:00..8:00 at most once
/// silent    on 18:00 when today == 2027-05-03 at most once            a date says which one is meant
///           when temp > 30C at most once                              data, not the clock, bring it again
/// ```
enum OnceForEver {
  static let rule = LintRule(
    name: "once-for-ever", category: .events, severity: .warning, precision: .high, fix: .unsafe,
    page: LintPage(
      headline: "`at most once` without a period means once and never again",
      why: """
        After its first firing the Opp is silent for good. With an event that the clock brings again each day, that is
        rarely meant: a period is missing, or the whole clause is not needed. A single instant, a date in the
        condition and the rows of `for each`, each of which has its own count, are left alone.
        """,
      bad: """
        opp "Backup" on 18:00 when weekday == fri notify "Backup." at most once
        """,
      good: """
        opp "Backup" on 18:00 when weekday == fri notify "Backup." at most once per week
        """,
      related: ["sliding-period", "later-event-dropped"])
  ) { subject, findings in
    for opp in subject.opps {
      guard let clause = opp.syntax.atMost, opp.rule.limit?.period == .ever, opp.rule.rows == nil,
        recurs(opp, subject)
      else { continue }
      let period = opp.rule.condition.map { subject.reads(.weekday, $0) } ?? false ? "week" : "day"
      findings.report(
        clause.range, "`at most once` without a period means once and never again",
        helps: ["write `at most once per \(period)`"],
        fix: .replacing(clause.range, with: "at most once per \(period)", .unsafe))
    }
  }
}

extension OnceForEver {
  /// `true` if the clock brings the events of an Opp again, and no date says which of them is meant
  private static func recurs(_ opp: LintedOpp, _ subject: LintSubject) -> Bool {
    let condition = opp.rule.condition
    let parts = condition.map { subject.graph.conjuncts(of: $0) } ?? []
    if parts.contains(where: { namesDate($0, subject) }) { return false }
    if !opp.rule.events.isEmpty { return opp.rule.events.contains { $0.isOfClock } }
    // Without events: a condition of the weekday, and not of the date, comes again each week.
    return parts.contains { part in
      subject.reads(.weekday, part)
        && !subject.contains(part) { $0 == .clock(.today) || $0 == .clock(.month) }
    }
  }

  /// `true` for a condition that looks at the date or at an instant
  private static func namesDate(_ node: NodeID, _ subject: LintSubject) -> Bool {
    subject.contains(node) { operation in
      if operation == .clock(.today) { return true }
      if let part = operation.partOf?.part, part == .year || part == .date { return true }
      if case .compare(_, let left, let right) = operation {
        return isInstant(left, subject) || isInstant(right, subject)
      }
      guard case .inRange(_, let low, _, .halfOpen) = operation else { return false }
      return isInstant(low, subject)
    }
  }

  /// `true` if a node is an instant that is written in the rules
  private static func isInstant(_ node: NodeID, _ subject: LintSubject) -> Bool {
    if case .constant = subject.graph[node].operation {
      subject.graph[node].type == .instant
    } else {
      false
    }
  }
}
