internal import OppModel

/// Instants and local times together, in one zone
///
/// For Europe/Berlin and the hour of instants from 2026-03-29T00:30:00Z to 01:30:00Z:
///
/// ```
/// dates     2026-03-28 to 2026-03-30       one more on either side
/// times     1:30 to 1:59:59, 3:00 to 3:29:59       the clock goes from 2:00 to 3:00 at 01:00:00Z
/// ```
enum ZoneTheory {
  /// The least and greatest offsets of a zone in the years that people write rules for
  ///
  /// Seconds ahead of UTC: 3208 to 10,800 for Berlin, with the time of the town and the double summer time of 1945.
  static func offsets(of zone: Zone) -> ClosedRange<Int64> {
    // From 1900-01-01 to 2100-01-01.
    // Before 1900 wall clocks showed the time of the town.
    var instant = Instant(seconds: -2_208_988_800)
    let end = Instant(seconds: 4_102_444_800)
    var range = zone.offset(at: .first)...zone.offset(at: .first)
    func extend(_ offset: Int64) {
      range = min(range.lowerBound, offset)...max(range.upperBound, offset)
    }
    extend(zone.offset(at: instant))
    while let next = zone.nextTransition(after: instant), next < end {
      extend(zone.offset(at: next))
      instant = next
    }
    return range
  }

  /// The local dates of a set of instants; `nil` if it is not bounded
  ///
  /// Days since 1970-01-01, a day wider than needed on either side.
  static func dates(of now: IntervalSet, in zone: Zone) -> ClosedRange<Int64>? {
    guard let hull = now.hull, let low = hull.low, let high = hull.high else { return nil }
    let first = zone.local(at: Instant(seconds: low.ceiling)).date.days
    let last = zone.local(at: Instant(seconds: high.floor)).date.days
    // A change of the clock at midnight may show a date again.
    return min(first, last) - 1...max(first, last) + 1
  }

  /// The times of day that wall clocks show on a date during a set of instants
  ///
  /// In seconds of the local day; empty if the instants do not meet the date.
  static func times(on day: Int64, during now: IntervalSet, in zone: Zone) -> IntervalSet {
    // Two hours more on both sides, for days that a change of the clock begins or ends.
    let start = zone.startOfDay(CivilDate(days: day)).seconds - 7200
    let end = zone.startOfDay(CivilDate(days: day + 1)).seconds + 7200
    var result = IntervalSet.nothing
    // Between two changes of the clock the offset is constant.
    var from = start
    while from < end {
      let next = zone.nextTransition(after: Instant(seconds: from))?.seconds ?? end
      let to = min(next, end)
      let offset = zone.offset(at: Instant(seconds: from))
      let instants = now.intersection(.halfOpen(Rational(from), Rational(to)))
      let shift = Rational(86_400 * day - offset)
      if let times = instants.preimage(factor: .one, offset: shift) { result = result.union(times) }
      from = to
    }
    return result.intersection(TimeField.time.domain)
  }
}
