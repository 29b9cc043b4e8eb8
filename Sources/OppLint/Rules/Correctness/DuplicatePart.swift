internal import OppSyntax

/// The rule `duplicate-part`
///
/// ```
/// found     raining and temp < 5C and raining          sky in [rain, drizzle, rainy]: `rainy` is `rain`
///           on 7:00 or 8:00 or 7:00                    to ["mia", "tom", "mia"]
/// silent    raining and temp < 5C or raining           no chain has it twice; `dead-branch` finds it
/// ```
enum DuplicatePart {
  static let rule = LintRule(
    name: "duplicate-part", category: .correctness, severity: .warning, precision: .veryHigh,
    fix: .safe,
    page: LintPage(
      headline: "the same condition is written twice",
      why: """
        A part of an `and` or an `or`, an element of a list, an event or a recipient that is there already says
        nothing. Mostly another one was meant: a weekday that is named twice usually means that one is missing. A case
        beside its other name (`rain`, `rainy`) is one case.
        """,
      bad: """
        opp "Boots" on 7:10 when sky in [rain, drizzle, rainy] notify "Boots."
        """,
      good: """
        opp "Boots" on 7:10 when sky in [rain, drizzle] notify "Boots."
        """,
      related: ["redundant-part", "duplicate-opp"])
  ) { subject, findings in
    for chain in subject.nodes([.conjunction, .disjunction]) {
      report(chain.node.expressions, "condition", subject, &findings)
    }
    for list in subject.nodes(.list) {
      report(list.node.expressions, "value", subject, &findings)
    }
    for opp in subject.opps {
      guard let events = opp.syntax.on?.events else { continue }
      reportEvents(events, subject, &findings)
    }
  }

  /// Reports the elements that became the same node of the graph as one before
  ///
  /// Equal expressions are one node of the graph, however they are written: `0C` and `32F` are the same.
  private static func report(
    _ elements: [ExpressionSyntax], _ noun: String, _ subject: LintSubject,
    _ findings: inout Findings
  ) {
    let ranges = elements.map { $0.range }
    for (index, element) in elements.enumerated() {
      guard let node = subject.graphNode(element),
        let first = elements[..<index].first(where: { subject.graphNode($0) == node })
      else { continue }
      findings.report(
        element.range, "the same \(noun) is written twice",
        labels: [Diagnostic.Label(range: first.range, text: "it is written here already")],
        fix: subject.removal(of: index, from: ranges, .safe))
    }
  }

  /// Reports the events that are written like one before
  ///
  /// Events are no nodes, so their words are compared, without layout and comments.
  private static func reportEvents(
    _ events: [EventSyntax], _ subject: LintSubject, _ findings: inout Findings
  ) {
    let ranges = events.map { $0.range }
    for (index, event) in events.enumerated() {
      let words = subject.words(event.range)
      guard let first = events[..<index].first(where: { subject.words($0.range) == words })
      else { continue }
      findings.report(
        event.range, "the same event is written twice",
        labels: [Diagnostic.Label(range: first.range, text: "it is written here already")],
        fix: subject.removal(of: index, from: ranges, .safe))
    }
  }
}
