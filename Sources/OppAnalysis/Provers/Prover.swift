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
/// A question is decided by the cheapest means that suffice:
///
/// 1. Conjunctions are opened into parts (``QuestionParts``).
/// 2. Parts with nothing in common are separated (``IndependentParts``); a group that is refuted decides all.
///    A group of comparisons of one field needs no search (``FieldComparison``).
/// 3. Otherwise one search over all parts, whose models become examples for the engine (``Attempt``).
///
/// Verdicts are remembered: the linter puts the same question from several rules.
///
/// - Complexity: exponential at worst; the limit of a question keeps it to some milliseconds.
package struct Prover: Sendable {
  /// The graph of all questions; the nodes of a literal are indices into it
  package let graph: ConditionGraph

  /// The zone of the rule set; `nil` if it is not known, and local times are taken for those of UTC
  /// in examples, and for no zone's in proofs
  package let zone: Zone?

  /// The time at which examples are sought first
  package let reference: Instant

  /// The greatest cost of a question
  let limit: Searcher.Limit

  /// The verdicts so far, by question
  private var verdicts: [[Literal]: Verdict] = [:]

  /// The outcomes of ``isNever(_:)`` and of groups of parts, by question
  private var refutations: [[Literal]: Bool] = [:]
  private var independentParts = IndependentParts()

  /// The known comparisons of one field so far; nil for nodes that are no comparison
  private var comparisons: [NodeID: FieldComparison?] = [:]

  /// The times of the sun at pins met so far; empty without a zone
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

  /// `true` if it is proved that the literals never hold together
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

  /// The greatest number of cases that a question is divided into before it is searched as a whole
  private static let caseLimit = 32

  /// The parts that exclude each other, of those that have anything in common
  ///
  /// - Parameter cases: the greatest number of cases to divide each group into.
  private mutating func refutedGroup(
    of parts: [Part], cases: Int = Prover.caseLimit
  ) -> [Part]? {
    for group in independentParts.groups(of: parts, in: graph) where isRefuted(group, cases) {
      return group
    }
    return nil
  }

  /// `true` if the parts of a group are proved never to hold together; remembered by the group
  private mutating func isRefuted(_ group: [Part], _ cases: Int) -> Bool {
    if let excludes = excludes(group) { return excludes }
    let key = group.map { Literal($0.node, $0.holds) }
    if let known = refutations[key] { return known }
    let isRefuted =
      isRefutedByCases(group, cases) ?? refutes(group.map { ($0.node, $0.holds) }, without: [])
    refutations[key] = isRefuted
    return isRefuted
  }

  /// Whether the parts exclude each other whichever operand makes the first choice among them hold; nil without one
  ///
  /// That a condition implies `temp < 30C and free >= 1h` is refuted by either part, and the question of one part reaches only
  /// conditions on the same signals: mostly comparisons of one field, which no search is needed for.
  private mutating func isRefutedByCases(_ group: [Part], _ cases: Int) -> Bool? {
    for (index, part) in group.enumerated() {
      guard let operands = graph[part.node].operation.operandsThatOne(part.holds),
        operands.count <= cases
      else { continue }
      var others = group
      others.remove(at: index)
      for operand in operands {
        var parts = QuestionParts(others, in: graph)
        parts.add(Part(literal: part.literal, node: operand, holds: part.holds))
        let share = cases / max(operands.count, 1)
        if refutedGroup(of: parts.parts, cases: share) == nil { return false }
      }
      return true
    }
    return nil
  }

  /// Whether comparisons of one field exclude each other; nil if a part is something else
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

  /// Decides a question that was not met before: groups first, then the whole
  private mutating func decide(_ question: [Literal]) -> Verdict {
    prepareSuns(question)
    let parts = QuestionParts(question, in: graph).parts
    // No examples are needed if a group excludes itself.
    if let group = refutedGroup(of: parts) {
      let core = minimalCore(of: group)
      return .never(core: core, axioms: axioms(of: core))
    }
    let attempt = Attempt(graph: graph, zone: zone, reference: reference, limit: limit, suns: suns)
    switch attempt.run(parts.map { ($0.node, $0.holds) }) {
    case .exhausted: break
    case .confirmed(let witness): return .possible(witness)
    case .undecided: return exampleInUTC(parts).map { .possible($0) } ?? .undecided
    }
    // No group alone was refuted, yet the search over all parts ended without a model.
    let core = minimalCore(of: parts)
    return .never(core: core, axioms: axioms(of: core))
  }

  /// An example in UTC for conditions whose zone is not known
  ///
  /// `now >= 2027-03-01T10:00` is of no instant without a zone, so that no model says when it is true.
  private func exampleInUTC(_ parts: [Part]) -> Witness? {
    guard zone == nil else { return nil }
    let attempt = Attempt(graph: graph, zone: .utc, reference: reference, limit: limit, suns: suns)
    guard case .confirmed(let witness) = attempt.run(parts.map { ($0.node, $0.holds) }) else {
      return nil
    }
    return witness
  }

  /// The sun at pins says something only if the zone of its times is known
  private mutating func prepareSuns(_ question: [Literal]) {
    guard let zone else { return }
    suns.add(
      below: question.map { $0.node }, of: graph, zone: zone,
      near: LocalDateTime(secondsSinceEpoch: reference.seconds).date.days)
  }

  /// `true` if one search without some laws finds no assignment
  private func refutes(
    _ literals: [(NodeID, Truthfulness)], without laws: Set<Axiom.Law>
  ) -> Bool {
    let attempt = Attempt(
      graph: graph, zone: zone, reference: reference, limit: limit, suns: suns, withoutLaws: laws)
    return attempt.refutes(literals)
  }

  /// The search as this prover does it, prepared for the nodes below conditions
  mutating func attempt(below conditions: [NodeID]) -> Attempt {
    prepareSuns(conditions.map { Literal($0, .isTrue) })
    return Attempt(graph: graph, zone: zone, reference: reference, limit: limit, suns: suns)
  }

  // MARK: Cores

  /// The parts that are left when none can be done without
  ///
  /// Of many parts, halves are left out first.
  ///
  /// Leaving out runs of parts needs fewer proofs than one part at a time if most are not needed:
  ///
  /// ```
  /// a b c d e f g h        size 4:  e f g h refuted without the first four?  no   a b c d without the others?  yes
  /// a b c d                size 2:  c d?  no   a b?  no
  /// a b c d                size 1:  b c d?  yes   c d?  no   b d?  yes   b?  no        the core is b d
  /// ```
  ///
  /// - Complexity: at most about 2*n* searches for *n* parts, and far fewer if the core is small.
  private mutating func minimalCore(of parts: [Part]) -> [Part] {
    var core = parts
    var size = max(core.count / 2, 1)
    while true {
      var start = 0
      // After a removal other parts are at `start`, so the place stays.
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
  ///
  /// - Returns: each needed law once, with the first node that it is about.
  private func axioms(of core: [Part]) -> [Axiom] {
    let literals = core.map { ($0.node, $0.holds) }
    var builder = NetworkBuilder(graph: graph, zone: zone, suns: suns)
    for part in core { _ = builder.variable(of: part.node) }
    builder.finish()
    var unused: Set<Axiom.Law> = []
    var result: [Axiom] = []
    // A law that is not needed stays left out, so that two laws of which either suffices are not both dropped.
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

  /// The parts so far, once there are too many to compare each new one with all of them
  private var known: Set<Literal> = []

  /// The number of parts above which ``known`` is used
  private static let comparedLimit = 16

  /// The graph that the nodes of the question are of
  private let graph: ConditionGraph

  /// The depth to which conjunctions of conjunctions are opened
  private static let depthLimit = 100

  /// Parts that have been opened before
  init(_ parts: [Part], in graph: ConditionGraph) {
    self.parts = parts
    self.graph = graph
  }

  init(_ question: [Literal], in graph: ConditionGraph) {
    self.graph = graph
    for (index, literal) in question.enumerated() {
      add(Part(literal: index, node: literal.node, holds: literal.holds), depth: 0)
    }
  }

  /// Adds the parts of one more literal
  mutating func add(_ part: Part) { add(part, depth: 0) }

  /// Adds a part, or in its place the operands of a conjunction, all with the index of the same literal
  ///
  /// `not (a or b)` that is true becomes `a` false and `b` false; `a or b` that is true remains one part.
  private mutating func add(_ part: Part, depth: Int) {
    let isOpen = depth < Self.depthLimit
    let operation = graph[part.node].operation
    if isOpen, case .not(let operand) = operation {
      add(Part(literal: part.literal, node: operand, holds: part.holds.negated), depth: depth + 1)
    } else if isOpen, let operands = operation.operandsThatAll(part.holds) {
      for operand in operands {
        add(Part(literal: part.literal, node: operand, holds: part.holds), depth: depth + 1)
      }
    } else if isNew(part) {
      parts.append(part)
    }
  }

  /// `true` if no part so far states the same
  ///
  /// - Complexity: O(1) on average, so that a conjunction of *n* operands is opened in O(*n*).
  private mutating func isNew(_ part: Part) -> Bool {
    guard parts.count >= Self.comparedLimit else {
      return !parts.contains { $0.node == part.node && $0.holds == part.holds }
    }
    if known.isEmpty { known = Set(parts.map { Literal($0.node, $0.holds) }) }
    return known.insert(Literal(part.node, part.holds)).inserted
  }
}
