internal import OppAnalysis
internal import OppModel
internal import OppSemantics
internal import OppSyntax

/// The rule `never-true`
///
/// ```
/// found     busy and free >= 1h                                      note: `free` is 0 while `busy`
///           where category == "fair" and category == "market"       the rows of an Opp count as well
///           time > 22:00 and time < 6:00                            help: a window over midnight
///           set quiet when busy and free > 1h                       it is never quiet
/// silent    month == feb and today.day == 30                        `impossible-date` says it better
/// ```
///
/// It is a warning of `opp check`, too.
package enum NeverTrue {
  package static let rule = LintRule(
    name: "never-true", category: .correctness, severity: .warning, precision: .veryHigh,
    need: .procedure,
    page: LintPage(
      headline: "this condition is never true, so the Opp never fires",
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
        !(subject.settings.mayRun(ImpossibleDate.rule)
          && ImpossibleDate.missingDate(core, subject) != nil)
      else { continue }
      report(opp, core, axioms, subject, &findings)
    }
    if let condition = subject.quietCondition, let node = subject.graphNode(condition),
      case .never(_, let axioms) = subject.proofs.verdict([Literal(node, .isTrue)])
    {
      findings.report(
        condition.range, "this condition is never true, so that it is never quiet",
        notes: axioms.map { $0.words })
    }
  }

  /// Marks the last part of a proof, and labels the others
  private static func report(
    _ opp: LintedOpp, _ core: [OppAnalysis.Part], _ axioms: [Axiom], _ subject: LintSubject,
    _ findings: inout Findings
  ) {
    var places = places(of: core, in: opp, subject)
    guard let last = places.popLast() else { return }
    let rest = core.filter { place(of: $0, in: opp, subject) != last }
    // The rest of the condition at a second at which it is true, if the proof has more than one part.
    let witness =
      rest.isEmpty ? nil : subject.proofs.verdict(rest.map { Literal($0.node, $0.holds) }).witness
    var labels = places.map { Diagnostic.Label(range: $0, text: "") }
    if !labels.isEmpty {
      labels.append(Diagnostic.Label(range: last, text: "never together with this"))
    }
    // Two bounds of the time that exclude each other are mostly a night.
    let areTimes = core.count == 2 && core.allSatisfy { subject.comparesTimeOfDay($0.node) }
    findings.report(
      last, "this condition is never true, so \"\(opp.rule.name)\" never fires", labels: labels,
      helps: areTimes
        ? ["a window over midnight is written `time in 22:00..06:00`"]
        : exampleHelp(witness, of: rest, subject),
      notes: axioms.map { $0.words }, witness: witness)
  }
}

extension NeverTrue {
  /// The day on which the rest of a condition is true, if the clock or the calendar decides it
  private static func exampleHelp(
    _ witness: Witness?, of rest: [OppAnalysis.Part], _ subject: LintSubject
  ) -> [String] {
    guard let witness,
      rest.contains(where: { part in
        subject.contains(part.node) { if case .clock = $0 { true } else { false } }
      })
    else { return [] }
    return ["without this it is true for example on \(subject.words(of: witness))"]
  }

  /// The places of the parts of a proof, each once, in the order of the text
  static func places(of core: [OppAnalysis.Part], in opp: LintedOpp, _ subject: LintSubject)
    -> [SourceRange]
  {
    Set(core.map { place(of: $0, in: opp, subject) }).sorted()
  }

  /// The place of a part of a proof: of a part that is false, that of the `not` around it
  ///
  /// Of `raining and not raining` the proof has `raining` true and `raining` false: the second place is `not raining`.
  private static func place(of part: OppAnalysis.Part, in opp: LintedOpp, _ subject: LintSubject)
    -> SourceRange
  {
    let own = subject.analysis.place(of: part.node, inRule: opp.index)
    guard part.holds == .isFalse, let negation = subject.negations[part.node] else { return own }
    let around = subject.analysis.place(of: negation, inRule: opp.index)
    return around == opp.places.name ? own : around
  }

}
