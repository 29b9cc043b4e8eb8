internal import OppModel

/// The days that constraints on the date, its year, month, day and weekday leave
///
/// The Gregorian calendar repeats after 146,097 days, exactly 20,871 weeks. It need not be walked that
/// far: 28 years in a row without a year such as 2100 have every weekday on every date, and of any 60
/// years in a row 28 are such.
///
/// ```
/// month == feb and today.day == 29 and weekday == sat       2048-02-29 is one
/// month == feb and today.day == 30                          none, so never
/// today in 2026-08-01..2026-08-07 and weekday == sun        2026-08-02
/// ```
///
/// Source: the Gregorian rule of leap years, 97 in 400 years.
struct CalendarTheory: Sendable {
  /// The number of days that are searched on each side
  ///
  /// 60 years of at most 366 days.
  static let span: Int64 = 60 * 366

  /// The days that dates and years leave, as days since 1970-01-01; ascending
  private let ranges: [ClosedRange<Int64>]

  /// The weekdays left, 0 Monday to 6 Sunday
  private let weekdays: IntervalSet

  /// The months left, 1 to 12
  private let months: IntervalSet

  /// The days of the month left, 1 to 31
  private let days: IntervalSet

  /// - Parameters:
  ///   - today: days since 1970-01-01.
  ///   - weekday: 0 Monday to 6 Sunday.
  init(
    today: IntervalSet, year: IntervalSet, month: IntervalSet, day: IntervalSet,
    weekday: IntervalSet
  ) {
    weekdays = weekday
    months = month
    days = day
    var ranges: [ClosedRange<Int64>] = []
    // Years become the days from their first to their last.
    let years = IntervalSet(
      year.wholeNumbers.intervals.compactMap { interval in
        guard let first = interval.low?.numerator, let last = interval.high?.numerator,
          let start = CivilDate(year: first, month: 1, day: 1),
          let end = CivilDate(year: last, month: 12, day: 31)
        else { return nil }
        return IntervalSet.Interval(
          low: Rational(start.days), high: Rational(end.days), includesLow: true,
          includesHigh: true)
      })
    // Bounds of `today` are always there, since its domain has both.
    for interval in today.intersection(years).wholeNumbers.intervals {
      guard let low = interval.low?.numerator, let high = interval.high?.numerator, low <= high
      else { continue }
      ranges.append(low...high)
    }
    self.ranges = ranges
  }

  /// `true` if a day, counted since 1970-01-01, is left
  func contains(_ day: Int64) -> Bool {
    guard ranges.contains(where: { $0.contains(day) }) else { return false }
    let date = CivilDate(days: day)
    let parts = date.parts
    return months.contains(Rational(Int64(parts.month)))
      && days.contains(Rational(Int64(parts.day)))
      && weekdays.contains(Rational(Int64(date.weekday)))
  }

  /// Days of the set, the nearest to `reference` of each range first; empty if there are none at all
  ///
  /// - Parameter limit: the greatest number of days returned.
  func days(near reference: Int64, limit: Int) -> [Int64] {
    var result: [Int64] = []
    // Forwards from the reference, then from the far end of the past up to it.
    for range in ranges {
      let start = min(max(reference, range.lowerBound), range.upperBound)
      let last = min(range.upperBound, start + Self.span)
      result += walk(from: start, through: last, limit: limit)
      guard result.count < limit else { return result }
      let first = max(range.lowerBound, start - Self.span)
      if first < start {
        result += walk(from: first, through: start - 1, limit: limit - result.count)
      }
      guard result.count < limit else { return result }
    }
    return result
  }

  /// `true` if no day is left
  func isEmpty(near reference: Int64) -> Bool { days(near: reference, limit: 1).isEmpty }

  /// The days from a first to a last that are left, ascending, at most `limit`
  ///
  /// - Complexity: O(*d*) in the days; months that are not left are skipped in one step.
  private func walk(from first: Int64, through last: Int64, limit: Int) -> [Int64] {
    var result: [Int64] = []
    var day = first
    while day <= last, result.count < limit {
      let date = CivilDate(days: day)
      let parts = date.parts
      guard months.contains(Rational(Int64(parts.month))) else {
        // The first day of the next month
        day += Int64(CivilDate.dayCount(year: parts.year, month: parts.month) - parts.day + 1)
        continue
      }
      if days.contains(Rational(Int64(parts.day))),
        weekdays.contains(Rational(Int64(date.weekday)))
      {
        result.append(day)
      }
      day += 1
    }
    return result
  }
}
