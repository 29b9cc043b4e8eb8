internal import OppModel

/// The values of the clock, the calendar and the sun at a second
///
/// For 2026-06-03T10:00:00Z in UTC: time 36000, hour 10, minute 0, weekday 2 (Wednesday), month 6, year 2026, day 3.
struct PresentSecond: Sendable {
  let instant: Instant

  /// The wall clock at the instant
  let local: LocalDateTime
  let zone: Zone

  init(_ instant: Instant, zone: Zone) {
    self.instant = instant
    self.zone = zone
    local = zone.local(at: instant)
  }

  /// The value of a field, in the unit of ``TimeField/domain``
  func value(of field: TimeField) -> Rational {
    let number: Int64
    switch field {
    case .now: number = instant.seconds
    case .time: number = local.secondOfDay
    case .hour: number = Int64(local.hour)
    case .minute: number = Int64(local.minute)
    case .today: number = local.date.days
    case .weekday: number = Int64(local.date.weekday)
    case .month: number = Int64(local.date.month)
    case .year: number = local.date.year
    case .day: number = Int64(local.date.day)
    }
    return Rational(number)
  }

  /// The time of day of a field of the sun, or its place in the sky; `nil` if it has none today
  func sun(_ operation: Operation, over position: Position) -> Rational? {
    if case .sunAngle(let angle, _) = operation {
      return Rational(nearest: Sun.degrees(angle, at: instant, over: position))
    }
    guard case .sun(let field, _) = operation else { return nil }
    let day = SolarDay(date: local.date, position: position, zone: zone)
    return day.instant(of: field).map { Rational(zone.local(at: $0).secondOfDay) }
  }

  /// `true` if the sun is up
  func isDay(over position: Position) -> Bool { Sun.isUp(at: instant, over: position) }
}

extension Operation {
  /// The place of a time or an angle of the sun; nil for any other operation
  var placeOfSun: NodeID? {
    if case .sun(_, let place) = self { return place }
    if case .sunAngle(_, let place) = self { return place }
    return nil
  }
}
