import OppEngine
import OppReplay
import OppTestLimits
import OppTimelines
import Testing

/// Distances to a mean of positions, which moves from second to second
///
/// A hundredth of a degree on the equator is 1113.2 m.
@Suite(.limited) struct MovingDistanceTests {
  private let rules = "source s { c: Bool }"

  @Test func `a distance follows the mean that a condition chooses`() throws {
    try check(
      rules,
      """
      00:00 position=@0,0 c=true
      00:10 position=@0,0.01 c=true
      00:15 position=@0,0.01 c=false
      00:30 position=@0,0.01
      """,
      to: "00:40",
      [
        (
          """
          distance(if c then average(location.position, last 5min) \
          else average(location.position, last 20min), @0,0) > 500m
          """,
          "00:00 unknown, 00:00:01 false, 00:12:15 true, 00:15 false, 00:18:10 true"
        ),
        (
          """
          distance(average(location.position, last 5min) \
          otherwise average(location.position, last 20min), @0,0) > 500m
          """,
          "00:00 unknown, 00:00:01 false, 00:12:15 true"
        ),
      ])
  }

  @Test func `a declared place over a mean moves as that does`() throws {
    try check(
      """
      source s { c: Bool }
      place settled = average(location.position, last 20min)
      place away = @0,1
      """,
      """
      00:00 position=@0,0 c=true
      00:15 position=@0,0
      00:30 position=@0,0.01
      00:45 position=@0,0.01
      """,
      [
        (
          "distance(location.position, settled) < 300m",
          "00:00 unknown, 00:00:01 true, 00:30 false, 00:44:37 true"
        ),
        ("near settled within 300m", "00:00 unknown, 00:00:01 true, 00:30 false, 00:44:37 true"),
        (
          "distance(location.position, if c then settled else away) < 300m",
          "00:00 unknown, 00:00:01 true, 00:30 false, 00:44:37 true"
        ),
      ])
  }

  @Test func `a declared place over a mean causes no wake of its own`() throws {
    let subject = try EngineCheck(
      "place settled = average(location.position, last 20min)",
      "00:00 position=@0,0\n00:10 position=@0,0.01", zone: "UTC", day: "2026-06-21",
      from: "00:00", to: "10:00")
    let node = try subject.node("near settled within 300m").node
    let result = subject.timeline.replay.run(from: subject.from, to: subject.to, watching: [node])
    #expect(result.work.seconds < 20)
  }

  @Test func `a distance looked at ahead takes in what is known until then`() throws {
    try check(
      "00:00 busy 00:30..02:00",
      [
        (
          """
          distance(average(if busy then @0,0 else @0,1, last 10min), @0,0) < 60km \
          within next 10min
          """,
          "00:00 unknown, 00:00:01 false, 00:24:37 true"
        )
      ])
  }
}
