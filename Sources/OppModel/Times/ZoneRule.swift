/// The rule that a zone follows for ever: one offset, or two that alternate by the calendar
///
/// It is the value of the `TZ` variable of POSIX, and the footer of a zone file: `PST8PDT,M3.2.0,M11.1.0`.
///
/// ```
/// standardOffset −28 800, saving −25 200
/// 2026: starts on the second Sunday of March, the 8th, 02:00 standard time      10:00Z
///       ends on the first Sunday of November, the 1st, 02:00 saving time        09:00Z
/// ```
struct ZoneRule: Hashable, Sendable {
  /// The offset outside daylight saving time
  let standardOffset: Int64

  /// Nil if the offset never changes
  let saving: Saving?

  /// The largest offset from UTC, and the negated smallest: RFC 9636 wants less than 26 hours
  static let offsetLimit: Int64 = 26 * 3600

  /// Daylight saving time: its offset, and when in each year it starts and ends
  struct Saving: Hashable, Sendable {
    let offset: Int64

    /// In standard time
    let start: YearlyTime

    /// In daylight saving time
    let end: YearlyTime
  }

  init(standardOffset: Int64, saving: Saving?) {
    guard let saving, saving.offset != standardOffset else {
      (self.standardOffset, self.saving) = (standardOffset, nil)
      return
    }
    if Self.isPermanent(saving, standardOffset: standardOffset) {
      (self.standardOffset, self.saving) = (saving.offset, nil)
    } else {
      (self.standardOffset, self.saving) = (standardOffset, saving)
    }
  }

  /// `true` if the offset never changes
  var isConstant: Bool { saving == nil }
}

/// A local time that comes once a year
struct YearlyTime: Hashable, Sendable {
  let day: Day

  /// Seconds since midnight of the day; up to a week before or after it
  let second: Int64

  enum Day: Hashable, Sendable {
    /// `Jn`: 1 to 365; 29 February is never counted
    case julian(Int)
    /// `n`: 0 to 365; 29 February is counted
    case ordinal(Int)
    /// `Mm.w.d`: the week-th such weekday of a month, 5 for the last; 0 Monday to 6 Sunday
    case weekday(month: Int, week: Int, weekday: Int)
  }

  /// Seconds from 1970-01-01T00:00:00 of the same wall clock to this time of a year
  func secondsSinceEpoch(year: Int64) -> Int64 {
    let date: CivilDate
    switch day {
    case .julian(let day):
      let leapDay = CivilDate.isLeap(year: year) && day >= 60 ? 1 : 0
      date = Self.date(year, 1).advanced(by: Int64(day - 1 + leapDay))
    case .ordinal(let day):
      date = Self.date(year, 1).advanced(by: Int64(day))
    case .weekday(let month, let week, let weekday):
      let first = Self.date(year, month)
      var day = (weekday - first.weekday + 7) % 7 + (week - 1) * 7
      if day >= CivilDate.dayCount(year: year, month: month) { day -= 7 }
      date = first.advanced(by: Int64(day))
    }
    return date.days * LocalDateTime.secondsPerDay + second
  }

  /// The first of a month
  private static func date(_ year: Int64, _ month: Int) -> CivilDate {
    CivilDate(year: year, month: month, day: 1) ?? CivilDate(days: 0)
  }
}

// MARK: - Segments

extension ZoneRule {
  /// The interval of one offset that contains an instant
  ///
  /// The transitions of a year may spill into its neighbours by a week, and daylight saving time may
  /// end in the year after it began. Hence the transitions of five years are laid out, in order, and
  /// the two around the instant are taken.
  ///
  /// - Requires: the instant is within the distant past and future.
  func segment(at instant: Int64) -> ZoneSegment {
    guard let saving else {
      return ZoneSegment(
        start: Instant.distantPast.seconds, end: Instant.distantFuture.seconds,
        offset: standardOffset)
    }
    let year = LocalDateTime(secondsSinceEpoch: instant).date.year
    var start = Instant.distantPast.seconds
    var offset = standardOffset
    for candidate in (year - 2)...(year + 2) {
      for transition in transitions(of: saving, in: candidate) {
        // An end at the very second of a start is undone by it.
        if transition.start > instant, transition.offset != offset {
          return ZoneSegment(start: start, end: transition.start, offset: offset)
        }
        if transition.offset != offset {
          start = transition.start
          offset = transition.offset
        }
      }
    }
    return ZoneSegment(start: start, end: Instant.distantFuture.seconds, offset: offset)
  }

  /// The two transitions of a year in their order
  private func transitions(of saving: Saving, in year: Int64) -> [ZoneTransition] {
    let start = ZoneTransition(
      start: saving.start.secondsSinceEpoch(year: year) - standardOffset, offset: saving.offset)
    let end = ZoneTransition(
      start: saving.end.secondsSinceEpoch(year: year) - saving.offset, offset: standardOffset)
    return start.start <= end.start ? [start, end] : [end, start]
  }

  /// `true` if daylight saving time starts again no later than it ends, in every year
  ///
  /// RFC 9636 has zone files say permanent daylight saving time this way: `EST5EDT,0/0,J365/25`.
  private static func isPermanent(_ saving: Saving, standardOffset: Int64) -> Bool {
    // Twenty-eight years have each kind of year, leap or not, begin on each weekday.
    (Int64(2000)..<2028).allSatisfy { year in
      let start = saving.start.secondsSinceEpoch(year: year) - standardOffset
      let end = saving.end.secondsSinceEpoch(year: year) - saving.offset
      let next = saving.start.secondsSinceEpoch(year: year + 1) - standardOffset
      return start < end && end >= next
    }
  }
}
