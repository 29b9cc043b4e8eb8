internal import OppModel

/// Seconds at which an assignment may hold, the plainest first
///
/// ```
/// temp > 30C                 12:00, 11:00, 0:00, 23:59:59, 8:00, 20:00, 3:00 of the reference day, then of the next
/// time in 8:00..9:30         8:00, 9:29:59
/// now in T..T + 10min        T, the middle, the last second
/// ```
///
/// The engine may reject one second and confirm another, such as when a window before it matters.
struct CandidateSeconds: Sendable {
  /// The number of days, and of times of each, that are tried
  static let dayLimit = 6
  static let timeLimit = 8

  /// The greatest number of seconds returned
  static let limit = 24

  /// The theories of the network, which give the times of day and the days that are left
  let theories: Theories
  let zone: Zone

  /// The second near which days are sought
  let reference: Instant

  /// The seconds, each once; all lie in the instants that are left
  func seconds(for assignment: Assignment) -> [Instant] {
    let now = theories.fields[.now].map { assignment.numbers[$0] } ?? TimeField.now.domain
    let times = self.times(theories.times(assignment))
    var result: [Instant] = []
    for interval in now.wholeNumbers.intervals.prefix(4) {
      guard let low = interval.low?.numerator, let high = interval.high?.numerator else { continue }
      if high - low < 3 * 86_400 { result += near([low, low + (high - low) / 2, high]) }
      let near = Instant(seconds: min(max(reference.seconds, low), high))
      for day in days(assignment, near: near) {
        for time in times {
          let local = LocalDateTime(date: CivilDate(days: day), secondOfDay: time)
          let instant = zone.instant(of: local)
          // A time that the clock skips on that day is none.
          guard zone.local(at: instant) == local, instant.seconds >= low, instant.seconds <= high,
            !result.contains(instant)
          else { continue }
          result.append(instant)
          if result.count >= Self.limit { return result }
        }
      }
    }
    return result
  }

  /// The seconds as instants, each once
  private func near(_ seconds: [Int64]) -> [Instant] {
    var result: [Instant] = []
    for second in seconds where !result.contains(Instant(seconds: second)) {
      result.append(Instant(seconds: second))
    }
    return result
  }

  /// Days that the calendar leaves, the nearest to an instant first, since 1970-01-01
  private func days(_ assignment: Assignment, near instant: Instant) -> [Int64] {
    var near = theories
    near.reference = zone.local(at: instant).date.days
    return near.calendar(assignment).days(near: near.reference, limit: Self.dayLimit)
  }

  /// Noon if it is in the set, else round times of each arc; first and last seconds as well
  private func times(_ set: IntervalSet) -> [Int64] {
    var result: [Int64] = []
    func add(_ second: Int64) {
      if set.contains(Rational(second)), !result.contains(second), result.count < Self.timeLimit {
        result.append(second)
      }
    }
    // 1. Noon.
    add(43_200)
    // 2. In each arc the roundest time at or before its middle, then its ends.
    let arcs = set.wholeNumbers.intervals
    for arc in arcs.prefix(4) {
      guard let low = arc.low?.numerator, let high = arc.high?.numerator else { continue }
      let middle = low + (high - low) / 2
      for step: Int64 in [3600, 900, 60, 1] where middle / step * step >= low {
        add(middle / step * step)
        break
      }
      add(low)
      add(high)
    }
    // 3. A morning, an evening and a night.
    for hour: Int64 in [8, 20, 3] { add(hour * 3600) }
    return result
  }
}
