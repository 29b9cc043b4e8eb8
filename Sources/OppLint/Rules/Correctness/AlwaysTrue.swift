internal import OppAnalysis
internal import OppModel
internal import OppSyntax

extension LintRule {
  package static let alwaysTrue = LintRule(
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
      for (node, range) in subject.parts(of: opp)
      where subject.proofs.isNever([Literal(node, .isFalse)])
        && !subject.hasOwnRule(alwaysTrue: range)
      {
        guard case .never(let core, let axioms) = subject.proofs.verdict([Literal(node, .isFalse)])
        else { continue }
        let places = core.map { subject.range(of: $0.node, in: opp) ?? range }
          .filter { range.contains($0) && $0 != range }
        let labels = Set(places).sorted().map { Diagnostic.Label(range: $0, text: "") }
        findings.report(
          range, "this is always true", labels: labels,
          helps: ["take it out, or look at what was meant"],
          notes: axioms.map { $0.words })
      }
    }
  }
}

extension LintSubject {
  /// `true` for a part of which a narrower rule says why it is always true
  fileprivate func hasOwnRule(alwaysTrue range: SourceRange) -> Bool {
    guard let comparison = comparisons.first(where: { $0.node.range == range }) else {
      return false
    }
    if settings.mayRun(.wholeDayWindow), wholeWindow(comparison.node.expression) != nil {
      return true
    }
    return settings.mayRun(.comparedWithItself) && sameSide(of: comparison) != nil
  }

  /// The parts of the conditions of an Opp, joined by `and`, as the text has them
  func parts(of opp: LintedOpp) -> [(node: NodeID, range: SourceRange)] {
    var found: [(node: NodeID, range: SourceRange)] = []
    if let near = opp.syntax.near, opp.syntax.when == nil, let condition = opp.rule.condition {
      return [(condition, near.range)]
    }
    guard let condition = opp.syntax.when?.condition else { return [] }
    for part in operands(of: condition) {
      if let node = graphNode(part) { found.append((node, part.range)) }
    }
    return found
  }

  /// The operands of a conjunction, less its parentheses; the expression itself where it is none
  func operands(of expression: ExpressionSyntax) -> [ExpressionSyntax] {
    guard case .conjunction(let chain) = expression.withoutParentheses else { return [expression] }
    return chain.operands.flatMap { operands(of: $0) }
  }
}
