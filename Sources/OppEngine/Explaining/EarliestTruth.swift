package import OppModel

/// The earliest time at which a condition that is not true can be true, as far as is known now
package enum EarliestTruth: Hashable, Sendable {
  /// The next second already, if the readings of sources change
  case afterReading

  /// From this second on at the earliest: before it, something known ahead forbids it
  case from(Instant)

  /// Not within ``searchDays``
  case notWithinSearch

  /// The number of days that are searched
  package static let searchDays: Int64 = 400
}

extension Engine {
  /// The greatest number of intervals that are searched
  private static let longestSearch = 20_000

  /// Looks for the next second at which a condition is not known to be false
  ///
  /// The clock, the sun, the calendar and the rows of tables are as they are known now; any other
  /// source may have any reading from the next second on. Where that is no second, rows may come, change
  /// and go as well.
  mutating func possibility(of instance: Int32) -> EarliestTruth {
    let possibility = possibility(of: instance, forgetting: .readings)
    guard possibility == .notWithinSearch else { return possibility }
    return self.possibility(of: instance, forgetting: .readingsAndRows)
  }

  /// - Parameter forgotten: what may be anything from the next second on.
  mutating func possibility(
    of instance: Int32, forgetting forgotten: Ahead.Forgotten
  ) -> EarliestTruth {
    let end = Seconds.add(now, EarliestTruth.searchDays * 86_400)
    var second = Seconds.add(now, 1)
    for _ in 0..<Self.longestSearch {
      let reading = reading(of: instance, ahead: second, forgetting: forgotten)
      if reading.truth != .false {
        return second == Seconds.add(now, 1) && reading.truth == .unknown
          ? .afterReading : .from(Instant(seconds: second))
      }
      second = max(reading.until, Seconds.add(second, 1))
      if second > end { break }
    }
    return .notWithinSearch
  }
}
