internal import OppModel

/// The instants of `every D from X`
///
/// A D of whole days counts dates, so that the time of day stays through a clock change; any other D is elapsed time.
///
/// ```
///                                     in Berlin, whose clocks go on by an hour on 29 March
/// every 1d  from 2026-03-28T19:00     28 March 19:00   29 March 19:00   30 March 19:00
/// every 36h from 2026-03-28T19:00     28 March 19:00   30 March 08:00   31 March 20:00
/// ```
extension Zone {
  /// The first of the instants that is not before a second
  ///
  /// - Parameters:
  ///   - start: X, which is the first of all.
  ///   - period: D, at least a second.
  func occurrence(from start: Int64, every period: Int64, notBefore second: Int64) -> Int64 {
    guard second > start else { return start }
    let day = LocalDateTime.secondsPerDay
    guard period % day == 0 else {
      let count = (Seconds.subtract(second, start) - 1) / period + 1
      let (elapsed, overflow) = count.multipliedReportingOverflow(by: period)
      return overflow ? Seconds.never : Seconds.add(start, elapsed)
    }
    let first = local(at: Instant(seconds: start))
    let today = local(at: Instant(seconds: second)).date
    let days = period / day
    let count = max(0, (today.days - first.date.days) / days)
    // That of today, or before it, may be past; a date that the zone left out has the second of the next.
    for number in count...count + 2 where number > 0 {
      let (distance, overflow) = number.multipliedReportingOverflow(by: days)
      guard !overflow else { break }
      let local = LocalDateTime(
        date: first.date.advanced(by: distance), secondOfDay: first.secondOfDay)
      let found = instant(of: local).seconds
      if found >= second { return found }
    }
    return Seconds.never
  }

  /// The first of the instants that is not past at a second, which holds until that is over
  func reading(
    ofOccurrencesFrom start: Reading, every period: Int64, at second: Int64
  ) -> Reading {
    guard start.kind == .scalar else { return .unknown(until: start.until) }
    let next = occurrence(
      from: Seconds.whole(start.first.rounded(.up)), every: period, notBefore: second)
    guard next < Seconds.never else { return .unknown(until: start.until) }
    return .scalar(Double(next), until: min(start.until, Seconds.add(next, 1)))
  }
}
