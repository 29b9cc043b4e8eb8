internal import OppAnalysis
internal import OppModel
internal import OppSemantics
internal import OppSyntax

/// The rule `subsumed-opp`
///
/// ```
/// found     "Drink" when temp > 30C notify "Drink."       "Drink more" when temp > 35C notify "Drink."
/// silent    the same with another text, recipient, colour or other events: an escalation
/// ```
///
/// - Complexity: a proof for each pair of Opps that say the same, of at most 50 in a bucket.
enum SubsumedOpp {
  static let rule = LintRule(
    name: "subsumed-opp", category: .correctness, severity: .warning, precision: .high,
    reach: .ruleSet, need: .procedure,
    page: LintPage(
      headline: "an Opp says what another has said: whenever it is true, the other is",
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
    for bucket in buckets(subject) {
      for opp in bucket { report(opp, among: bucket.prefix(50), subject, &findings) }
    }
  }

  /// The Opps that say the same at the same events, if there are several
  private static func buckets(_ subject: LintSubject) -> [[LintedOpp]] {
    let opps = subject.allOpps.filter { opp in
      opp.rule.rows == nil && opp.rule.record == nil && opp.rule.condition != nil
        && opp.rule.text != nil && !opp.rule.isDisabled
    }
    // Few texts are those of several Opps.
    var counts: [NodeID?: Int] = [:]
    for opp in opps { counts[opp.rule.text, default: 0] += 1 }
    var buckets: [Message: [LintedOpp]] = [:]
    for opp in opps where counts[opp.rule.text] ?? 0 > 1 {
      buckets[Message(opp.rule), default: []].append(opp)
    }
    return buckets.values.filter { $0.count > 1 }
  }

  /// The notification of an Opp, and its events
  ///
  /// Opps with equal ones would show the same notification at the same events.
  private struct Message: Hashable {
    let text: NodeID?
    let recipient: NodeID?
    let payload: [NamedNode]
    let events: [Event]
    let colour: NodeID?
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

  /// Reports an Opp beside the first of a bucket whose condition it implies
  private static func report(
    _ opp: LintedOpp, among bucket: ArraySlice<LintedOpp>, _ subject: LintSubject,
    _ findings: inout Findings
  ) {
    for other in bucket where other.index != opp.index {
      guard subject.implies(opp, other), subject.canBeTrue(opp) else { continue }
      let isEqual = subject.implies(other, opp)
      if isEqual, subject.settings.mayRun(DuplicateOpp.rule),
        subject.summary(of: opp).identity == subject.summary(of: other).identity
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
        witness: isEqual ? nil : subject.example(of: other, without: opp))
      return
    }
  }
}

extension LintSubject {
  /// `true` if it is proved that one Opp's condition is true whenever another's is
  fileprivate func implies(_ opp: LintedOpp, _ wider: LintedOpp) -> Bool {
    isNever(Implications.Question(condition: condition(of: opp), wider: condition(of: wider))) {
      literals(opp, .isTrue) + literals(wider, .isNotTrue)
    }
  }

  /// `true` unless it is proved that a condition is never true
  fileprivate func canBeTrue(_ opp: LintedOpp) -> Bool {
    !isNever(Implications.Question(condition: condition(of: opp), wider: nil)) {
      literals(opp, .isTrue)
    }
  }

  /// `true` if literals never hold together, as the memory knows or as is proved now
  private func isNever(_ question: Implications.Question, _ literals: () -> [Literal]) -> Bool {
    // A memory knows the outcome of the last run, by the meanings of both conditions.
    memory?.implications.holds(question) { proofs.isNever(literals()) }
      ?? proofs.isNever(literals())
  }

  /// A second at which one Opp's condition is true and another's is not
  fileprivate func example(of wider: LintedOpp, without opp: LintedOpp) -> Witness? {
    let question = literals(wider, .isTrue) + literals(opp, .isNotTrue)
    guard let memory else { return proofs.verdict(question).witness }
    return memory.implications.example(
      Implications.Question(condition: condition(of: wider), wider: condition(of: opp)),
      memory.transfer
    ) { proofs.verdict(question).witness }
  }

  /// The meaning of an Opp's condition
  private func condition(of opp: LintedOpp) -> Fingerprint { summary(of: opp).condition }

  /// The condition of an Opp with a truth; none for an Opp without one
  private func literals(_ opp: LintedOpp, _ truth: Truthfulness) -> [Literal] {
    opp.rule.condition.map { [Literal($0, truth)] } ?? []
  }
}
