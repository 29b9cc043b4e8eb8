internal import OppAnalysis
internal import OppModel
internal import OppSyntax

/// The rule `redundant-part`
///
/// ```
/// found     temp > 25C and temp > 20C                      the second, with a safe fix
/// silent    time in 8:00..9:00 and (raining and time in 8:00..9:00) for 20min      the first saves requests
///           busy and free < 1h                             follows only from a law about `free`
/// ```
enum RedundantPart {
  static let rule = LintRule(
    name: "redundant-part", category: .correctness, severity: .warning, precision: .high,
    need: .procedure, fix: .safe,
    page: LintPage(
      headline: "this part changes nothing: another part already implies it",
      why: """
        Whenever the other parts are true, this one is. The reader looks for a second bound that is not there; often it
        is the sign of a wrong number. A part that only the clock decides, beside a hold of the same window, is not
        reported: it saves requests. Neither is what only follows from a fact about a field. The fix is unsafe
        where this part can be unknown while the others are true.
        """,
      bad: """
        opp "Shade" when temp > 25C and temp > 20C notify "Shade." at most once per day
        """,
      good: """
        opp "Shade" when temp > 25C notify "Shade." at most once per day
        """,
      related: ["duplicate-part", "dead-branch", "always-true"])
  ) { subject, findings in
    for chain in subject.nodes(.conjunction) where chain.isInCondition(of: subject) {
      check(chain, subject, &findings)
    }
  }

  /// Looks for parts that the others imply, from the last to the first
  private static func check(
    _ chain: LintedNode, _ subject: LintSubject, _ findings: inout Findings
  ) {
    guard var parts = ChainParts(of: chain, in: subject, thatMayAllBe: .isTrue) else { return }
    let (operands, nodes) = (parts.operands, parts.nodes)
    let knownHasOwnRule = subject.settings.mayRun(KnownBesideUse.rule)
    for index in nodes.indices.reversed() {
      if knownHasOwnRule, KnownBesideUse.isKnown(besideUse: index, among: nodes, subject) {
        continue
      }
      let others = parts.others(than: index, .isTrue)
      let question = others + [Literal(nodes[index], .isFalse)]
      // 1. The others imply it: they are never true while it is false.
      guard !others.isEmpty, subject.proofs.isNever(question),
        // A part that is always true is another matter.
        !subject.proofs.isNever([Literal(nodes[index], .isFalse)]),
        // The writer of a part that only follows from a fact about a field may want it to be seen.
        case .never(let core, let axioms) = subject.proofs.verdict(question), axioms.isEmpty
      else { continue }
      // 2. The parts that the proof needs, which are labelled.
      let causes = parts.others(than: index).enumerated().filter { place in
        core.contains { $0.literal == place.offset }
      }.map { $0.element }
      if savesRequests(operands[index], causes.map { nodes[$0] }, subject) { continue }
      parts.leaveOut(index)
      // 3. If the part may be unknown while the others are true, leaving it out is another condition.
      let isSafe = subject.proofs.isNever(others + [Literal(nodes[index], .isNotTrue)])
      report(
        index, causes, of: operands, isSafe ? .safe : .unsafe, subject, &findings)
    }
  }

  /// `true` for a part of the clock beside a window over time that holds it, too
  private static func savesRequests(
    _ part: ExpressionSyntax, _ causes: [NodeID], _ subject: LintSubject
  ) -> Bool {
    guard subject.readsOnlyClock(part) else { return false }
    return causes.contains { cause in
      subject.contains(cause) { $0.traits.contains(.looksAround) }
    }
  }

  /// Reports a part, with labels at the parts that imply it
  ///
  /// - Parameters:
  ///   - causes: the indices of those parts.
  ///   - applicability: `safe` if the part is known and true whenever the others are true.
  private static func report(
    _ index: Int, _ causes: [Int], of operands: [ExpressionSyntax],
    _ applicability: Fix.Applicability, _ subject: LintSubject, _ findings: inout Findings
  ) {
    let ranges = operands.map { $0.range }
    let reason =
      causes.count == 1 ? ": `\(subject.text(ranges[causes[0]]))` already implies it" : ""
    findings.report(
      ranges[index], "this part changes nothing\(reason)",
      labels: causes.map {
        Diagnostic.Label(
          range: ranges[$0], text: causes.count == 1 ? "implies it" : "implies it with the other")
      },
      fix: subject.removal(of: index, from: ranges, applicability))
  }
}

extension LintedNode {
  /// `true` if the node is part of a `when`, or in a `let` or a `where`
  fileprivate func isInCondition(of subject: LintSubject) -> Bool {
    guard let clause = subject.clause(of: self) else { return true }
    return clause.kind == .whenClause || clause.kind == .forEachClause
      || clause.kind == .onClause
  }
}
