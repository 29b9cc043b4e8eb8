internal import OppModel

/// The times of day that are left by what is said of the time, its hour and its minute
///
/// The day is a circle of 86,400 seconds. An hour is one arc of it, a minute 24.
enum ClockTheory {
  static func times(time: IntervalSet, hour: IntervalSet, minute: IntervalSet) -> IntervalSet {
    var result = time
    if hour != TimeField.hour.domain {
      result = result.intersection(stretched(hour, by: 3600, offset: 0))
    }
    guard minute != TimeField.minute.domain else { return result }
    var minutes: [IntervalSet.Interval] = []
    for hour in 0..<24 {
      minutes += stretched(minute, by: 60, offset: Int64(hour) * 3600).intervals
    }
    return result.intersection(IntervalSet(minutes))
  }

  /// The seconds of whole units, each interval by its first and last
  private static func stretched(
    _ units: IntervalSet, by seconds: Int64, offset: Int64
  ) -> IntervalSet {
    IntervalSet(
      units.wholeNumbers.intervals.map { interval in
        let low = interval.low.map { Rational($0.numerator * seconds + offset) }
        let high = interval.high.map { Rational(($0.numerator + 1) * seconds + offset - 1) }
        return IntervalSet.Interval(low: low, high: high, includesLow: true, includesHigh: true)
      })
  }
}
