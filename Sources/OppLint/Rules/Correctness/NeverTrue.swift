internal import OppAnalysis
internal import OppModel
internal import OppSemantics
internal import OppSyntax

extension LintRule {
  package static let neverTrue = LintRule(
    name: "never-true", category: .correctness, severity: .warning, precision: .veryHigh,
    need: .procedure,
    page: LintPage(
      headline: "this condition is never true, so \"…\" never fires",
      why: """
        Some parts exclude each other, or one excludes itself. It is proved: the parts that are marked cannot be true
        together, whatever is read, and without any one of them they could. Where the proof rests on a fact about a
        field, such as that `free` is 0 while `busy`, a note says so.
        """,
      bad: """
        opp "Half-time" when busy and free >= 1h notify "Stretch."
        """,
      good: """
        opp "Half-time" when not busy and free >= 1h notify "Stretch."
        """,
      related: ["always-true", "event-outside-window", "hold-longer-than-window"])
  ) { subject, findings in
    for opp in subject.opps {
      let literals = opp.conditions
      guard opp.rule.condition != nil, subject.proofs.isNever(literals),
        case .never(let core, let axioms) = subject.proofs.verdict(literals)
      else { continue }
      report(opp, core, axioms, subject, &findings)
    }
  }

  /// Marks the last part of a proof, and labels the others
  private static func report(
    _ opp: LintedOpp, _ core: [OppAnalysis.Part], _ axioms: [Axiom], _ subject: LintSubject,
    _ findings: inout Findings
  ) {
    var places = core.map { subject.place(of: $0, in: opp) }
    places = places.enumerated().filter { !places[..<$0.offset].contains($0.element) }
      .map { $0.element }.sorted()
    guard let last = places.popLast() else { return }
    var labels = places.map { Diagnostic.Label(range: $0, text: "") }
    if !labels.isEmpty {
      labels.append(Diagnostic.Label(range: last, text: "never together with this"))
    }
    let areTimes = core.count == 2 && core.allSatisfy { subject.isWindow($0.node) }
    findings.report(
      last, "this condition is never true, so \"\(opp.rule.name)\" never fires", labels: labels,
      helps: areTimes ? ["a window over midnight is written `time in 22:00..06:00`"] : [],
      notes: axioms.map { $0.words })
  }
}

extension LintSubject {
  /// Where a part of a proof stands: a part that is false, as the `not` around it
  fileprivate func place(of part: OppAnalysis.Part, in opp: LintedOpp) -> SourceRange {
    let own = analysis.place(of: part.node, inRule: opp.index)
    guard part.holds == .isFalse, let negation = negations[part.node] else { return own }
    let around = analysis.place(of: negation, inRule: opp.index)
    return around == opp.places.name ? own : around
  }

  /// `true` if a node compares a time of day
  fileprivate func isWindow(_ node: NodeID) -> Bool {
    switch graph[node].operation {
    case .compare(_, let left, _), .inRange(let left, _, _, _): graph[left].type == .timeOfDay
    default: false
    }
  }
}
