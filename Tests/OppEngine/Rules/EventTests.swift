import OppTestLimits
import OppTimelines
import Testing

/// The table of events of the language reference, row by row
@Suite(.limited) struct EventTests {
  private let source = "source s { c, d: Bool  x: Number  at: Instant  alarm: TimeOfDay }\n"

  @Test func `a condition happens when it is true and was false when last known`() throws {
    try check(
      source + #"opp "x" on c"#,
      """
      00:05 c=true
      00:10 c=false
      00:15 c=true
      00:20 c=?
      00:25 c=true
      00:30 c=false
      00:35 c=?
      00:40 c=true
      """,
      fires: "00:15, 00:40")
  }

  @Test func `without on the first truth fires, and unknown between two does not fire again`()
    throws
  {
    try check(
      source + #"opp "x" when c"#,
      """
      00:05 c=true
      00:10 c=false
      00:15 c=true
      00:20 c=?
      00:25 c=true
      00:30 c=false
      00:35 c=?
      00:40 c=true
      """,
      fires: "00:05, 00:15, 00:40")
  }

  @Test func `entering and leaving are the two turns of near`() throws {
    let lines = """
      00:00 position=@48.4,-123.4
      00:05 position=@48.5,-123.4
      00:10 position=@48.4,-123.4
      00:15 position=@48.4001,-123.4
      00:20 position=@48.5,-123.4
      """
    let park = "place park = @48.4,-123.4 within 100m\n"
    try check(park + #"opp "x" on entering park"#, lines, to: "00:30", fires: "00:10")
    try check(park + #"opp "x" on leaving park"#, lines, to: "00:30", fires: "00:05, 00:20")
    try check(
      park + #"opp "x" on entering park or leaving park"#, lines, to: "00:30",
      fires: "00:05, 00:10, 00:20")
  }

  @Test func `a time of day happens once a day`() throws {
    try check(
      #"opp "x" on 00:10"#, "", from: "2026-06-20T23:00", to: "01:00", fires: "00:10")
    // The clock alone says so, in the first second of memory, too.
    try check(#"opp "x" on 00:10"#, "", from: "00:10", to: "01:00", fires: "00:10")
    try check(#"opp "x" on 00:10"#, "", from: "00:11", to: "01:00", fires: "")
    try check(#"opp "x" on 00:00"#, "", from: "2026-06-20T23:00", to: "01:00", fires: "00:00")
  }

  @Test func `a time of day that a reading gives happens when it comes`() throws {
    try check(
      source + #"opp "x" on alarm"#,
      """
      00:05 alarm=00:30
      00:20 alarm=00:25
      00:40 alarm=00:45
      """,
      fires: "00:25")
  }

  @Test func `a time of day that a clock change skips happens after the gap`() throws {
    try check(
      #"opp "x" on 02:30"#, "", zone: "America/New_York", day: "2026-03-08", from: "01:00",
      to: "04:00", fires: "03:00-04:00")
    try check(
      #"opp "x" on 00:30"#, "", zone: "Asia/Beirut", day: "2026-03-29",
      from: "2026-03-28T23:30", to: "02:00", fires: "01:00+03:00")
  }

  @Test func `a time of day that occurs twice happens the first time`() throws {
    try check(
      #"opp "x" on 01:30"#, "", zone: "America/New_York", day: "2026-11-01", from: "00:30",
      to: "02:30", fires: "01:30-04:00")
    try check(
      #"opp "x" on 01:40"#, "", zone: "Australia/Lord_Howe", day: "2026-04-05", from: "01:00",
      to: "02:30", fires: "01:40+11:00")
  }

  @Test func `an instant between two seconds happens at the later one`() throws {
    let lines = "00:00 x=7 at=2026-06-21T00:20"
    try check(
      source + #"opp "x" on at - 1000m / (x * 1km/h)"#, lines, to: "01:00", fires: "00:11:26")
    try check(source + #"opp "x" on at - 1min * x"#, lines, to: "01:00", fires: "00:13")
    try check(source + #"opp "x" on at + 0.5s"#, lines, to: "01:00", fires: "00:20:01")
  }

  @Test func `an instant happens once, unless it is moved ahead`() throws {
    try check(
      source + #"opp "x" on at"#,
      """
      00:05 at=00:20
      00:30 at=00:40
      00:45 at=00:44
      00:50 at=00:50
      """,
      fires: "00:20, 00:40, 00:50")
    try check(
      source + #"opp "x" on at"#,
      """
      00:05 at=00:20
      00:15 at=00:30
      """,
      fires: "00:30")
    try check(
      source + #"opp "x" on at - 5min"#, "00:05 at=00:20", fires: "00:15")
  }

  @Test func `an instant that is moved to the next second happens again there`() throws {
    try check(
      source + #"opp "x" on at"#,
      """
      00:05 at=00:20
      00:20:01 at=00:20:01
      00:20:02 at=00:20:02
      00:20:04 at=00:20:04
      """,
      to: "00:21", fires: "00:20, 00:20:01, 00:20:02, 00:20:04")
    try check(
      source + #"opp "x" on last_change(x)"#,
      """
      00:05 x=1
      00:05:01 x=2
      00:05:02 x=2
      00:05:03 x=1
      00:05:04 x=2
      """,
      to: "00:06", fires: "00:05, 00:05:01, 00:05:03, 00:05:04")
    try check(
      #"opp "x" on every 1s from 2026-06-21T00:00:57 or 0:01:00"#, "", to: "00:01:02",
      fires: "00:00:57, 00:00:58, 00:00:59, 00:01, 00:01:01")
  }

  @Test func `every D is counted from local midnight in elapsed time`() throws {
    try check(#"opp "x" on every 20min"#, "", fires: "00:00, 00:20, 00:40")
    try check(
      #"opp "x" on every 25min"#, "", from: "2026-06-20T23:00",
      fires: "06-20T23:20, 06-20T23:45, 00:00, 00:25, 00:50")
    try check(
      #"opp "x" on every 1h"#, "", zone: "America/New_York", day: "2026-03-08", from: "00:30",
      to: "05:00", fires: "01:00-05:00, 03:00-04:00, 04:00-04:00", isLong: true)
    try check(
      #"opp "x" on every 1h"#, "", zone: "Australia/Lord_Howe", day: "2026-10-04", from: "00:30",
      to: "04:00", fires: "01:00+10:30, 02:30+11:00, 03:30+11:00")
  }

  @Test func `changes happens when the value differs from the last known one`() throws {
    try check(
      source + #"opp "x" on x changes"#,
      """
      00:05 x=1
      00:10 x=1
      00:15 x=2
      00:20 x=?
      00:25 x=2
      00:30 x=?
      00:35 x=3
      00:40 x=4
      00:40 x=3
      """,
      fires: "00:15, 00:35")
  }

  @Test(arguments: [
    ("to 2", "00:15, 00:30, 00:45"), ("from 1", "00:15, 00:30, 00:50"),
    ("from 1 to 2", "00:15, 00:30"), ("from 2 to 1", "00:20, 00:47"), ("from 3 to 2", "00:45"),
    ("from 1 to 3", "00:50"),
    ("from 2 to 3", "00:35"),
  ])
  func `changes names the value before, the value after, or both`(
    ends: String, fires: String
  ) throws {
    try check(
      source + #"opp "x" on x changes "# + ends,
      """
      00:05 x=1
      00:10 x=?
      00:15 x=2
      00:17 x=?
      00:18 x=2
      00:20 x=1
      00:25 x=1
      00:30 x=2
      00:35 x=3
      00:40 x=?
      00:45 x=2
      00:47 x=1
      00:50 x=3
      """,
      fires: fires)
  }

  @Test func `a row is added or removed where the list was known without or with it`() throws {
    let table = "table tasks by id { id: Text  cost: Number }\n"
    let lines = """
      00:05 tasks + id=a cost=3
      00:10 tasks + id=b cost=3
      00:15 tasks + id=b cost=1
      00:20 tasks - a
      00:25 tasks + id=a cost=3
      00:30 tasks + id=a
      00:35 tasks + id=a cost=3
      00:40 lost tasks the disk is full
      00:45 tasks + id=a cost=3
      """
    try check(
      table + #"opp "x" for each t in tasks on row added"#, lines, fires: "[b] 00:10, [a] 00:25")
    try check(
      table + #"opp "x" for each t in tasks on row removed"#, lines, fires: "[a] 00:20, [b] 00:45")
    try check(
      table + #"opp "x" for each t in tasks where cost > 2 on row removed"#, lines,
      fires: "[b] 00:15, [a] 00:20")
  }

  @Test func `events of the agenda begin and end`() throws {
    let lines = """
      00:00 agenda + uid=u begins=00:10 ends=00:20 title=Lunch
      00:15 agenda + uid=v begins=00:12 ends=00:30 title=Late
      """
    try check(#"opp "x" on event begins"#, lines, fires: "[2026-06-21T00:10:00Z u] 00:10")
    try check(
      #"opp "x" on event ends"#, lines,
      fires: "[2026-06-21T00:10:00Z u] 00:20, [2026-06-21T00:12:00Z v] 00:30")
  }

  @Test func `several events at one second fire once`() throws {
    try check(
      source + #"opp "x" on c or d or every 10min"#,
      """
      00:00 c=false d=false
      00:10 c=true d=true
      00:15 c=false d=true
      00:25 c=true d=false
      """,
      to: "00:30", fires: "00:00, 00:10, 00:20, 00:25")
  }

  @Test func `when is taken at the second of the event, with all that arrived at it`() throws {
    try check(
      source + #"opp "x" on c when d"#,
      """
      00:00 c=false d=false
      00:10 c=true d=true
      00:15 c=false d=true
      00:20 c=true d=false
      00:25 c=false d=true
      00:30 c=true
      00:35 c=true d=true
      """,
      fires: "00:10")
  }

  @Test func `sunset is the crossing itself, and may be moved by a duration`() throws {
    // On the equator at Greenwich the sun sets at five past six in June, with the position long stale.
    let lines = "17:30 position=@0,0"
    try check(
      #"opp "x" on sunset when not daylight"#, lines, from: "17:00", to: "19:00",
      fires: Self.sunset)
    try check(
      #"opp "x" on sunset - 30min"#, lines, from: "17:00", to: "19:00", fires: Self.halfBefore)
    try check(
      #"opp "x" on sunset or daylight"#, lines, from: "17:00", to: "19:00", fires: Self.sunset)
  }

  private static let sunset = "18:05:30"
  private static let halfBefore = "17:35:30"
}
