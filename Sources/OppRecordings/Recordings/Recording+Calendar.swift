internal import OppEngine
package import OppModel

extension Recording {
  /// Reads `calendar.ics`, which feeds `calendar` and `agenda`, into the arrivals of a replay
  ///
  /// The calendar is known for the whole of it, past and future. A file that is no calendar makes both
  /// unknown, with the reason.
  ///
  /// - Parameters:
  ///   - file: what is at ``calendarPath``.
  ///   - zone: that of the replay, for times without one.
  ///   - from: the first second of the replay.
  ///   - to: the end of the replay.
  /// - Returns: the problems of the file, and how many are not listed.
  package mutating func readCalendar(
    _ file: TextFile, graph: ConditionGraph, zone: Zone, from: Instant, to: Instant,
    zones: @escaping (String) -> Zone?
  ) -> [CalendarFileProblem] {
    var (calendar, found) = CalendarFile.read(
      file.bytes, defaultZone: zone, zones: zones)
    if let reason = calendar.unknownReason {
      lose(reason, at: from)
    } else {
      do throws(CalendarProblem) {
        try feed(&calendar, graph: graph, from: from, to: to)
      } catch {
        found.append(error)
        lose(error.message, at: from)
      }
    }
    return found.map { CalendarFileProblem(file: file.path, problem: $0) }
  }

  /// Notes that `calendar.ics` cannot be opened: `calendar` and `agenda` are unknown
  package mutating func loseCalendar(_ failure: TextFile.ReadFailure, at instant: Instant) {
    guard let path = calendarPath else { return }
    problems.append(RecordingProblem(kind: failure.kind, file: path))
    lose("the calendar's file cannot be read", at: instant)
  }

  /// Makes `calendar` and `agenda` unknown from an instant on
  private mutating func lose(_ reason: String, at instant: Instant) {
    add(
      ["calendar", "agenda"].map { name in
        TimedArrival(instant: instant, arrival: .unavailable(name: name, reason: reason))
      })
  }

  /// Adds the schedule, which is known as a whole at `from`, and the rows of the agenda as they come and go
  private mutating func feed(
    _ calendar: inout CalendarFile, graph: ConditionGraph, from: Instant, to: Instant
  ) throws(CalendarProblem) {
    var new = [TimedArrival(instant: from, arrival: .schedule(calendar.schedule()))]
    if let agenda = graph.wellKnown.agenda {
      let rows = AgendaRows(id: agenda.table, table: graph[agenda.table])
      new += rows.arrivals(try calendar.agendaChanges(from: from, to: to), from: from)
    }
    add(new)
  }

  /// Puts arrivals in their places, after those of the same instant
  private mutating func add(_ new: [TimedArrival]) {
    let all = arrivals + new
    arrivals = all.enumerated().sorted {
      ($0.element.instant, $0.offset) < ($1.element.instant, $1.offset)
    }.map { $0.element }
  }
}

/// A problem of a calendar and the path of its file
package struct CalendarFileProblem: Hashable, Sendable {
  package let file: String
  package let problem: CalendarProblem
}
