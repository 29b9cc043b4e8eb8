internal import OppModel

/// One search for a second at which literals hold
///
/// A refutation needs the search alone. A witness needs the engine as well, which may reject a model, since its
/// arithmetic rounds to Doubles and a model says little of the seconds before:
///
/// ```
/// literals → NetworkBuilder → Searcher.next() → model → WitnessBuilder → the engine agrees: confirmed
///                                  │                          └ it rejects all examples: the next model
///                                  └ no model at all: exhausted; none after rejected ones: undecided
/// ```
struct Attempt: Sendable {
  /// The graph of which the nodes of literals are
  let graph: ConditionGraph

  /// The zone of the rule set; `nil` if it is not known, so that proofs hold for every zone
  let zone: Zone?

  /// The second near which examples are sought
  let reference: Instant
  let limit: Searcher.Limit

  /// The times of the sun at pins, prepared for the nodes below the literals
  let suns: SunBounds

  /// Laws of the prelude that may not be used; the prover leaves out one at a time to learn which are needed
  var withoutLaws: Set<Axiom.Law> = []

  /// The number of questions that this one is nested in: each of some operations over time has a question of its own
  private(set) var nesting = 0

  /// The greatest nesting at which a question asks others
  ///
  /// Each of forty lines of `let b = (a for 1min) or (a within last 2min)` would otherwise triple the questions.
  static let nestingLimit = 2

  /// The most operations over time whose operands a question looks at for contradictions
  private static let operandLimit = 16

  /// The attempt at a question that this one asks
  var nested: Attempt {
    var nested = self
    nested.nesting += 1
    return nested
  }

  /// The greatest number of models whose examples the engine does not confirm
  static let modelLimit = 12

  /// The greatest number of examples that the engine is to confirm
  static let exampleLimit = 60

  /// The outcome of a search with examples
  enum Outcome: Sendable {
    /// There is none
    case exhausted
    /// The engine agrees with this one
    case confirmed(Witness)
    /// The limits were reached, or the engine agreed with none of the examples
    case undecided
  }

  /// `true` if no assignment agrees with the literals
  ///
  /// - Parameter present: the values that fields of the present second must have: `[.weekday: {4}]` on Fridays only.
  func refutes(
    _ literals: [(NodeID, Truthfulness)], present: [TimeField: IntervalSet] = [:]
  ) -> Bool {
    guard var searcher = question(literals, present: present) else { return true }
    if case .exhausted = searcher.next() { return true }
    return false
  }

  /// Seeks an example that the engine confirms, over at most ``modelLimit`` models and ``exampleLimit`` examples
  func run(_ literals: [(NodeID, Truthfulness)]) -> Outcome {
    // Constant inputs are tried first: conditions over time are easiest to witness with them.
    if literals.contains(where: { looksBack($0.0) }),
      case .confirmed(let witness) = run(literals, isSteady: true)
    {
      return .confirmed(witness)
    }
    return run(literals, isSteady: false)
  }

  /// Seeks an example
  ///
  /// - Parameter isSteady: whether conditions over time are to be as the conditions are now.
  private func run(_ literals: [(NodeID, Truthfulness)], isSteady: Bool) -> Outcome {
    // Two literals may exclude each other before any search, such as `a` true and `a` false.
    guard var searcher = question(literals, isSteady: isSteady) else { return .exhausted }
    let builder = WitnessBuilder(
      graph: graph, theories: searcher.theories, zone: zone ?? .utc, reference: reference,
      literals: literals, attempt: self)
    var modelCount = 0
    var tries = Self.exampleLimit
    while modelCount < Self.modelLimit, tries > 0 {
      switch searcher.next() {
      case .exhausted: return modelCount == 0 ? .exhausted : .undecided
      case .outOfBudget: return .undecided
      case .model(let assignment, let constraints):
        modelCount += 1
        if let witness = builder.witness(of: assignment, constraints, tries: &tries) {
          return .confirmed(witness)
        }
      }
    }
    return .undecided
  }

  /// The search for a second at which literals hold; nil if two say the opposite of one node
  ///
  /// - Parameters:
  ///   - present: the wanted fields of the present second.
  ///   - isSteady: whether conditions over time are to be as the conditions are now, which proves nothing.
  func question(
    _ literals: [(NodeID, Truthfulness)], present: [TimeField: IntervalSet] = [:],
    isSteady: Bool = false
  ) -> Searcher? {
    // 1. The network of the literals, with the columns of the fields that are named.
    var builder = NetworkBuilder(
      graph: graph, zone: zone, suns: suns, withoutLaws: withoutLaws)
    let roots = literals.map { (builder.variable(of: $0.0), $0.1) }
    let fields = present.keys.sorted().map { field in
      (field, builder.column(of: field, for: roots.first?.0 ?? 0))
    }
    builder.finish()
    if nesting < Self.nestingLimit { addMonotony(to: &builder.network) }
    if isSteady { builder.addSteadiness() }
    // 2. The truths and values that the question starts from; an empty set is a contradiction.
    var start = Assignment(builder.network)
    for (index, holds) in roots {
      start.masks[index].formIntersection(holds.mask)
      if start.masks[index].isEmpty { return nil }
    }
    for (field, column) in fields {
      guard let values = present[field] else { continue }
      start.numbers[column] = start.numbers[column].intersection(values)
      if start.numbers[column].isEmpty { return nil }
    }
    // 3. The nested questions, and the search itself.
    if nesting < Self.nestingLimit {
      guard leaveOutImpossible(builder.network, &start) else { return nil }
    }
    let day = LocalDateTime(secondsSinceEpoch: reference.seconds).date.days
    return Searcher(
      builder.network, Theories(builder.network, zone: zone, reference: day), start: start,
      limit: limit)
  }

  /// Leaves out truths that no second can have: an operation on other seconds needs one at which its operand has the truth
  ///
  /// `(temp > 20C and temp < 10C) within last 1h` cannot be true, since its operand never is.
  private func leaveOutImpossible(_ network: Network, _ start: inout Assignment) -> Bool {
    // Each compound operand is a smaller question of its own, so the recursion ends.
    var count = 0
    for (index, variable) in network.variables.enumerated() where count < Self.operandLimit {
      guard let (operand, mask, holds) = graph[variable.node].operation.someSecond,
        start.masks[index].contains(mask), isCompound(operand)
      else { continue }
      count += 1
      if nested.refutes([(operand, holds)]) { start.masks[index].remove(mask) }
      if start.masks[index].isEmpty { return false }
    }
    return true
  }

  /// `true` if a hold or `within last` is below a condition
  private func looksBack(_ condition: NodeID) -> Bool {
    var seen: Set<NodeID> = [condition]
    var stack = [condition]
    while let next = stack.popLast() {
      if case .lasting = graph[next].operation { return true }
      if case .withinLast = graph[next].operation { return true }
      graph.forEachOperand(of: graph[next].operation) { operand in
        if seen.insert(operand).inserted { stack.append(operand) }
      }
    }
    return false
  }

  /// `true` if a condition has parts that may exclude each other
  private func isCompound(_ node: NodeID) -> Bool {
    switch graph[node].operation.role {
    case .data, .comparison: false
    case .constant, .present, .sun, .text, .knowledge, .computed: true
    }
  }
}
