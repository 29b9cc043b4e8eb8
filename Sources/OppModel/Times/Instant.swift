/// A point in time, in whole seconds since 1970-01-01T00:00:00Z, without leap seconds
///
/// Opp counts time in whole seconds; an event between two seconds belongs to the later one.
///
/// ```
///              0    1970-01-01T00:00:00Z
///             −1    1969-12-31T23:59:59Z
///  1 782 043 200    2026-06-21T12:00:00Z
///           ±2⁶⁰    the distant past and future, about 36 milliards of years away
/// ```
package struct Instant: Hashable, Sendable, Comparable {
  /// Seconds since the Unix epoch; negative before it
  package var seconds: Int64

  package init(seconds: Int64) {
    self.seconds = seconds
  }

  package static func < (left: Instant, right: Instant) -> Bool {
    left.seconds < right.seconds
  }

  /// Before everything that can happen
  package static let distantPast = Instant(seconds: -1 << 60)

  /// The instant after everything that can happen: the horizon of values that never change
  package static let distantFuture = Instant(seconds: 1 << 60)

  /// The last instant that can be written: 9999-12-31T23:59:59Z
  package static let last = Instant(seconds: 253_402_300_799)

  /// The first instant that can be written: 0001-01-01T00:00:00Z
  package static let first = Instant(seconds: -62_135_596_800)

  /// `true` if it can be written, with a year of four digits that is not 0
  package var isWritable: Bool { self >= .first && self <= .last }

  /// The instant moved by `duration` seconds, held between the distant past and future
  package func advanced(by duration: Int64) -> Instant {
    let (sum, overflow) = seconds.addingReportingOverflow(duration)
    if overflow { return duration < 0 ? .distantPast : .distantFuture }
    return Instant(
      seconds: min(max(sum, Instant.distantPast.seconds), Instant.distantFuture.seconds))
  }

  /// Seconds from `earlier` to this instant
  package func seconds(since earlier: Instant) -> Int64 {
    seconds - earlier.seconds
  }
}
