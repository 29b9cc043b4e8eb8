internal import OppModel

/// The elevation and the azimuth of the sun over a position, each a curve until it turns
extension Evaluator {
  /// The reading over the position that operand 0 is
  ///
  /// It holds until the curve turns, so that a comparison with it turns once until then at most.
  mutating func sunAngle(_ instance: InstanceID, _ angle: SunAngle) -> Reading {
    let second = moment.second
    let place = operand(0, of: instance)
    guard let position = pool.position(place) else {
      return Reading(kind: place.isUndecided ? .undecided : .unknown, until: place.until)
    }
    let curve = suns.curve(angle, at: second, position, withTurn: true)
    let value = curve.degrees(at: second)
    let next = Seconds.add(second, 1)
    // Over a position that moves from second to second the curve is another one at each.
    if place.kind == .moving { return .curved(value, perSecond: 0, until: next) }
    return .curved(
      value, perSecond: curve.degrees(at: next) - value,
      until: min(curve.turn(after: second), place.until))
  }

  /// The value at a second for which the reading holds; not a number if the position is unknown
  mutating func sunDegrees(_ instance: InstanceID, _ angle: SunAngle, at second: Int64) -> Double {
    guard let position = position(0, of: instance, at: second) else { return .nan }
    return suns.curve(angle, at: second, position, withTurn: false).degrees(at: second)
  }
}
