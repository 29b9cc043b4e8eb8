import OppTestLimits
import OppTimelines
import Testing

/// `at most`, `again every`, `disabled`: which firings there are of those that could be
@Suite(.limited) struct LimitTests {
  @Test func `a length of time counts the firings of (t-D, t]`() throws {
    try check(
      #"opp "x" on every 10min at most 2 per 30min"#, "", fires: "00:00, 00:10, 00:30, 00:40")
  }

  @Test func `a dropped firing is gone and is not counted`() throws {
    try check(
      #"opp "x" on every 10min at most 1 per 15min"#, "", fires: "00:00, 00:20, 00:40")
  }

  @Test func `hours are those of the clock`() throws {
    try check(
      #"opp "x" on every 20min at most 2 per hour"#, "", from: "00:10", to: "02:30",
      fires: "00:20, 00:40, 01:00, 01:20, 02:00, 02:20")
    try check(
      #"opp "x" on every 15min at most once per hour"#, "", zone: "Australia/Lord_Howe",
      day: "2026-10-04", from: "01:10", to: "03:30",
      fires: "01:15+10:30, 02:30+11:00, 03:00+11:00")
  }

  @Test func `an hour that the clock shows twice is one hour`() throws {
    try check(
      #"opp "x" on every 20min at most 2 per hour"#, "", zone: "America/New_York",
      day: "2026-11-01", from: "00:50", to: "02:30",
      fires: "01:00-04:00, 01:20-04:00, 02:00-05:00, 02:20-05:00")
  }

  @Test func `a length of time does not read the clock`() throws {
    try check(
      #"opp "x" on every 20min at most 2 per 1h"#, "", zone: "America/New_York",
      day: "2026-11-01", from: "00:50", to: "02:10",
      fires: "01:00-04:00, 01:20-04:00, 01:00-05:00, 01:20-05:00, 02:00-05:00")
  }

  @Test func `days are local, however long they are`() throws {
    try check(
      #"opp "x" on every 1h at most once per day"#, "", zone: "America/New_York",
      day: "2026-03-08", from: "2026-03-07T22:30", to: "2026-03-09T01:30",
      fires: "03-07T23:00-05:00, 00:00-05:00, 03-09T00:00-04:00", isLong: true)
    try check(
      #"opp "x" on every 1h at most once per day"#, "", zone: "America/New_York",
      day: "2026-11-01", from: "2026-10-31T22:30", to: "2026-11-02T01:30",
      fires: "10-31T23:00-04:00, 00:00-04:00, 11-02T00:00-05:00", isLong: true)
  }

  @Test func `weeks begin on Monday, and months on the first`() throws {
    // 21 June 2026 is a Sunday.
    try check(
      #"opp "x" on 12:00 at most once per week"#, "", from: "2026-06-20T00:00",
      to: "2026-06-24T00:00", fires: "06-20T12:00, 06-22T12:00", isLong: true)
    try check(
      #"opp "x" on 12:00 at most once per month"#, "", from: "2026-06-29T00:00",
      to: "2026-07-03T00:00", fires: "06-29T12:00, 07-01T12:00", isLong: true)
  }

  @Test func `a condition that is unknown when a limit ends begins anew`() throws {
    try check(
      #"opp "x" when temp > 2C at most once per 1h"#,
      """
      00:00 temp=3C
      00:50 temp=?
      01:10 temp=3C
      """,
      to: "02:00", fires: "00:00, 01:10")
  }

  @Test(arguments: [
    "on s.c", "on s.n > 3", "on s.n changes", "on s.n changes to 5", "on s.c or 3:00",
    "on s.c when known(s.n)",
  ])
  func `an event compares with the last known value, however long that was ago`(
    _ event: String
  ) throws {
    // It is false before the limit ends, and then unknown until after that.
    try check(
      "source s { c: Bool n: Number } opp \"x\" \(event) at most once per 1h",
      """
      00:00 c=false n=1
      00:05 c=true n=5
      00:30 c=false n=1
      00:40 c=? n=?
      01:10 c=true n=5
      01:20 c=false n=1
      01:40 c=? n=?
      02:30 c=true n=5
      """,
      to: "02:50", fires: "00:05, 01:10, 02:30")
  }

  @Test func `what was true before the limit ended and is so after it is no event`() throws {
    let rules = "source s { c: Bool } opp \"x\" on s.c at most once per 1h"
    try check(
      rules,
      """
      00:00 c=false
      00:05 c=true
      00:30 c=false
      00:40 c=true
      00:50 c=?
      01:10 c=true
      """,
      to: "02:00", fires: "00:05")
    // The first second at which the limit allows it compares with the second before.
    try check(
      rules,
      """
      00:00 c=false
      00:05 c=true
      00:30 c=false
      01:05 c=true
      """,
      to: "02:00", fires: "00:05, 01:05")
    try check(
      rules,
      """
      00:00 c=false
      00:05 c=true
      00:30 c=false
      01:04:59 c=true
      """,
      to: "02:00", fires: "00:05")
  }

  @Test func `a reading that was too old when the limit ended counts as last known`() throws {
    try check(
      """
      source door fresh for 15min { open: Bool }
      opp "all" on door.open
      opp "few" on door.open at most once per 1h
      opp "none" on door.open at most once
      """,
      """
      00:00 open=false
      00:10 open=true
      00:11 open=false
      01:20 open=true
      01:21 open=false
      02:40 open=true
      """,
      to: "03:00",
      fires: "all 00:10, few 00:10, none 00:10, all 01:20, few 01:20, all 02:40, few 02:40")
  }

  @Test func `rows that come and go are compared with when they were last known`() throws {
    try check(
      """
      table tasks by id { id: Text n: Number }
      source s { c: Bool }
      opp "added" for each t in tasks where t.n > 1 and s.c on row added at most once per 20min
      opp "gone" for each t in tasks where t.n > 1 and s.c on row removed at most once per 20min
      """,
      """
      00:00 tasks
      00:00 c=true
      00:01 tasks + id=a n=5
      00:05 tasks + id=a n=1
      00:10 c=?
      00:30 tasks + id=a n=5
      00:40 c=true
      00:41 tasks + id=a n=1
      00:42 c=?
      00:45 c=true
      """,
      fires: "added [a] 00:01, gone [a] 00:05, added [a] 00:40, gone [a] 00:41")
  }

  @Test func `an event of a row that was away is its own`() throws {
    try check(
      """
      table tasks by id { id: Text n: Number }
      opp "x" for each t in tasks on t.n > 3 at most once per 10min
      """,
      """
      00:00 tasks + id=a n=1
      00:01 tasks + id=a n=5
      00:02 tasks + id=a n=1
      00:05 tasks - a
      00:20 tasks + id=a n=5
      00:30 tasks + id=a n=1
      00:40 tasks + id=a n=5
      """,
      fires: "[a] 00:01, [a] 00:40")
  }

  @Test func `in all counts the rows together, those with the least keys first`() throws {
    let rules = """
      table concerts by title { title: Text }
      opp "x" for each c in concerts on row added notify "{c.title}" at most 2 per day in all
      """
    try check(
      rules,
      """
      00:00 concerts
      00:10 concerts + title=c
      00:20 concerts + title=b
      00:20 concerts + title=a
      00:30 concerts + title=d
      """,
      fires: "[c] 00:10, [a] 00:20")
  }

  @Test func `what one row uses up of a limit in all is used up for the others`() throws {
    try check(
      """
      table rooms by name { name: Text  warm: Bool }
      opp "x" for each r in rooms when r.warm at most once per 20min in all
      """,
      """
      00:00 rooms + name=a warm=true
      00:00 rooms + name=b warm=true
      00:10 rooms + name=b warm=false
      00:15 rooms + name=b warm=true
      00:16 rooms + name=b warm=false
      00:25 rooms + name=b warm=true
      """,
      fires: "[a] 00:00, [b] 00:25")
  }

  @Test func `at most once is once`() throws {
    try check(
      #"opp "x" on 12:00 at most once"#, "", from: "00:00", to: "2026-08-01T00:00",
      fires: "12:00", isLong: true)
  }

  @Test func `again every fires again while the stretch that fired lasts`() throws {
    let rules = #"source s { c: Bool } opp "x" when c again every 10min"#
    try check(
      rules,
      """
      00:05 c=true
      00:25 c=false
      00:30 c=true
      """,
      fires: "00:05, 00:15, 00:30, 00:40, 00:50")
    try check(
      rules + " at most 2 per day",
      """
      00:05 c=true
      """,
      fires: "00:05, 00:15")
  }

  @Test func `an Opp that is disabled never fires`() throws {
    try check(#"opp "x" on every 10min disabled"#, "", fires: "")
    try check(
      #"opp "x" on every 20min disabled opp "y" on every 20min"#, "",
      fires: "y 00:00, y 00:20, y 00:40")
  }

  @Test func `Opps at one second fire in the order of their names`() throws {
    try check(
      #"opp "b" on every 30min opp "a" on every 30min opp "c" on every 30min"#, "", to: "00:20",
      fires: "a 00:00, b 00:00, c 00:00")
  }
}
