package import OppModel

/// The earliest time at which a condition that is not true can be true, as far as is known now
///
/// At 12:08, with 19 °C and an event from 12:30 to 14:10:
///
///     free >= 30min                               from 14:10
///     free >= 30min and time in 12:00..13:00      from 12:00 of the next day
///     temp > 20C                                  after a reading
///     temp > 20C and time >= 15:00                from 15:00
///     temp > 20C for 1h                           from 13:08:01
///     today == 2020-01-01                         not within the search
package enum EarliestTruth: Hashable, Sendable {
  /// The next second already, if the readings of sources change
  case afterReading

  /// From this second on at the earliest: before it, something known ahead forbids it
  case from(Instant)

  /// Not within ``searchDays``
  case notWithinSearch

  /// The number of days that are searched
  package static let searchDays: Int64 = 400

  /// The place in the order of time
  fileprivate var second: Int64 {
    switch self {
    case .afterReading: .min
    case .from(let instant): instant.seconds
    case .notWithinSearch: .max
    }
  }
}

extension Engine {
  /// The greatest number of rows whose conditions are looked at for a rule
  private static let comparedRows = 50

  /// The earliest second after the present one at which the condition of a rule can be true, as far as is known now
  ///
  /// - Returns: `nil` if it has no condition, or if that is true already.
  package mutating func possibility(ofRule rule: Int) -> EarliestTruth? {
    var best: EarliestTruth?
    for opp in opps(of: rule).prefix(Self.comparedRows) {
      guard let whole = monitor.opps[opp].whole else { return nil }
      let isTrue = evaluator.truth(whole) == .true
      if isTrue { return nil }
      let found = possibility(of: whole)
      if let known = best, known.second <= found.second { continue }
      best = found
    }
    return best
  }

  /// The greatest number of intervals that are searched
  private static let longestSearch = 20_000

  /// Looks for the next second at which a condition is not known to be false
  ///
  /// The clock, the sun, the calendar and the rows of tables are as they are known now; any other
  /// source may have any reading from the next second on. If it is true at no such second, rows may come, change
  /// and go as well.
  ///
  /// - Parameter changesRows: false if rows stay as they are known in any case.
  package mutating func possibility(
    of instance: InstanceID, changesRows: Bool = true
  ) -> EarliestTruth {
    let possibility = possibility(of: instance, assuming: .anyReadings)
    guard changesRows, possibility == .notWithinSearch else { return possibility }
    return self.possibility(of: instance, assuming: .anyReadingsAndRows)
  }

  /// - Parameter projection: the inputs that may have any value from the next second on.
  private mutating func possibility(
    of instance: InstanceID, assuming projection: Projection
  ) -> EarliestTruth {
    let end = Seconds.add(evaluator.now, EarliestTruth.searchDays * 86_400)
    var second = Seconds.add(evaluator.now, 1)
    for _ in 0..<Self.longestSearch {
      let reading = evaluator.reading(of: instance, at: second, assuming: projection)
      if reading.truth != .false {
        return second == Seconds.add(evaluator.now, 1) && reading.truth == .unknown
          ? .afterReading : .from(Instant(seconds: second))
      }
      second = max(reading.until, Seconds.add(second, 1))
      if second > end { break }
    }
    return .notWithinSearch
  }
}
