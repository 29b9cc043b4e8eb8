internal import OppModel

/// The time that wall clocks show, by the zone database or by a `VTIMEZONE` of the file
///
/// A local time that is skipped is read with the offset before the gap, one that occurs twice is the
/// first (RFC 5545 §3.3.5).
///
/// ```
/// America/New_York    2020-03-08 02:30   skipped       07:30Z, with −5 h, the offset before the gap
///                     2020-11-01 01:30   occurs twice  05:30Z, with −4 h, the first
/// ```
enum CalendarZone: Sendable {
  case database(Zone)
  case described(DescribedZone)

  /// Seconds since the epoch at which wall clocks show a local time
  func instant(ofLocal local: Int64) -> Int64 {
    switch self {
    case .database(let zone):
      let time = LocalDateTime(secondsSinceEpoch: local)
      let instant = zone.instant(of: time)
      let offset = zone.offset(at: instant)
      if instant.seconds + offset == local { return instant.seconds }
      // In a gap the database gives the first second after it.
      return local - zone.offset(at: Instant(seconds: instant.seconds - 1))
    case .described(let zone): return zone.instant(ofLocal: local)
    }
  }

  /// The seconds of the wall clock from 1970-01-01T00:00:00 at an instant
  func local(at instant: Int64) -> Int64 {
    switch self {
    case .database(let zone): instant + zone.offset(at: Instant(seconds: instant))
    case .described(let zone): instant + zone.offset(at: instant)
    }
  }
}

/// The offsets that a `VTIMEZONE` describes, laid out in a table
///
/// Of a zone like that of Paris, from 2026 on:
///
/// ```
/// starts             1774746000        1792890000         29 March 01:00Z, 25 October 01:00Z
/// offsets     3600               7200               3600
/// ```
struct DescribedZone: Sendable {
  /// The first second of each offset but the first, ascending
  private let starts: [Int64]

  /// The offsets, one more than the starts
  private let offsets: [Int64]

  /// The zone of the database with the same name
  let known: Zone?

  /// `true` if the database counts from the last start on: the description stops there
  private let stops: Bool

  /// The year up to which the table is laid out, for descriptions repeat for ever
  static let lastYear: Int64 = 2200

  /// The seconds of the wall clock at which the table ends
  static let end: Int64 = 7_258_118_400

  /// More than a change a month
  static let transitionLimit = 10_000

  /// - Parameters:
  ///   - transitions: the instant and the offset from then on, in any order.
  ///   - known: the zone of the database with the same name.
  ///   - stops: whether the description has changes, and none that repeats for ever.
  init(
    initialOffset: Int64, transitions: [(start: Int64, offset: Int64)], known: Zone? = nil,
    stops: Bool = false
  ) {
    self.known = known
    self.stops = stops && known != nil
    var starts: [Int64] = []
    var offsets = [initialOffset]
    for transition in transitions.sorted(by: { $0.start < $1.start })
    where transition.offset != offsets.last {
      starts.append(transition.start)
      offsets.append(transition.offset)
    }
    self.starts = starts
    self.offsets = offsets
  }

  /// Seconds east of UTC at an instant; found in the logarithm of the number of changes
  func offset(at instant: Int64) -> Int64 {
    let index = index(at: instant)
    guard stops, index == starts.count, let known else { return offsets[index] }
    return known.offset(at: Instant(seconds: instant))
  }

  func instant(ofLocal local: Int64) -> Int64 {
    if stops, let known, let last = starts.last {
      // From a day after the last start on, both clocks lie after it.
      if local - 26 * 3600 > last { return CalendarZone.database(known).instant(ofLocal: local) }
    }
    // Offsets are less than 26 hours, so no earlier segment shows this time.
    var index = index(at: local - 26 * 3600)
    while true {
      let candidate = local - offsets[index]
      if index == starts.count || candidate < starts[index] {
        if index > 0, candidate < starts[index - 1] { return local - offsets[index - 1] }
        return candidate
      }
      index += 1
    }
  }

  /// The number of starts at or before an instant
  private func index(at instant: Int64) -> Int {
    starts.indices.partitionPoint { starts[$0] > instant }
  }
}
