internal import OppModel

/// The sun's times of a position and a date
struct SunKey: Hashable {
  let position: Position
  let day: Int64
}

/// What the sun tells (§8)
extension ReferenceEvaluator {
  /// The times "of the solar day whose noon is nearest to 12:00 of today, as times of day"
  func sunValue(_ field: SunField, at second: Int64, _ position: Position) -> Value? {
    if field == .daylight {
      return .truth(Sun.isUp(at: Instant(seconds: second), over: position))
    }
    guard let crossing = crossing(field, clock.day(second), position) else { return nil }
    return .scalar(Double(clock.secondOfDay(crossing)))
  }

  /// The place of the sun at one second, whatever its curve is like
  func sunDegrees(_ angle: SunAngle, at second: Int64, _ position: Position) -> Double {
    let key = SunKey(position: position, day: second / 86_400 * 2 + (angle == .azimuth ? 1 : 0))
    if let known = sunCurves[key] { return known.degrees(at: second) }
    var table = SunTable()
    let curve = SunCurve(angle, over: position, near: second, &table)
    sunCurves[key] = curve
    return curve.degrees(at: second)
  }

  /// Whether the sun crosses at a second, on the solar day of any date around it
  func isCrossing(_ field: SunField, at second: Int64, _ position: Position) -> Bool {
    let today = clock.day(second)
    return (today - 2...today + 2).contains { crossing(field, $0, position) == second }
  }

  private func crossing(_ field: SunField, _ day: Int64, _ position: Position) -> Int64? {
    sun(day, position).instant(of: field)?.seconds
  }

  private func sun(_ day: Int64, _ position: Position) -> SolarDay {
    let key = SunKey(position: position, day: day)
    if let known = suns[key] { return known }
    let sun = SolarDay(date: CivilDate(days: day), position: position, zone: clock.zone)
    suns[key] = sun
    return sun
  }
}
