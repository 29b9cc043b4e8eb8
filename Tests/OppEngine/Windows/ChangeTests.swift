import OppTestLimits
import OppTimelines
import Testing

/// `last_change` and `times(x changes, …)`: which seconds are changes, and what unknown seconds and rows that leave do
@Suite(.limited) struct ChangeTests {
  private let rules = """
    source s { x: Number }
    source a { c: Bool }
    source t { name: Text }
    source b { start: Instant }
    """

  private let steps = """
    00:00 x=?
    00:02 x=1 start=00:10
    00:05 x=1
    00:10 x=2
    00:11 x=?
    00:15 x=2
    00:20 x=?
    00:21 x=3
    00:22 x=1
    """

  @Test func `the last change is that from one known value to another`() throws {
    try check(
      rules, steps,
      [
        (
          "now - last_change(x) >= 2min",
          "00:00 unknown, 00:02 false, 00:04 true, 00:10 false, 00:11 unknown, 00:15 true, "
            + "00:20 unknown, 00:21 false, 00:24 true"
        ),
        (
          "now - last_change(x) == 0s",
          "00:00 unknown, 00:02 true, 00:02:01 false, 00:10 true, 00:10:01 false, "
            + "00:11 unknown, 00:15 false, 00:20 unknown, 00:21 true, 00:21:01 false, "
            + "00:22 true, 00:22:01 false"
        ),
      ])
  }

  @Test func `changes are counted over unknown seconds, and where all are unknown they are not`()
    throws
  {
    try check(
      rules, steps,
      [
        (
          "times(x changes, last 10min)",
          "00:00 unknown, 00:02:01 0, 00:10:01 1, 00:20:01 0, 00:21:01 1, 00:22:01 2, 00:31:01 1, "
            + "00:32:01 0"
        ),
        (
          "times(x changes from 2 to 1, last 10min)",
          "00:00 unknown, 00:02:01 0"
        ),
        (
          "times(x changes to 1, last 10min)",
          "00:00 unknown, 00:02:01 0, 00:22:01 1, 00:32:01 0"
        ),
        (
          "times(x changes, since start)",
          "00:00 unknown, 00:10 0, 00:10:01 1, 00:21:01 2, 00:22:01 3"
        ),
        (
          "times(x changes, last 1min..11min)",
          "00:00 unknown, 00:03:01 0, 00:11:01 1, 00:21:01 0, 00:22:01 1, 00:23:01 2, 00:32:01 1, "
            + "00:33:01 0"
        ),
        ("times(x changes, last 0s)", "00:00 0"),
      ])
  }

  @Test func `a condition and a text change, too`() throws {
    try check(
      rules,
      """
      00:00 c=false name="a"
      00:01 c=true name="a"
      00:02 c=true name="b"
      00:03 c=false name="B"
      """,
      [
        ("times(c changes, last 1h)", "00:00 unknown, 00:00:01 0, 00:01:01 1, 00:03:01 2"),
        ("times(name changes, last 1h)", "00:00 unknown, 00:00:01 0, 00:02:01 1, 00:03:01 2"),
        (
          "last_change(name) > last_change(c)",
          "00:00 false, 00:02 true, 00:03 false"
        ),
      ])
  }

  @Test func `a change happens at the second of its event`() throws {
    try check(
      rules + """

        opp "event" on x changes when last_change(x) == now
        opp "other" on x changes when last_change(x) != now
        """,
      steps, fires: "event 00:10, event 00:21, event 00:22")
  }

  @Test func `a row that comes back begins anew`() throws {
    try check(
      """
      table doors by id { id: Text  open: Bool }
      opp "count" for each d in doors when times(d.open changes, last 1h) >= 1
      opp "still" for each d in doors when now - last_change(d.open) >= 12min
      """,
      """
      00:00 doors + id=a open=true
      00:05 doors - a
      00:10 doors + id=a open=true
      00:30 doors + id=a open=false
      """, fires: "still [a] 00:22, count [a] 00:30:01, still [a] 00:42")
  }
}
