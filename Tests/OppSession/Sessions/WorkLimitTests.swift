import OppEngine
import OppModel
import OppSemantics
import OppSession
import OppTestLimits
import Testing

/// A step that takes more work than it may is reported, and nothing of it counts
@Suite(.limited) struct WorkLimitTests {
  private static let begins = Instant(seconds: CountedSession.begins)
  private let graph = RuleSet.analyze(
    """
    opp "x" on every 1min when time in 0:00..23:00 at most once per hour
    opp "y" when time in 12:00..13:00
    """
  ).graph

  private func session(_ memory: SessionMemory, limit: Int?) throws -> LiveSession {
    var session = try LiveSession(
      CompiledRules(graph), zone: .utc, restoring: memory, providers: [],
      settings: SessionSettings(),
      at: Self.begins)
    session.limits.work = limit
    return session
  }

  private func step(_ session: inout LiveSession, to second: Int64) -> LiveStep {
    _ = session.open(at: Self.begins.advanced(by: second))
    return session.close()
  }

  @Test func `a step over its work says so and nothing else, and the earlier state is as it was`()
    throws
  {
    var first = try session(SessionMemory(), limit: nil)
    _ = step(&first, to: 0)
    var memory = SessionMemory()
    memory.apply(first.takeMemoryChange())
    // A day of minutes.
    var whole = try session(memory, limit: nil)
    let wanted = step(&whole, to: 86_400)
    #expect(wanted.work > 2000 && !wanted.isOver && !wanted.firings.isEmpty)
    for limit in [0, 1, 500, wanted.work - 1] {
      var short = try session(memory, limit: limit)
      let over = step(&short, to: 86_400)
      #expect(over.isOver && over.firings.isEmpty && over.wake == nil, "\(limit)")
      // It stops after the second at which it was over.
      #expect(over.work >= limit && over.work <= limit + 50, "\(limit): \(over.work)")
      // Nothing can be had of it any more.
      #expect(step(&short, to: 86_401).isOver)
    }
    var enough = try session(memory, limit: wanted.work)
    let same = step(&enough, to: 86_400)
    #expect(!same.isOver && same.work == wanted.work)
    #expect(same.firings == wanted.firings && same.wake == wanted.wake)
  }

  @Test func `each step has its own limit`() throws {
    var session = try session(SessionMemory(), limit: 300)
    for minute in 0...300 as ClosedRange<Int64> {
      let own = step(&session, to: minute * 60)
      #expect(!own.isOver && own.work > 0 && own.work < 300)
    }
  }
}

extension LiveStep {
  fileprivate var isOver: Bool { excess != nil }
}
