package import OppEngine
internal import OppModel

extension CalendarFile {
  /// The times at which the person is busy; ``unclear`` times count as busy, so that none is promised as free
  ///
  /// - Requires: ``unknownReason`` is nil.
  package func schedule() -> Schedule {
    let stretches = BusyStretches(file: self)
    return Schedule(identity: ObjectIdentifier(stretches)) { stretches.stretch(at: $0) }
  }

  /// The busy seconds within `[from, to)`, ascending and apart
  func busy(from: Int64, to: Int64) -> [Range<Int64>] {
    var found: [Occurrence] = []
    collectSingles(from: from, to: to, into: &found)
    for series in series { series.collect(from: from, to: to, into: &found) }
    var ranges: [Range<Int64>] = []
    for occurrence in found where occurrence.isBusy {
      let begin = max(occurrence.begins.seconds, from)
      let end = min(occurrence.ends.seconds, to)
      if begin < end { ranges.append(begin..<end) }
    }
    for period in busyPeriods where period.overlaps(from..<to) {
      ranges.append(period.clamped(to: from..<to))
    }
    for time in unclear where time.range.overlaps(from..<to) {
      ranges.append(time.range.clamped(to: from..<to))
    }
    return merged(ranges)
  }
}

/// Intervals of busy and free time, found chunk by chunk and kept
///
/// ```
/// chunk          n-1          n            n+1
///         ───██──────────┬───────────█┬██──────────
/// busy at n: the end of one interval may lie in the next chunk, that of a free one many chunks on
/// ```
///
/// A chunk is a fixed interval of 64 days from the epoch: chunk 0 begins on 1970-01-01, chunk 322 on 2026-06-04. A
/// query expands the series of one chunk at most a few times, so its cost does not depend on how long the calendar is.
/// The object is shared by all copies of a ``Schedule``, on several threads; two that look for one chunk at once
/// find the same.
final class BusyStretches: Sendable {
  /// The calendar, which never changes
  private let file: CalendarFile

  private let chunks = Guarded(Chunks())

  /// The busy seconds of the chunks that were needed; ascending and apart, none beyond its chunk
  private struct Chunks {
    private var byIndex: [Int64: [Range<Int64>]] = [:]

    /// The one that was needed last, which most queries are of
    private var latest: (index: Int64, busy: [Range<Int64>])?

    /// The place of the range in ``latest`` that was found last: most queries are of that, or of the next one
    private var place = 0

    /// The busy seconds of a chunk; nil if it has not been needed
    mutating func busy(of index: Int64) -> [Range<Int64>]? {
      if let latest, latest.index == index { return latest.busy }
      guard let busy = byIndex[index] else { return nil }
      turn(to: index, busy)
      return busy
    }

    private mutating func turn(to index: Int64, _ busy: [Range<Int64>]) {
      latest = (index, busy)
      place = 0
    }

    /// The interval that contains a second, if it and its neighbours are within the latest chunk
    mutating func stretch(at second: Int64) -> Schedule.Stretch? {
      guard let latest else { return nil }
      let chunk = BusyStretches.seconds(ofChunk: latest.index)
      let after = BusyStretches.firstIndex(endingAfter: second, in: latest.busy, near: place)
      guard after > 0, after < latest.busy.endIndex else { return nil }
      place = after
      let (before, own) = (latest.busy[after - 1], latest.busy[after])
      guard own.contains(second) else {
        return Schedule.Stretch(
          isBusy: false, from: Instant(seconds: before.upperBound),
          to: Instant(seconds: own.lowerBound))
      }
      // One that ends with its chunk may go on in the next one.
      guard own.upperBound < chunk.upperBound else { return nil }
      return Schedule.Stretch(
        isBusy: true, from: Instant(seconds: own.lowerBound), to: Instant(seconds: own.upperBound))
    }

    /// Keeps the busy seconds of a chunk; forgets all others if too many are kept
    mutating func keep(_ busy: [Range<Int64>], of index: Int64) {
      if byIndex.count >= BusyStretches.cacheLimit { byIndex.removeAll() }
      byIndex[index] = busy
      turn(to: index, busy)
    }
  }

  /// The length of a chunk in seconds
  private static let chunkLength: Int64 = 64 * 86_400

  /// The seconds of a chunk
  private static func seconds(ofChunk index: Int64) -> Range<Int64> {
    index * chunkLength..<(index + 1) * chunkLength
  }

  /// The limit of the chunks that are searched for the next change: 3650 days and more
  private static let chunkLimit = 60

  /// Chunks kept
  private static let cacheLimit = 4096

  init(file: CalendarFile) {
    self.file = file
  }

  /// The interval that contains an instant, at its full length: across chunks, and to the end of time if none follows
  func stretch(at instant: Instant) -> Schedule.Stretch {
    let second = instant.seconds
    if let found = chunks.withLock({ $0.stretch(at: second) }) { return found }
    let index = floorDivided(second, by: Self.chunkLength)
    let busy = chunk(index)
    let after = Self.firstIndex(endingAfter: second, in: busy, near: 0)
    if after < busy.endIndex, busy[after].contains(second) {
      return Schedule.Stretch(
        isBusy: true, from: begin(ofBusy: busy[after], in: index),
        to: end(ofBusy: busy[after], in: index))
    }
    let from = after > 0 ? busy[after - 1].upperBound : endBefore(chunk: index)
    let to = after < busy.endIndex ? busy[after].lowerBound : beginAfter(chunk: index)
    return Schedule.Stretch(
      isBusy: false, from: Instant(seconds: from), to: Instant(seconds: to))
  }

  /// The index of the first range that ends after a second: the one that contains it, or the next one
  ///
  /// - Parameter place: an index that is tried first, with the next one.
  private static func firstIndex(
    endingAfter second: Int64, in busy: [Range<Int64>], near place: Int
  ) -> Int {
    for index in (place..<place + 2).clamped(to: busy.indices)
    where busy[index].upperBound > second && (index == 0 || busy[index - 1].upperBound <= second) {
      return index
    }
    return busy.indices.partitionPoint { busy[$0].upperBound > second }
  }

  /// The begin of a busy interval, which may lie in chunks before that of the range
  private func begin(ofBusy range: Range<Int64>, in index: Int64) -> Instant {
    var begin = range.lowerBound
    var index = index
    for _ in 0..<Self.cacheLimit {
      guard begin == index * Self.chunkLength else { break }
      index -= 1
      guard let last = chunk(index).last, last.upperBound == begin else { break }
      begin = last.lowerBound
    }
    return Instant(seconds: begin)
  }

  /// The end of a busy interval, which may lie in chunks after that of the range
  private func end(ofBusy range: Range<Int64>, in index: Int64) -> Instant {
    var end = range.upperBound
    var index = index
    for _ in 0..<Self.cacheLimit {
      guard end == (index + 1) * Self.chunkLength else { break }
      index += 1
      guard let first = chunk(index).first, first.lowerBound == end else { break }
      end = first.upperBound
    }
    return Instant(seconds: end)
  }

  /// The first busy second after a chunk
  private func beginAfter(chunk index: Int64) -> Int64 {
    var index = index
    for _ in 0..<Self.chunkLimit {
      guard let next = file.possiblyBusy(from: (index + 1) * Self.chunkLength) else { break }
      index = floorDivided(next, by: Self.chunkLength)
      if let first = chunk(index).first { return first.lowerBound }
    }
    return Instant.distantFuture.seconds
  }

  /// The first free second after the last busy one before a chunk
  private func endBefore(chunk index: Int64) -> Int64 {
    var index = index
    for _ in 0..<Self.chunkLimit {
      guard let last = file.possiblyBusy(before: index * Self.chunkLength) else { break }
      index = floorDivided(last - 1, by: Self.chunkLength)
      if let last = chunk(index).last { return last.upperBound }
    }
    return Instant.distantPast.seconds
  }

  /// The busy seconds of a chunk
  private func chunk(_ index: Int64) -> [Range<Int64>] {
    if let known = chunks.withLock({ $0.busy(of: index) }) { return known }
    let start = index * Self.chunkLength
    let busy = file.busy(from: start, to: start + Self.chunkLength)
    chunks.withLock { $0.keep(busy, of: index) }
    return busy
  }
}

extension CalendarFile {
  /// A second from which on something may make busy, or nil if nothing does any more
  func possiblyBusy(from instant: Int64) -> Int64? {
    var next: Int64?
    func consider(_ second: Int64) { next = min(next ?? .max, max(second, instant)) }
    let index = firstSingle(notBefore: instant)
    if index > 0, latestEnds[index - 1] > instant { consider(instant) }
    if index < singles.count { consider(singles[index].begins.seconds) }
    for series in series where series.span.upperBound > instant {
      consider(series.span.lowerBound)
    }
    if let period = busyPeriods.first(where: { $0.upperBound > instant }) {
      consider(period.lowerBound)
    }
    for time in unclear where time.range.upperBound > instant { consider(time.range.lowerBound) }
    return next
  }

  /// A second up to which something may have made busy, or nil if nothing has
  func possiblyBusy(before instant: Int64) -> Int64? {
    var last: Int64?
    func consider(_ second: Int64) { last = max(last ?? .min, min(second, instant)) }
    let index = firstSingle(notBefore: instant)
    if index > 0 { consider(latestEnds[index - 1]) }
    for series in series where series.span.lowerBound < instant {
      consider(series.span.upperBound)
    }
    if let period = busyPeriods.last(where: { $0.lowerBound < instant }) {
      consider(period.upperBound)
    }
    for time in unclear where time.range.lowerBound < instant { consider(time.range.upperBound) }
    return last
  }
}
