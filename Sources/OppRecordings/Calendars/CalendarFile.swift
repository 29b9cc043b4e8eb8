package import OppModel

/// A calendar in the format of RFC 5545
///
/// Events that happen once, and changed occurrences of series, are laid out in order; series are expanded
/// for the window that is queried, however far away.
///
/// An event that cannot be read is reported and left out. If it could have made the person busy, it is not known when the
/// person is free while the event may take place: see ``unclear``. If that may be at any time, nothing is known: see
/// ``unknownReason``.
package struct CalendarFile: Sendable {
  /// The reason why it is not known when the person is busy; `nil` if it is known, but for ``unclear``
  package let unknownReason: String?

  /// The times in which an event that cannot be read may take place, by their beginning
  package let unclear: [UnclearTime]

  /// Ordered as in `agenda`
  let singles: [Occurrence]

  /// The latest end among the singles up to each, in seconds; it ascends, so a search backwards knows where to stop
  ///
  /// ```
  /// singles      [1, 9)   [2, 3)   [4, 5)        by begin
  /// latestEnds     9        9        9           at second 6: the last two are over, the first is not
  /// ```
  let latestEnds: [Int64]

  /// Events that recur, in the order of the file
  let series: [EventSeries]

  /// Busy periods of `VFREEBUSY`, ascending and apart
  let busyPeriods: [Range<Int64>]

  init(
    unknownReason: String?, unclear: [UnclearTime] = [], singles: [Occurrence],
    series: [EventSeries], busyPeriods: [Range<Int64>]
  ) {
    self.unknownReason = unknownReason
    self.unclear = unclear.sorted { $0.range.lowerBound < $1.range.lowerBound }
    self.singles = singles.sorted(by: Occurrence.isOrdered)
    var latest = Int64.min
    latestEnds = self.singles.map {
      latest = max(latest, $0.ends.seconds)
      return latest
    }
    self.series = series
    self.busyPeriods = merged(busyPeriods)
  }

  /// A calendar of which every occurrence is known
  package init(occurrences: [Occurrence]) {
    self.init(unknownReason: nil, singles: occurrences, series: [], busyPeriods: [])
  }

  /// The reason why the person's times are not known at an instant; `nil` if they are
  package func unknownReason(at instant: Instant) -> String? {
    unknownReason ?? UnclearTime.reason(at: instant, among: unclear)
  }

  /// Occurrences that have a second in `[from, to)`, or begin in it, by their begin and uid
  package func occurrences(overlapping from: Instant, _ to: Instant) -> [Occurrence] {
    var found: [Occurrence] = []
    collectSingles(from: from.seconds, to: to.seconds, into: &found)
    for series in series { series.collect(from: from.seconds, to: to.seconds, into: &found) }
    return found.sorted(by: Occurrence.isOrdered)
  }

  /// Appends the singles that have a second in `[from, to)`, or take no time and begin at `from`
  ///
  /// Goes backwards from the last that begins before `to`, for as long as an earlier one may still last.
  func collectSingles(from: Int64, to: Int64, into found: inout [Occurrence]) {
    var index = firstSingle(notBefore: to) - 1
    while index >= 0, latestEnds[index] >= from {
      let single = singles[index]
      let ends = single.ends.seconds
      if ends > from || (ends == from && single.begins.seconds == from) { found.append(single) }
      index -= 1
    }
  }

  /// The index of the first single that begins at an instant or later
  func firstSingle(notBefore instant: Int64) -> Int {
    singles.indices.partitionPoint { singles[$0].begins.seconds >= instant }
  }
}

/// A time in which an event that cannot be read may take place
package struct UnclearTime: Hashable, Sendable {
  /// In seconds since the epoch
  package let range: Range<Int64>

  /// The event, for people
  package let reason: String

  /// The reason of the first of some times that an instant lies in; `nil` if it lies in none
  package static func reason(at instant: Instant, among times: [UnclearTime]) -> String? {
    times.first { $0.range.contains(instant.seconds) }?.reason
  }
}

/// Ranges in order, those that touch or overlap made one: `[5..<7, 1..<3, 2..<5]` is `[1..<7]`
func merged(_ ranges: [Range<Int64>]) -> [Range<Int64>] {
  var result: [Range<Int64>] = []
  for range in ranges.sorted(by: { $0.lowerBound < $1.lowerBound }) where !range.isEmpty {
    if let last = result.last, range.lowerBound <= last.upperBound {
      result[result.count - 1] = last.lowerBound..<max(last.upperBound, range.upperBound)
    } else {
      result.append(range)
    }
  }
  return result
}
