internal import OppModel

/// One search for a second at which literals hold
struct Attempt: Sendable {
  let graph: ConditionGraph
  let zone: Zone?
  let reference: Instant
  let limit: Searcher.Limit
  let suns: SunBounds
  var withoutLaws: Set<Axiom.Law> = []

  /// How many models are turned into examples that the engine does not confirm
  static let modelLimit = 12

  enum Outcome: Sendable {
    /// There is none
    case exhausted
    case confirmed(Witness)
    case undecided
  }

  /// Whether no assignment agrees with the literals
  func refutes(_ literals: [(NodeID, Truthfulness)]) -> Bool {
    guard let question = question(literals) else { return true }
    var searcher = question
    if case .exhausted = searcher.next() { return true }
    return false
  }

  func run(_ literals: [(NodeID, Truthfulness)]) -> Outcome {
    guard var searcher = question(literals) else { return .exhausted }
    let builder = WitnessBuilder(
      graph: graph, theories: searcher.theories, zone: zone ?? .utc, reference: reference,
      literals: literals, attempt: self)
    var modelCount = 0
    while modelCount < Self.modelLimit {
      switch searcher.next() {
      case .exhausted: return modelCount == 0 ? .exhausted : .undecided
      case .outOfBudget: return .undecided
      case .model(let assignment, let constraints):
        modelCount += 1
        if let witness = builder.witness(of: assignment, constraints) {
          return .confirmed(witness)
        }
      }
    }
    return .undecided
  }

  /// nil where two literals say the opposite of one node
  func question(_ literals: [(NodeID, Truthfulness)]) -> Searcher? {
    var builder = NetworkBuilder(
      graph: graph, zone: zone, suns: suns, withoutLaws: withoutLaws)
    let roots = literals.map { (builder.variable(of: $0.0), $0.1) }
    builder.finish()
    var start = Assignment(builder.network)
    for (index, holds) in roots {
      start.masks[index].formIntersection(holds.mask)
      if start.masks[index].isEmpty { return nil }
    }
    let day = LocalDateTime(secondsSinceEpoch: reference.seconds).date.days
    return Searcher(
      builder.network, Theories(builder.network, zone: zone, reference: day), start: start,
      limit: limit)
  }
}
