internal import OppAnalysis
internal import OppModel
internal import OppSemantics
internal import OppSyntax

/// The rule `subsumed-opp`
enum SubsumedOpp {
  static let rule = LintRule(
    name: "subsumed-opp", category: .correctness, severity: .warning, precision: .high,
    need: .procedure,
    page: LintPage(
      headline: "\"…\" says what \"…\" has said: whenever it is true, the other is",
      why: """
        Two Opps with the same text, recipients and events, and one condition implies the other: the narrower one never
        says anything new. An escalation has other words, another colour or other recipients, and is not meant.
        """,
      bad: """
        opp "Drink" when temp > 30C notify "Drink." at most 4 per day
        opp "Drink more" when temp > 35C notify "Drink." at most 4 per day
        """,
      good: """
        opp "Drink" when temp > 30C notify "Drink." at most 4 per day
        opp "Stay in" when temp > 35C notify "Stay inside." colour red at most 4 per day
        """,
      related: ["duplicate-opp", "redundant-part"])
  ) { subject, findings in
    var buckets: [Message: [LintedOpp]] = [:]
    for opp in subject.opps where opp.rule.rows == nil && opp.rule.record == nil {
      guard opp.rule.condition != nil, opp.rule.text != nil, !opp.rule.isDisabled else { continue }
      buckets[Message(opp.rule), default: []].append(opp)
    }
    for opp in subject.opps {
      guard let bucket = buckets[Message(opp.rule)], bucket.count > 1,
        bucket.contains(where: { $0.index == opp.index })
      else { continue }
      report(opp, among: bucket.prefix(50), subject, &findings)
    }
  }

  /// The notification of an Opp, and its events
  private struct Message: Hashable {
    let text: NodeID?
    let recipient: NodeID?
    let payload: [NamedNode]
    let events: [Event]
    let colour: Int32?
    let isUrgent: Bool

    init(_ rule: Rule) {
      text = rule.text
      recipient = rule.recipient
      payload = rule.payload
      events = rule.events
      colour = rule.colour
      isUrgent = rule.isUrgent
    }
  }

  private static func report(
    _ opp: LintedOpp, among bucket: ArraySlice<LintedOpp>, _ subject: LintSubject,
    _ findings: inout Findings
  ) {
    guard let condition = opp.rule.condition else { return }
    for other in bucket where other.index != opp.index {
      guard let wider = other.rule.condition,
        subject.proofs.isNever([Literal(condition, .isTrue), Literal(wider, .isNotTrue)]),
        !subject.proofs.isNever([Literal(condition, .isTrue)])
      else { continue }
      let isEqual = subject.proofs.isNever([
        Literal(wider, .isTrue), Literal(condition, .isNotTrue),
      ])
      if isEqual, subject.settings.mayRun(DuplicateOpp.rule),
        DuplicateOpp.identity(of: opp, subject) == DuplicateOpp.identity(of: other, subject)
      {
        continue
      }
      // Of two that mean the same, the later one is reported.
      if isEqual, opp.index < other.index { continue }
      findings.report(
        opp.places.name,
        "\"\(opp.rule.name)\" says what \"\(other.rule.name)\" has said: whenever it is true, \"\(other.rule.name)\" is",
        labels: [Diagnostic.Label(range: other.places.name, text: "this one has said it")],
        helps: ["give it other words, or take it out"],
        witness: subject.proofs.verdict([
          Literal(wider, .isTrue), Literal(condition, .isNotTrue),
        ]).witness)
      return
    }
  }
}
