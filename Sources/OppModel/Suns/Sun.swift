/// Whether the sun is up, and until when
package enum Sun {
  /// The number of days in which a change of daylight is sought; everywhere on earth there is one each year
  private static let dayLimit: Int64 = 400

  /// `true` if the centre of the sun is above -0.8333°
  package static func isUp(at instant: Instant, over position: Position) -> Bool {
    let second = held(instant.seconds)
    let path = SunPath(over: position, from: second, to: second)
    return path.altitudeSine(at: second) > SunThreshold.horizon.sine
  }

  /// The first second after an instant at which the sun comes up or has gone down
  ///
  /// - Returns: nil if there is none within 400 days.
  package static func nextDaylightChange(
    after instant: Instant, over position: Position
  ) -> Instant? {
    let second = held(instant.seconds)
    var arc = SolarArc(noonNear: second, over: position)
    // An arc may begin after its midnight, by hours near the poles.
    if second < arc.low {
      arc = SolarArc(noonNear: held(arc.noon - LocalDateTime.secondsPerDay), over: position)
    }
    for _ in 0...dayLimit {
      for crossing in [arc.rise(above: .horizon), arc.set(below: .horizon)] {
        if case .success(let change) = crossing, change > second { return Instant(seconds: change) }
      }
      let nextNoon = held(arc.noon + LocalDateTime.secondsPerDay)
      arc = SolarArc(noonNear: nextNoon, over: position)
    }
    return nil
  }

  /// A second for which the sun is computed: the ends of time are a week in
  static func held(_ second: Int64) -> Int64 {
    let week = 7 * LocalDateTime.secondsPerDay
    return min(
      max(second, Instant.distantPast.seconds + week), Instant.distantFuture.seconds - week)
  }
}
