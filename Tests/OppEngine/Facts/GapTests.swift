import OppTestLimits
import OppTimelines
import Testing

/// `gaps(FROM..TO, LIST, …, daily: A..B)`: the times that rows leave free, as rows
@Suite(.limited) struct GapTests {
  private let rules = """
    source s { x: Number  start: Instant  gone: Bool }
    table tasks by id { id: Text  begins, ends: Instant  done: Bool }
    table shifts by id { id: Text  who: Text  begins, ends: Instant }
    let free = gaps(today + 1:00..today + 5:00, tasks where not done)
    let long = free where length >= 1h
    """

  private let day = """
    00:00 tasks
    00:05 tasks + id=a begins=02:00 ends=03:00 done=false
    00:10 tasks + id=b begins=02:30 ends=04:00 done=false
    00:15 tasks + id=c begins=04:00 ends=04:00 done=false
    00:20 tasks + id=b begins=02:30 ends=04:00 done=true
    00:25 tasks + id=d begins=00:00 ends=06:00 done=false
    00:30 tasks - d
    00:35 tasks + id=e begins=? ends=06:00 done=false
    00:40 tasks + id=e begins=? ends=06:00 done=true
    00:45 tasks + id=e begins=03:00 ends=06:00 done=?
    """

  @Test func `the longest runs that no row covers are rows`() throws {
    try check(
      rules, day,
      [
        (
          "count(free)",
          "00:00 1, 00:05 2, 00:25 0, 00:30 2, 00:35 unknown, 00:40 2, 00:45 unknown"
        ),
        (
          "sum(free each length)",
          "00:00 14400s, 00:05 10800s, 00:10 7200s, 00:20 10800s, 00:25 0s, 00:30 10800s, "
            + "00:35 unknown, 00:40 10800s, 00:45 unknown"
        ),
        (
          "first(free).begins.time",
          "00:00 01:00, 00:25 unknown, 00:30 01:00, 00:35 unknown, 00:40 01:00, 00:45 unknown"
        ),
        (
          "first(long by length descending).ends.time",
          "00:00 05:00, 00:10 02:00, 00:20 05:00, 00:25 unknown, 00:30 05:00, 00:35 unknown, "
            + "00:40 05:00, 00:45 unknown"
        ),
        (
          "any(free where length > 90min)",
          "00:00 true, 00:10 false, 00:20 true, 00:25 false, 00:30 true, 00:35 unknown, "
            + "00:40 true, 00:45 unknown"
        ),
      ])
  }

  @Test func `before the table is known nothing is`() throws {
    try check(
      rules, "00:10 tasks",
      [("any(long)", "00:00 unknown, 00:10 true"), ("none(long)", "00:00 unknown, 00:10 false")])
  }

  @Test func `several lists, hours of the day, and an instant that moves`() throws {
    try check(
      rules,
      """
      00:00 tasks
      00:00 shifts
      00:05 start=02:00
      00:10 shifts + id=a who=ann begins=02:15 ends=02:45
      00:15 tasks + id=a begins=02:30 ends=03:00 done=false
      00:20 start=05:00
      """,
      [
        (
          "sum(gaps(start..today + 4:00, tasks, shifts) each length)",
          "00:00 unknown, 00:05 7200s, 00:10 5400s, 00:15 4500s, 00:20 0s"
        ),
        (
          "count(gaps(start..today + 4:00, tasks, shifts, daily: 2:20..3:20))",
          "00:00 unknown, 00:05 1, 00:20 0"
        ),
        (
          "sum(gaps(today + 0:00..today + 3d + 0:00, tasks, daily: 22:00..2:00) each length)",
          "00:00 43200s"
        ),
      ])
  }

  @Test func `gaps of gaps are what is taken`() throws {
    try check(
      rules, day,
      [
        (
          "sum(gaps(today + 1:00..today + 5:00, free) each length)",
          "00:00 0s, 00:05 3600s, 00:10 7200s, 00:20 3600s, 00:25 14400s, 00:30 3600s, 00:35 unknown, "
            + "00:40 3600s, 00:45 unknown"
        )
      ])
  }

  @Test func `gaps may be of a row that is looked at`() throws {
    try check(
      rules
        + """
        \nlet own(name: Text) = gaps(today + 1:00..today + 5:00, shifts where who == name)
        opp "a" for each t in tasks when any(own(t.id) where length < 1h)
        """,
      """
      00:00 tasks
      00:00 shifts
      00:05 tasks + id=ann begins=01:00 ends=01:00 done=false
      00:05 tasks + id=ben begins=01:00 ends=01:00 done=false
      00:10 shifts + id=a who=ann begins=01:15 ends=02:45
      00:15 shifts + id=b who=ben begins=04:10 ends=06:00
      00:20 shifts + id=b who=ben begins=04:10 ends=04:20
      """,
      fires: "[ann] 00:10, [ben] 00:20")
  }

  @Test func `a day begins at midnight`() throws {
    try check(
      rules,
      """
      23:00 tasks
      23:00 tasks + id=a begins=2026-06-22T02:00 ends=2026-06-22T04:00 done=false
      """, from: "23:00", to: "2026-06-22T01:00",
      [("count(free)", "23:00 1, 06-22T00:00 2")])
  }
}
