internal import OppModel

/// The firings that `at most` counts: those of an Opp, of a row of it, or of all its rows
///
/// ```
/// on every 10min at most 2 per 30min              00:00, 00:10, 00:30, 00:40: of (t - 30min, t] two at most
/// on every 20min at most 2 per hour, from 00:10   00:20, 00:40, 01:00, 01:20, 02:00: by the hours of the clock
/// ```
///
/// The seconds of the latest firings are kept with every kind of limit, so that another limit can count them after an edit.
struct FiringCount: Hashable, Sendable {
  /// The period that ``count`` is of, as ``RateLimit/Period/number(at:in:)`` numbers periods
  private var period: Int64 = Seconds.past

  /// The first second after ``period``; the distant past if it was not looked for since the last restart
  private var end: Int64 = Seconds.past

  /// The firings in ``period``; if the period is a duration, the seconds of the latest firings count
  private var count = 0

  /// The second of the latest firing; the distant past before the first
  private(set) var latest = Seconds.past

  /// The seconds of the firings before ``latest``, in ascending order
  ///
  /// With it, they are no more than ``RateLimit/keptFirings``. Most limits are of one firing, and keep none here.
  private var earlier: [Int64] = []

  /// `true` if nothing is counted
  var isNone: Bool { count == 0 && latest == Seconds.past }

  /// The seconds of the latest firings, in ascending order
  var firings: [Int64] { latest == Seconds.past ? [] : earlier + [latest] }

  /// The second of the firing with a number, counted back from the latest, which is 1; the distant past if there is none
  private func firing(_ number: Int) -> Int64 {
    if number <= 1 { return latest }
    return number - 1 <= earlier.count ? earlier[earlier.count - number + 1] : Seconds.past
  }

  /// Counts a firing, if the limit allows it
  ///
  /// - Parameters:
  ///   - second: that of the firing. If it has waited for a response, that is before the present, perhaps in a period that is over, and
  ///     before firings that are counted already.
  ///   - isOver: whether the second is before the present.
  ///   - isForced: whether it is counted also if the limit does not allow it.
  /// - Returns: whether it is counted.
  mutating func take(
    _ limit: RateLimit, at second: Int64, isOver: Bool, in zone: Zone, isForced: Bool
  ) -> Bool {
    let kind = kind(limit.period, of: second, isOver: isOver, in: zone)
    // Most firings are in a period that has begun: no clock is read for them.
    if case .present = kind, second >= end { begin(limit.period, at: second, in: zone, firings) }
    guard isForced || hasRoom(limit, kind, in: zone) else { return false }
    keep(second, limit)
    if case .present = kind { count += 1 }
    #if Relapses
      if Relapse.isOn(.limitCountsTwice) { repeatCount(of: second, limit, kind) }
    #endif
    return true
  }

  /// The period in which a firing is counted
  private enum Kind {
    /// A duration up to the firing: after a second
    case last(after: Int64)
    /// A period of the calendar before the one that is counted
    case past(number: Int64)
    /// The period of the calendar that is counted, or that begins with the firing
    case present
  }

  /// The period in which a firing is counted
  private func kind(
    _ period: RateLimit.Period, of second: Int64, isOver: Bool, in zone: Zone
  ) -> Kind {
    if case .seconds(let duration) = period {
      return .last(after: Seconds.subtract(second, duration))
    }
    guard isOver else { return .present }
    let number = period.number(at: second, in: zone)
    return number < self.period ? .past(number: number) : .present
  }

  /// Whether a limit allows another firing in a period
  private func hasRoom(_ limit: RateLimit, _ kind: Kind, in zone: Zone) -> Bool {
    switch kind {
    case .last(let start): limit.count > 0 && firing(limit.count) <= start
    case .past(let number):
      firings.count { limit.period.number(at: $0, in: zone) == number } < limit.count
    case .present: count < limit.count
    }
  }

  #if Relapses
    /// Counts a firing once more
    private mutating func repeatCount(of second: Int64, _ limit: RateLimit, _ kind: Kind) {
      switch kind {
      case .last: keep(second, limit)
      case .past: break
      case .present: count += 1
      }
    }
  #endif

  /// Keeps the second of a firing
  private mutating func keep(_ second: Int64, _ limit: RateLimit) {
    let kept = limit.keptFirings
    if second < latest {
      earlier.insert(second, at: earlier.firstIndex { $0 > second } ?? earlier.count)
    } else {
      if kept > 1, latest > Seconds.past { earlier.append(latest) }
      latest = second
    }
    if earlier.count >= kept { earlier.removeFirst(earlier.count - max(0, kept - 1)) }
  }

  /// Begins the calendar period of a second, unless it is the one that is counted
  ///
  /// - Parameter firings: the seconds of those that it may have had already.
  private mutating func begin(
    _ kind: RateLimit.Period, at second: Int64, in zone: Zone, _ firings: [Int64]
  ) {
    let number = kind.number(at: second, in: zone)
    if number != period {
      period = number
      count = 0
      for firing in firings.reversed() {
        guard kind.number(at: firing, in: zone) == number else { break }
        count += 1
      }
    }
    end = kind.end(at: second, in: zone)
  }

  /// The first second at which the limit allows another firing; the distant past if nothing forbids it
  func allowedFrom(_ limit: RateLimit, at second: Int64, in zone: Zone) -> Int64 {
    guard limit.count > 0 else { return Seconds.never }
    if case .seconds(let duration) = limit.period {
      let first = firing(limit.count)
      return first == Seconds.past ? first : Seconds.add(first, duration)
    }
    guard count >= limit.count else { return Seconds.past }
    if second < end { return end }
    guard limit.period.number(at: second, in: zone) == period else { return Seconds.past }
    return limit.period.end(at: second, in: zone)
  }

  // MARK: Edits

  /// Counts firings of the past, for a limit that is another one than the one that counted so far
  ///
  /// - Parameters:
  ///   - past: their seconds, in ascending order; those before the first of them that are counted already stay.
  ///   - now: the present second.
  mutating func recount(_ past: [Int64], _ limit: RateLimit, at now: Int64, in zone: Zone) {
    #if Relapses
      if Relapse.isOn(.editForgetsCount) {
        self = FiringCount()
        return
      }
    #endif
    let own = firings
    var all = own
    if let first = past.first { all = own.filter { $0 < first } + past }
    if all.count < own.count { all = own }
    if let last = all.last {
      latest = last
      earlier = all.dropLast().suffix(max(0, limit.keptFirings - 1))
    }
    if case .seconds = limit.period { return }
    let before = (period: period, count: count)
    period = Seconds.past
    begin(limit.period, at: now, in: zone, all)
    // Earlier versions counted without keeping seconds.
    if before.period == period { count = max(count, before.count) }
  }

  // MARK: Persistence

  /// The period in a word, its number, the firings in it, and the seconds of the latest ones
  ///
  ///     day 20625 1 1 1782039600     once on the day 20 625
  ///     seconds -1152921504606846976 0 1 1782039600     once in a while
  func write(to writer: inout MemoryWriter, _ limit: RateLimit?) {
    writer.word(limit?.memoryWord ?? "-")
    writer.add(period)
    writer.add(count)
    writer.add(firings.count)
    for second in firings { writer.add(second) }
  }

  /// Takes over the seconds of the latest firings, and the count of a period of the same kind
  mutating func restore(from reader: inout MemoryReader, _ limit: RateLimit?) {
    let word = reader.word()
    let (number, counted) = (reader.integer(), reader.integer())
    if word == limit?.memoryWord {
      period = number
      count = Int(clamping: max(0, counted))
    }
    for _ in 0..<reader.count() {
      let second = reader.second()
      if latest > Seconds.past { earlier.append(latest) }
      latest = second
    }
    #if Relapses
      if Relapse.isOn(.restoredLimitCountsTwice), latest > Seconds.past {
        earlier.append(latest)
        count += 1
      }
    #endif
  }
}
