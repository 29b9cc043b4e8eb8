import OppModel
import OppTestLimits
import Testing

@testable import opp

/// The second that is processed next, of a clock that people set
@Suite(.limited) struct LiveTurnsTests {
  private static let noon = Instant(seconds: 1_782_043_200)

  private func after(_ seconds: Int64) -> Instant { Self.noon.advanced(by: seconds) }

  @Test func `a second is processed once`() {
    var turns = LiveTurns(last: Self.noon, believesAll: false)
    #expect(turns.turn(at: Self.noon, present: Self.noon) == .wait(nil))
    #expect(turns.standsStillUntil == after(1))
    #expect(turns.turn(at: after(1), present: Self.noon) == .step)
    #expect(turns.standsStillUntil == nil)
    turns.processed(after(1))
    #expect(turns.turn(at: after(1), present: after(1)) == .wait(nil))
  }

  @Test func `a clock that is set back by more than a minute is reported once`() {
    var turns = LiveTurns(last: Self.noon, believesAll: false)
    #expect(turns.turn(at: after(-59), present: Self.noon) == .wait(nil))
    #expect(turns.turn(at: after(-60), present: Self.noon) == .wait(.setBack(until: after(1))))
    #expect(turns.turn(at: after(-60), present: Self.noon) == .wait(nil))
    #expect(turns.turn(at: after(1), present: Self.noon) == .step)
    #expect(turns.turn(at: after(-3600), present: Self.noon) == .wait(.setBack(until: after(1))))
  }

  @Test func `a clock of 1970 is waited for, and what is before it was never processed`() {
    var turns = LiveTurns(last: nil, believesAll: false)
    let early = Instant(seconds: 5)
    #expect(turns.turn(at: early, present: early) == .wait(.cannotBeRight))
    #expect(turns.turn(at: early, present: early) == .wait(nil))
    #expect(turns.turn(at: Self.noon, present: early) == .begin)
    #expect(turns.standsStillUntil == nil)
    #expect(turns.turn(at: Self.noon, present: Self.noon) == .step)
  }

  @Test func `a rehearsal may be of any year`() {
    var turns = LiveTurns(last: nil, believesAll: true)
    #expect(turns.turn(at: Instant(seconds: 5), present: Instant(seconds: 5)) == .step)
  }

  @Test func `a clock that was ahead by weeks is not waited for`() {
    var turns = LiveTurns(last: after(30 * 86_400), believesAll: false)
    #expect(turns.turn(at: Self.noon, present: after(30 * 86_400)) == .beginAnew)
    turns.beginAnew()
    #expect(turns.turn(at: Self.noon, present: Self.noon) == .step)
  }
}
