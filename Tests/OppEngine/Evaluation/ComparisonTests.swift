import OppTestLimits
import OppTimelines
import Testing

/// Comparisons whose operands change while nothing arrives
@Suite(.limited) struct ComparisonTests {
  @Test func `free time falls by the second, and is as long as can be after the last event`() throws
  {
    try check(
      "00:10 busy 00:50..00:55",
      [
        ("free", "00:00 unknown, 00:10 2400s -1, 00:50 0s, 00:55 315360000s"),
        ("busy", "00:00 unknown, 00:10 false, 00:50 true, 00:55 false"),
      ])
  }

  @Test func `a comparison of what drifts turns at the very second`() throws {
    try check(
      "00:10 busy 00:50..00:55",
      [
        ("free >= 30min", "00:00 unknown, 00:10 true, 00:20:01 false, 00:55 true"),
        ("free > 30min", "00:00 unknown, 00:10 true, 00:20 false, 00:55 true"),
        ("free < 30min", "00:00 unknown, 00:10 false, 00:20:01 true, 00:55 false"),
        ("free <= 30min", "00:00 unknown, 00:10 false, 00:20 true, 00:55 false"),
        ("30min <= free", "00:00 unknown, 00:10 true, 00:20:01 false, 00:55 true"),
        ("not (free >= 30min)", "00:00 unknown, 00:10 false, 00:20:01 true, 00:55 false"),
      ])
  }

  @Test func `a value that drifts equals another for one second`() throws {
    try check(
      "00:10 busy 00:50..00:55",
      [
        ("free == 30min", "00:00 unknown, 00:10 false, 00:20 true, 00:20:01 false"),
        ("free != 30min", "00:00 unknown, 00:10 true, 00:20 false, 00:20:01 true"),
        ("free in [30min, 20min]", Self.twoSeconds),
        ("time == 00:20", "00:00 false, 00:20 true, 00:20:01 false"),
        ("now == 2026-06-21T00:20", "00:00 false, 00:20 true, 00:20:01 false"),
      ])
  }

  private static let twoSeconds =
    "00:00 unknown, 00:10 false, 00:20 true, 00:20:01 false, 00:30 true, 00:30:01 false"

  @Test func `a value that drifts by halves a second may pass another between two seconds`() throws
  {
    try check(
      "00:10 busy 00:50..00:55",
      [
        ("free / 2 == 900.25s", "00:00 unknown, 00:10 false"),
        ("free / 2 == 900.5s", "00:00 unknown, 00:10 false, 00:19:59 true, 00:20 false"),
        ("free / 2 >= 900.25s", "00:00 unknown, 00:10 true, 00:20 false, 00:55 true"),
        ("free * 2 >= 1h", "00:00 unknown, 00:10 true, 00:20:01 false, 00:55 true"),
      ])
  }

  @Test func `the age of an instant grows by the second`() throws {
    try check(
      "source mail { sent: Instant }",
      """
      00:10 sent=00:05
      00:40 sent=00:50
      """,
      [
        ("now - sent", "00:00 unknown, 00:10 300s +1, 00:40 -600s +1"),
        ("now - sent > 10min", "00:00 unknown, 00:10 false, 00:15:01 true, 00:40 false"),
        ("now - sent == 10min", "00:00 unknown, 00:10 false, 00:15 true, 00:15:01 false"),
        ("sent > now", "00:00 unknown, 00:10 false, 00:40 true, 00:50 false"),
        (
          "abs(now - sent) <= 5min",
          "00:00 unknown, 00:10 true, 00:10:01 false, 00:45 true, 00:55:01 false"
        ),
      ])
  }

  @Test func `two operands that drift are compared by how they drift apart`() throws {
    try check(
      "source mail { sent: Instant }",
      """
      00:00 sent=00:00
      00:00 busy 00:40..00:50
      """,
      [
        ("free > now - sent", "00:00 true, 00:20 false, 00:50 true"),
        ("free - (now - sent)", "00:00 2400s -2, 00:40 -2400s -1, 00:50 315357000s -1"),
        ("now + free == 2026-06-21T00:40", "00:00 true, 00:40:01 false"),
      ])
  }

  @Test func `a quotient is looked at up to the second at which its divisor is nothing`() throws {
    let quotient = "4096 / ((2026-06-21T01:08:16Z - now) / 1s)"
    try check(
      "", to: "01:30",
      [
        (
          "\(quotient) < 0.8957 + (time - 00:00) / 1s * 0.0004273",
          "00:00 false, 00:16:36 true, 00:16:45 false, 01:08:16 unknown, 01:08:17 true"
        ),
        ("\(quotient) < 0", "00:00 false, 01:08:16 unknown, 01:08:17 true"),
      ])
  }

  @Test func `ranges of times and instants stop before their end, and others include it`() throws {
    try check(
      "00:00 busy 00:50..00:55",
      [
        ("time in 00:20..00:30", "00:00 false, 00:20 true, 00:30 false"),
        (
          "now in 2026-06-21T00:20..2026-06-21T00:30",
          "00:00 false, 00:20 true, 00:30 false"
        ),
        ("free in 20min..30min", "00:00 false, 00:20 true, 00:30:01 false"),
        ("free not in 20min..30min", "00:00 true, 00:20 false, 00:30:01 true"),
        ("time in 00:40..00:20", "00:00 true, 00:20 false, 00:40 true"),
        ("time in 00:40..00:40", "00:00 true"),
      ])
  }

  @Test func `weekdays and months wrap, and turn at local midnight`() throws {
    try check(
      "", from: "2026-06-21T23:00", to: "2026-06-22T01:00",
      [
        ("weekday == sun", "23:00 true, 06-22T00:00 false"),
        ("weekday in fri..mon", "23:00 true"),
        ("weekday in mon..fri", "23:00 false, 06-22T00:00 true"),
        ("today == 2026-06-22", "23:00 false, 06-22T00:00 true"),
        ("month in nov..feb", "23:00 false"),
      ])
  }

  @Test func `an element of a list that ends is looked for when it does, even if unknown`() throws {
    try check(
      """
      source s { name: Text }
      opp "x" when not (s.name in (if time < 00:30 then ["a"] else []))
      """,
      "", fires: "00:30")
  }
}
