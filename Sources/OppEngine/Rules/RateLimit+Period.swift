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

  /// The first second of the local calendar period after that of a second
  ///
  /// - Returns: the second itself for a duration, never for a period without end.
  func end(at second: Int64, in zone: Zone) -> Int64 {
    let date = zone.local(at: Instant(seconds: second)).date
    switch self {
    case .hour: return endOfHour(at: second, in: zone)
    case .day: return zone.startOfDay(date.advanced(by: 1)).seconds
    case .week: return zone.startOfDay(date.advanced(by: Int64(7 - date.weekday))).seconds
    case .month:
      // From the middle of a month, 31 days lead into the next one.
      let next = CivilDate(days: date.days - Int64(date.day) + 32)
      return zone.startOfDay(CivilDate(days: next.days - Int64(next.day) + 1)).seconds
    case .seconds: return second
    case .ever: return Seconds.never
    }
  }

  /// The first second at which the clock no longer shows the hour of a second, on its date
  private func endOfHour(at second: Int64, in zone: Zone) -> Int64 {
    let own = number(at: second, in: zone)
    var result = second
    // The clock shows no hour more than twice.
    for _ in 0..<8 where number(at: result, in: zone) == own {
      let rest = 3600 - zone.local(at: Instant(seconds: result)).secondOfDay % 3600
      result = min(
        Seconds.add(result, rest), zone.clockJump(after: Instant(seconds: result)).seconds)
    }
    return result
  }
}
