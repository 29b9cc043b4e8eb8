package import OppModel

/// Decides whether conditions can be true, together with others, at any second at all
///
/// Every question about conditions comes down to one: can all of these literals hold
/// at one second? `a` implies `b` where `a` is true and `b` is not, never; a part of a conjunction is
/// redundant where the others are true and it is not, never.
///
/// A proof is of logic, exact arithmetic over fractions, the clock and the calendar, and of the laws of
/// the prelude, which it names. Arithmetic of the engine rounds to Doubles; a proof takes it as exact.
///
/// - Complexity: exponential at worst; the limit of a question keeps it to some milliseconds.
package struct Prover: Sendable {
  package let graph: ConditionGraph

  /// The zone of the rule set; nil where it is not known, and local times are taken for those of UTC
  /// in examples, and for no zone's in proofs
  package let zone: Zone?

  /// The time at which examples are sought first
  package let reference: Instant

  /// The greatest cost of a question
  let limit: Searcher.Limit

  /// The verdicts so far, by question
  private var verdicts: [[Literal]: Verdict] = [:]
  private var refutations: [[Literal]: Bool] = [:]
  private var independentParts = IndependentParts()

  /// The comparisons of one field that were looked at so far; nil for nodes that are none
  private var comparisons: [NodeID: FieldComparison?] = [:]
  private var suns = SunBounds()

  /// 2026-06-03T10:00:00Z, a Wednesday
  package static let everydayInstant = Instant(seconds: 1_780_480_800)

  package init(
    graph: ConditionGraph, zone: Zone?, reference: Instant = Prover.everydayInstant
  ) {
    self.graph = graph
    self.zone = zone
    self.reference = reference
    limit = Searcher.Limit()
  }

  /// Whether all literals can hold at one second, with a proof or an example
  package mutating func verdict(_ question: [Literal]) -> Verdict {
    if let known = verdicts[question] { return known }
    let verdict = decide(question)
    verdicts[question] = verdict
    return verdict
  }

  /// Whether it is proved that the literals never hold together
  ///
  /// Far cheaper than a verdict: it seeks neither a core nor an example.
  package mutating func isNever(_ question: [Literal]) -> Bool {
    if let known = verdicts[question] { return known.isNever }
    if let known = refutations[question] { return known }
    prepareSuns(question)
    let isNever = refutedGroup(of: QuestionParts(question, in: graph).parts) != nil
    refutations[question] = isNever
    return isNever
  }

  /// The parts that exclude each other, of those that have anything in common
  private mutating func refutedGroup(of parts: [Part]) -> [Part]? {
    for group in independentParts.groups(of: parts, in: graph) where isRefuted(group) {
      return group
    }
    return nil
  }

  private mutating func isRefuted(_ group: [Part]) -> Bool {
    if let excludes = excludes(group) { return excludes }
    let key = group.map { Literal($0.node, $0.holds) }
    if let known = refutations[key] { return known }
    let isRefuted = refutes(group.map { ($0.node, $0.holds) }, without: [])
    refutations[key] = isRefuted
    return isRefuted
  }

  /// Whether comparisons of one field exclude each other; nil where a part is something else
  private mutating func excludes(_ group: [Part]) -> Bool? {
    var parts: [(FieldComparison, Truthfulness)] = []
    for part in group {
      let comparison: FieldComparison?
      if let known = comparisons[part.node] {
        comparison = known
      } else {
        comparison = FieldComparison(part.node, in: graph)
        comparisons[part.node] = .some(comparison)
      }
      guard let comparison else { return nil }
      parts.append((comparison, part.holds))
    }
    return FieldComparison.exclude(parts)
  }

  private mutating func decide(_ question: [Literal]) -> Verdict {
    prepareSuns(question)
    let parts = QuestionParts(question, in: graph).parts
    if let group = refutedGroup(of: parts) {
      let core = minimalCore(of: group)
      return .never(core: core, axioms: axioms(of: core))
    }
    let attempt = Attempt(graph: graph, zone: zone, reference: reference, limit: limit, suns: suns)
    switch attempt.run(parts.map { ($0.node, $0.holds) }) {
    case .exhausted: break
    case .confirmed(let witness): return .possible(witness)
    case .undecided: return .undecided
    }
    let core = minimalCore(of: parts)
    return .never(core: core, axioms: axioms(of: core))
  }

  /// The sun at pins says something only where the zone of its times is known
  private mutating func prepareSuns(_ question: [Literal]) {
    guard let zone else { return }
    suns.add(
      below: question.map { $0.node }, of: graph, zone: zone,
      near: LocalDateTime(secondsSinceEpoch: reference.seconds).date.days)
  }

  private func refutes(
    _ literals: [(NodeID, Truthfulness)], without laws: Set<Axiom.Law>
  ) -> Bool {
    let attempt = Attempt(
      graph: graph, zone: zone, reference: reference, limit: limit, suns: suns, withoutLaws: laws)
    return attempt.refutes(literals)
  }

  /// The search as this prover does it, prepared for what lies below conditions
  mutating func attempt(below conditions: [NodeID]) -> Attempt {
    prepareSuns(conditions.map { Literal($0, .isTrue) })
    return Attempt(graph: graph, zone: zone, reference: reference, limit: limit, suns: suns)
  }

  // MARK: Cores

  /// The parts that are left when none can be done without
  ///
  /// Of many parts, halves are left out first.
  private mutating func minimalCore(of parts: [Part]) -> [Part] {
    var core = parts
    var size = max(core.count / 2, 1)
    while true {
      var start = 0
      while start < core.count {
        let end = min(start + size, core.count)
        let rest = Array(core[..<start] + core[end...])
        if excludes(rest) ?? refutes(rest.map { ($0.node, $0.holds) }, without: []) {
          core = rest
        } else {
          start = end
        }
      }
      if size == 1 { return core }
      size /= 2
    }
  }

  /// The laws without which a core is not proved
  private func axioms(of core: [Part]) -> [Axiom] {
    let literals = core.map { ($0.node, $0.holds) }
    var builder = NetworkBuilder(graph: graph, zone: zone, suns: suns)
    for part in core { _ = builder.variable(of: part.node) }
    builder.finish()
    var unused: Set<Axiom.Law> = []
    var result: [Axiom] = []
    for (law, subject) in builder.laws {
      guard !result.contains(where: { $0.law == law }), !unused.contains(law) else { continue }
      if refutes(literals, without: unused.union([law])) {
        unused.insert(law)
      } else {
        result.append(Axiom(law: law, subject: subject))
      }
    }
    return result
  }
}

/// The parts of the literals of a question, each once
private struct QuestionParts {
  private(set) var parts: [Part] = []
  private let graph: ConditionGraph

  /// The depth to which conjunctions of conjunctions are opened
  private static let depthLimit = 100

  init(_ question: [Literal], in graph: ConditionGraph) {
    self.graph = graph
    for (index, literal) in question.enumerated() {
      add(Part(literal: index, node: literal.node, holds: literal.holds), depth: 0)
    }
  }

  private mutating func add(_ part: Part, depth: Int) {
    let isOpen = depth < Self.depthLimit
    let operation = graph[part.node].operation
    if isOpen, case .not(let operand) = operation {
      add(Part(literal: part.literal, node: operand, holds: part.holds.negated), depth: depth + 1)
    } else if isOpen, let operands = operation.operandsThatAll(part.holds) {
      for operand in operands {
        add(Part(literal: part.literal, node: operand, holds: part.holds), depth: depth + 1)
      }
    } else if !parts.contains(where: { $0.node == part.node && $0.holds == part.holds }) {
      parts.append(part)
    }
  }
}
