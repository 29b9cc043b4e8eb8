import OppSystem
import OppTestLimits
import Testing

@Suite(.limited) struct WallClockTests {
  @Test func `the clock is that of the C library`() {
    let before = Int64(time(nil))
    let seconds = [WallClock.seconds, WallClock.secondsRoundedUp]
    #expect(before <= seconds[0] && seconds[0] <= seconds[1])
    // The second of `time` is that of the last tick, which may be the one before.
    #expect(seconds[1] <= Int64(time(nil)) + 2)
  }
}
