import OppTestLimits
import Testing

@testable import OppModel

@Suite(.limited) struct CivilDateTests {
  @Test func `every day of 800 years follows the one before`() throws {
    var date = try #require(CivilDate(year: 1600, month: 1, day: 1))
    #expect(date.weekday == 5)
    var (year, month, day, weekday, dayOfYear) = (Int64(1600), 1, 1, 5, 1)
    while year < 2400 {
      #expect(date.parts == (year, month, day))
      #expect(date.weekday == weekday && date.dayOfYear == dayOfYear)
      #expect(CivilDate(year: year, month: month, day: day) == date)
      date = date.advanced(by: 1)
      (day, weekday, dayOfYear) = (day + 1, (weekday + 1) % 7, dayOfYear + 1)
      if day > CivilDate.dayCount(year: year, month: month) { (month, day) = (month + 1, 1) }
      if month > 12 { (year, month, dayOfYear) = (year + 1, 1, 1) }
    }
  }

  @Test(arguments: [
    (2026, 2, 29), (1900, 2, 29), (2026, 0, 1), (2026, 13, 1), (2026, 4, 31), (2026, 1, 0),
    (Int64.max, 1, 1), (.min, 1, 1), (2026, .max, .min),
  ])
  func `a date that does not exist is none`(year: Int64, month: Int, day: Int) {
    #expect(CivilDate(year: year, month: month, day: day) == nil)
  }

  // ISO 8601 weeks by Python's datetime.isocalendar
  @Test(arguments: [
    ("2005-01-01", 2004, 53), ("2005-01-02", 2004, 53), ("2005-12-31", 2005, 52),
    ("2007-01-01", 2007, 1), ("2008-12-29", 2009, 1), ("2010-01-03", 2009, 53),
    ("2020-12-31", 2020, 53), ("2021-01-03", 2020, 53), ("2021-01-04", 2021, 1),
    ("2026-11-21", 2026, 47), ("2027-01-01", 2026, 53), ("1970-01-01", 1970, 1),
  ])
  func `weeks are numbered as in ISO 8601`(date: String, year: Int64, number: Int) throws {
    let date = try #require(CivilDate(iso8601: date))
    #expect(date.week() == (year, number))
    let first = CivilDate.firstWeekStart(year: year)
    #expect(first.advanced(by: Int64(number - 1) * 7) == date.weekStart())
    #expect(number <= CivilDate.weekCount(year: year))
  }

  @Test func `weeks, months and years are those of an independent calendar`() throws {
    let rows = try IndependentTable.rows("Times/Tables/dates.csv")
    #expect(rows.count == 1000)
    for row in rows {
      let date = try #require(CivilDate(iso8601: row[0]))
      let (year, number) = date.week()
      let days = [date.weekStart(), date.monthStart, date.monthEnd, date.yearStart]
      let found = ["\(year)", "\(number)"] + days.map(\.iso8601)
      #expect(found == Array(row.dropFirst()), "\(row[0])")
    }
  }

  @Test func `weeks may start on any day, and week 1 has four days of its year`() throws {
    for year in Int64(1950)...2100 {
      for start in 0..<7 {
        let first = CivilDate.firstWeekStart(year: year, weekStart: start)
        let newYear = try #require(CivilDate(year: year, month: 1, day: 1))
        #expect(first.weekday == start)
        #expect((-3...3).contains(first.days - newYear.days))
        #expect([52, 53].contains(CivilDate.weekCount(year: year, weekStart: start)))
        #expect(first.week(weekStart: start) == (year, 1))
        #expect(first.advanced(by: -1).week(weekStart: start).year == year - 1)
      }
    }
  }

  @Test func `the ends of the calendar stay in it`() {
    for days in [Int64.min, .max] {
      let date = CivilDate(days: days)
      _ = (date.parts, date.weekday, date.week(), date.iso8601, date.dayOfYear)
      #expect(date.advanced(by: days) == date)
      let local = LocalDateTime(secondsSinceEpoch: days)
      _ = (local.secondsSinceEpoch, local.iso8601)
      _ = LocalDateTime(date: date, secondOfDay: days)
    }
  }
}
