internal import OppModel

/// The times of day that constraints on the time, its hour and its minute leave
///
/// The day is a circle of 86,400 seconds. An hour is one arc of it, a minute 24.
///
/// ```
/// hour in [8, 8]                          [28800, 32399]                           8:00 to 8:59:59
/// minute in [30, 30]                      [1800, 1859] ∪ [5400, 5459] ∪ …          24 arcs of a minute
/// time in 8:31..9:00, minute 30           nothing, so never
/// ```
enum ClockTheory {
  /// The seconds of the day that agree with all three; fields that are unbounded cost nothing
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
  ///
  /// Units of `seconds` seconds from `offset` on: hour 8 is [28800, 32399], as 8 · 3600 to 9 · 3600 - 1.
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
