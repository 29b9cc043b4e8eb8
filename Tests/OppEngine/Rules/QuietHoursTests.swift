import OppTestLimits
import Testing

/// Quiet hours delay the telling only
@Suite(.limited) struct QuietHoursTests {
  private let hours = "set quiet 22:00..07:00\n"

  @Test func `what fires over night is delivered in the morning`() throws {
    try check(
      hours + #"opp "x" on every 3h"#, "", from: "20:00", to: "2026-06-22T09:30",
      fires: """
        21:00, 06-22T00:00 told 06-22T07:00, 06-22T03:00 told 06-22T07:00, \
        06-22T06:00 told 06-22T07:00, 06-22T09:00
        """, isLong: true)
  }

  @Test func `the start is quiet, and the end is not`() throws {
    try check(
      hours + #"opp "x" on 22:00 or 07:00 or 21:59:59 or 06:59:59"#, "", from: "20:00",
      to: "2026-06-22T09:00",
      fires: """
        21:59:59, 22:00 told 06-22T07:00, 06-22T06:59:59 told 06-22T07:00, 06-22T07:00
        """, isLong: true)
  }

  @Test func `what is urgent is delivered at once`() throws {
    try check(hours + #"opp "x" on 23:00 urgent"#, "", from: "22:30", to: "23:30", fires: "23:00")
  }

  @Test func `at most counts firings, not tellings`() throws {
    try check(
      hours + #"opp "x" on 23:00 or 06:00 or 08:00 at most once per day"#, "", from: "20:00",
      to: "2026-06-22T09:00", fires: "23:00 told 06-22T07:00, 06-22T06:00 told 06-22T07:00",
      isLong: true)
  }

  @Test func `the end is by the wall clock on a day that loses an hour`() throws {
    try check(
      hours + #"opp "x" on 01:00"#, "", zone: "America/New_York", day: "2026-03-08",
      from: "00:30", to: "02:00", fires: "01:00-05:00 told 07:00-04:00")
  }
}
