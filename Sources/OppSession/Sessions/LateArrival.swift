package import OppEngine
package import OppModel

/// An arrival that comes too late to count at its own second
///
/// The seconds that a session has run through are over: their firings were delivered. An arrival of such a second would count at the next
/// second instead, and an older reading would replace a newer one. A caller that hands arrivals over out of order has to know, and to decide:
///
/// ```
/// the session is at 12:00:00, and knows the temperature of 11:58
/// step to 11:59:30                          all that arrives is late by 30 s
/// step to 12:00:00                          late by 0 s: that second is over too, and its firings were delivered
/// step to 12:00:01, temperature of 11:55    overtaken by 180 s
/// step to 12:00:01, temperature of 11:59    in time, for a reading may be older than its arrival
/// ```
package struct LateArrival: Hashable, Sendable {
  /// Its place among the arrivals
  package let index: Int
  package let reason: Reason

  package init(index: Int, reason: Reason) {
    self.index = index
    self.reason = reason
  }

  package enum Reason: Hashable, Sendable {
    /// Its second, or a later one, is over since so many seconds
    case past(seconds: Int64)

    /// A reading of the same subject that is so many seconds newer is known
    case overtaken(seconds: Int64)
  }
}

extension LateArrival {
  /// The arrivals that would not count at the second at which they are to become known, in their order
  ///
  /// Answers are never late: one of an earlier second counts from the next one on.
  ///
  /// - Requires: no second of the session is open.
  package static func all(
    in arrivals: [Arrival], at instant: Instant, of session: borrowing LiveSession
  ) -> [LateArrival] {
    var result: [LateArrival] = []
    for (index, arrival) in arrivals.enumerated() where !arrival.isAnswer {
      if instant < session.nextSecond {
        let seconds = session.engine.present.seconds(since: instant)
        result.append(LateArrival(index: index, reason: .past(seconds: seconds)))
      } else if let seconds = secondsOvertaken(arrival, session.engine) {
        result.append(LateArrival(index: index, reason: .overtaken(seconds: seconds)))
      }
    }
    return result
  }

  /// The number of seconds by which the known reading is newer than an arriving one; `nil` if it is not newer
  private static func secondsOvertaken(
    _ arrival: Arrival, _ engine: borrowing Engine
  ) -> Int64? {
    guard case .reading(let reading) = arrival,
      let known = engine.lastReading(of: reading.source, reading.arguments)
    else { return nil }
    guard known.isFresh, !known.isSchedule, known.instant > reading.instant.seconds else {
      return nil
    }
    return Seconds.subtract(known.instant, reading.instant.seconds)
  }
}
