import OppEngine
import OppModel
import OppSemantics
import OppSession
import OppTestLimits
import Testing

/// What is learned of a condition is learned for its leaves
@Suite(.limited) struct LearningTests {
  private static let sources = """
    source s0 fresh for 15min cost 5 { b: Bool }
    source s1 fresh for 15min cost 3 { b: Bool }
    source s2 fresh for 15min cost 6 { b: Bool }
    source s3 fresh for 15min cost 4 { b: Bool }

    """

  private static let chances = [0.1, 0.1, 0.7, 0.9]
  private let begins = Instant(seconds: CountedSession.begins)

  private func session(_ rules: String, odds: Odds = Odds()) throws -> LiveSession {
    let analysis = RuleSet.analyze(Self.sources + rules)
    #expect(!analysis.hasErrors)
    let graph = analysis.graph
    return LiveSession(
      engine: Engine(graph: graph, zone: .utc, begins: begins),
      providers: CountedSession.sources(graph, named: "s").filter { $0.name.count == 2 }, odds: odds
    )
  }

  /// Asks until nothing is open
  ///
  /// - Parameter values: what each source says.
  /// - Returns: the sources asked, in order.
  private func ask(
    _ session: inout LiveSession, at now: Instant, _ values: [Bool]
  ) throws -> [Int] {
    var asked: [Int] = []
    var fetches = session.open(at: now)
    while !fetches.isEmpty {
      var answers: [FetchResponse] = []
      for fetch in fetches {
        guard case .source(let id, _) = fetch.subject else { continue }
        let name = session.engine.graph.sources[Int(id.index)].name
        let index = try #require(Int(name.dropFirst()))
        asked.append(index)
        let reading = SourceReading(
          source: id, arguments: [], instant: now, fields: [.known(.truth(values[index]))],
          freshness: nil, isLasting: false)
        answers.append(FetchResponse(fetch: fetch, outcome: .arrived([.reading(reading)])))
      }
      fetches = session.receive(answers)
    }
    _ = session.close()
    return asked
  }

  /// Odds after many observations of each source by itself
  private func learned() throws -> Odds {
    let rules = (0...3).map { "opp \"\($0)\" when s\($0).b" }.joined(separator: "\n")
    var session = try session(rules)
    for round in 0..<84 {
      let values = Self.chances.map { chance in
        Int(Double(round + 1) * chance) > Int(Double(round) * chance)
      }
      _ = try ask(&session, at: begins.advanced(by: Int64(round) * 1000), values)
    }
    return session.odds
  }

  @Test func `what was learned of each leaf orders any formula of them`() throws {
    let odds = try learned()
    var expected = 0.0
    for bits in 0..<16 {
      let values = (0...3).map { bits & (1 << $0) != 0 }
      var session = try session(
        """
        opp "A" when s1.b and s2.b
        opp "B" when (s0.b or not s2.b) and (s3.b or s1.b)
        """, odds: odds)
      let costs = [5.0, 3, 6, 4]
      let cost = try ask(&session, at: begins, values).reduce(0) { $0 + costs[$1] }
      expected += zip(values, Self.chances).reduce(cost) { $0 * ($1.0 ? $1.1 : 1 - $1.1) }
    }
    // The best policy there is costs 13.14, each Opp from left to right 14.94.
    #expect(expected < 13.14 * 1.01, "\(expected)")
  }

  @Test func `what a formula turns out to be is learned of its leaves alone`() throws {
    var session = try session(#"opp "A" when not (s1.b and s2.b)"#)
    _ = try ask(&session, at: begins, [true, true, true, true])
    _ = session.takeMemoryChange()
    let graph = session.engine.graph
    let meanings = graph.fingerprints()
    let leaves = graph.nodes.indices.filter { index in
      guard case .reading(let request, _) = graph.nodes[index].operation else { return false }
      let source = graph.requests[Int(request.index)].source
      return ["s1", "s2"].contains(graph.sources[Int(source.index)].name)
    }
    let learned = Set(session.odds.counts.keys)
    #expect(learned == Set(leaves.map { meanings[$0] }))
  }

  // MARK: What can change nothing

  @Test
  func `beside a permanent failure, nothing expensive is requested that could only decide false`()
    throws
  {
    let log = try SessionCheck(
      Self.sources + #"opp "A" when s2.b and s3.b"#
    ).connecting("s2").connecting("s3").answering { name, _ in
      name == "s3"
        ? .failure(FetchFailure(.misconfigured, "it is not there")) : .success(["b": .truth(true)])
    }.log("08:00", "14:00")
    // Its freshness alone would have it asked 24 times.
    #expect(log.count { $0.hasSuffix("asks s2") } <= 3, "\(log)")
  }
}
