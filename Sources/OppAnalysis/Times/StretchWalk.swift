internal import OppModel

/// Walks days arc by arc, and keeps the longest interval in which a condition can be true
///
/// Two weeks hold every weekday next to every other. The days of both changes of the clock are walked as
/// well, and two years if months or days of the month are named.
///
/// ```
/// time in 22:00..2:00     day 1:  0:00–2:00 true   2:00–22:00 false   22:00–24:00 true     7200 so far
///                         day 2:  0:00–2:00 true                                           14400, the longest
/// ```
struct StretchWalk: Sendable {
  /// The search, prepared for the condition
  let attempt: Attempt

  /// A node of the search's graph
  let condition: NodeID

  /// The arcs of a day, at whose ends the condition may turn
  let edges: DayEdges

  /// The zone in which days begin; a day of a clock change has 23 or 25 hours
  let zone: Zone

  /// Beyond, an interval counts as without bounds, in seconds: a whole week, and an hour of clock change,
  /// is followed by another if only weekdays are named
  private var bound: Int64 { isOfWeek ? 7 * 86_400 + 3600 : 60 * 86_400 }

  /// `true` if nothing of the date but the weekday is named, so that every two weeks are alike
  private var isOfWeek: Bool { edges.dateFields.isSubset(of: [.weekday]) }

  /// The greatest number of arcs that are proved
  private static let limit = 6000

  /// The outcomes of arcs; days that look alike to the condition share them
  private var known: [Key: Bool] = [:]

  /// An arc of a day, with the values of the date that the condition reads
  private struct Key: Hashable {
    /// First and last second of the local day
    let arc: ClosedRange<Int64>

    /// The values of ``DayEdges/dateFields`` on the day, in their order
    let date: [Int64]
  }

  init(attempt: Attempt, condition: NodeID, edges: DayEdges, zone: Zone) {
    self.attempt = attempt
    self.condition = condition
    self.edges = edges
    self.zone = zone
  }

  /// The longest interval in seconds; `nil` if it is without bounds, or too many arcs would have to be proved
  mutating func longest(near reference: Instant) -> Int64? {
    var result: Int64 = 0
    for days in spans(near: reference) {
      guard let longest = longest(on: days) else { return nil }
      result = max(result, longest)
    }
    return result
  }

  /// The days to walk, as spans without gaps
  private func spans(near reference: Instant) -> [ClosedRange<Int64>] {
    let today = zone.local(at: reference).date.days
    // From today on: two weeks, or two years.
    var spans = [today...(today + (isOfWeek ? 15 : 731))]
    // The next two changes of the clock, spring and autumn.
    var instant = reference
    for _ in 0..<2 {
      guard let change = zone.nextTransition(after: instant) else { break }
      let day = zone.local(at: change).date.days
      spans.append((day - 8)...(day + 8))
      instant = change
    }
    // The dates that the condition names; beyond the calendar nothing is walked.
    for day in edges.days where day > -700_000 && day < 2_900_000 {
      spans.append((day - 2)...(day + 2))
    }
    return spans
  }

  /// The longest interval within a span of days, in seconds
  private mutating func longest(on days: ClosedRange<Int64>) -> Int64? {
    var (result, current): (Int64, Int64) = (0, 0)
    for day in days {
      let end = zone.startOfDay(CivilDate(days: day + 1))
      var from = zone.startOfDay(CivilDate(days: day))
      while from < end {
        let local = zone.local(at: from).secondOfDay
        // An arc ends at an edge of the day, at a change of the clock, or at midnight.
        let jump = min(end, zone.clockJump(after: from))
        let edge = edges.seconds.first { $0 > local } ?? 86_400
        let to = min(jump, from.advanced(by: edge - local))
        let length = to.seconds(since: from)
        guard length > 0 else { return nil }
        guard let isPossible = isPossible(local...(local + length - 1), on: day) else { return nil }
        current = isPossible ? current + length : 0
        result = max(result, current)
        from = to
      }
      if result > bound { return nil }
    }
    return result
  }

  /// Whether the condition can be true within an arc of a day; nil beyond ``limit``
  private mutating func isPossible(_ arc: ClosedRange<Int64>, on day: Int64) -> Bool? {
    let date = CivilDate(days: day)
    // The date as the condition reads it, which is also the key: two Mondays are one.
    var present: [TimeField: IntervalSet] = [:]
    var values: [Int64] = []
    for field in edges.dateFields.sorted() {
      let value: Int64
      switch field {
      case .weekday: value = Int64(date.weekday)
      case .month: value = Int64(date.month)
      case .day: value = Int64(date.day)
      case .year: value = date.year
      case .today, .now: value = day
      case .time, .hour, .minute: continue
      }
      values.append(value)
      if field != .now { present[field] = .point(Rational(value)) }
    }
    let key = Key(arc: arc, date: values)
    if let known = known[key] { return known }
    guard known.count < Self.limit else { return nil }
    present[.time] = .closed(arc.lowerBound, arc.upperBound)
    if edges.dateFields.contains(.now) { present[.today] = .point(Rational(day)) }
    let isPossible = !attempt.refutes([(condition, .isTrue)], present: present)
    known[key] = isPossible
    return isPossible
  }
}
