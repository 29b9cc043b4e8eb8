internal import OppEngine
internal import OppModel
internal import OppRecordings
internal import OppSession

/// The arrivals from a connected calendar, response after response
///
/// Every response is whole: the schedule, and every row of the agenda at that instant, whether or not the
/// service said that nothing has changed. For a response extends how long the schedule counts as known,
/// and the agenda's window moves on with the clock though no event does: rows of up to 400 days ahead
/// come in, those older than 32 days go. So a `304` saves the bytes, not the response.
///
/// ```
/// 12:00  arrivals  .schedule(busy 15:00..16:00, …)   .rows(a, b)
/// 13:00  arrivals  .schedule(busy 15:00..16:00, …)   .rows(a, c), removed b     b is over, c comes near
/// ```
struct CalendarChanges {
  /// The kinds of arrival that are wanted: the schedule, rows, or both
  private let target: CalendarTarget

  /// The keys of the rows that the last response had
  private var keys: Set<[Value]> = []

  init(_ target: CalendarTarget) {
    self.target = target
  }

  /// The arrivals that a calendar makes known at an instant
  ///
  /// - Throws: if the person's busy times are not known, or there are too many rows: then nothing
  ///   of the calendar can be reported.
  mutating func arrivals(
    of calendar: CalendarFile, at now: Instant
  ) throws(FetchFailure) -> [Arrival] {
    if let reason = calendar.unknownReason(at: now) { throw FetchFailure(.unreadable, reason) }
    var arrivals: [Arrival] = []
    if target.hasSchedule { arrivals.append(.schedule(calendar.schedule())) }
    guard let rows = target.rows else { return arrivals }
    let changes: [AgendaChange]
    do throws(CalendarProblem) {
      changes = try calendar.agendaChanges(from: now, to: now.advanced(by: 1))
    } catch {
      throw FetchFailure(.unreadable, error.message)
    }
    let present = changes.filter(\.isEntering).map(\.occurrence)
    let new = Set(present.map { rows.key(of: $0) })
    // Rows of before a restart are in the engine's memory only, and go because this is the whole table.
    arrivals.append(
      .rows(
        TableChange(
          table: rows.id, rows: present.map { rows.row(of: $0) },
          removedKeys: keys.subtracting(new).sorted(by: Self.isOrdered), isWhole: true)))
    keys = new
    return arrivals
  }

  /// An order, so that the same calendar gives the same response
  private static func isOrdered(_ left: [Value], _ right: [Value]) -> Bool {
    for (one, other) in zip(left, right) where one != other {
      switch (one, other) {
      case (.scalar(let one), .scalar(let other)): return one < other
      case (.text(let one), .text(let other)): return one < other
      default: return false
      }
    }
    return left.count < right.count
  }
}
