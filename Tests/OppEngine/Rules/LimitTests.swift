import OppTestLimits
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

  @Test func `what is unknown when a limit ends is as at the beginning`() throws {
    try check(
      #"opp "x" when temp > 2C at most once per 1h"#,
      """
      00:00 temp=3C
      00:50 temp=?
      01:10 temp=3C
      """,
      to: "02:00", fires: "00:00, 01:10")
    let lines = """
      00:00 temp=1C
      00:05 temp=3C
      00:30 temp=1C
      """
    let opp = #"opp "x" on temp > 2C at most once per 1h"#
    try check(
      opp,
      lines + """

        00:50 temp=?
        01:10 temp=3C
        """,
      to: "02:00", fires: "00:05")
    try check(opp, lines + "\n01:10 temp=3C", to: "02:00", fires: "00:05, 01:10")
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
