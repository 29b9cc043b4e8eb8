/// The path of the sun over the sky of one place, during a few days
///
/// The sun's direction is computed at 0h of each UTC day (``SunCoordinates``) and interpolated between
/// by the cubic through the four days around an instant, component by component, which is off by less
/// than 0.001″. The interpolation knows days only, not the question: the altitude of an instant is the
/// same number on every path from which it is read. So crossings and `daylight` agree to the second.
struct SunPath {
  /// The coordinates at 0h of the days from `firstDay` on
  private let days: [SunCoordinates]

  /// The day before that of the start, in days since 1970-01-01
  private let firstDay: Int64

  /// Sine and cosine of the place's latitude
  private let latitudeSine: Double
  private let latitudeCosine: Double

  /// In radians
  private let longitude: Double

  /// The length of a UTC day, in seconds
  private static let secondsPerDay = LocalDateTime.secondsPerDay

  /// The path over a place from the day of `start` to that of `end`, both in seconds since 1970
  ///
  /// - Requires: `start <= end`, and they are a few days apart.
  init(over position: Position, from start: Int64, to end: Int64) {
    var table = SunTable()
    self.init(over: position, from: start, to: end, &table)
  }

  init(over position: Position, from start: Int64, to end: Int64, _ table: inout SunTable) {
    let first = Self.day(start) - 1
    firstDay = first
    days = table.coordinates(of: first...(Self.day(end) + 2))
    let latitude = position.latitude * Mathematics.radiansPerDegree
    (latitudeSine, latitudeCosine) = Elementary.sineAndCosine(latitude)
    longitude = position.longitude * Mathematics.radiansPerDegree
  }

  /// The sine of the altitude of the sun's centre over the horizon
  ///
  /// - Requires: the second is within the days of the path.
  func altitudeSine(at second: Int64) -> Double {
    let place = place(at: Double(second), day: Self.day(second))
    return latitudeSine * place.up + latitudeCosine * place.towards
  }

  /// The parts of the sun's direction along the horizon: towards the east and towards the north
  func horizontal(at second: Int64) -> (east: Double, north: Double) {
    let place = place(at: Double(second), day: Self.day(second))
    return (-place.west, latitudeCosine * place.up - latitudeSine * place.towards)
  }

  /// The hour angle of the sun, in `-π...π`: negative before noon
  func hourAngle(at second: Double) -> Double {
    let place = place(at: second, day: Self.day(Int64(second.rounded(.down))))
    return Elementary.arcTangent(place.west, place.towards)
  }

  /// The approximate second at which the sun's altitude has a sine, before or after a transit; nil for never
  ///
  /// One step of Newton's method from the hour angle that the declination of noon would give: within a
  /// second or two, but for days on which the sun only grazes the altitude.
  func crossing(of sine: Double, near noon: Int64, isRising: Bool) -> Int64? {
    let up = place(at: Double(noon), day: Self.day(noon)).up
    let cosine =
      (sine - latitudeSine * up) / (latitudeCosine * max(1 - up * up, 0).squareRoot())
    guard abs(cosine) < 1 else { return nil }
    let turn = Elementary.arcCosine(cosine) / (2 * Double.pi) * 86_400
    let guess = noon + Int64((isRising ? -turn : turn).rounded())
    let place = place(at: Double(guess), day: Self.day(guess))
    let altitude = latitudeSine * place.up + latitudeCosine * place.towards
    let slope = -latitudeCosine * place.west * 2 * Double.pi / 86_400
    let step = (sine - altitude) / slope
    guard abs(step) < 3600 else { return guess }
    return guess + Int64(step.rounded(.up))
  }

  /// The direction of the sun for an observer on the meridian at the equator
  private func place(
    at second: Double, day: Int64
  ) -> (towards: Double, west: Double, up: Double) {
    let index = min(max(Int(day - firstDay), 1), days.count - 3)
    let (a, b, c, d) = (days[index - 1], days[index], days[index + 1], days[index + 2])
    let elapsed = second - Double((firstDay + Int64(index)) * Self.secondsPerDay)
    // Lagrange's weights of the days -1, 0, 1 and 2 at t.
    let t = elapsed / Double(Self.secondsPerDay)
    let (wa, wb) = (-t * (t - 1) * (t - 2) / 6, (t + 1) * (t - 1) * (t - 2) / 2)
    let (wc, wd) = (-(t + 1) * t * (t - 2) / 2, (t + 1) * t * (t - 1) / 6)
    let x = wa * a.x + wb * b.x + wc * c.x + wd * d.x
    let y = wa * a.y + wb * b.y + wc * c.y + wd * d.y
    let z = wa * a.z + wb * b.z + wc * c.z + wd * d.z
    let meridian = b.siderealTime + SunCoordinates.turnPerSecond * elapsed + longitude
    let (sine, cosine) = Elementary.sineAndCosine(meridian)
    return (x * cosine + y * sine, x * sine - y * cosine, z)
  }

  /// The UTC day of a second, in days since 1970-01-01
  static func day(_ second: Int64) -> Int64 {
    let day = second / secondsPerDay
    return second % secondsPerDay < 0 ? day - 1 : day
  }
}
