import OppTestLimits
import OppTimelines
import Testing

/// Aggregates over the rows of a table, some of whose fields are unknown
@Suite(.limited) struct AggregateTests {
  private let rules = "table tasks by id { id: Text  cost: Number  done: Bool  due: Instant }"
  private let lines = """
    00:05 tasks
    00:10 tasks + id=a cost=3 done=false
    00:15 tasks + id=b done=false
    00:20 tasks + id=b cost=5 done=true
    00:25 tasks - a
    """

  @Test func `any and none are Kleene's or and nor over the rows`() throws {
    try check(
      rules, lines,
      [
        ("any(tasks)", "00:00 unknown, 00:05 false, 00:10 true"),
        ("any(tasks where not done)", "00:00 unknown, 00:05 false, 00:10 true, 00:25 false"),
        ("none(tasks where not done)", "00:00 unknown, 00:05 true, 00:10 false, 00:25 true"),
        ("any(tasks where cost > 2)", "00:00 unknown, 00:05 false, 00:10 true"),
        (
          "any(tasks where cost > 4)",
          "00:00 unknown, 00:05 false, 00:15 unknown, 00:20 true"
        ),
        (
          "none(tasks where cost > 4)",
          "00:00 unknown, 00:05 true, 00:15 unknown, 00:20 false"
        ),
      ])
  }

  @Test func `count and sum of no rows are zero, and unknown with one row's membership`() throws {
    try check(
      rules, lines,
      [
        ("count(tasks)", "00:00 unknown, 00:05 0, 00:10 1, 00:15 2, 00:25 1"),
        (
          "count(tasks where cost > 2)",
          "00:00 unknown, 00:05 0, 00:10 1, 00:15 unknown, 00:20 2, 00:25 1"
        ),
        ("sum(tasks.cost)", "00:00 unknown, 00:05 0, 00:10 3, 00:15 unknown, 00:20 8, 00:25 5"),
        (
          "sum((tasks where done).cost)",
          "00:00 unknown, 00:05 0, 00:20 5"
        ),
      ])
  }

  @Test func `min max and average of no rows are unknown`() throws {
    try check(
      rules, lines,
      [
        ("min(tasks.cost)", "00:00 unknown, 00:10 3, 00:15 unknown, 00:20 3, 00:25 5"),
        ("max(tasks.cost)", "00:00 unknown, 00:10 3, 00:15 unknown, 00:20 5"),
        ("average(tasks.cost)", "00:00 unknown, 00:10 3, 00:15 unknown, 00:20 4, 00:25 5"),
        ("max((tasks where done).cost)", "00:00 unknown, 00:20 5"),
      ])
  }

  @Test func `first is the row with the least key`() throws {
    try check(
      rules, lines,
      [
        ("first(tasks).id", #"00:00 unknown, 00:10 "a", 00:25 "b""#),
        ("first(tasks where cost > 4).id", #"00:00 unknown, 00:20 "b""#),
        ("first(tasks).cost", "00:00 unknown, 00:10 3, 00:25 5"),
      ])
  }

  @Test func `a list says the values of its rows in the order of their keys`() throws {
    try check(
      rules, lines,
      [("tasks.id", #"00:00 unknown, 00:05 [], 00:10 ["a"], 00:15 ["a", "b"], 00:25 ["b"]"#)])
  }

  @Test func `rows turn with time`() throws {
    try check(
      rules,
      """
      00:00 tasks + id=a due=00:20 cost=1
      00:00 tasks + id=b due=00:40 cost=2
      """,
      [
        ("count(tasks where due <= now)", "00:00 0, 00:20 1, 00:40 2"),
        ("any(tasks where due == now)", Self.twoSeconds),
        ("sum((tasks where due - now < 10min).cost)", "00:00 0, 00:10:01 1, 00:30:01 3"),
        ("min(tasks.due) - now", "00:00 1200s -1"),
      ])
  }

  private static let twoSeconds =
    "00:00 false, 00:20 true, 00:20:01 false, 00:40 true, 00:40:01 false"

  @Test func `aggregates over curves are curves`() throws {
    try check(
      rules,
      """
      00:00 busy 01:08:16..02:00
      00:00 tasks + id=a due=01:08:16 cost=4096
      """,
      [
        ("sum(tasks each cost / ((due - now) / 1s))", "00:00 1 moving +0.000244140625"),
        ("average(tasks each cost / ((due - now) / 1s))", "00:00 1 moving +0.000244140625"),
        ("max(tasks each cost / ((due - now) / 1s))", "00:00 1 moving +0.000244140625"),
        (
          "sum(tasks each cost / (free / 1s)) < 0.8957 + (time - 00:00) / 1s * 0.0004273",
          "00:00 false, 00:16:36 true, 00:16:45 false"
        ),
      ])
  }

  @Test func `a curve overtakes one of the same slope`() throws {
    // 1 and 0.5 at first, both rising by 1/4096 a second; equal after 1365 1/3 s.
    try check(
      rules,
      """
      00:00 tasks + id=a due=01:08:16 cost=4096
      00:00 tasks + id=b due=00:34:08 cost=1024
      """,
      to: "00:34",
      [
        (
          "max(tasks each cost / ((due - now) / 1s)) > 4096 / ((2026-06-21T01:08:16Z - now) / 1s)",
          "00:00 false, 00:22:46 true"
        )
      ])
  }

  @Test func `an inner list names the row of the outer one`() throws {
    try check(
      rules,
      """
      00:00 tasks + id=a cost=1
      00:10 tasks + id=b cost=2
      00:20 tasks + id=c cost=1
      00:30 tasks - a
      00:40 tasks + id=d
      """,
      [
        (
          "count(tasks as t where any(tasks as u where u.id != t.id and u.cost == t.cost))",
          "00:00 0, 00:20 2, 00:30 0, 00:40 unknown"
        ),
        (
          "any(tasks as t where none(tasks as u where u.cost < t.cost) and t.cost > 1)",
          "00:00 false, 00:40 unknown"
        ),
      ])
  }

  @Test func `a table that cannot be read is unknown, and begins anew with what is read next`()
    throws
  {
    try check(
      rules,
      """
      00:00 tasks + id=a cost=1
      00:10 lost tasks the disk is full
      00:20 tasks
      00:30 tasks + id=b cost=1
      """,
      [
        ("count(tasks)", "00:00 1, 00:10 unknown, 00:20 0, 00:30 1"),
        ("any(tasks)", "00:00 true, 00:10 unknown, 00:20 false, 00:30 true"),
      ])
  }
}
