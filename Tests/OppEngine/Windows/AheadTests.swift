import OppTestLimits
import OppTimelines
import Testing

/// What is known ahead: the calendar and the clock
@Suite(.limited) struct AheadTests {
  private let lines = "00:05 busy 00:30..00:40 00:50..01:30"

  @Test func `a condition comes within reach before it is true`() throws {
    try check(
      lines, to: "02:00",
      [
        ("busy within next 10min", "00:00 unknown, 00:05 false, 00:20 true, 01:30 false"),
        (
          "time.minute == 30 within next 5min",
          "00:00 false, 00:25 true, 00:31 false, 01:25 true, 01:31 false"
        ),
      ])
  }

  @Test func `operators with state can be evaluated ahead of time`() throws {
    try check(
      lines, to: "02:00",
      [
        (
          "(busy for 5min) within next 10min",
          "00:00 unknown, 00:05 false, 00:25 true, 00:40 false, 00:45 true, 01:30 false"
        ),
        (
          "(total(busy, last 10min) >= 5min) within next 10min",
          "00:00 unknown, 00:15 false, 00:25 true, 01:35:01 false"
        ),
      ])
  }

  @Test func `a window over the time ahead takes in what comes`() throws {
    try check(
      lines, to: "02:00",
      [
        (
          "total(busy, next 20min)",
          """
          00:00 unknown, 00:05 0s, 00:10 0s +1, 00:20 600s, 00:40 600s +1, 00:50 1200s, \
          01:10 1200s -1, 01:30 0s
          """
        ),
        (
          "change(free, next 10min)",
          """
          00:00 unknown, 00:05 -600s, 00:20 -600s +1, 00:30 600s -1, 00:40 -600s +1, 00:50 0s, \
          01:20 315360000s, 01:30 0s
          """
        ),
      ])
  }
}
