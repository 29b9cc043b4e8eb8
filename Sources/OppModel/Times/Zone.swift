/// A time zone: the local time of a region at every instant
///
/// A zone is a tiling of time by *segments*, each with one offset from UTC. Those that a zone file
/// lists are kept in a sorted table; those after them follow from the file's footer (``ZoneRule``),
/// which repeats for ever. The table is filled from the footer until 2100, so that an everyday question
/// is one look at the table, in the half year that the instant is in:
///
/// ```
///      table: offsets[0]   offsets[1]   …   offsets.last     rule: std, dst, std, …
///   ─────────────────────┬────────────┬───┬──────────────┬──────┬──────┬──────→
///   distant past     starts[1]    starts[2]         (before 2100)
/// ```
///
/// Two segments of America/Vancouver, and local times at their ends:
///
/// ```
/// 2026-03-08T10:00Z … 2026-11-01T09:00Z    offset −25 200      instant(of: 8 March 02:30)      10:00Z: skipped
/// 2026-11-01T09:00Z … 2027-03-14T10:00Z    offset −28 800      instant(of: 1 November 01:30)   08:30Z: the first
/// ```
///
/// Only changes of the offset count as transitions; a new abbreviation alone is none.
package struct Zone: Hashable, Sendable {
  /// The first second of each segment of the table, ascending; the first is the distant past
  private let starts: [Int64]

  /// The offset of each segment of the table
  private let offsets: [Int64]

  /// The transitions of each half year; they follow from ``starts``
  private let index: TransitionIndex

  /// The rule that holds from `ruleStart` on; nil if the last segment of the table never ends
  private let rule: ZoneRule?

  /// The abbreviations of its offsets, such as `CEST`
  private let names: [ZoneName]

  /// A second of the last segment of the table, from which on `rule` holds
  private let ruleStart: Int64

  /// 2100-01-01, until which the table is filled from the rule
  private static let tableEnd: Int64 = 4_102_444_800

  /// 1800-01-01: a table that would have to be filled from before it is not filled
  private static let tableStart: Int64 = -5_364_662_400

  /// Coordinated Universal Time
  package static let utc = Zone(offset: 0)

  /// A zone that is always the same number of seconds ahead of UTC
  package init(offset: Int64) {
    starts = [Instant.distantPast.seconds]
    offsets = [min(max(offset, -ZoneRule.offsetLimit), ZoneRule.offsetLimit)]
    index = TransitionIndex(starts)
    rule = nil
    ruleStart = 0
    names = []
  }

  /// A zone of listed transitions and of a rule for the time after them
  ///
  /// - Requires: transitions ascend, and all offsets are within ``ZoneRule/offsetLimit``.
  init(
    initialOffset: Int64, transitions: [ZoneTransition], rule: ZoneRule?, names: [ZoneName] = []
  ) {
    self.names = names
    var starts = [Instant.distantPast.seconds]
    var offsets = [initialOffset]
    /// Ends the last segment where the offset changes
    func append(_ start: Int64, _ offset: Int64) {
      if start <= Instant.distantPast.seconds {
        offsets[0] = offset
      } else if start < Instant.distantFuture.seconds, offset != offsets.last {
        starts.append(start)
        offsets.append(offset)
      }
    }
    for transition in transitions.dropLast() { append(transition.start, transition.offset) }
    guard let rule else {
      if let last = transitions.last { append(last.start, last.offset) }
      (self.starts, self.offsets, self.rule, ruleStart) = (starts, offsets, nil, 0)
      index = TransitionIndex(starts)
      return
    }
    // From the last transition on the rule speaks, or for all time if there is no transition.
    var turn = Self.held(transitions.last?.start ?? .min)
    var segment = rule.segment(at: turn)
    append(turn, segment.offset)
    if turn >= Self.tableStart, !rule.isConstant {
      while segment.end < Self.tableEnd {
        turn = segment.end
        segment = rule.segment(at: turn)
        append(turn, segment.offset)
      }
    }
    (self.starts, self.offsets, self.rule, ruleStart) = (starts, offsets, rule, turn)
    index = TransitionIndex(starts)
  }
}

/// An abbreviation of an offset, such as `CEST`
struct ZoneName: Hashable, Sendable {
  let text: String
  let offset: Int64
}

// MARK: - Queries by abbreviation

extension Zone {
  /// The instant at which wall clocks show a local time whose offset has an abbreviation, such as `02:30 CEST`
  ///
  /// - Returns: `nil` if the zone does not have the abbreviation at that time.
  package func instant(of local: LocalDateTime, named name: String) -> Instant? {
    for found in names where found.text == name {
      let instant = Instant(seconds: local.secondsSinceEpoch - found.offset)
      if offset(at: instant) == found.offset { return instant }
    }
    return nil
  }
}

// MARK: - Queries by instant

extension Zone {
  /// The number of seconds by which wall clocks are ahead of UTC
  ///
  /// - Complexity: O(log n) in the number of transitions the zone file lists.
  package func offset(at instant: Instant) -> Int64 {
    segment(at: instant.seconds).offset
  }

  /// The local time that wall clocks show
  package func local(at instant: Instant) -> LocalDateTime {
    let seconds = Self.held(instant.seconds)
    return LocalDateTime(secondsSinceEpoch: seconds + segment(at: seconds).offset)
  }

  /// The first second after an instant at which wall clocks jump
  ///
  /// - Returns: nil if they never do again.
  package func nextTransition(after instant: Instant) -> Instant? {
    let end = segment(at: instant.seconds).end
    return end >= Instant.distantFuture.seconds ? nil : Instant(seconds: end)
  }

  /// The last second, up to and including an instant, at which wall clocks jumped
  ///
  /// - Returns: nil if they never did.
  package func previousTransition(upTo instant: Instant) -> Instant? {
    let start = segment(at: instant.seconds).start
    return start <= Instant.distantPast.seconds ? nil : Instant(seconds: start)
  }

  /// The first second after an instant that wall clocks do not show as the next second of the same day
  ///
  /// It is the next local midnight or the next transition, whichever comes first. Until then the time
  /// of day advances by a second each second.
  package func clockJump(after instant: Instant) -> Instant {
    timeOfDay(at: instant).until
  }

  /// The second of the day that wall clocks show, and ``clockJump(after:)``
  package func timeOfDay(at instant: Instant) -> (second: Int64, until: Instant) {
    let seconds = Self.held(instant.seconds)
    let segment = segment(at: seconds)
    let time = LocalDateTime(secondsSinceEpoch: seconds + segment.offset).secondOfDay
    let midnight = seconds + LocalDateTime.secondsPerDay - time
    return (time, Instant(seconds: min(midnight, segment.end)))
  }
}

// MARK: - Queries by local time

/// The instants at which wall clocks show a local time
package enum LocalOccurrences: Equatable {
  case once(Instant)
  /// Clocks are set back over it
  case twice(Instant, Instant)
  /// Clocks are set forward over it
  case never
}

extension Zone {
  /// The instant at which wall clocks show a local time
  ///
  /// A time that a transition skips is the first second after the gap. One that occurs twice is its
  /// first occurrence.
  ///
  /// - Complexity: O(log n), and the number of transitions within two days of the local time.
  package func instant(of local: LocalDateTime) -> Instant {
    let wanted = local.secondsSinceEpoch
    // At any offset, no second before this one shows the wanted time.
    var segment = segment(at: wanted - ZoneRule.offsetLimit)
    while true {
      let candidate = wanted - segment.offset
      // Wall clocks were behind the wanted time until this segment, and are beyond it now: a gap.
      if candidate < segment.start { return Instant(seconds: segment.start) }
      if candidate < segment.end || segment.end >= Instant.distantFuture.seconds {
        return Instant(seconds: Self.held(candidate))
      }
      segment = self.segment(at: segment.end)
    }
  }

  /// The instants at which wall clocks show a local time, of which there may be two or none
  ///
  /// The first time that a transition skips is that of the transition itself, as for stamps at the end of an hour.
  package func occurrences(of local: LocalDateTime) -> LocalOccurrences {
    let wanted = local.secondsSinceEpoch
    let first = instant(of: local)
    guard first.seconds + offset(at: first) == wanted else {
      let before = offset(at: first.advanced(by: -1))
      return first.seconds + before == wanted ? .once(first) : .never
    }
    guard let change = nextTransition(after: first) else { return .once(first) }
    let second = Instant(seconds: wanted - offset(at: change))
    guard second >= change, second.seconds + offset(at: second) == wanted else {
      return .once(first)
    }
    return .twice(first, second)
  }

  /// The first second whose local date is a date: its midnight, unless a transition skips that
  ///
  /// The start of a date that a zone skipped whole is that of the date after it.
  package func startOfDay(_ date: CivilDate) -> Instant {
    instant(of: LocalDateTime(date: date, secondOfDay: 0))
  }
}

// MARK: - Segments

extension Zone {
  /// The segment of an instant in seconds since the epoch
  private func segment(at instant: Int64) -> ZoneSegment {
    let seconds = Self.held(instant)
    // The number of starts at or before the instant, at least one.
    let next = index.bounds(at: seconds).partitionPoint { starts[$0] > seconds }
    if next < starts.count {
      return ZoneSegment(start: starts[next - 1], end: starts[next], offset: offsets[next - 1])
    }
    if let rule {
      let segment = rule.segment(at: max(seconds, ruleStart))
      let start = segment.start <= ruleStart ? starts[next - 1] : segment.start
      return ZoneSegment(start: start, end: segment.end, offset: segment.offset)
    }
    return ZoneSegment(
      start: starts[next - 1], end: Instant.distantFuture.seconds, offset: offsets[next - 1])
  }

  /// A second held between the distant past and future
  private static func held(_ seconds: Int64) -> Int64 {
    min(max(seconds, Instant.distantPast.seconds), Instant.distantFuture.seconds)
  }
}

/// The transitions of a zone by intervals of about half a year, most of which have one or two
///
/// ```
///   starts     past   1974-01-06   1974-10-27   1975-02-23   …
///   counts            2            2            3            …      at 1974-01-06, 1974-07-19 and 1975-01-29
/// ```
private struct TransitionIndex: Hashable, Sendable {
  /// The first second of the first interval
  private let first: Int64

  /// By interval, and for the time after the last one: the number of starts at or before its first second
  private let counts: [Int32]

  /// The number of starts
  private let total: Int

  /// The logarithm of the seconds of an interval, which is 194 days
  private static let bits: Int64 = 24

  /// Intervals of five centuries: a file may have transitions at both ends of time
  private static let mostIntervals = 1024

  /// - Parameter starts: ascending; the first is the distant past.
  init(_ starts: [Int64]) {
    total = starts.count
    guard let last = starts.last, starts.count > 1 else {
      (first, counts) = (0, [])
      return
    }
    first = starts[1]
    var counts: [Int32] = []
    var count = 1
    var second = first
    while true {
      while count < starts.count, starts[count] <= second { count += 1 }
      counts.append(Int32(truncatingIfNeeded: count))
      guard second <= last, counts.count <= Self.mostIntervals else { break }
      second += 1 << Self.bits
    }
    self.counts = counts
  }

  /// The range in which the number of starts at or before a second is, or its end
  @inline(__always)
  func bounds(at second: Int64) -> Range<Int> {
    guard !counts.isEmpty, second >= first else { return 1..<1 }
    let interval = (second - first) >> Self.bits
    guard interval < counts.count - 1 else { return Int(counts[counts.count - 1])..<total }
    return Int(counts[Int(interval)])..<Int(counts[Int(interval) + 1])
  }
}

/// An interval with one offset from UTC
struct ZoneSegment: Hashable, Sendable {
  let start: Int64

  /// The first second after it
  let end: Int64
  let offset: Int64
}

/// A second from which on an offset holds
struct ZoneTransition: Hashable, Sendable {
  let start: Int64
  let offset: Int64
}
