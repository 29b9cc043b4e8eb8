internal import OppAnalysis
internal import OppModel
internal import OppSyntax

/// The rule `dead-branch`
///
/// ```
/// found     sky == rain and (sky == snow or temp < 0C)              the first alternative is excluded
///           temp > 25C or temp > 20C                                the first alternative is covered by the second
///           time otherwise 18:00                                    the time is never unknown
///           when temp < 0C notify if temp > 5C then … else …        the first branch, as the Opp fires only below 0 °C
///           if temp < 15C then … else if temp < 8C then … else …    the second branch, as 8 °C is below 15 °C
/// silent    when temp < 10C notify if temp > 5C then … else …
/// ```
enum DeadBranch {
  static let rule = LintRule(
    name: "dead-branch", category: .correctness, severity: .warning, precision: .high,
    need: .procedure, fix: .safe,
    page: LintPage(
      headline: "this alternative can never be the one that is true",
      why: """
        An alternative of an `or` that another one covers, or that the other parts exclude; a branch of an `if` whose
        condition is always or never true; an `otherwise` behind what is never unknown, such as the time. It looks like
        a case that was thought of, and is none.
        """,
      bad: """
        opp "Log" on 18:00 notify "{time otherwise 18:00}: close the log."
        """,
      good: """
        opp "Log" on 18:00 notify "{time}: close the log."
        """,
      related: ["redundant-part", "never-true"])
  ) { subject, findings in
    for chain in subject.nodes(.disjunction) { checkAlternatives(chain, subject, &findings) }
    for node in subject.nodes(.product) { checkOtherwise(node, subject, &findings) }
    for node in subject.nodes(.conditional) { checkConditional(node, subject, &findings) }
  }

  // MARK: or

  /// Looks for alternatives of an `or` that are covered by the others, or excluded by the parts beside the `or`
  private static func checkAlternatives(
    _ chain: LintedNode, _ subject: LintSubject, _ findings: inout Findings
  ) {
    guard var parts = ChainParts(of: chain, in: subject, thatMayAllBe: .isFalse) else { return }
    // Not for a chain that is never true beside its parts: `never-true` reports it.
    let beside = partsBeside(chain, subject)
    if subject.proofs.isNever(
      beside.map { Literal($0.node, .isTrue) } + [
        Literal(subject.graphNode(chain.expression) ?? parts.nodes[0], .isTrue)
      ])
    {
      return
    }
    for index in parts.nodes.indices.reversed() {
      let own = Literal(parts.nodes[index], .isTrue)
      let others = parts.others(than: index)
      let label: [Diagnostic.Label]
      // True only if another one is, or never true beside the other parts.
      if subject.proofs.isNever([own] + parts.others(than: index, .isNotTrue)) {
        label =
          others.count == 1
          ? [Diagnostic.Label(range: parts.operands[others[0]].range, text: "covers it")] : []
      } else if subject.proofs.isNever([own] + beside.map { Literal($0.node, .isTrue) }) {
        label =
          beside.count == 1
          ? [Diagnostic.Label(range: beside[0].range, text: "excludes it")] : []
      } else {
        continue
      }
      parts.leaveOut(index)
      findings.report(
        parts.operands[index].range, "this alternative can never be the one that is true",
        labels: label,
        fix: subject.removal(of: index, from: parts.operands.map { $0.range }, .unsafe))
    }
  }

  // MARK: otherwise

  /// Looks for an `otherwise` behind a value that is always known; only the first of a chain is examined
  private static func checkOtherwise(
    _ node: LintedNode, _ subject: LintSubject, _ findings: inout Findings
  ) {
    guard case .product(let chain) = node.expression else { return }
    var end = chain.first.range
    for (index, step) in chain.rest.enumerated() {
      defer { end = step.operand.range }
      guard step.operator == .otherwise, index == 0 else { continue }
      guard let value = subject.graphNode(chain.first),
        subject.proofs.isNever([Literal(value, .isUnknown)])
      else { return }
      let rest = SourceRange(
        file: end.file, start: end.end, end: step.operand.range.end)
      findings.report(
        step.operatorToken.range.union(step.operand.range),
        "`\(subject.text(chain.first.range))` is never unknown, so this is never taken",
        fix: subject.hasComments(rest) ? nil : .removing(rest, .safe))
    }
  }

  // MARK: if

  /// Looks for a branch of an `if` that is never taken; in a text, never when the Opp fires
  private static func checkConditional(
    _ node: LintedNode, _ subject: LintSubject, _ findings: inout Findings
  ) {
    guard case .conditional(let view) = node.expression,
      let condition = subject.graphNode(view.condition)
    else { return }
    let firing = conditionsOfFiring(around: node, subject)
    let branches = branchesAround(node, subject)
    let around = firing + branches
    // An Opp that never fires is the matter of another rule, and a branch within a dead one of that one.
    if subject.proofs.isNever(around) { return }
    let then = !branches.isEmpty ? " here" : firing.isEmpty ? "" : " when the Opp fires"
    if subject.proofs.isNever(around + [Literal(condition, .isTrue)]) {
      findings.report(
        view.whenTrue.range, "this branch is never taken",
        labels: [Diagnostic.Label(range: view.condition.range, text: "this is never true\(then)")])
    } else if subject.proofs.isNever(around + [Literal(condition, .isFalse)]) {
      findings.report(
        view.whenFalse.range, "this branch is never taken",
        labels: [Diagnostic.Label(range: view.condition.range, text: "this is always true\(then)")])
    }
  }
}

extension DeadBranch {
  /// The conditions that are true whenever a node of a notification is evaluated; none for a node elsewhere
  private static func conditionsOfFiring(around node: LintedNode, _ subject: LintSubject)
    -> [Literal]
  {
    guard let opp = node.opp.map({ subject.opps[$0] }), let clause = subject.clause(of: node),
      clause.kind == .notifyClause || clause.kind == .recordClause
    else { return [] }
    return opp.conditions
  }

  /// The conditions of the branches in which a node is evaluated: `a` is false in `c` of `if a then b else c`
  private static func branchesAround(_ node: LintedNode, _ subject: LintSubject) -> [Literal] {
    var found: [Literal] = []
    var next = subject.parent(of: node)
    while let current = next {
      if case .conditional(let view) = current.expression,
        let condition = subject.graphNode(view.condition)
      {
        if view.whenTrue.range.contains(node.range) { found.append(Literal(condition, .isTrue)) }
        if view.whenFalse.range.contains(node.range) { found.append(Literal(condition, .isFalse)) }
      }
      next = subject.parent(of: current)
    }
    return found
  }

  /// The parts that are joined with a node by `and` around it
  private static func partsBeside(_ node: LintedNode, _ subject: LintSubject) -> [(
    node: NodeID, range: SourceRange
  )] {
    var found: [(node: NodeID, range: SourceRange)] = []
    var next = subject.parent(of: node)
    // Upwards through parentheses, as long as the chain around is an `and`.
    while let current = next, current.kind == .conjunction || current.kind == .parenthesized {
      if current.kind == .conjunction {
        for part in current.node.expressions where !part.range.contains(node.range) {
          if let id = subject.graphNode(part) { found.append((id, part.range)) }
        }
      }
      next = subject.parent(of: current)
    }
    return found
  }
}
