internal import OppModel

/// One search for a second at which literals hold
struct Attempt: Sendable {
  let graph: ConditionGraph
  let zone: Zone?
  let reference: Instant
  let limit: Searcher.Limit
  var withoutLaws: Set<Axiom.Law> = []

  enum Outcome: Sendable {
    /// There is none
    case exhausted
    case confirmed(Witness)
    case undecided
  }

  /// Whether no assignment agrees with the literals
  mutating func refutes(_ literals: [(NodeID, Truthfulness)]) -> Bool {
    guard var searcher = searcher(literals) else { return true }
    if case .exhausted = searcher.next() { return true }
    return false
  }

  mutating func run(_ literals: [(NodeID, Truthfulness)]) -> Outcome {
    guard var searcher = searcher(literals) else { return .exhausted }
    if case .exhausted = searcher.next() { return .exhausted }
    return .undecided
  }

  /// nil where two literals say the opposite of one node
  private func searcher(_ literals: [(NodeID, Truthfulness)]) -> Searcher? {
    var builder = NetworkBuilder(graph: graph, withoutLaws: withoutLaws)
    let roots = literals.map { (builder.variable(of: $0.0), $0.1) }
    var start = Assignment(builder.network)
    for (index, holds) in roots {
      start.masks[index].formIntersection(holds.mask)
      if start.masks[index].isEmpty { return nil }
    }
    let day = LocalDateTime(secondsSinceEpoch: reference.seconds).date.days
    return Searcher(
      builder.network, Theories(builder.network, reference: day), start: start, limit: limit)
  }
}
