internal import OppModel

/// The firings that `at most` counts: those of an Opp, of a row of it, or of all its rows
struct FiringCount: Hashable, Sendable {
  /// The period that ``count`` is of, as ``RateLimit/Period/number(at:in:)`` numbers periods
  private var period: Int64 = Seconds.past

  /// The first second after ``period``; the distant past where it was not looked for since the last restart
  private var end: Int64 = Seconds.past

  /// The firings in ``period``; where the period is a duration, ``recent`` counts
  private var count = 0

  /// The latest firings, no more than the limit
  ///
  /// Seconds, in ascending order.
  private var recent: [Int64] = []

  /// The second of the latest firing since the last restart
  private(set) var last = Seconds.past

  /// Whether nothing is counted
  var isNone: Bool { count == 0 && recent.isEmpty }

  /// Counts a firing, if the limit allows it
  ///
  ///     on every 10min at most 2 per 30min              00:00, 00:10, 00:30, 00:40: of (t - 30min, t] two at most
  ///     on every 20min at most 2 per hour, from 00:10   00:20, 00:40, 01:00, 01:20, 02:00: by the hours of the clock
  ///
  /// - Parameter isForced: whether it is counted also where the limit does not allow it.
  /// - Returns: whether it is counted.
  mutating func take(
    _ limit: RateLimit, at second: Int64, in zone: Zone, isForced: Bool
  ) -> Bool {
    if case .seconds(let duration) = limit.period {
      let start = Seconds.subtract(second, duration)
      recent.removeAll { $0 <= start }
      guard isForced || recent.count < limit.count else { return false }
      recent.append(second)
      last = second
      return true
    }
    // Most firings are in a period that has begun: no clock is read for them.
    if second >= end {
      let number = limit.period.number(at: second, in: zone)
      if number != period {
        period = number
        count = 0
      }
      end = limit.period.end(at: second, in: zone)
    }
    guard isForced || count < limit.count else { return false }
    count += 1
    last = second
    return true
  }

  /// The first second at which the limit allows another firing; the distant past where nothing forbids it
  func allowedFrom(_ limit: RateLimit, at second: Int64, in zone: Zone) -> Int64 {
    guard limit.count > 0 else { return Seconds.never }
    if case .seconds(let duration) = limit.period {
      guard recent.count >= limit.count else { return Seconds.past }
      return Seconds.add(recent[recent.count - limit.count], duration)
    }
    guard count >= limit.count else { return Seconds.past }
    if second < end { return end }
    guard limit.period.number(at: second, in: zone) == period else { return Seconds.past }
    return limit.period.end(at: second, in: zone)
  }

  // MARK: Persistence

  /// The period in a word, its number, the firings in it, and the seconds of the latest ones
  ///
  ///     day 20625 1 0     once on the day 20 625     seconds -1152921504606846976 0 1 1782039600     once in a while
  func write(to writer: inout MemoryWriter, _ limit: RateLimit?) {
    writer.word(limit?.memoryWord ?? "-")
    writer.add(period)
    writer.add(count)
    writer.add(recent.count)
    for second in recent { writer.add(second) }
  }

  /// Takes over what was counted in the same kind of period
  mutating func restore(from reader: inout MemoryReader, _ limit: RateLimit?) {
    let word = reader.word()
    let (number, counted) = (reader.second(), reader.second())
    if word == limit?.memoryWord {
      period = number
      count = Int(clamping: max(0, counted))
    }
    for _ in 0..<reader.count() { recent.append(reader.second()) }
  }
}

extension RateLimit {
  /// The kind of period: what is counted in one is not counted in another, nor what is of one row in all
  fileprivate var memoryWord: String {
    let word =
      switch period {
      case .hour: "hour"
      case .day: "day"
      case .week: "week"
      case .month: "month"
      case .seconds: "seconds"
      case .ever: "ever"
      }
    return isInAll ? word + "-in-all" : word
  }
}
