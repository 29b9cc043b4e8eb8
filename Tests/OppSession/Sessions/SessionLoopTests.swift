import OppEngine
import OppModel
import OppSemantics
import OppSession
import OppSyntax
import OppTesting
import OppTestLimits
import Testing

/// The second that is processed next, of a clock that people set, and the time until then
@Suite(.limited) struct SessionLoopTests {
  /// 2026-06-21T12:00:00Z
  private static let noon = Instant(seconds: 1_782_043_200)

  private func after(_ seconds: Int64) -> Instant { Self.noon.advanced(by: seconds) }

  // MARK: Seconds

  @Test func `a second is processed once`() {
    var loop = SessionLoop(after: Self.noon, by: .machine)
    #expect(loop.turn(at: Self.noon, present: Self.noon) == .wait(nil))
    #expect(loop.standsStillUntil == after(1))
    #expect(loop.turn(at: after(1), present: Self.noon) == .step)
    #expect(loop.standsStillUntil == nil)
    loop.processed(after(1), wake: nil)
    #expect(loop.turn(at: after(1), present: after(1)) == .wait(nil))
  }

  @Test func `a clock that is set back by more than a minute is reported once`() {
    var loop = SessionLoop(after: Self.noon, by: .machine)
    #expect(loop.turn(at: after(-59), present: Self.noon) == .wait(nil))
    #expect(loop.turn(at: after(-60), present: Self.noon) == .wait(.setBack(until: after(1))))
    #expect(loop.turn(at: after(-60), present: Self.noon) == .wait(nil))
    #expect(loop.turn(at: after(1), present: Self.noon) == .step)
    #expect(loop.turn(at: after(-3600), present: Self.noon) == .wait(.setBack(until: after(1))))
  }

  @Test func `a clock of 1970 is waited for, and what is before it was never processed`() {
    var loop = SessionLoop(after: nil, by: .machine)
    let early = Instant(seconds: 5)
    #expect(loop.turn(at: early, present: early) == .wait(.cannotBeRight))
    #expect(loop.turn(at: early, present: early) == .wait(nil))
    #expect(loop.turn(at: Self.noon, present: early) == .begin)
    #expect(loop.standsStillUntil == nil)
    #expect(loop.turn(at: Self.noon, present: Self.noon) == .step)
  }

  @Test func `a rehearsal may be of any year`() {
    var loop = SessionLoop(after: nil)
    #expect(loop.turn(at: Instant(seconds: 5), present: Instant(seconds: 5)) == .step)
  }

  @Test func `a clock that was ahead by weeks is not waited for`() {
    var loop = SessionLoop(after: after(SessionLoop.longestWait), by: .machine)
    #expect(loop.turn(at: Self.noon, present: Self.noon) == .wait(.setBack(until: after(93_601))))
    #expect(loop.turn(at: after(-1), present: Self.noon) == .beginAnew)
    loop.beginAnew()
    #expect(loop.turn(at: after(-1), present: after(-1)) == .step)
  }

  @Test func `a program may simulate 2025, but does not go back to it from the present`() {
    let past = Self.noon.advanced(by: -365 * 86_400)
    var loop = SessionLoop(after: nil, by: .given)
    #expect(loop.turn(at: past, present: past) == .step)
    loop.processed(past, wake: nil)
    #expect(loop.turn(at: past.advanced(by: -200_000), present: past) == .beginAnew)
    #expect(loop.turn(at: Self.noon, present: past) == .step)
    loop.processed(Self.noon, wake: nil)
    #expect(loop.turn(at: past, present: Self.noon) == .wait(.cannotBeRight))
    #expect(loop.turn(at: after(-200_000), present: Self.noon) == .beginAnew)
  }

  // MARK: Waiting

  @Test func `it sleeps until the wake, or until what comes by itself`() {
    var loop = SessionLoop(after: nil)
    #expect(loop.next(hasNews: false) == nil && loop.isNew)
    loop.processed(Self.noon, wake: after(600))
    #expect(loop.next(hasNews: false) == after(600) && !loop.isNew)
    #expect(loop.next(hasNews: false, arrival: after(60)) == after(60))
    #expect(!loop.isDue(at: after(59), arrival: after(60)))
    #expect(loop.isDue(at: after(60), arrival: after(60)))
    #expect(!loop.isDue(at: after(599)) && loop.isDue(at: after(600)))
    loop.processed(after(600), wake: nil)
    #expect(loop.next(hasNews: false) == nil)
  }

  @Test func `what comes in a second that was processed counts from the next`() {
    var loop = SessionLoop(after: nil)
    loop.processed(Self.noon, wake: after(600))
    #expect(loop.next(hasNews: true) == after(1))
    #expect(loop.next(hasNews: false, arrival: Self.noon) == after(1))
    // Another session over its memory goes on from there.
    loop.renew()
    #expect(loop.next(hasNews: loop.isNew) == after(1))
  }

  @Test func `news wait until a clock that was set back has caught up`() {
    var loop = SessionLoop(after: Self.noon)
    _ = loop.turn(at: after(-60), present: Self.noon)
    #expect(loop.next(hasNews: true) == after(1))
  }

  // MARK: An engine

  /// When an Opp fires, in minutes from noon, with the clock jumping at some minutes
  ///
  /// - Parameter jumps: at which minute of the clock it is set to which.
  private func firings(
    _ rule: String, from: Int64, to: Int64, jumps: [(at: Int64, to: Int64)] = []
  ) -> [Int64] {
    let analysis = RuleSet.analyze(rule)
    #expect(!analysis.diagnostics.contains { $0.severity == .error })
    var engine = Engine(graph: analysis.graph, zone: .utc, begins: after(from * 60))
    var loop = SessionLoop(after: nil)
    var jumps = jumps
    var clock = from
    var result: [Int64] = []
    while clock <= to {
      let now = after(clock * 60)
      if loop.turn(at: now, present: engine.present) == .step {
        result += engine.step(at: now).firings.map { $0.at.seconds(since: Self.noon) / 60 }
        loop.processed(now, wake: nil)
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
}
