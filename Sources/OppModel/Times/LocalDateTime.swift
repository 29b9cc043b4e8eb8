/// A date and the seconds since its midnight, as a calendar and a clock on the wall show them
///
/// A local time names an instant only together with a ``Zone``: 2026-06-21 12:00 is second 43 200 of day 20 625, which
/// is 19:00Z in Vancouver and 10:00Z in Berlin.
package struct LocalDateTime: Hashable, Sendable, Comparable {
  package let date: CivilDate

  /// Seconds since midnight by the wall clock
  ///
  /// - Invariant: `0..<86400` contains it.
  package let secondOfDay: Int64

  package static let secondsPerDay: Int64 = 86_400

  /// The time of day `secondOfDay` of a date
  ///
  /// Seconds beyond the day carry over: 86400 is midnight of the day after.
  package init(date: CivilDate, secondOfDay: Int64) {
    let second = CivilDate.floorModulo(secondOfDay, Self.secondsPerDay)
    let carried = floorDivided(secondOfDay, by: Self.secondsPerDay)
    self.date = carried == 0 ? date : date.advanced(by: carried)
    self.secondOfDay = second
  }

  /// The local time that is a number of seconds after 1970-01-01T00:00:00 of the same wall clock
  package init(secondsSinceEpoch: Int64) {
    let second = CivilDate.floorModulo(secondsSinceEpoch, Self.secondsPerDay)
    // Not `secondsSinceEpoch - second`, which could overflow at the very end.
    date = CivilDate(days: floorDivided(secondsSinceEpoch, by: Self.secondsPerDay))
    secondOfDay = second
  }

  /// Seconds since 1970-01-01T00:00:00 of the same wall clock
  package var secondsSinceEpoch: Int64 {
    date.days * Self.secondsPerDay + secondOfDay
  }

  package var hour: Int { Int(secondOfDay / 3600) }
  package var minute: Int { Int(secondOfDay / 60 % 60) }
  package var second: Int { Int(secondOfDay % 60) }

  package static func < (left: LocalDateTime, right: LocalDateTime) -> Bool {
    left.date == right.date ? left.secondOfDay < right.secondOfDay : left.date < right.date
  }
}
