import OppTestLimits
import OppTimelines
import Testing

/// `c until d`: `not d and (c or what it was the second before)`
@Suite(.limited) struct LatchTests {
  private let rules = "source s { c, d: Bool  x: Temperature }"

  @Test func `it holds from c to d, and d goes before c`() throws {
    try check(
      rules,
      """
      00:00 c=false d=false
      00:05 c=false d=true
      00:10 c=false d=false
      00:15 c=true d=false
      00:20 c=false d=false
      00:30 c=false d=true
      00:35 c=false d=false
      00:40 c=true d=true
      00:45 c=true d=false
      """,
      [
        ("c until d", "00:00 unknown, 00:05 false, 00:15 true, 00:30 false, 00:45 true"),
        ("not (c until d)", "00:00 unknown, 00:05 true, 00:15 false, 00:30 true, 00:45 false"),
        ("(c until d) for 5min", "00:00 unknown, 00:05 false, 00:20 true, 00:30 false, 00:50 true"),
        ("d until c", "00:00 unknown, 00:05 true, 00:15 false, 00:30 true, 00:40 false"),
        // p since q
        ("c until (not c)", "00:00 false, 00:15 true, 00:20 false, 00:40 true"),
      ])
  }

  @Test func `what is unknown leaves it as Kleene's logic has it`() throws {
    try check(
      rules,
      """
      00:00 c=true d=false
      00:05 c=? d=false
      00:10 c=false d=false
      00:15 c=false d=?
      00:20 c=false d=false
      00:25 c=false d=true
      00:30 c=false d=false
      00:35 c=false d=?
      00:40 c=false d=false
      00:45 c=? d=false
      00:50 c=false d=false
      """,
      [
        (
          "c until d",
          "00:00 true, 00:15 unknown, 00:25 false, 00:45 unknown"
        )
      ])
  }

  @Test func `of a value it is a hysteresis`() throws {
    try check(
      rules,
      """
      00:00 x=15C
      00:05 x=17.5C
      00:10 x=17.6C
      00:15 x=13C
      00:20 x=12.5C
      00:25 x=12.4C
      00:30 x=17C
      """,
      [
        ("x > 17.5C until x < 12.5C", "00:00 unknown, 00:10 true, 00:25 false"),
        ("x > 17.5C until x < 12.5C or x == 13C", "00:00 unknown, 00:10 true, 00:25 false"),
      ])
  }

  @Test func `a time ends it, and it is known ahead where its parts are`() throws {
    try check(
      "",
      "00:00 busy 00:20..00:30 00:45..00:50",
      [
        ("busy until time in 0:26..0:28", "00:00 unknown, 00:20 true, 00:26 false, 00:28 true"),
        (
          "(busy until time in 0:26..0:28) within next 5min",
          "00:00 unknown, 00:15 true"
        ),
        (
          "busy until ((not busy) for 3min)",
          "00:00 unknown, 00:03 false, 00:20 true, 00:33 false, 00:45 true, 00:53 false"
        ),
      ])
  }
}
