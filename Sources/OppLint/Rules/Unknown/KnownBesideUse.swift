internal import OppAnalysis
internal import OppModel
internal import OppSyntax

/// The rule `known-beside-use`
///
/// ```
/// found     known(temp) and temp > 30C
///           on 7:00 when free > 1h and known(temp) and temp > 30C      with a safe fix
/// silent    known(temp) and free > 1h                                  nothing else reads it
///           known(temp) and (temp > 30C or free > 1h)                  the rest can be true without it
/// ```
enum KnownBesideUse {
  static let rule = LintRule(
    name: "known-beside-use", category: .unknown, severity: .style, precision: .veryHigh,
    need: .procedure, fix: .unsafe,
    page: LintPage(
      headline: "`known(temp)` is not needed: an unknown comparison does not fire",
      why: """
        A comparison of what is not known is unknown, and what is unknown does not fire. The fix is safe in an Opp with
        `on`. In one without, `known(…)` makes the condition false in a gap where it would be unknown, so that the Opp
        fires again after each gap; without it, it fires once. For the same reason it is not safe where a gap ends
        the repetitions of `again every`, or the firing for rules that read `ended`.
        """,
      bad: """
        opp "Hot" when known(temp) and temp > 30C at most once per day
        """,
      good: """
        opp "Hot" when temp > 30C at most once per day
        """,
      related: ["redundant-part", "alarm-on-missing"])
  ) { subject, findings in
    for chain in subject.nodes(.conjunction) {
      let operands = chain.node.expressions
      let nodes = operands.compactMap { subject.graphNode($0) }
      guard nodes.count == operands.count, nodes.count <= 24 else { continue }
      for index in nodes.indices where isKnown(besideUse: index, among: nodes, subject) {
        let isSafe = isConditionOfEvent(chain, subject)
        findings.report(
          operands[index].range,
          "`\(subject.text(operands[index].range))` is not needed: an unknown comparison does not fire",
          fix: subject.removal(
            of: index, from: operands.map { $0.range }, isSafe ? .safe : .unsafe))
      }
    }
  }
}

extension KnownBesideUse {
  /// `true` for a `known(…)` that the parts beside it imply
  static func isKnown(besideUse index: Int, among parts: [NodeID], _ subject: LintSubject) -> Bool {
    // The others are never true while it is false, they can be true at all, and it is not always true.
    guard case .known = subject.graph[parts[index]].operation else { return false }
    let others = parts.indices.filter { $0 != index }.map { Literal(parts[$0], .isTrue) }
    return !others.isEmpty && !subject.proofs.isNever(others)
      && subject.proofs.isNever(others + [Literal(parts[index], .isFalse)])
      && !subject.proofs.isNever([Literal(parts[index], .isFalse)])
  }

  /// `true` for a conjunction that is all of the condition of an Opp with events, if only the seconds of events matter
  ///
  /// A condition that is false ends a series of `again every`, and a firing; one that is unknown ends neither.
  private static func isConditionOfEvent(_ chain: LintedNode, _ subject: LintSubject) -> Bool {
    guard let opp = chain.opp.map({ subject.opps[$0] }), !opp.rule.events.isEmpty,
      opp.syntax.again == nil, !subject.graph.readsEnds(ofFiringsOf: opp.rule.name)
    else { return false }
    return subject.outer(of: chain)?.kind == .whenClause
  }
}
