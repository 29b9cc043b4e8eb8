internal import OppAnalysis
internal import OppModel
internal import OppSyntax

/// The rule `always-true`
///
/// ```
/// found     sky != rain or sky != snow          no sky is both
///           temp < 30C or temp > 10C            true whenever the temperature is known
///           set quiet when not (busy and free > 0s)       so is a part of the condition of `set quiet`
/// silent    time in 8:00..8:00                  `whole-day-window` says why
///           temp >= temp                        `compared-with-itself` says why
/// ```
package enum AlwaysTrue {
  package static let rule = LintRule(
    name: "always-true", category: .correctness, severity: .warning, precision: .veryHigh,
    need: .procedure,
    page: LintPage(
      headline: "this is always true",
      why: """
        It says nothing; mostly it has an `or` where an `and` was meant, or the opposite was. It is true whenever it is
        known: where data is missing it is unknown, so taking it out can add firings.
        """,
      bad: """
        opp "Cycle" on 7:30 when sky != rain or sky != snow notify "Cycle."
        """,
      good: """
        opp "Cycle" on 7:30 when sky not in [rain, snow] notify "Cycle."
        """,
      related: ["never-true", "redundant-part"])
  ) { subject, findings in
    for opp in subject.opps {
      for (node, range) in parts(of: opp, subject)
      where subject.proofs.isNever([Literal(node, .isFalse)])
        && !hasOwnRule(alwaysTrue: range, subject)
      {
        guard case .never(let core, let axioms) = subject.proofs.verdict([Literal(node, .isFalse)])
        else { continue }
        // The parts of the proof that are parts of this one: they are the places to show.
        let places = core.map { subject.range(of: $0.node, in: opp) ?? range }
          .filter { range.contains($0) && $0 != range }
        let labels = Set(places).sorted().map { Diagnostic.Label(range: $0, text: "") }
        findings.report(
          range, "this is always true", labels: labels,
          helps: ["take it out, or look at what was meant"],
          notes: axioms.map { $0.words })
      }
    }
    for part in subject.quietCondition?.conjuncts ?? [] {
      guard let node = subject.graphNode(part),
        subject.proofs.isNever([Literal(node, .isFalse)]),
        !hasOwnRule(alwaysTrue: part.range, subject)
      else { continue }
      findings.report(
        part.range, "this is always true", helps: ["take it out, or look at what was meant"])
    }
  }
}

extension LintSubject {
  /// The condition of `set quiet when`; nil without it
  var quietCondition: ExpressionSyntax? {
    // The declarations are looked through only if there is one.
    guard graph.settings.quiet != nil, graph.settings.quietHours == nil else { return nil }
    for case .setting(let view) in declarations where view.isCondition { return view.value }
    return nil
  }
}

extension AlwaysTrue {
  /// `true` for a part of which a narrower rule says why it is always true
  private static func hasOwnRule(alwaysTrue range: SourceRange, _ subject: LintSubject) -> Bool {
    guard
      subject.settings.mayRun(WholeDayWindow.rule)
        || subject.settings.mayRun(ComparedWithItself.rule),
      let comparison = subject.comparisons.first(where: { $0.node.range == range })
    else { return false }
    if subject.settings.mayRun(WholeDayWindow.rule),
      WholeDayWindow.wholeWindow(comparison.node.expression, subject) != nil
    {
      return true
    }
    return subject.settings.mayRun(ComparedWithItself.rule)
      && ComparedWithItself.sameSide(of: comparison, subject) != nil
  }

  /// The parts of the conditions of an Opp, joined by `and`, as the text has them
  ///
  /// A `near` clause without `when` is one part; it is the whole condition.
  static func parts(of opp: LintedOpp, _ subject: LintSubject) -> [(
    node: NodeID, range: SourceRange
  )] {
    var found: [(node: NodeID, range: SourceRange)] = []
    if let near = opp.syntax.near, opp.syntax.when == nil, let condition = opp.rule.condition {
      return [(condition, near.range)]
    }
    guard let condition = opp.syntax.when?.condition else { return [] }
    for part in condition.conjuncts {
      if let node = subject.graphNode(part) { found.append((node, part.range)) }
    }
    return found
  }
}
