import OppTestLimits
import OppTimelines
import Testing

/// `LIST as x where …`: the values of a list as rows
@Suite(.limited) struct ValueRowTests {
  private let rules = """
    source s { x, y: Number  words: [Text] }
    table tasks by id { id: Text  effort: Number }
    let big(list: [Number]) = list as n where n > 2
    """

  private let day = """
    00:00 x=1
    00:05 tasks
    00:10 tasks + id=a effort=3
    00:15 tasks + id=b effort=5
    00:20 tasks + id=c effort=3
    00:25 x=4 y=0
    00:30 tasks + id=b effort=?
    """

  @Test func `values of constants are always known`() throws {
    try check(
      rules, day,
      [
        ("any([1, 2, 3] as n where n > 2)", "00:00 true"),
        ("count([1, 2, 3] as n where n > 1)", "00:00 2"),
        ("first([3, 1, 2] as n by n)", "00:00 1"),
        ("sum([3, 1, 2] as n by n descending where n < 3 each n * 10)", "00:00 30"),
        ("sum([1, 2] as n each sum([3, 4] as m where m > n + 1))", "00:00 11"),
        ("length(first(distinct([\"b\", \"aaa\"]) as t by t))", "00:00 3"),
      ])
  }

  @Test func `one element may be unknown, and the others count`() throws {
    try check(
      rules, day,
      [
        ("any([s.x, s.y] as n where n > 3)", "00:00 unknown, 00:25 true"),
        ("none([s.x, s.y] as n where n > 0)", "00:00 false"),
        ("count([s.x, s.y] as n where n > 0)", "00:00 unknown, 00:25 1"),
        ("sum([s.x, 5] as n where n > 0)", "00:00 6, 00:25 9"),
      ])
  }

  @Test func `values of rows are unknown where the list is`() throws {
    try check(
      rules, day,
      [
        (
          "count(big(tasks.effort))",
          "00:00 unknown, 00:05 0, 00:10 1, 00:15 2, 00:20 3, 00:30 unknown"
        ),
        (
          "sum(first(distinct(tasks each effort), 2) as n where n > s.x)",
          "00:00 unknown, 00:05 0, 00:10 3, 00:15 8, 00:25 5, 00:30 unknown"
        ),
        (
          "sum(tasks as t each count([t.effort, s.x] as n where n > 2))",
          "00:00 unknown, 00:05 0, 00:10 1, 00:15 2, 00:20 3, 00:25 6, 00:30 unknown"
        ),
      ])
  }

  @Test func `values that drift are compared to the second`() throws {
    try check(
      rules, day,
      [
        (
          "any([now - (today + 0:10), 1min] as d where d > 2min)",
          "00:00 false, 00:12:01 true"
        )
      ])
  }

  @Test func `a table of one's own may have the name of those of values`() throws {
    try check(
      "table values by id { id: Text  n: Number }",
      "00:00 values\n00:05 values + id=a n=7",
      [
        ("sum(values.n)", "00:00 0, 00:05 7"),
        ("sum([1, 2] as n where n > 1) + count(values)", "00:00 2, 00:05 3"),
      ])
  }
}
