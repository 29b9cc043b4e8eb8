internal import OppEngine
internal import OppModel
internal import OppSemantics
internal import OppSession

/// A planning problem as rules that a session runs, to compare the requests of sessions with the best policy
///
/// ```opp
/// source s0 fresh for 1h cost 7 { a0: Bool }
/// source s1 fresh for 1h cost 2 { a1: Bool }
/// opp "rule 0" when a0 and not (a1 or a0)
/// ```
package struct SessionPlanning {
  private let graph: ConditionGraph
  private let costs: [Double]
  private static let begins = Instant(seconds: 1_750_000_000)

  /// - Requires: each atom needs the one fetch of its index, which does not fail, and is as often true as false, as those
  ///   of ``RandomPlanning/flags()``.
  private init(_ planning: PlanningCase) {
    costs = planning.fetches.map(\.cost)
    var lines: [String] = []
    for (index, cost) in costs.enumerated() {
      lines.append("source s\(index) fresh for 1h cost \(Int(cost)) { a\(index): Bool }")
    }
    for (index, rule) in planning.rules.enumerated() {
      lines.append("opp \"rule \(index)\" when \(Self.text(rule))")
    }
    graph = RuleSet.analyze(lines.joined(separator: "\n") + "\n").graph
  }

  /// The expected cost of the requests of a session, as a multiple of the best policy's, for rule sets over sources of a
  /// Bool
  ///
  /// - Returns: nil where nothing has to be requested.
  package static func ratio(seed: UInt64) -> Double? {
    var random = RandomPlanning(seed: seed)
    let planning = random.flags()
    let least = planning.leastCost()
    return least > 0 ? SessionPlanning(planning).expectedCost() / least : nil
  }

  /// The expected cost of all requests of a session at its first second, over all courses of responses
  ///
  /// - Complexity: exponential in the fetches.
  private func expectedCost() -> Double {
    let providers = costs.indices.map { index in
      Provider(name: "s\(index)", served: [.source(source(index))], latency: 0)
    }
    var session = LiveSession(
      engine: Engine(graph: graph, zone: .utc, begins: Self.begins), providers: providers,
      settings: SessionSettings(respondsAtOnce: true))
    let requested = session.open(at: Self.begins)
    return expectedCost(of: requested, in: session)
  }

  /// The cost of some requests, and of those that follow
  private func expectedCost(of requested: [Fetch], in session: LiveSession) -> Double {
    if requested.isEmpty { return 0 }
    let fetched = requested.map { fetch in costs.indices.first { isOf($0, fetch) } ?? 0 }
    let courses = 1 << requested.count
    var following = 0.0
    for course in 0..<courses {
      var next = session
      let responses = requested.indices.map { place in
        response(to: requested[place], of: fetched[place], course >> place & 1 == 1)
      }
      following += expectedCost(of: next.receive(responses), in: next)
    }
    return fetched.reduce(0) { $0 + costs[$1] } + following / Double(courses)
  }

  private func isOf(_ index: Int, _ fetch: Fetch) -> Bool {
    guard case .source(let source, _) = fetch.subject else { return false }
    return source == self.source(index)
  }

  private func response(to fetch: Fetch, of index: Int, _ isTrue: Bool) -> FetchResponse {
    FetchResponse(
      fetch: fetch,
      outcome: .arrived([
        .reading(
          SourceReading(
            source: source(index), arguments: [], instant: Self.begins,
            fields: [.known(.truth(isTrue))], freshness: nil, isLasting: false))
      ]))
  }

  /// The source of a fetch of the problem
  private func source(_ index: Int) -> SourceID {
    let place = graph.sources.firstIndex { $0.name == "s\(index)" } ?? 0
    return SourceID(index: Int32(truncatingIfNeeded: place))
  }

  /// A formula as a condition
  private static func text(_ formula: PlanningCase.Formula) -> String {
    switch formula {
    case .atom(let index): "a\(index)"
    case .not(let operand): "not (\(text(operand)))"
    case .and(let operands): "(" + operands.map(text).joined(separator: " and ") + ")"
    case .or(let operands): "(" + operands.map(text).joined(separator: " or ") + ")"
    }
  }
}
