internal import OppModel

extension RateLimit.Period {
  /// A number that is the same for the seconds of one local calendar period
  ///
  /// At 12:00 on Sunday, 2026-06-21, the 20 625th day since 1970-01-01:
  ///
  ///     hour     20 625 · 24 + 12 = 495 012; an hour that the clock shows twice is one
  ///     day      20 625
  ///     week     20 625 - 6 = 20 619, the Monday before
  ///     month    2026 · 12 + 6 = 24 318
  func number(at second: Int64, in zone: Zone) -> Int64 {
    let local = zone.local(at: Instant(seconds: second))
    switch self {
    case .hour: return local.date.days * 24 + local.secondOfDay / 3600
    case .day: return local.date.days
    case .week: return local.date.days - Int64(local.date.weekday)
    case .month: return local.date.year * 12 + Int64(local.date.month)
    case .seconds, .ever: return 0
    }
  }
}
