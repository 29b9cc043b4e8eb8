internal import OppModel

/// Wall clocks of a zone, from nothing but the offset at each second (§8)
final class ReferenceClock {
  let zone: Zone
  private var firstSeconds: [Int64: Int64] = [:]

  init(zone: Zone) {
    self.zone = zone
  }

  /// Seconds since 1970-01-01T00:00:00 of the wall clock
  private func local(_ second: Int64) -> Int64 {
    second + zone.offset(at: Instant(seconds: second))
  }

  /// The local date, in days since 1970-01-01
  func day(_ second: Int64) -> Int64 {
    Int64((Double(local(second)) / 86_400).rounded(.down))
  }

  /// Seconds since midnight by the wall clock
  func secondOfDay(_ second: Int64) -> Int64 {
    local(second) - day(second) * 86_400
  }

  /// §8: "A literal local time that a clock change skips is the first second after the gap; one that
  /// occurs twice is the first."
  func instant(day: Int64, secondOfDay: Double) -> Int64 {
    let wanted = day * 86_400 + Int64(secondOfDay.rounded(.up))
    // No zone is further than a day from UTC, and none changes twice within three days.
    let (before, after) = (wanted - 86_400, wanted + 86_400)
    let candidates = [before, after].map { wanted - zone.offset(at: Instant(seconds: $0)) }
    if let first = candidates.filter({ local($0) == wanted }).min() { return first }
    return (before...after).first { local($0) >= wanted } ?? wanted
  }

  /// The first second whose local date is a date
  func firstSecond(ofDay day: Int64) -> Int64 {
    if let known = firstSeconds[day] { return known }
    let first = instant(day: day, secondOfDay: 0)
    firstSeconds[day] = first
    return first
  }

  /// §11: "each of the last so many local hours, days, …"; §13: "an hour begins at minute 0 of the wall clock"
  func period(
    _ period: CalendarPeriod, around second: Int64
  ) -> (start: Int64, end: Int64) {
    if period == .hour {
      let start = (0...).lazy.map { second - $0 }.first { self.secondOfDay($0) % 3600 == 0 }
      let end = (1...).lazy.map { second + $0 }.first { self.secondOfDay($0) % 3600 == 0 }
      return (start ?? second, end ?? second)
    }
    // The first days of periods, of which the last that has begun is that of the second.
    var starts: [Int64] = []
    for day in day(second) - 370...day(second) + 370 where begins(period, CivilDate(days: day)) {
      starts.append(firstSecond(ofDay: day))
    }
    return (starts.last { $0 <= second } ?? second, starts.first { $0 > second } ?? second)
  }

  private func begins(_ period: CalendarPeriod, _ date: CivilDate) -> Bool {
    switch period {
    case .hour, .day: true
    case .week: date.weekday == 0
    case .month: date.day == 1
    case .year: date.day == 1 && date.month == 1
    }
  }

  /// The day of a period that `at most N per` counts, one number a period
  func period(_ period: RateLimit.Period, at second: Int64) -> [Int64] {
    let day = day(second)
    let date = CivilDate(days: day)
    switch period {
    case .hour: return [day, secondOfDay(second) / 3600]
    case .day: return [day]
    case .week: return [day - Int64(date.weekday)]
    case .month: return [date.year, Int64(date.month)]
    case .seconds, .ever: return []
    }
  }
}
