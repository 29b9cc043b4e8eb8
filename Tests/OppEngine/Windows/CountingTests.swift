import OppTestLimits
import OppTimelines
import Testing

/// `increase` of a meter and `times` of a condition: which seconds they look at, and what the unknown ones do
@Suite(.limited) struct CountingTests {
  private let rules = """
    source s { x: Number }
    source a { c: Bool }
    source b { start: Instant }
    """

  @Test func `increase is the sum of the rises, and counts from 0 after a fall`() throws {
    try check(
      rules,
      """
      00:00 x=7
      00:05 x=9
      00:10 x=2
      00:15 x=3
      00:20 x=?
      00:22 x=4
      """,
      [
        ("increase(x, last 10min)", "00:00 unknown, 00:10 4, 00:15 3, 00:20 unknown, 00:32 0"),
        ("increase(x, last 5min)", "00:00 unknown, 00:05 2, 00:15 1, 00:20 unknown, 00:27 0"),
        ("increase(x, last 0s)", "00:00 0, 00:20 unknown, 00:22 0"),
        (
          "change(x, last 10min)",
          "00:00 unknown, 00:10 -5, 00:15 -6, 00:20 unknown, 00:22 2, 00:25 1, 00:30 unknown, 00:32 0"
        ),
      ])
  }

  @Test func `increase since an instant keeps what it has counted`() throws {
    try check(
      rules,
      """
      00:00 x=7
      00:05 x=9
      00:10 x=2 start=00:05
      00:15 x=3
      00:40 x=3.5 start=00:30
      """,
      [
        ("increase(x, since start)", "00:00 unknown, 00:10 2, 00:15 3, 00:40 0.5")
      ])
  }

  @Test func `an amount below 0 is unknown`() throws {
    try check(
      rules,
      """
      00:00 x=5
      00:05 x=-1
      00:10 x=2
      """,
      [("increase(x, last 10min)", "00:00 unknown, 00:20 0")])
  }

  @Test func `a small fall is noise, and one below 0.9 of the mark a restart`() throws {
    try check(
      rules,
      """
      00:00 x=5000.2
      00:01 x=5000.1
      00:02 x=5000.3
      00:03 x=5000.2
      00:04 x=5000.4
      00:05 x=4500.36
      00:05:30 x=4500.35
      00:06 x=4500.4
      """,
      [
        (
          "increase(x, last 4min)",
          "00:00 unknown, 00:04 0.2, 00:05 0.3, 00:05:30 4500.65, 00:06 4500.5, 00:07 4500.6, "
            + "00:08 4500.4, 00:09 0.04, 00:09:30 0.05, 00:10 0"
        )
      ])
  }

  @Test func `without a fall increase is change, in decimal fractions too`() throws {
    try check(
      rules,
      """
      00:00 x=19.9
      00:05 x=20
      00:10 x=20.1
      """,
      [
        ("increase(x, last 10min)", "00:00 unknown, 00:10 0.2, 00:15 0.1, 00:20 0"),
        (
          "increase(x, last 10min) == change(x, last 10min)",
          "00:00 unknown, 00:10 true"
        ),
      ])
  }

  private let turns = """
    00:00 c=false
    00:05 c=true start=00:10
    00:06 c=false
    00:10 c=true
    00:11 c=?
    00:12 c=true
    00:20 c=?
    """

  @Test func `times counts the events before this second`() throws {
    try check(
      rules, turns,
      [
        (
          "times(c, last 10min)",
          "00:00 unknown, 00:00:01 0, 00:05:01 1, 00:10:01 2, 00:15:01 1, 00:20:01 0, 00:30 unknown"
        ),
        ("times(c, last 0s)", "00:00 0"),
        (
          "times(c, last 1s)",
          "00:00 unknown, 00:00:01 0, 00:05:01 1, 00:05:02 0, 00:10:01 1, "
            + "00:10:02 0, 00:11:01 unknown, 00:12:01 0, 00:20:01 unknown"
        ),
        (
          "times(not c, last 10min)",
          "00:00 unknown, 00:00:01 0, 00:06:01 1, 00:16:01 0, 00:30 unknown"
        ),
      ])
  }

  @Test func `times since an instant begins with 0 at that second`() throws {
    try check(
      rules, turns, [("times(c, since start)", "00:00 unknown, 00:10 0, 00:10:01 1")])
  }

  @Test func `what was false when last known has an event once it is true`() throws {
    try check(
      rules,
      """
      00:00 c=false
      00:10 c=?
      00:40 c=true
      """,
      [
        ("times(c, last 5min)", "00:00 unknown, 00:00:01 0, 00:15 unknown, 00:40:01 1, 00:45:01 0")
      ])
  }

  @Test func `what is true from the beginning has no event`() throws {
    try check(
      rules,
      """
      00:00 c=true
      00:10 c=false
      00:20 c=true
      """,
      [("times(c, last 1h)", "00:00 unknown, 00:00:01 0, 00:20:01 1")])
  }

  @Test func `a rule on either fires at the second at which the number is reached`() throws {
    try check(
      rules + """

        opp "door" when times(c, last 10min) >= 2
        opp "meter" when increase(x, last 10min) > 3
        """,
      """
      00:00 c=false x=1
      00:05 c=true x=4
      00:06 c=false x=4
      00:10 c=true x=0.5
      00:11 c=true x=1
      """, fires: "meter 00:10, door 00:10:01")
  }

  @Test func `times begins anew when a row comes back`() throws {
    try check(
      """
      table doors by id { id: Text  open: Bool }
      opp "x" for each d in doors when times(d.open, last 1h) >= 1
      """,
      """
      00:00 doors + id=a open=false
      00:10 doors - a
      00:20 doors + id=a open=true
      00:30 doors + id=a open=false
      00:40 doors + id=a open=true
      """, fires: "[a] 00:40:01")
  }

  @Test func `a latch and began begin anew when a row comes back as it was`() throws {
    try check(
      """
      table doors by id { id: Text  open: Bool }
      source s { lit: Bool }
      opp "latch" for each d in doors when (s.lit until (not d.open)) for 2min
      opp "began" for each d in doors when now - began(d.open) > 12min
      """,
      """
      00:00 lit=false
      00:00 doors + id=a open=true
      00:01 lit=true
      00:02 lit=false
      00:05 doors - a
      00:10 doors + id=a open=true
      """, fires: "latch [a] 00:03, began [a] 00:22:01")
  }
}
