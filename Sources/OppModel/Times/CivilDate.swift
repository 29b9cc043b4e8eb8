/// A day of the proleptic Gregorian calendar, counted from 1970-01-01
///
/// ```
/// 2026-06-21    days 20625    weekday 6 (Sunday)    day of the year 172    week 25 of 2026, from Monday
/// 1969-12-31    days −1       weekday 2             day of the year 365    week 1 of 1970
/// ```
///
/// The conversions between a day count and year, month and day are those of Howard Hinnant,
/// "chrono-Compatible Low-Level Date Algorithms": they shift the start of the year to 1 March, so that
/// the leap day is the last of its year, and work in eras of 400 years (146 097 days). They take a
/// constant time for any date.
package struct CivilDate: Hashable, Sendable, Comparable {
  /// Days since 1970-01-01; negative before it
  ///
  /// - Invariant: within `-limit...limit`, so that seconds of any date fit in 64 bits.
  package let days: Int64

  /// More days than there are to `Instant.distantFuture`
  private static let limit: Int64 = 1 << 46

  /// The largest year, and the negated smallest, that can be written as a date
  private static let yearLimit: Int64 = 1 << 37

  /// The first date that can be written: 0001-01-01
  package static let first = CivilDate(days: -719_162)

  /// The last date that can be written: 9999-12-31
  package static let last = CivilDate(days: 2_932_896)

  /// The date of a day count, held within the limits of a date (about 190 milliards of years)
  package init(days: Int64) {
    self.days = min(max(days, -Self.limit), Self.limit)
  }

  /// - Returns: nil if there is no such date, such as 2026-02-29.
  package init?(year: Int64, month: Int, day: Int) {
    guard year >= -Self.yearLimit, year <= Self.yearLimit, month >= 1, month <= 12, day >= 1,
      day <= Self.dayCount(year: year, month: month)
    else { return nil }
    days = Self.days(year: year, month: month, day: day)
  }

  package static func < (left: CivilDate, right: CivilDate) -> Bool { left.days < right.days }

  package var year: Int64 { parts.year }

  /// 1 January to 12 December
  package var month: Int { parts.month }

  /// The day of the month, from 1
  package var day: Int { parts.day }

  /// 0 Monday to 6 Sunday
  package var weekday: Int {
    // 1970-01-01 was a Thursday.
    Int(Self.floorModulo(days + 3, 7))
  }

  /// The day of the year, from 1
  package var dayOfYear: Int {
    Int(days - Self.days(year: year, month: 1, day: 1)) + 1
  }

  /// The date moved by a number of days, held within the limits of a date
  package func advanced(by count: Int64) -> CivilDate {
    let (sum, overflow) = days.addingReportingOverflow(count)
    if overflow { return CivilDate(days: count < 0 ? .min : .max) }
    return CivilDate(days: sum)
  }

  /// Year, month and day together, for callers that want more than one of them
  package var parts: (year: Int64, month: Int, day: Int) {
    let shifted = days + 719_468  // days since 0000-03-01
    let era = (shifted >= 0 ? shifted : shifted - 146_096) / 146_097
    let dayOfEra = shifted - era * 146_097
    let yearOfEra =
      (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let marchMonth = (5 * dayOfYear + 2) / 153  // 0 March to 11 February
    let day = Int(dayOfYear - (153 * marchMonth + 2) / 5) + 1
    let month = Int(marchMonth < 10 ? marchMonth + 3 : marchMonth - 9)
    return (yearOfEra + era * 400 + (month <= 2 ? 1 : 0), month, day)
  }
}

// MARK: - Years and months

extension CivilDate {
  package static func isLeap(year: Int64) -> Bool {
    year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
  }

  /// 365 or 366
  package static func dayCount(year: Int64) -> Int {
    isLeap(year: year) ? 366 : 365
  }

  /// The number of days of a month
  ///
  /// - Requires: `1...12` contains `month`; any other month has no days.
  package static func dayCount(year: Int64, month: Int) -> Int {
    switch month {
    case 2: isLeap(year: year) ? 29 : 28
    case 4, 6, 9, 11: 30
    case 1...12: 31
    default: 0
    }
  }

  /// The first day of the month
  package var monthStart: CivilDate { advanced(by: 1 - Int64(day)) }

  /// The last day of the month
  package var monthEnd: CivilDate {
    let (year, month, day) = parts
    return advanced(by: Int64(Self.dayCount(year: year, month: month) - day))
  }

  /// The first of January of the year
  package var yearStart: CivilDate { advanced(by: 1 - Int64(dayOfYear)) }

  /// Days from 1970-01-01 to a date that exists, in a year within the limits
  private static func days(year: Int64, month: Int, day: Int) -> Int64 {
    let marchYear = month <= 2 ? year - 1 : year
    let era = (marchYear >= 0 ? marchYear : marchYear - 399) / 400
    let yearOfEra = marchYear - era * 400
    let marchMonth = Int64(month > 2 ? month - 3 : month + 9)
    let dayOfYear = (153 * marchMonth + 2) / 5 + Int64(day) - 1
    let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
    return era * 146_097 + dayOfEra - 719_468
  }

  /// The remainder that is never negative
  static func floorModulo(_ value: Int64, _ modulus: Int64) -> Int64 {
    let remainder = value % modulus
    return remainder < 0 ? remainder + modulus : remainder
  }
}

// MARK: - Weeks

extension CivilDate {
  /// The first day of week 1 of a year: the week that has at least four days in it
  ///
  /// RFC 5545 numbers weeks as ISO 8601 does, but lets them start on any day (`WKST`).
  ///
  /// - Parameter weekStart: 0 Monday to 6 Sunday.
  package static func firstWeekStart(year: Int64, weekStart: Int = 0) -> CivilDate {
    // Week 1 is the one that 4 January lies in.
    let held = min(max(year, -yearLimit), yearLimit)
    return CivilDate(days: days(year: held, month: 1, day: 4)).weekStart(weekStart)
  }

  /// The number of numbered weeks in a year: 52 or 53
  package static func weekCount(year: Int64, weekStart: Int = 0) -> Int {
    let held = min(max(year, -yearLimit), yearLimit - 1)
    let start = firstWeekStart(year: held, weekStart: weekStart).days
    return Int((firstWeekStart(year: held + 1, weekStart: weekStart).days - start) / 7)
  }

  /// The first day of the week that this date lies in
  ///
  /// - Parameter first: the weekday on which weeks start, 0 Monday to 6 Sunday.
  package func weekStart(_ first: Int = 0) -> CivilDate {
    advanced(by: -Self.floorModulo(Int64(weekday) - Int64(first % 7), 7))
  }

  /// The numbered week of this date, and the year that counts it
  package func week(weekStart first: Int = 0) -> (year: Int64, number: Int) {
    let start = weekStart(first)
    // The fourth day of a week lies in the year that counts the week.
    let year = start.advanced(by: 3).year
    let days = start.days - Self.firstWeekStart(year: year, weekStart: first).days
    return (year, Int(days / 7) + 1)
  }
}
