internal import OppModel

/// The sun's times at places and dates, as far as they were needed
///
/// Ten Opps with `sunset` at one position need one computation a day: the slot of its key keeps the result.
struct SunCache: Sendable {
  /// The sun's coordinates by day, which are the same for all positions
  private var table = SunTable()

  /// Crossings, each at the slot that its key gives it: another that is met there is put out, which
  /// only costs computing it again
  private var crossings: [(key: Key, second: Int64?)?] = []

  /// The logarithm of the number of slots: a few for one place, more as places and days are in each other's way
  private var bits = 5

  /// The number of crossings put out by others of about the same day, since there are as many slots
  private var conflicts = 0

  /// The largest logarithm of the number of slots: more than a rule set's places need
  private static let mostBits = 11

  /// The last day that was used: a day whose sunrise is needed is soon needed for its sunset
  private var latest: (key: Key, day: SolarDay)?

  /// The curve of the sun that was used last
  private var latestCurve: (position: Position, curve: SunCurve)?

  /// The least number of seconds between the crossings of a field on two days: half a day, less the minutes by which the sun's
  /// highest and lowest points are off its transits
  private static let leastStep: Int64 = 11 * 3600

  /// The latitude, in degrees, beyond which these may be hours apart (see `SolarArc`)
  private static let polarLatitude = 80.0

  /// A quantity of the sun at a position, on the solar day of a date; `daylight` for the day as a whole
  private struct Key {
    let position: Position
    let day: Int64
    let field: SunField

    /// - Parameter date: the civil date, of which the number of its day is kept.
    init(position: Position, date: CivilDate, field: SunField = .daylight) {
      self.position = position
      day = date.days
      self.field = field
    }

    /// Whether two keys are equal
    func isSame(as other: Key) -> Bool {
      day == other.day && field == other.field
        && position.latitude == other.position.latitude
        && position.longitude == other.position.longitude
    }

    /// The first bits of a product that all bits of the key are in, by Fibonacci hashing
    func slot(_ bits: Int) -> Int {
      let place = position.latitude.bitPattern &* 3 &+ position.longitude.bitPattern
      let time = UInt64(bitPattern: day &* 8 &+ Int64(field.rank))
      let product = (place ^ time) &* 0x9E37_79B9_7F4A_7C15
      return Int(truncatingIfNeeded: product >> UInt64(64 - bits))
    }
  }

  /// The crossing of a field on the solar day of a date; nil if there is none
  mutating func crossing(
    _ field: SunField, _ date: CivilDate, _ position: Position, _ zone: Zone
  ) -> Int64? {
    if crossings.isEmpty { crossings = Array(repeating: nil, count: 1 << bits) }
    let key = Key(position: position, date: date, field: field)
    let slot = key.slot(bits)
    if let known = crossings[slot] {
      if known.key.isSame(as: key) { return known.second }
      // One that is days old is not needed any more.
      if abs(known.key.day - date.days) <= 2 { conflicts += 1 }
    }
    let second = day(date, position, zone).instant(of: field)?.seconds
    crossings[slot] = (key, second)
    if conflicts > crossings.count, bits < Self.mostBits { grow() }
    return second
  }

  /// The first crossing of a field at or after a second, within three days; nil if there is none
  ///
  /// Crossings ascend with their days, so that most days need not be looked at.
  mutating func firstCrossing(
    _ field: SunField, notBefore second: Int64, _ position: Position, _ zone: Zone
  ) -> Int64? {
    let date = zone.local(at: Instant(seconds: second)).date
    var first: Int64?
    for day in [0, -1, -2] as [Int64] {
      guard let crossing = crossing(field, date.advanced(by: day), position, zone) else {
        continue
      }
      if crossing < second { break }
      first = crossing
      // The one before is nearly half a day earlier at least: but near the poles, each is within half a day of its noon, on the
      // same side of it.
      if abs(position.latitude) <= Self.polarLatitude,
        Seconds.subtract(crossing, Self.leastStep) < second
      {
        break
      }
    }
    if let first { return first }
    for day in 1...3 as ClosedRange<Int64> {
      if let crossing = crossing(field, date.advanced(by: day), position, zone),
        crossing >= second
      {
        return crossing
      }
    }
    return nil
  }

  /// Begins anew with twice as many slots
  private mutating func grow() {
    bits += 1
    conflicts = 0
    crossings = []
  }

  /// The solar day of a date at a position
  private mutating func day(_ date: CivilDate, _ position: Position, _ zone: Zone) -> SolarDay {
    let key = Key(position: position, date: date)
    if let latest, latest.key.isSame(as: key) { return latest.day }
    let day = SolarDay(date: date, position: position, zone: zone, &table)
    latest = (key, day)
    return day
  }

  /// A quantity of the sun as a reading: a time of day until local midnight, or `daylight`
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
  /// The curve of the elevation or the azimuth over a position, around a second
  ///
  /// - Parameter withTurn: whether its next turn is looked for; else only its value is.
  mutating func curve(
    _ angle: SunAngle, at second: Int64, _ position: Position, withTurn: Bool
  ) -> SunCurve {
    if let latestCurve, latestCurve.position == position,
      latestCurve.curve.covers(second, angle, withTurn: withTurn)
    {
      return latestCurve.curve
    }
    let curve = SunCurve(angle, over: position, near: second, &table)
    latestCurve = (position, curve)
    return curve
  }

  /// Whether the sun is up, until its next rise or set
  ///
  /// The crossings of the days before and after count too, as the next one may be of one of them.
  mutating func daylight(
    at second: Int64, _ date: CivilDate, _ position: Position, _ zone: Zone
  ) -> Reading {
    // If it neither rises nor sets for days, it is computed again tomorrow.
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

extension SunField {
  /// A small number of its own, for hashing
  fileprivate var rank: Int {
    switch self {
    case .sunrise: 0
    case .sunset: 1
    case .dawn: 2
    case .dusk: 3
    case .solarNoon: 4
    case .daylight: 5
    }
  }
}
