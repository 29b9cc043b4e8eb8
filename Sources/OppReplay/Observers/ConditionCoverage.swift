internal import OppEngine
package import OppModel

/// The truths that the conditions of all Opps and their parts have had, over the tests run so far
///
/// Tests that never see a condition both true and false do not show when it turns, and tests that never
/// see it unknown do not cover missing data.
///
/// `opp "a" when temp > 20C and free > 1h`, with a test that gives 19 °C, 21 °C and no temperature, and 2 h:
///
///     the whole     true, false, unknown
///     temp > 20C    true, false, unknown
///     free > 1h     true: false and unknown are missing
package struct ConditionCoverage: Sendable {
  /// By the index of the Opp
  package private(set) var rules: [RuleCoverage] = []

  package init(_ graph: ConditionGraph) {
    let canBeUnknown = graph.nodesThatMayBeMissing
    rules = graph.rules.map { rule in
      let parts = rule.condition.map { graph.parts(below: $0) } ?? []
      return RuleCoverage(
        hasCondition: rule.condition != nil || rule.rows != nil,
        seen: SeenTruths(
          canBeUnknown: rule.rows != nil
            || rule.condition.map { canBeUnknown[Int($0.index)] } ?? false),
        parts: parts.map {
          PartCoverage(node: $0, seen: SeenTruths(canBeUnknown: canBeUnknown[Int($0.index)]))
        })
    }
  }

  /// Notes that a test expects something of an Opp
  mutating func expect(_ rule: Int) {
    if rules.indices.contains(rule) { rules[rule].isExpected = true }
  }

  /// Notes the truths of this second
  mutating func note(_ engine: borrowing Engine) {
    for place in 0..<engine.oppCount {
      let opp = OppID(place)
      let rule = engine.rule(ofOpp: opp)
      guard rules.indices.contains(rule) else { continue }
      if !rules[rule].seen.isComplete {
        rules[rule].seen.note(engine.truth(ofOpp: opp))
      }
      for index in rules[rule].parts.indices where !rules[rule].parts[index].seen.isComplete {
        let truth = engine.truth(of: rules[rule].parts[index].node, forOpp: opp)
        if let truth { rules[rule].parts[index].seen.note(truth) }
      }
    }
  }
}

/// The coverage of an Opp by the tests
package struct RuleCoverage: Sendable {
  /// Whether the Opp waits for a condition at all
  package let hasCondition: Bool

  /// Whether any test expects something of it
  package fileprivate(set) var isExpected = false

  /// The truths of its condition, as a whole
  package fileprivate(set) var seen: SeenTruths

  /// The parts of its condition, in the order of the text; empty if it is a single part
  package fileprivate(set) var parts: [PartCoverage]

  /// The coverage of an Opp before any test
  fileprivate init(hasCondition: Bool, seen: SeenTruths, parts: [PartCoverage]) {
    self.hasCondition = hasCondition
    self.seen = seen
    self.parts = parts
  }
}

/// The coverage of one part of a condition by the tests
package struct PartCoverage: Sendable {
  package let node: NodeID
  package fileprivate(set) var seen: SeenTruths
}

/// Whether something has been true, false and unknown
package struct SeenTruths: Hashable, Sendable {
  package private(set) var wasTrue = false
  package private(set) var wasFalse = false
  package private(set) var wasUnknown = false

  /// Whether it can be unknown: a condition on the clock alone cannot
  package let canBeUnknown: Bool

  package init(canBeUnknown: Bool) {
    self.canBeUnknown = canBeUnknown
  }

  /// The number of different truths that it can have
  package var possible: Int { canBeUnknown ? 3 : 2 }

  /// The number of those that it has had
  package var count: Int { possible - missing.count }

  /// Those that it has not had, in the order true, false, unknown
  package var missing: [Truth] {
    var result: [Truth] = []
    if !wasTrue { result.append(.true) }
    if !wasFalse { result.append(.false) }
    if canBeUnknown, !wasUnknown { result.append(.unknown) }
    return result
  }

  /// `true` if it has been everything that it can be
  var isComplete: Bool { wasTrue && wasFalse && (wasUnknown || !canBeUnknown) }

  mutating func note(_ truth: Truth) {
    switch truth {
    case .true: wasTrue = true
    case .false: wasFalse = true
    case .unknown: wasUnknown = true
    }
  }
}

extension ConditionGraph {
  /// By node, `true` if its value depends on anything that may be missing: `time in 12:00..13:00` does not
  ///
  /// - Complexity: O(*n*) in the nodes and their operands.
  fileprivate var nodesThatMayBeMissing: [Bool] {
    var mayBeMissing: [Bool] = []
    for node in nodes {
      var isMissing = false
      switch node.operation.traits.absence {
      case .never: break
      case .byItself: isMissing = true
      case .ofOperands:
        var operands: [NodeID] = []
        forEachOperand(of: node.operation) { operands.append($0) }
        // The second operand of `otherwise` is there where the first is not.
        if case .otherwise(_, let second) = node.operation { operands = [second] }
        isMissing = operands.contains { mayBeMissing[Int($0.index)] }
      }
      mayBeMissing.append(isMissing)
    }
    return mayBeMissing
  }
}
