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
      guard !literals.isEmpty, subject.proofs.isNever(literals),
        case .never(let core, let axioms) = subject.proofs.verdict(literals),
        !(subject.settings.mayRun(.impossibleDate) && subject.impossibleDate(core) != nil)
      else { continue }
      report(opp, core, axioms, subject, &findings)
    }
  }

  /// Marks the last part of a proof, and labels the others
  private static func report(
    _ opp: LintedOpp, _ core: [OppAnalysis.Part], _ axioms: [Axiom], _ subject: LintSubject,
    _ findings: inout Findings
  ) {
    var places = subject.places(of: core, in: opp)
    guard let last = places.popLast() else { return }
    let rest = core.filter { subject.place(of: $0, in: opp) != last }
    let witness =
      rest.isEmpty ? nil : subject.proofs.verdict(rest.map { Literal($0.node, $0.holds) }).witness
    var labels = places.map { Diagnostic.Label(range: $0, text: "") }
    if !labels.isEmpty {
      labels.append(Diagnostic.Label(range: last, text: "never together with this"))
    }
    let areTimes = core.count == 2 && core.allSatisfy { subject.isWindow($0.node) }
    findings.report(
      last, "this condition is never true, so \"\(opp.rule.name)\" never fires", labels: labels,
      helps: areTimes
        ? ["a window over midnight is written `time in 22:00..06:00`"]
        : subject.exampleHelp(witness, of: rest),
      notes: axioms.map { $0.words }, witness: witness)
  }
}

extension LintSubject {
  /// The day on which the rest of a condition is true, where the clock or the calendar decides it
  fileprivate func exampleHelp(_ witness: Witness?, of rest: [OppAnalysis.Part]) -> [String] {
    guard let witness,
      rest.contains(where: { part in
        contains(part.node) { if case .clock = $0 { true } else { false } }
      })
    else { return [] }
    return ["without this it is true for example on \(words(of: witness))"]
  }

  /// The places of the parts of a proof, each once, in the order of the text
  func places(of core: [OppAnalysis.Part], in opp: LintedOpp) -> [SourceRange] {
    Set(core.map { place(of: $0, in: opp) }).sorted()
  }

  /// The place of a part of a proof: of a part that is false, that of the `not` around it
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
