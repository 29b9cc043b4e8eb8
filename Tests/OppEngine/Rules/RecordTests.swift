import OppTestLimits
import OppTimelines
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

  @Test func `a record writes the fields given, and a reading those in which it differs`() throws {
    try check(
      """
      table chores by id { id, title: Text  done: Bool  n: Number }
      opp "x" for each c in chores on 00:20 record chores { id: c.id, done: true, n: 5 } at most once
      """,
      """
      00:00 chores + id=a title=mow done=false n=1
      00:30 chores + id=a title=dig done=false n=1
      00:40 chores + id=a title=dig done=false n=2
      00:50 chores + id=a title=dig done=true n=2
      00:55 chores + id=a title=dig done=false n=2
      """,
      [
        ("first(chores).title", "00:00 \"mow\", 00:30 \"dig\""),
        ("first(chores).n", "00:00 1, 00:20:01 5, 00:40 2"),
        ("first(chores).done", "00:00 false, 00:20:01 true, 00:55 false"),
      ])
  }

  @Test func `a row that has left its table begins anew, and a new one has unknown fields`() throws
  {
    try check(
      """
      table chores by id { id, title: Text  done: Bool }
      opp "x" for each c in chores on 00:20 record chores { id: c.id, done: true } at most once
      opp "y" on 00:50 record chores { id: "b", done: false } at most once
      """,
      """
      00:00 chores + id=a title=mow done=false
      00:30 chores - a
      00:40 chores + id=a title=mow done=false
      """,
      [
        ("any(chores where done)", "00:00 false, 00:20:01 true, 00:30 false"),
        ("count(chores where known(title))", "00:00 1, 00:30 0, 00:40 1"),
        ("count(chores)", "00:00 1, 00:30 0, 00:40 1, 00:50:01 2"),
      ])
  }
}
