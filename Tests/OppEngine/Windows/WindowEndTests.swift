import OppTestLimits
import OppTimelines
import Testing

/// The ends of windows: what each says a second before, at, and after the second at which it turns
@Suite(.limited) struct WindowEndTests {
  private let rules = "source s { x: Number  c: Bool  v: Speed  m: Number }"

  /// `c` is true from 00:10 to 00:20 and from 00:40 on, `x` is 3 from 00:10 to 00:20, else 1
  private let steps = """
    00:00 x=1 c=false v=0m/s m=10
    00:10 x=3 c=true v=2m/s m=12
    00:20 x=1 c=false v=0m/s m=15
    00:40 x=1 c=true v=0m/s m=15
    """

  @Test func `a hold is as long as it says, and ends with what it holds`() throws {
    try check(
      rules, steps,
      [
        ("c for 1s", "00:00 false, 00:10:01 true, 00:20 false, 00:40:01 true"),
        ("c for 9min59s", "00:00 false, 00:19:59 true, 00:20 false, 00:49:59 true"),
        ("c for 10min", "00:00 false, 00:50 true"),
        ("c for 10min1s", "00:00 false, 00:50:01 true"),
        ("not (c for 1min)", "00:00 true, 00:11 false, 00:20 true, 00:41 false"),
      ])
  }

  @Test func `within last reaches as far back as it says, that second included`() throws {
    try check(
      rules, steps,
      [
        (
          "c within last 1s",
          "00:00 unknown, 00:00:01 false, 00:10 true, 00:20:01 false, 00:40 true"
        ),
        (
          "c within last 10min",
          "00:00 unknown, 00:10 true, 00:30 false, 00:40 true"
        ),
        (
          "c within last 10min1s",
          "00:00 unknown, 00:10 true, 00:30:01 false, 00:40 true"
        ),
        ("c within last 20min", "00:00 unknown, 00:10 true"),
        ("c within last 19min59s", "00:00 unknown, 00:10 true, 00:39:59 false, 00:40 true"),
      ])
  }

  @Test func `min and max look at both ends, and at no second beyond`() throws {
    try check(
      rules, steps,
      [
        ("max(x, last 1s)", "00:00 1, 00:10 3, 00:20:01 1"),
        ("max(x, last 10min)", "00:00 1, 00:10 3, 00:30 1"),
        ("max(x, last 10min1s)", "00:00 1, 00:10 3, 00:30:01 1"),
        ("min(x, last 1s)", "00:00 1, 00:10:01 3, 00:20 1"),
        ("min(x, last 9min59s)", "00:00 1, 00:19:59 3, 00:20 1"),
        ("min(x, last 10min)", "00:00 1"),
      ])
  }

  @Test func `averages and totals end before the present second`() throws {
    try check(
      rules, steps,
      [
        (
          "average(x, last 10min) >= 3", "00:00 unknown, 00:00:01 false, 00:20 true, 00:20:01 false"
        ),
        ("average(x, last 10min) > 1", "00:00 unknown, 00:00:01 false, 00:10:01 true, 00:30 false"),
        (
          "total(c, last 10min) >= 10min",
          "00:00 unknown, 00:10 false, 00:20 true, 00:20:01 false, 00:50 true"
        ),
        (
          "total(c, last 10min) > 0s",
          "00:00 unknown, 00:10 false, 00:10:01 true, 00:30 false, 00:40:01 true"
        ),
        (
          "total(v, last 10min) >= 1200m",
          "00:00 unknown, 00:10 false, 00:20 true, 00:20:01 false"
        ),
      ])
  }

  @Test func `changes, increases and counts compare with the other end`() throws {
    try check(
      rules, steps,
      [
        ("change(x, last 10min)", "00:00 unknown, 00:10 2, 00:20 -2, 00:30 0"),
        (
          "change(x, last 1s)",
          "00:00 unknown, 00:00:01 0, 00:10 2, 00:10:01 0, 00:20 -2, 00:20:01 0"
        ),
        ("increase(m, last 10min)", "00:00 unknown, 00:10 2, 00:20 3, 00:30 0"),
        (
          "increase(m, last 9min59s)",
          "00:00 unknown, 00:09:59 0, 00:10 2, 00:19:59 0, 00:20 3, 00:29:59 0"
        ),
        (
          "times(c, last 10min)",
          "00:00 unknown, 00:00:01 0, 00:10:01 1, 00:20:01 0, 00:40:01 1, 00:50:01 0"
        ),
        ("times(c, last 30min)", "00:00 unknown, 00:00:01 0, 00:10:01 1"),
        ("times(x changes, last 10min)", "00:00 unknown, 00:00:01 0, 00:10:01 1, 00:30:01 0"),
      ])
  }

  @Test func `windows that end before now have both ends`() throws {
    try check(
      rules, steps,
      [
        ("ago(x, 10min)", "00:00 unknown, 00:10 1, 00:20 3, 00:30 1"),
        ("max(x, last 5min..10min)", "00:00 unknown, 00:05 1, 00:15 3, 00:30 1"),
        (
          "c within last 5min..10min",
          "00:00 unknown, 00:10 false, 00:15 true, 00:30 false, 00:45 true"
        ),
      ])
  }
}
