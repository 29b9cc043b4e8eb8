internal import OppModel

extension Zone {
  /// A quantity of the clock, until it changes other than by a second a second
  ///
  /// On Sunday, 2026-06-21 at 12:00 UTC:
  ///
  ///     now        1 782 043 200, +1 a second    for ever
  ///     time              43 200, +1 a second    until midnight, or a clock change before it, as are the next three
  ///     today             20 625                 days since 1970-01-01
  ///     weekday                6                 0 is Monday
  ///     month                  6                 1 is January
  func reading(of field: ClockField, at second: Int64) -> Reading {
    let instant = Instant(seconds: second)
    if field == .now {
      return .drifting(Double(second), perSecond: 1, until: Seconds.never)
    }
    let local = local(at: instant)
    let jump = clockJump(after: instant).seconds
    switch field {
    case .now, .time: return .drifting(Double(local.secondOfDay), perSecond: 1, until: jump)
    case .today: return .scalar(Double(local.date.days), until: jump)
    case .weekday: return .scalar(Double(local.date.weekday), until: jump)
    case .month: return .scalar(Double(local.date.month), until: jump)
    }
  }

  /// The start or the end of the period that a second is in, until the next begins
  func reading(of period: CalendarPeriod, isEnd: Bool, at second: Int64) -> Reading {
    let found = self.period(period, around: second)
    return .scalar(Double(isEnd ? found.upperBound : found.lowerBound), until: found.upperBound)
  }
}
