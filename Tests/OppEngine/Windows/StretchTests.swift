import OppTestLimits
import OppTimelines
import Testing

/// `for`, `within last` and `within next`: what a stretch of truth becomes
@Suite(.limited) struct StretchTests {
  private let rules = "source s { c: Bool }"

  @Test func `for begins later, and within last ends later`() throws {
    try check(
      rules,
      """
      00:00 c=false
      00:10 c=true
      00:30 c=false
      """,
      [
        ("c for 5min", "00:00 false, 00:15 true, 00:30 false"),
        ("c for 20min", "00:00 false"),
        ("c for 1199s", "00:00 false, 00:29:59 true, 00:30 false"),
        ("c within last 5min", "00:00 unknown, 00:05 false, 00:10 true, 00:35 false"),
        ("(not c) for 5min", "00:00 unknown, 00:05 true, 00:10 false, 00:35 true"),
        (
          "(c for 5min) within last 10min",
          "00:00 unknown, 00:10 false, 00:15 true, 00:40 false"
        ),
        ("(c within last 10min) for 25min", "00:00 unknown, 00:35 true, 00:40 false"),
      ])
  }

  @Test func `one second of the other truth is a stretch`() throws {
    try check(
      rules,
      """
      00:00 c=true
      00:20 c=false
      00:20:01 c=true
      """,
      [
        ("c for 5min", "00:00 unknown, 00:05 true, 00:20 false, 00:25:01 true"),
        ("(not c) within last 5min", "00:00 unknown, 00:05 false, 00:20 true, 00:25:01 false"),
      ])
  }

  @Test func `what is unknown lies between false and true`() throws {
    try check(
      rules,
      """
      00:10 c=true
      00:20 c=?
      00:22 c=true
      00:30 c=false
      00:45 c=?
      00:47 c=false
      """,
      [
        (
          "c for 5min",
          "00:00 unknown, 00:15 true, 00:20 unknown, 00:27 true, 00:30 false"
        ),
        (
          "c within last 5min",
          "00:00 unknown, 00:10 true, 00:35 false, 00:45 unknown, 00:52 false"
        ),
      ])
  }

  @Test func `what drifts is evaluated at each of its seconds`() throws {
    try check(
      "00:00 busy 00:40..00:50",
      [
        ("free >= 30min for 5min", "00:00 unknown, 00:05 true, 00:10:01 false, 00:55 true"),
        (
          "time == 00:20 within last 5min", "00:00 unknown, 00:05 false, 00:20 true, 00:25:01 false"
        ),
      ])
  }

  @Test func `within next looks at what is known ahead`() throws {
    try check(
      "00:00 busy 00:30..00:40",
      [
        ("busy within next 10min", "00:00 false, 00:20 true, 00:40 false"),
        ("time == 00:30 within next 10min", "00:00 false, 00:20 true, 00:30:01 false"),
        ("free < 5min within next 10min", "00:00 false, 00:15:01 true, 00:40 false"),
      ])
  }

  @Test func `within next knows only the calendar of now`() throws {
    try check(
      """
      00:10 busy 00:30..00:40
      00:25 busy 00:50..00:55
      """,
      [
        (
          "busy within next 10min",
          "00:00 unknown, 00:10 false, 00:20 true, 00:25 false, 00:40 true, 00:55 false"
        )
      ])
  }
}
