import OppEngine
import OppModel
import OppSemantics
import OppSession
import OppTestLimits
import Testing

/// Arrivals that come too late are said to, and not taken for those of the present second in silence
@Suite(.limited) struct LateArrivalTests {
  private static let begins = Instant(seconds: CountedSession.begins)
  private let graph = RuleSet.analyze(
    """
    source s fresh for 1h { n: Number }
    opp "x" when s.n > 20
    """
  ).graph

  private func reading(_ n: Double, at second: Int64) throws -> Arrival {
    let index = try #require(graph.sources.firstIndex { $0.name == "s" })
    return .reading(
      SourceReading(
        source: SourceID(index: Int32(index)), arguments: [],
        instant: Self.begins.advanced(by: second), fields: [.known(.scalar(n))], freshness: nil,
        isLasting: false))
  }

  private func late(
    _ session: LiveSession, _ arrivals: [Arrival], at second: Int64
  ) -> [LateArrival] {
    LateArrival.all(in: arrivals, at: Self.begins.advanced(by: second), of: session)
  }

  @Test func `what arrives at a second that is over is late, and so is an older reading`() throws {
    var memory = SessionMemory()
    func session() throws -> LiveSession {
      try LiveSession(
        CompiledRules(graph), zone: .utc, restoring: memory, providers: [],
        settings: SessionSettings(),
        at: Self.begins)
    }
    var first = try session()
    #expect(first.nextSecond == Self.begins)
    #expect(late(first, [try reading(1, at: -60)], at: 0).isEmpty)
    #expect(late(first, [try reading(1, at: 0)], at: -5).map(\.reason) == [.past(seconds: 5)])
    _ = first.open(at: Self.begins.advanced(by: 100), arrived: [try reading(10, at: 40)])
    _ = first.close()
    memory.apply(first.takeMemoryChange())
    for session in [first, try session()] {
      #expect(session.nextSecond == Self.begins.advanced(by: 101))
      let arrivals = [
        try reading(30, at: 30), try reading(30, at: 40), try reading(30, at: 50),
        .answer(GivenAnswer(opp: "x", answer: .done)),
      ]
      #expect(
        late(session, arrivals, at: 70).map(\.reason)
          == Array(repeating: .past(seconds: 30), count: 3))
      #expect(late(session, arrivals, at: 100).map(\.reason).first == .past(seconds: 0))
      #expect(
        late(session, arrivals, at: 101) == [
          LateArrival(index: 0, reason: .overtaken(seconds: 10))
        ])
    }
  }
}
