internal import OppAnalysis
internal import OppModel
internal import OppSemantics
internal import OppSyntax

/// The rule `window-beside-its-event`
///
/// ```
/// found     on 21:30 when time in 21:00..22:00 and temp > 0C        the window
///           on temp > 30C when temp > 25C and free > 1h             the second bound
/// silent    on 21:30 or 9:00 when time in 21:00..22:00              it chooses one of both events
///           on 21:30 when time in 21:00..22:00 again every 10min    it ends the repetition
///           on leak when leak, and `ended` of its firings is read    it ends the firing
/// ```
enum WindowBesideItsEvent {
  static let rule = LintRule(
    name: "window-beside-its-event", category: .time, severity: .note, precision: .veryHigh,
    need: .procedure, fix: .safe,
    page: LintPage(
      headline: "at the event this is always true",
      why: """
        The condition of an Opp with `on` is looked at in the second of the event, and in that second this part is
        always true: it repeats the event. Often the event was added later, and the part is what is left of an Opp
        without one.
        """,
      bad: """
        opp "Pills" on 21:00 when time >= 21:00 notify "The white one."
        """,
      good: """
        opp "Pills" on 21:00 notify "The white one."
        """,
      related: ["event-outside-window", "redundant-part", "end-is-outside"])
  ) { subject, findings in
    for (index, opp) in subject.opps.enumerated() where !opp.rule.events.isEmpty {
      guard let clause = opp.syntax.when, opp.syntax.again == nil,
        let events = subject.proofs.events[index].fixedNodes,
        !subject.proofs.isNever(opp.conditions),
        !subject.graph.readsEnds(ofFiringsOf: opp.rule.name)
      else { continue }
      let operands = clause.condition.conjuncts
      for (place, part) in operands.enumerated() {
        // True at every event, though not always: a part that is always true has a rule of its own.
        guard let node = subject.graphNode(part),
          !subject.proofs.isNever([Literal(node, .isFalse)]),
          events.allSatisfy({
            subject.proofs.isNever([Literal($0, .isTrue), Literal(node, .isNotTrue)])
          })
        else { continue }
        let event = opp.syntax.on?.events ?? []
        let words = event.count == 1 ? "at `\(subject.text(event[0].range))`" : "at its events"
        findings.report(
          part.range, "\(words) this is always true",
          labels: event.map { Diagnostic.Label(range: $0.range, text: "implies it") },
          fix: operands.count == 1
            ? subject.removal(ofClause: clause.range, .safe)
            : subject.removal(of: place, from: operands.map { $0.range }, .safe))
        // Of two parts that imply each other one has to stay, so the next is examined in the next round.
        break
      }
    }
  }
}

extension [LintProofs.EventTimes] {
  /// The nodes of all events; `nil` if one of them is not known, or moves with a change of the clock
  fileprivate var fixedNodes: [NodeID]? {
    var found: [NodeID] = []
    for event in self {
      guard let nodes = event.nodes, !event.isMovedByClock else { return nil }
      found += nodes
    }
    return found.isEmpty ? nil : found
  }
}
