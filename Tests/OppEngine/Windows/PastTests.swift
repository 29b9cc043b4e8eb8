import OppTestLimits
import OppTimelines
import Testing

/// `ago`, `age` and windows that end before now
@Suite(.limited) struct PastTests {
  private let rules = """
    source s { x: Number  c: Bool  t: Text  at: Position }
    source f fresh for 10min { y: Number }
    source p(of: Text) { z: Number }
    source q { of: Text }
    table tasks by id { id: Text  cost: Number }
    """

  @Test func `ago is what a value was, of any type`() throws {
    try check(
      rules,
      """
      00:00 x=1 c=true t=a at=@52.5,13.4
      00:10 x=2 c=false t=b at=@52.5,13.5
      00:20 x=? c=? t=? at=?
      00:30 x=3 c=true t=a at=@52.6,13.5
      """,
      [
        ("ago(x, 5min)", "00:00 unknown, 00:05 1, 00:15 2, 00:25 unknown, 00:35 3"),
        ("ago(c, 5min)", "00:00 unknown, 00:05 true, 00:15 false, 00:25 unknown, 00:35 true"),
        ("ago(t, 5min)", "00:00 unknown, 00:05 \"a\", 00:15 \"b\", 00:25 unknown, 00:35 \"a\""),
        (
          "ago(at, 5min)",
          "00:00 unknown, 00:05 @52.5,13.4, 00:15 @52.5,13.5, 00:25 unknown, 00:35 @52.6,13.5"
        ),
        (
          "x > ago(x, 5min)",
          "00:00 unknown, 00:05 false, 00:10 true, 00:15 false, 00:20 unknown, 00:35 false"
        ),
        ("ago(ago(x, 2min), 3min)", "00:00 unknown, 00:05 1, 00:15 2, 00:25 unknown, 00:35 3"),
        ("ago(x, 0s)", "00:00 1, 00:10 2, 00:20 unknown, 00:30 3"),
        ("ago(today, 30min)", "00:00 unknown, 00:30 2026-06-21"),
      ])
  }

  @Test func `a number that no sum could hold is what it was`() throws {
    try check(
      rules,
      """
      00:00 x=100000000000000000000000000
      00:10 x=0.1
      """,
      [("ago(x, 5min)", "00:00 unknown, 00:05 100000000000000000000000000, 00:15 0.1")])
  }

  @Test func `age is the time since the latest reading that had it, fresh or not`() throws {
    try check(
      rules,
      """
      00:00 x=1 c=true
      00:05 y=4
      00:10 c=false
      00:20 x=1
      00:30 y=4
      """,
      [
        ("age(x)", "00:00 0s +1, 00:20 0s +1"),
        ("age(x) >= 15min", "00:00 false, 00:15 true, 00:20 false, 00:35 true"),
        ("age(c) > 15min", "00:00 false, 00:25:01 true"),
        ("age(y) > 15min", "00:00 unknown, 00:05 false, 00:20:01 true, 00:30 false, 00:45:01 true"),
        ("y == 4", "00:00 unknown, 00:05 true, 00:15:01 unknown, 00:30 true, 00:40:01 unknown"),
        ("change(age(x), last 5min)", "00:00 unknown, 00:05 300s, 00:20 -900s, 00:25 300s"),
        ("age(t)", "00:00 unknown"),
      ])
  }

  @Test func `a reading that another of its second replaced was none`() throws {
    try check(
      rules,
      """
      00:00 x=1
      00:10 x=2
      00:10 c=true
      00:20 x=?
      00:20 x=3
      """,
      [("age(x) > 5min", "00:00 false, 00:05:01 true, 00:20 false, 00:25:01 true")])
  }

  @Test func `an age follows the arguments of its source`() throws {
    try check(
      rules,
      """
      00:00 p(a) z=1
      00:05 p(b) z=1
      00:10 of=a
      00:20 of=b
      00:30 of=c
      """,
      [
        (
          "age(p(of).z) > 12min",
          "00:00 unknown, 00:10 false, 00:12:01 true, 00:30 unknown"
        )
      ])
  }

  @Test func `the age of the rain is that of the sky where only that is reported`() throws {
    try check(
      """
      00:00 sky=rain temp=10C
      00:10 temp=10C
      00:20 raining=false
      """,
      [("age(raining) > 5min", "00:00 false, 00:05:01 true, 00:20 false, 00:25:01 true")])
  }

  @Test func `a calendar is as old as its last reading`() throws {
    try check(
      """
      00:05 busy 00:10..00:20
      """,
      [("age(free) > 10min", "00:00 unknown, 00:05 false, 00:15:01 true")])
  }

  @Test func `what is known ahead is known as what it will have been`() throws {
    try check(
      """
      00:00 busy 00:20..00:30
      """,
      [
        ("ago(busy, 5min)", "00:00 unknown, 00:05 false, 00:25 true, 00:35 false"),
        (
          "ago(busy, 5min) within next 10min",
          "00:00 unknown, 00:05 false, 00:15 true, 00:35 false"
        ),
        (
          "total(ago(busy, 5min), next 15min) > 4min",
          "00:00 unknown, 00:05 false, 00:14:01 true, 00:31 false"
        ),
      ])
  }

  @Test func `a row has the past that it had when it was there`() throws {
    try check(
      rules
        + """
        \nopp "a" for each t in tasks when ago(t.cost, 10min) > 2
        """,
      """
      00:00 tasks
      00:05 tasks + id=a cost=1
      00:10 tasks + id=a cost=3
      00:30 tasks - a
      00:35 tasks + id=a cost=1
      """,
      fires: "[a] 00:20, [a] 00:35")
  }

  @Test func `windows may end before now`() throws {
    try check(
      rules,
      """
      00:00 x=1 c=true
      00:10 x=5 c=false
      00:12 x=2 c=true
      00:30 x=? c=?
      """,
      [
        ("max(x, last 5min..10min)", "00:00 unknown, 00:05 1, 00:15 5, 00:22 2, 00:40 unknown"),
        ("min(x, last 5min..10min)", "00:00 unknown, 00:05 1, 00:20 2, 00:40 unknown"),
        (
          "change(x, last 5min..10min)",
          "00:00 unknown, 00:10 0, 00:15 4, 00:17 1, 00:20 -3, 00:22 0, 00:35 unknown"
        ),
        (
          "times(c, last 5min..10min)",
          "00:00 unknown, 00:05:01 0, 00:17:01 1, 00:22:01 0, 00:40 unknown"
        ),
        ("c within last 5min..10min", "00:00 unknown, 00:05 true, 00:40 unknown"),
        ("max(x, last 0s..10min)", "00:00 1, 00:10 5, 00:22 2, 00:40 unknown"),
      ])
  }
}
