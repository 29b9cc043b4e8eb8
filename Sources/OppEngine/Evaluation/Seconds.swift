internal import OppModel

/// Arithmetic on seconds that never overflows
///
/// Seconds are counted from 1970-01-01T00:00:00Z; 2^60 of them are 36 thousand million years.
package enum Seconds {
  /// The horizon of a reading that never changes: the distant future of ``Instant``
  ///
  /// It is written out, because a value of another module would be loaded at every use.
  package static let never: Int64 = 1 << 60

  /// Before everything: the distant past of ``Instant``
  package static let past: Int64 = -1 << 60

  /// The seconds of the years 1 to 9999, which have a date that can be written
  package static let years: ClosedRange<Int64> = -62_135_596_800...253_402_300_799

  /// The greatest duration that counts: a hundred years of 366 days
  static let century: Int64 = 100 * 366 * 86_400

  /// `true` if a second that was kept can be: a century around ``years``, or as good as never or the distant past
  package static func isPossible(_ second: Int64) -> Bool {
    (years.lowerBound - century...years.upperBound + century).contains(second)
      || (never - century...never).contains(second) || (past...past + century).contains(second)
  }

  /// The sum, held between the distant past and future
  package static func add(_ left: Int64, _ right: Int64) -> Int64 {
    let (sum, overflow) = left.addingReportingOverflow(right)
    if overflow { return right < 0 ? past : never }
    return min(max(sum, past), never)
  }

  /// The difference, held between the distant past and future
  package static func subtract(_ left: Int64, _ right: Int64) -> Int64 {
    let (difference, overflow) = left.subtractingReportingOverflow(right)
    if overflow { return right < 0 ? never : past }
    return min(max(difference, past), never)
  }

  /// A horizon moved by a duration; never stays never
  package static func move(_ horizon: Int64, by duration: Int64) -> Int64 {
    horizon >= never ? never : add(horizon, duration)
  }

  /// The whole second that a scalar means, rounded down and held between the past and the future
  package static func whole(_ scalar: Double) -> Int64 {
    let floored = scalar.rounded(.down)
    if floored >= Double(never) { return never }
    // What is no number compares as false.
    return floored > Double(past) ? Int64(floored) : past
  }
}
