import OppEngine
import OppModel
import OppSemantics
import OppTestLimits
import OppTimelines
import Testing

/// Times of day by the wall clock, on days that are not 24 hours long too
@Suite(.limited) struct TimeOfDayTests {
  @Test func `a time of day plus a duration wraps at midnight`() throws {
    try check(
      "", from: "22:30", to: "2026-06-22T01:30",
      [
        ("time + 1h < 00:30", "22:30 false, 23:00 true, 23:30 false"),
        ("time - 1h >= 23:00", "22:30 false, 06-22T00:00 true, 06-22T01:00 false"),
        ("time + 1h", "22:30 23:30 +1, 23:00 00:00 +1"),
        ("time - 12:00 > 11h", "22:30 false, 23:00:01 true, 06-22T00:00 false"),
      ])
  }

  @Test func `in New York in spring the wall clock has no time from two to three`() throws {
    try check(
      "", zone: "America/New_York", day: "2026-03-08", from: "01:00", to: "04:00",
      [
        ("time in 01:30..02:30", "01:00-05:00 false, 01:30-05:00 true, 03:00-04:00 false"),
        ("time in 02:10..02:50", "01:00-05:00 false"),
        ("time == 02:30", "01:00-05:00 false"),
        ("time + 1h in 02:30..03:30", "01:00-05:00 false, 01:30-05:00 true, 03:00-04:00 false"),
        ("now >= today + 02:30", "01:00-05:00 false, 03:00-04:00 true"),
      ])
  }

  @Test func `in New York in autumn the wall clock shows one to two twice`() throws {
    try check(
      "", zone: "America/New_York", day: "2026-11-01", from: "00:30", to: "03:00",
      [
        (
          "time in 01:30..01:45",
          """
          00:30-04:00 false, 01:30-04:00 true, 01:45-04:00 false, \
          01:30-05:00 true, 01:45-05:00 false
          """
        ),
        (
          "time >= 01:50",
          "00:30-04:00 false, 01:50-04:00 true, 01:00-05:00 false, 01:50-05:00 true"
        ),
        ("now >= today + 01:30", "00:30-04:00 false, 01:30-04:00 true"),
      ], isLong: true)
  }

  @Test func `on Lord Howe Island the clock jumps by half an hour`() throws {
    try check(
      "", zone: "Australia/Lord_Howe", day: "2026-10-04", from: "01:30", to: "03:30",
      [
        ("time in 01:50..02:10", "01:30+10:30 false, 01:50+10:30 true, 02:30+11:00 false"),
        ("now >= today + 02:10", "01:30+10:30 false, 02:30+11:00 true"),
      ])
    try check(
      "", zone: "Australia/Lord_Howe", day: "2026-04-05", from: "01:30",
      to: "02:30",
      [
        (
          "time in 01:40..01:50",
          """
          01:30+11:00 false, 01:40+11:00 true, 01:50+11:00 false, \
          01:40+10:30 true, 01:50+10:30 false
          """
        )
      ])
  }

  @Test(arguments: [
    ("America/New_York", "2026-11-01", "01:30", "01:30-04:00"),
    ("America/New_York", "2026-11-01", "02:30", "02:30-05:00"),
    ("America/New_York", "2026-03-08", "01:30", "01:30-05:00"),
    ("America/New_York", "2026-03-08", "02:30", "03:00-04:00"),
    ("Australia/Lord_Howe", "2026-04-05", "01:45", "01:45+11:00"),
  ])
  func `a time of day comes once a day, also after a restart at any time`(
    zone: String, day: String, time: String, expected: String
  ) throws {
    let subject = try EngineCheck(
      "opp \"a\" on \(time)", "", zone: zone, day: day, from: "00:30", to: "06:00")
    let graph = subject.analysis.graph
    for restarts in [false, true] {
      var engine = Engine(graph: graph, zone: subject.clockface.zone, begins: subject.from)
      var found: [String] = []
      var now = subject.from
      while now < subject.to {
        found += engine.step(at: now).firings.map {
          String(subject.clockface.zone.rfc3339($0.at).dropFirst(11))
        }
        if restarts {
          engine = Engine(graph: graph, zone: subject.clockface.zone, restoring: engine.memory())
        }
        now = now.advanced(by: 300)
      }
      #expect(found == [expected.replacing("-", with: ":00-").replacing("+", with: ":00+")])
    }
  }

  @Test func `a day may begin at one o'clock`() throws {
    try check(
      "", zone: "Asia/Beirut", day: "2026-03-29", from: "2026-03-28T23:30", to: "02:00",
      [
        ("today == 2026-03-29", "03-28T23:30+02:00 false, 01:00+03:00 true"),
        ("time < 00:30", "03-28T23:30+02:00 false"),
        ("now == today + 00:00", "03-28T23:30+02:00 false, 01:00+03:00 true, 01:00:01+03:00 false"),
      ])
  }
}
