import OppTestLimits
import Testing

/// `record`: a firing puts a row into a table, from the next second on
@Suite(.limited) struct RecordTests {
  private let log = "table log by at { at: Instant  n: Number }\n"

  @Test func `a row is in its table from the next second`() throws {
    try check(
      log + #"opp "x" on every 20min at most 2 per day record log { at: now, n: count(log) }"#,
      "00:00 log",
      [
        ("count(log)", "00:00 0, 00:00:01 1, 00:20:01 2"),
        ("sum(log.n)", "00:00 0, 00:20:01 1"),
        (
          "max(log.at)",
          "00:00 unknown, 00:00:01 2026-06-21T00:00:00Z, 00:20:01 2026-06-21T00:20:00Z"
        ),
      ])
  }

  @Test func `what an Opp records may end its own condition, and make another fire`() throws {
    try check(
      log + """
        opp "count" on every 10min when count(log) < 3 at most 9 per day record log { at: now, n: 1 }
        opp "three" when count(log) == 3
        """,
      "00:00 log", fires: "count 00:00, count 00:10, count 00:20, three 00:20:01")
  }

  @Test func `a condition that depends on what it records fires as often as at most allows`() throws
  {
    try check(
      log + """
        opp "x" on log.at changes or 00:10 at most 3 per day record log { at: now, n: 1 }
        """,
      "00:00 log", fires: "00:10, 00:10:01, 00:10:02")
  }

  @Test func `what is dropped by at most records nothing`() throws {
    try check(
      log + #"opp "x" on every 10min at most 2 per 30min record log { at: now, n: 1 }"#,
      "00:00 log",
      [("count(log)", "00:00 0, 00:00:01 1, 00:10:01 2, 00:30:01 3, 00:40:01 4")])
  }
}
