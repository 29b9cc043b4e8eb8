/// The local hours, days, weeks, months and years that seconds are in
///
/// Days, weeks, months and years begin with their first date. An hour begins at minute 0 of the wall clock, and
/// ends when the next begins, so that an hour that is shown twice is two, and a clock that is set by half an hour makes one
/// longer.
///
/// ```
/// 2026-10-25 in Berlin, whose clocks go back by an hour at 3:00
///   hours     2:00 to 2:59, again 2:00 to 2:59, 3:00 …      the day has 25 of them
/// ```
extension Zone {
  /// The period that a second is in: its first second, and that of the next
  package func period(_ period: CalendarPeriod, around second: Int64) -> Range<Int64> {
    if period == .hour { return hour(around: second) }
    var first = self.local(at: Instant(seconds: second)).date.first(of: period)
    // On a day whose clocks are set back over midnight, a second may show the date before the one that has begun.
    while true {
      let next = first.next(period)
      let (start, end) = (startOfDay(first).seconds, startOfDay(next).seconds)
      if end <= start || start <= second && second < end { return start..<max(end, start + 1) }
      first = second < start ? first.advanced(by: -1).first(of: period) : next
    }
  }

  /// The last periods up to the one that a second is in, in the order of time
  package func periods(_ period: CalendarPeriod, last count: Int, upTo second: Int64) -> [Range<
    Int64
  >] {
    var result: [Range<Int64>] = []
    var next = second
    while result.count < count {
      let found = self.period(period, around: next)
      // No period begins before the first that can be written.
      guard Instant(seconds: found.lowerBound).isWritable else { break }
      result.append(found)
      next = found.lowerBound - 1
    }
    return result.reversed()
  }

  /// The hour that a second is in
  private func hour(around second: Int64) -> Range<Int64> {
    var start = second
    while true {
      let candidate = start - secondOfHour(at: start)
      guard let jump = previousTransition(upTo: Instant(seconds: start))?.seconds, jump > candidate
      else {
        start = candidate
        break
      }
      // Before the clocks were set they showed something else.
      start = jump - 1
    }
    var end = second
    while true {
      let candidate = end + 3600 - secondOfHour(at: end)
      guard let jump = nextTransition(after: Instant(seconds: end))?.seconds, jump <= candidate
      else {
        end = candidate
        break
      }
      end = jump
      if secondOfHour(at: jump) == 0 { break }
    }
    return start..<end
  }

  /// The seconds since minute 0 of the wall clock
  private func secondOfHour(at second: Int64) -> Int64 {
    local(at: Instant(seconds: second)).secondOfDay % 3600
  }
}

extension CivilDate {
  /// The first date of the period that the date is in
  fileprivate func first(of period: CalendarPeriod) -> CivilDate {
    switch period {
    case .hour, .day: self
    case .week: advanced(by: -Int64(weekday))
    case .month: advanced(by: 1 - Int64(day))
    case .year: CivilDate(year: year, month: 1, day: 1) ?? self
    }
  }

  /// The first date of the next period, of a date that is the first of one
  fileprivate func next(_ period: CalendarPeriod) -> CivilDate {
    switch period {
    case .hour, .day: advanced(by: 1)
    case .week: advanced(by: 7)
    case .month: advanced(by: 31).first(of: .month)
    case .year: advanced(by: 366).first(of: .year)
    }
  }
}
