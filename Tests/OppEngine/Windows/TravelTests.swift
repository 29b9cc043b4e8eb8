import OppEngine
import OppModel
import OppReplay
import OppTestLimits
import OppTimelines
import Testing

/// `travelled`: the lengths between successive positions
///
/// A thousandth of a degree on the equator is 111.3 m.
@Suite(.limited) struct TravelTests {
  @Test func `the way is the sum of the steps, each at the second of its later position`() throws {
    try check(
      """
      00:00 position=@0,0
      00:05 position=@0,0.001
      00:10 position=@0,0.002
      00:15 position=@0,0.001
      00:20 position=@0,0.001
      """,
      [
        (
          "round(travelled(last 10min) / 0.001km)",
          "00:00 0, 00:05 111, 00:10 223, 00:20 111, 00:25 0, 00:45:01 unknown"
        ),
        (
          "travelled(last 10min) > 200m",
          "00:00 false, 00:10 true, 00:20 false, 00:45:01 unknown"
        ),
      ])
  }

  @Test func `a gap is walked at the second at which the position is known again`() throws {
    try check(
      """
      00:05 position=@0,0
      00:10 position=?
      00:30 position=@0,0.002
      """,
      [
        (
          "round(travelled(last 10min) / 0.001km)",
          "00:00 unknown, 00:05 0, 00:20 unknown, 00:30 223, 00:40 0, 00:55:01 unknown"
        )
      ])
  }

  @Test func `since began gives the distance of the present stretch`() throws {
    try check(
      "source phone { moving: Bool }",
      """
      00:00 position=@0,0 moving=false
      00:10 position=@0,0.001 moving=true
      00:15 position=@0,0.002 moving=true
      00:20 position=@0,0.002 moving=false
      00:30 position=@0,0.003 moving=true
      00:35 position=@0,0.005 moving=true
      """,
      to: "00:40",
      [
        (
          "round(travelled(since began(moving)) / 0.001km)",
          "00:00 unknown, 00:10 0, 00:15 111, 00:30 0, 00:35 223"
        )
      ])
  }

  @Test func `a position that does not move, or is lost, causes no wake`() throws {
    let expressions = [
      "travelled(last 10min)", "distance(average(location.position, last 10min), @0,0)",
    ]
    for expression in expressions {
      let subject = try EngineCheck(
        "", "00:00 position=@0,0\n00:05 position=@0,0.001", zone: "UTC", day: "2026-06-21",
        from: "00:00", to: "10:00")
      let node = try subject.node(expression).node
      let result = subject.timeline.replay.run(
        from: subject.from, to: subject.to, watching: [node])
      #expect(result.work.seconds < 20, "\(expression)")
    }
  }
}
