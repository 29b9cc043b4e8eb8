internal import OppModel

/// Instants and local times together, in one zone
enum ZoneTheory {
  /// The least and greatest offsets of a zone in the years that people write rules for
  static func offsets(of zone: Zone) -> ClosedRange<Int64> {
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

  /// The local dates of a set of instants; nil where it is not bounded
  static func dates(of now: IntervalSet, in zone: Zone) -> ClosedRange<Int64>? {
    guard let hull = now.hull, let low = hull.low, let high = hull.high else { return nil }
    let first = zone.local(at: Instant(seconds: low.ceiling)).date.days
    let last = zone.local(at: Instant(seconds: high.floor)).date.days
    // A change of the clock at midnight may show a date again.
    return min(first, last) - 1...max(first, last) + 1
  }

  /// The times of day that wall clocks show on a date during a set of instants
  static func times(on day: Int64, during now: IntervalSet, in zone: Zone) -> IntervalSet {
    let start = zone.startOfDay(CivilDate(days: day)).seconds - 7200
    let end = zone.startOfDay(CivilDate(days: day + 1)).seconds + 7200
    var result = IntervalSet.nothing
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
