import OppEngine
import OppModel
import OppSemantics
import OppSession
import OppSyntax
import OppTesting
import OppTestLimits
import Testing

/// The clock is set back and forward, and nothing is told twice or left out
@Suite(.limited) struct ClockGuardTests {
  private static let noon: Int64 = 1_782_043_200  // 2026-06-21T12:00Z

  /// When an Opp fires, in minutes from noon, with the clock jumping at some minutes
  ///
  /// - Parameter jumps: at which minute of the clock it is set to which.
  private func firings(
    _ rule: String, from: Int64, to: Int64, jumps: [(at: Int64, to: Int64)] = []
  ) -> [Int64] {
    let analysis = RuleSet.analyze(rule)
    #expect(!analysis.diagnostics.contains { $0.severity == .error })
    let start = Instant(seconds: Self.noon + from * 60)
    var engine = Engine(graph: analysis.graph, zone: .utc, begins: start)
    var guardian = ClockGuard()
    var jumps = jumps
    var clock = from
    var result: [Int64] = []
    while clock <= to {
      if case .goOn(let instant) = guardian.turn(at: Instant(seconds: Self.noon + clock * 60)) {
        result += engine.step(at: instant).firings.map { ($0.at.seconds - Self.noon) / 60 }
      }
      if let jump = jumps.first, jump.at == clock {
        clock = jump.to
        jumps.removeFirst()
      } else {
        clock += 1
      }
    }
    return result
  }

  @Test(arguments: [
    (12, 12), (0, -60), (1, -59), (0, -1), (-1, -61), (30, -30), (-1, 61), (-30, 30),
  ])
  func `a daily event happens once, whatever the clock is set to`(at: Int64, to: Int64) {
    let rule = #"opp "noon" on 12:00"#
    #expect(firings(rule, from: -120, to: 120, jumps: [(at, to)]) == [0])
  }

  @Test func `at most once per day is once, although the day comes again`() {
    let rule = #"opp "midnight" when time in 23:00..23:30 at most once per day"#
    // Half past midnight, and back into the day before.
    let jumps: [(at: Int64, to: Int64)] = [(12 * 60 + 30, 11 * 60 - 5)]
    #expect(firings(rule, from: 0, to: 1440, jumps: jumps) == [660])
  }

  @Test func `the engine waits until the clock shows the next second`() {
    var guardian = ClockGuard(present: Instant(seconds: 100_000))
    #expect(guardian.turn(at: Instant(seconds: 100_000)) == .wait(until: Instant(seconds: 100_001)))
    #expect(guardian.turn(at: Instant(seconds: 96_400)) == .wait(until: Instant(seconds: 100_001)))
    #expect(guardian.turn(at: Instant(seconds: 100_001)) == .goOn(Instant(seconds: 100_001)))
    let early = Instant(seconds: 100_001 - ClockGuard.longestWait - 1)
    #expect(guardian.turn(at: early) == .beginAnew(early))
    #expect(guardian.turn(at: early.advanced(by: 5)) == .goOn(early.advanced(by: 5)))
  }
}
