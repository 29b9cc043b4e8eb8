internal import OppModel

/// The elevation and the azimuth of the sun over a position, each a curve until it turns
struct SunAngleEvaluation {
  let instance: InstanceID

  /// The second of the evaluation: the present one, or that of `ahead`
  let second: Int64

  init(_ instance: InstanceID, _ second: Int64) {
    self.instance = instance
    self.second = second
  }

  /// The reading over the position that operand 0 is
  ///
  /// It holds until the curve turns, so that a comparison with it turns once until then at most.
  func reading(
    _ angle: SunAngle, _ ahead: inout Ahead?, _ evaluator: inout Evaluator
  ) -> Reading {
    let place = evaluator.operand(0, instance, &ahead)
    guard let position = evaluator.pool.position(place) else {
      return Reading(kind: place.isUndecided ? .undecided : .unknown, until: place.until)
    }
    let curve = evaluator.suns.curve(angle, at: second, position, withTurn: true)
    let value = curve.degrees(at: second)
    let next = Seconds.add(second, 1)
    // Over a position that moves from second to second the curve is another one at each.
    if place.kind == .moving { return .curved(value, perSecond: 0, until: next) }
    return .curved(
      value, perSecond: curve.degrees(at: next) - value,
      until: min(curve.turn(after: second), place.until))
  }

  /// The value at a second for which the reading holds; not a number where the position is unknown
  func degrees(_ angle: SunAngle, _ ahead: inout Ahead?, _ evaluator: inout Evaluator) -> Double {
    guard
      let position = MovingDistanceEvaluation(instance, second).position(0, &ahead, &evaluator)
    else { return .nan }
    return evaluator.suns.curve(angle, at: second, position, withTurn: false).degrees(at: second)
  }
}
