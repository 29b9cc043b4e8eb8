internal import OppModel

/// The sun's times, computed once for a position and a date
struct SunCache: Sendable {
  private var days: [Key: SolarDay] = [:]
  private var table = SunTable()

  /// So many that a rule set's places fit; the rest is computed again
  private static let limit = 4096

  /// The latest days asked for, by the last bits of their dates: most are asked for again at once
  private var recent: [(key: Key, day: SolarDay)?] = Array(repeating: nil, count: 8)

  private struct Key: Hashable {
    let position: Position
    let date: Int64

    func isSame(as other: Key) -> Bool {
      date == other.date && position.latitude == other.position.latitude
        && position.longitude == other.position.longitude
    }
  }

  mutating func day(_ date: CivilDate, _ position: Position, _ zone: Zone) -> SolarDay {
    let key = Key(position: position, date: date.days)
    let place = Int(truncatingIfNeeded: date.days) & 7
    if let latest = recent[place], latest.key.isSame(as: key) { return latest.day }
    let day = days[key] ?? SolarDay(date: date, position: position, zone: zone, &table)
    recent[place] = (key, day)
    if days[key] == nil {
      if days.count >= Self.limit { days = [:] }
      days[key] = day
    }
    return day
  }

  /// The crossing of a field on the solar day of a date; nil where there is none
  mutating func crossing(
    _ field: SunField, _ date: CivilDate, _ position: Position, _ zone: Zone
  ) -> Int64? {
    day(date, position, zone).instant(of: field)?.seconds
  }

  mutating func reading(
    _ field: SunField, at second: Int64, _ position: Position, _ zone: Zone
  ) -> Reading {
    let instant = Instant(seconds: second)
    let date = zone.local(at: instant).date
    let midnight = zone.startOfDay(date.advanced(by: 1)).seconds
    guard field == .daylight else {
      guard let crossing = crossing(field, date, position, zone) else {
        return .unknown(until: midnight)
      }
      let time = zone.local(at: Instant(seconds: crossing)).secondOfDay
      return .scalar(Double(time), until: midnight)
    }
    return daylight(at: second, date, position, zone)
  }
}

extension SunCache {
  /// Whether the sun is up, until its next rise or set
  mutating func daylight(
    at second: Int64, _ date: CivilDate, _ position: Position, _ zone: Zone
  ) -> Reading {
    // Where it neither rises nor sets for days, it is asked again tomorrow.
    var until = Seconds.add(second, 86_400)
    for day in -1...1 {
      for field in [SunField.sunrise, .sunset] {
        guard
          let crossing = crossing(field, date.advanced(by: Int64(day)), position, zone),
          crossing > second
        else { continue }
        until = min(until, crossing)
      }
    }
    return .truth(Sun.isUp(at: Instant(seconds: second), over: position), until: until)
  }
}
