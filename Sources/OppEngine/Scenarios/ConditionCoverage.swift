package import OppModel

/// Which truths the conditions of all Opps have had, over the tests run so far
///
/// A test that never sees a condition both true and false does not say where it turns.
package struct ConditionCoverage: Sendable {
  /// By the index of the Opp
  package private(set) var rules: [RuleCoverage] = []

  package init(_ graph: ConditionGraph) {
    rules = graph.rules.map { rule in
      var conjuncts: [NodeID] = []
      if let condition = rule.condition {
        if case .and(let operands) = graph[condition].operation { conjuncts = operands }
      }
      return RuleCoverage(
        hasCondition: rule.condition != nil || rule.rows != nil,
        conjuncts: conjuncts.map { ConjunctCoverage(node: $0) })
    }
  }

  mutating func expect(_ rule: Int) {
    if rules.indices.contains(rule) { rules[rule].isExpected = true }
  }

  /// Notes the truths of this second
  mutating func note(_ engine: Engine) {
    for opp in engine.opps where rules.indices.contains(opp.rule) {
      rules[opp.rule].seen.note(engine.truth(opp.whole))
      for index in rules[opp.rule].conjuncts.indices {
        let template = rules[opp.rule].conjuncts[index].node.index
        guard let instance = engine.knownInstance(of: template, in: opp.environment) else {
          continue
        }
        rules[opp.rule].conjuncts[index].seen.note(engine.truth(instance))
      }
    }
  }
}

/// What of an Opp the tests have seen
package struct RuleCoverage: Sendable {
  /// Whether the Opp waits for a condition at all
  package let hasCondition: Bool

  /// Whether any test expects something of it
  package fileprivate(set) var isExpected = false
  package fileprivate(set) var seen = SeenTruths()

  /// The parts of its condition that are joined by `and`; none where it is one part
  package fileprivate(set) var conjuncts: [ConjunctCoverage]
}

/// What of one part of a condition the tests have seen
package struct ConjunctCoverage: Sendable {
  package let node: NodeID
  package fileprivate(set) var seen = SeenTruths()
}

/// Whether something has been true, and whether it has been false
package struct SeenTruths: Hashable, Sendable {
  package private(set) var wasTrue = false
  package private(set) var wasFalse = false

  package var isBoth: Bool { wasTrue && wasFalse }

  mutating func note(_ truth: Truth) {
    if truth == .true { wasTrue = true }
    if truth == .false { wasFalse = true }
  }
}
