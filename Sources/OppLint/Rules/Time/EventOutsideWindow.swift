internal import OppAnalysis
internal import OppModel
internal import OppSyntax

extension LintRule {
  package static let eventOutsideWindow = LintRule(
    name: "event-outside-window", category: .time, severity: .error, precision: .veryHigh,
    need: .procedure,
    page: LintPage(
      headline: "… never happens while this is true",
      why: """
        An Opp fires at its event, and only if its condition is true in that second. Here the event excludes the
        condition, so it never fires. An event of `every D` that only a day on which the clock is changed brings into
        the window is a warning.
        """,
      bad: """
        opp "Coffee" on 9:00 when time in 10:00..11:00 notify "Coffee?"
        """,
      good: """
        opp "Coffee" on 10:00 notify "Coffee?"
        """,
      related: ["never-true", "end-is-outside"])
  ) { subject, findings in
    for (index, opp) in subject.opps.enumerated() where !opp.rule.events.isEmpty {
      let conditions = opp.conditions
      guard opp.rule.condition != nil, !subject.proofs.isNever(conditions) else { continue }
      let events = opp.syntax.on?.events ?? []
      // An event of the text that became several of the graph cannot be told apart.
      guard events.count == opp.rule.events.count else { continue }
      for (event, times) in zip(events, subject.proofs.events[index]) {
        guard let nodes = times.nodes,
          nodes.allSatisfy({ subject.proofs.isNever(conditions + [Literal($0, .isTrue)]) })
        else { continue }
        report(event, times, in: opp, subject, &findings)
      }
    }
  }

  private static func report(
    _ event: EventSyntax, _ times: LintProofs.EventTimes, in opp: LintedOpp,
    _ subject: LintSubject, _ findings: inout Findings
  ) {
    let text = subject.text(event.range)
    let clause = opp.syntax.when?.condition.range ?? opp.syntax.near?.range
    let labels = clause.map { [Diagnostic.Label(range: $0, text: "never true then")] } ?? []
    if times.isMovedByClock {
      findings.report(
        event.range,
        "`\(text)` happens while this is true only on days on which the clock is changed",
        labels: labels, severity: .warning)
    } else {
      findings.report(
        event.range, "`\(text)` never happens while this is true", labels: labels,
        helps: ["take the event into the window, or the window to the event"])
    }
  }
}
