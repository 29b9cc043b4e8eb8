import OppTestLimits
import OppTimelines
import Testing

/// Windows over time: which seconds they look at, and what the unknown ones do
@Suite(.limited) struct WindowTests {
  private let rules = "source s { x: Number  c: Bool  v: Speed  start: Instant }"
  private let steps = """
    00:00 x=1
    00:10 x=3
    00:20 x=?
    00:30 x=5
    """

  @Test func `average weighs the known seconds before this one`() throws {
    try check(
      rules, steps,
      [
        (
          "average(x, last 10min) >= 2",
          "00:00 unknown, 00:00:01 false, 00:15 true, 00:30 unknown, 00:30:01 true"
        ),
        ("known(average(x, last 10min))", "00:00 false, 00:00:01 true, 00:30 false, 00:30:01 true"),
      ])
  }

  @Test func `min and max look at both ends`() throws {
    try check(
      rules, steps,
      [
        ("min(x, last 10min)", "00:00 1, 00:20 3, 00:30 5"),
        ("max(x, last 10min)", "00:00 1, 00:10 3, 00:30 5"),
        ("max(x, last 9min59s)", "00:00 1, 00:10 3, 00:29:59 unknown, 00:30 5"),
      ])
  }

  @Test func `change is now minus then, whatever lay between`() throws {
    try check(
      rules, steps,
      [
        ("change(x, last 10min)", "00:00 unknown, 00:10 2, 00:20 unknown, 00:40 0"),
        ("change(x, last 30min)", "00:00 unknown, 00:30 4, 00:40 2, 00:50 unknown"),
      ])
    try check(
      "00:00 busy 00:30..00:40",
      [
        ("change(free, last 10min) == -10min", "00:00 unknown, 00:10 true, 00:30:01 false"),
        ("change(free, last 10min) > -5min", "00:00 unknown, 00:10 false, 00:35:01 true"),
      ])
    // The instant is told when it has passed, and a decimal of what drifts has a decimal change.
    try check(
      rules,
      """
      00:00 busy 00:20..00:25
      00:10 start=00:05:48
      """,
      [
        (
          "abs(change(free * 30%, since start) - free * 30% + 852s * 30%) < 0.000001s",
          "00:00 unknown, 00:10 true"
        ),
        (
          "change(free * 30%, last 5min) == -90s",
          "00:00 unknown, 00:05 true, 00:20:01 false"
        ),
      ])
  }

  @Test func `total needs every second before this one`() throws {
    try check(
      rules,
      """
      00:00 c=false v=2m/s
      00:10 c=true v=4m/s
      00:15 c=false v=?
      00:20 c=false v=0m/s
      """,
      [
        ("total(c, last 10min)", "00:00 unknown, 00:10 0s +1, 00:15 300s, 00:20 300s -1, 00:25 0s"),
        (
          "total(v, last 10min)",
          "00:00 unknown, 00:10 1200m +2, 00:15 1800m, 00:15:01 unknown, 00:30 0m"
        ),
        ("total(c, last 10min) > 2min", "00:00 unknown, 00:10 false, 00:12:01 true, 00:23 false"),
      ])
  }

  @Test func `began is the first second of the latest stretch of truth`() throws {
    try check(
      rules,
      """
      00:00 c=false
      00:10 c=true
      00:15 c=false
      00:30 c=true
      00:35 c=?
      00:40 c=true
      """,
      [
        (
          "began(c)",
          """
          00:00 unknown, 00:10 2026-06-21T00:10:00Z, 00:30 2026-06-21T00:30:00Z, \
          00:40 2026-06-21T00:40:00Z
          """
        ),
        (
          "now - began(c) > 7min",
          "00:00 unknown, 00:10 false, 00:17:01 true, 00:30 false, 00:37:01 true, 00:40 false, 00:47:01 true"
        ),
      ])
  }

  @Test func `since reaches back to an instant, and is unknown before it`() throws {
    try check(
      rules,
      """
      00:00 c=true start=00:20
      00:30 c=false start=00:20
      """,
      [
        ("total(c, since start)", "00:00 unknown, 00:20 0s +1, 00:30 600s"),
        ("total(c, since today + 00:10) >= 5min", "00:00 unknown, 00:10 false, 00:15 true"),
        ("max(if c then 1 else 0, since start)", "00:00 unknown, 00:20 1"),
      ])
  }

  @Test func `a change that drifts, stands and drifts on at one value is known throughout`() throws
  {
    try check(
      "",
      "00:00 busy 00:15..00:25 00:40..00:45",
      [
        ("change(free - free, last 5min)", "00:00 unknown, 00:05 0s"),
        ("change(free - free, last 20min)", "00:00 unknown, 00:20 0s"),
      ])
  }

  @Test func `a change of a curve turns and turns back`() throws {
    // With free at f seconds, it is 3480 at 00:10, and least at 00:40, where it is 2400.
    let curve = "free / 1s + 1440000 / (free / 1s)"
    let lines = ["00:00 busy 01:00..01:10", "00:00 busy 01:00..01:10\n00:40 busy 01:00..01:10"]
    for lines in lines {
      try check(
        lines, to: "00:59",
        [
          (
            "change(\(curve), since today + 00:10) < -1079.5",
            "00:00 unknown, 00:10 false, 00:39:36 true, 00:40:25 false"
          )
        ])
    }
  }
}
