internal import OppModel

/// One search for a second at which literals hold
struct Attempt: Sendable {
  let graph: ConditionGraph
  let zone: Zone?
  let reference: Instant
  let limit: Searcher.Limit
  let suns: SunBounds
  var withoutLaws: Set<Axiom.Law> = []

  /// The greatest number of models whose examples the engine does not confirm
  static let modelLimit = 12

  /// The greatest number of examples that the engine is to confirm
  static let exampleLimit = 60

  enum Outcome: Sendable {
    /// There is none
    case exhausted
    case confirmed(Witness)
    case undecided
  }

  /// Whether no assignment agrees with the literals
  func refutes(
    _ literals: [(NodeID, Truthfulness)], present: [TimeField: IntervalSet] = [:]
  ) -> Bool {
    guard var searcher = question(literals, present: present) else { return true }
    if case .exhausted = searcher.next() { return true }
    return false
  }

  func run(_ literals: [(NodeID, Truthfulness)]) -> Outcome {
    guard var searcher = question(literals) else { return .exhausted }
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

  /// The search for a second at which literals hold; nil where two say the opposite of one node
  ///
  /// - Parameter present: what the fields of the present second are to be.
  func question(
    _ literals: [(NodeID, Truthfulness)], present: [TimeField: IntervalSet] = [:]
  ) -> Searcher? {
    var builder = NetworkBuilder(
      graph: graph, zone: zone, suns: suns, withoutLaws: withoutLaws)
    let roots = literals.map { (builder.variable(of: $0.0), $0.1) }
    let fields = present.keys.sorted().map { field in
      (field, builder.column(of: field, for: roots.first?.0 ?? 0))
    }
    builder.finish()
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
    guard leaveOutImpossible(builder.network, &start) else { return nil }
    let day = LocalDateTime(secondsSinceEpoch: reference.seconds).date.days
    return Searcher(
      builder.network, Theories(builder.network, zone: zone, reference: day), start: start,
      limit: limit)
  }

  /// Leaves out what can be so at no second: an operation on other seconds needs one where it is
  private func leaveOutImpossible(_ network: Network, _ start: inout Assignment) -> Bool {
    for (index, variable) in network.variables.enumerated() {
      guard let (operand, mask, holds) = graph[variable.node].operation.someSecond,
        start.masks[index].contains(mask), isCompound(operand)
      else { continue }
      if refutes([(operand, holds)]) { start.masks[index].remove(mask) }
      if start.masks[index].isEmpty { return false }
    }
    return true
  }

  /// Whether a condition has parts that may exclude each other
  private func isCompound(_ node: NodeID) -> Bool {
    switch graph[node].operation.role {
    case .data, .comparison: false
    case .constant, .present, .sun, .text, .knowledge, .computed: true
    }
  }
}
