import OppAnalysis
import OppModel
import OppSemantics
import OppTestLimits
import Testing

/// The first and last seconds of hours, days, months, years and free time, in proofs: each is possible, and the second beside
/// it is not
@Suite(.limited) struct EdgeTests {
  @Test(arguments: [
    "time.hour == 8 and time <= 8:00",
    "time.hour == 8 and time >= 8:59:59",
    "time.hour == 0 and time <= 0:00",
    "time.hour == 23 and time >= 23:59:59",
    "time.hour >= 23 and time >= 23:59:59",
    "time.hour < 1 and time >= 0:59:59",
    "time.minute == 0 and time in 8:00..8:01 and time <= 8:00",
    "time.minute == 59 and time >= 8:59:59 and time < 9:00",
    "time.minute == 30 and time <= 8:30 and time > 8:29",
    "time in 8:00..9:00 and time <= 8:00",
    "time in 8:00..9:00 and time >= 8:59:59",
    "time in 22:00..2:00 and time >= 23:59:59",
    "time in 22:00..2:00 and time <= 0:00",
    "time in 22:00..2:00 and time >= 1:59:59 and time < 12:00",
    "time in 22:00..0:00 and time >= 23:59:59",
    "time - 2h in 23:00..0:00 and time >= 1:59:59 and time < 2:00",
    "today.day == 1 and today == 2026-02-01",
    "today.day == 1 and month == mar",
    "today.day == 31 and today == 2026-12-31",
    "today.day == 28 and month == feb and today.year == 2026",
    "today.day == 29 and month == feb",
    "today.day == 29 and month == feb and today.year == 2028",
    "today.day == 29 and month == feb and today.year == 2000",
    "today.day == 30 and month == apr",
    "today.day == 31 and month == jan",
    "month == jan and today >= 2026-01-31 and today < 2026-02-01",
    "month == feb and today <= 2026-02-01 and today > 2026-01-31",
    "month == dec and today.year == 2026 and today >= 2026-12-31",
    "month in nov..feb and today == 2026-02-28",
    "month in nov..feb and today == 2026-11-01",
    "today.year == 2027 and today <= 2027-01-01",
    "today.week < 2", "today.week > 52", "today.week == 53 and month == jan",
    "month < feb", "month > nov", "today.day < 2", "today.day > 30",
    "weekday == mon and today == 2026-06-22",
    "weekday in sat..sun and today == 2026-06-21",
    "weekday in fri..tue and today == 2026-06-23",
    "now >= 2026-06-03T23:59:59 and today == 2026-06-03",
    "now <= 2026-06-03T00:00 and today == 2026-06-03",
    "now in 2026-06-03T10:00..2026-06-03T11:00 and time <= 10:00",
    "now in 2026-06-03T10:00..2026-06-03T11:00 and time >= 10:59:59",
    "free <= 0s", "free >= 3650d",
  ])
  func `an edge is possible`(condition: String) {
    let verdict = AnalysedRules("opp \"A\" when \(condition)").verdict()
    #expect(!verdict.isNever, "\(verdict)")
  }

  @Test(arguments: [
    "time.hour == 8 and time < 8:00",
    "time.hour == 8 and time >= 9:00",
    "time.hour == 8 and time > 8:59:59",
    "time.hour == 23 and time < 23:00",
    "time.hour > 23",
    "time.minute > 59",
    "time.minute == 59 and time >= 9:00 and time < 9:59",
    "time.minute == 30 and time > 8:30:59 and time < 9:30",
    "time > 23:59:59",
    "time in 8:00..9:00 and time < 8:00",
    "time in 8:00..9:00 and time >= 9:00",
    "time in 22:00..2:00 and time >= 2:00 and time < 22:00",
    "time in 22:00..0:00 and time < 22:00",
    "today.day < 1",
    "today.day > 31",
    "today.day == 29 and month == feb and today.year == 2026",
    "today.day == 29 and month == feb and today.year == 2100",
    "today.day == 30 and month == feb",
    "today.day == 31 and month == apr",
    "today.day == 31 and month == nov",
    "month == jan and today > 2026-01-31 and today < 2027-01-01",
    "month == feb and today < 2026-02-01 and today > 2025-02-28",
    "month == dec and today > 2026-12-31 and today < 2027-12-01",
    "month in nov..feb and today == 2026-03-01",
    "month in nov..feb and today == 2026-10-31",
    "today.year == 2026 and today > 2026-12-31",
    "today.year == 2027 and today < 2027-01-01",
    "today.week < 1", "today.week > 53", "month < jan", "month > dec",
    "weekday == mon and today == 2026-06-21",
    "weekday in sat..sun and today == 2026-06-22",
    "weekday in fri..tue and today == 2026-06-24",
    "now > 2026-06-03T23:59:59 and today == 2026-06-03",
    "now < 2026-06-03T00:00 and today == 2026-06-03",
    "now in 2026-06-03T10:00..2026-06-03T11:00 and time >= 11:00",
    "free < 0s", "free > 3650d",
  ])
  func `the second beside an edge is not`(condition: String) {
    let verdict = AnalysedRules("opp \"A\" when \(condition)").verdict()
    #expect(verdict.isNever, "\(verdict)")
  }
}
