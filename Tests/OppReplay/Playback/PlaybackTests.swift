import OppEngine
import OppModel
import OppSemantics
import OppTestLimits
import OppTesting
import OppTimelines
import Testing

@testable import OppReplay

/// The seconds at which a way through a recording stops
@Suite(.limited) struct PlaybackTests {
  private static let start = Instant(seconds: 1_782_000_000)

  /// A playback from 00:15 on
  private func playback() throws -> Playback {
    let subject = try EngineCheck(
      #"opp "x" when time >= 00:45"#,
      """
      00:05 temp=1C
      00:10 temp=2C
      00:20 temp=3C
      00:20 busy 01:00..01:10
      00:50 temp=4C
      """, zone: "UTC", day: "2026-06-21", from: "00:00", to: "02:00")
    try #require(subject.from == Self.start)
    return Replay(
      graph: subject.analysis.graph, zone: subject.clockface.zone, begins: minute(15),
      arrivals: subject.timeline.replay.arrivals
    ).playback()
  }

  private func minute(_ minute: Int64) -> Instant { Self.start.advanced(by: minute * 60) }

  /// The minutes of the steps before one
  private func minutes(
    of playback: inout Playback, before end: Int64, at stops: Playback.Stops
  ) -> [Int64] {
    var found: [Int64] = []
    while playback.next(before: minute(end), at: stops) != nil {
      found.append(playback.present.seconds(since: Self.start) / 60)
    }
    return found
  }

  @Test func `what arrived before memory begins arrives at its first second`() throws {
    var playback = try playback()
    #expect(minutes(of: &playback, before: 120, at: .arrivals) == [15, 20, 50])
    #expect(playback.stepCount == 3)
  }

  @Test func `no step runs through more than some seconds`() throws {
    var playback = try playback()
    #expect(minutes(of: &playback, before: 61, at: .every(600)) == [15, 20, 30, 40, 50, 60])
  }

  @Test func `changes are stops between arrivals`() throws {
    var playback = try playback()
    #expect(minutes(of: &playback, before: 60, at: .changes) == [15, 20, 45, 50])
  }

  @Test func `an end is not stepped to, and is reached once`() throws {
    var playback = try playback()
    #expect(minutes(of: &playback, before: 20, at: .changes) == [15])
    let isReached = [playback.reach(minute(20)), playback.reach(minute(20))].map { $0 != nil }
    #expect(isReached == [true, false] && playback.present == minute(20))
    #expect(playback.reach(minute(19)) == nil)
    #expect(minutes(of: &playback, before: 50, at: .arrivals) == [])
    #expect(playback.reach(minute(49)) != nil && playback.present == minute(49))
  }

  @Test func `before the first second there is nothing to reach`() throws {
    var playback = try playback()
    #expect(playback.reach(minute(14)) == nil && playback.stepCount == 0)
    #expect(playback.reach(minute(15)) != nil && playback.reach(minute(15)) == nil)
  }

  @Test func `a copy goes its own way`() throws {
    var playback = try playback()
    _ = playback.next(before: minute(16))
    var copy = playback.copy()
    #expect(minutes(of: &copy, before: 60, at: .arrivals) == [20, 50])
    #expect(minutes(of: &playback, before: 60, at: .arrivals) == [20, 50])
  }

  @Test func `arrivals can be added on the way`() throws {
    var playback = try playback()
    playback.run(to: minute(60))
    playback.add([.address(text: "a", position: nil)], at: minute(70))
    #expect(minutes(of: &playback, before: 120, at: .arrivals) == [70])
  }
}
