internal import OppEngine
package import OppModel

extension Recording {
  /// Reads a calendar into the arrivals of a replay
  ///
  /// It is known for the whole of it, past and future. A file that is no calendar makes the source and table that it feeds unknown,
  /// with the reason.
  ///
  /// - Parameters:
  ///   - file: the file at the path of the calendar.
  ///   - calendar: one of ``calendars``.
  ///   - zone: that of the replay, for times without one.
  ///   - from: the first second of the replay.
  ///   - to: the end of the replay.
  /// - Returns: the problems of the file, and how many are not listed.
  package mutating func readCalendar(
    _ file: TextFile, of recorded: RecordedCalendar, graph: ConditionGraph, zone: Zone,
    from: Instant, to: Instant,
    zones: @escaping (String) -> Zone?
  ) -> [CalendarFileProblem] {
    var (calendar, found) = CalendarFile.read(
      file.bytes, defaultZone: zone, zones: zones, owners: graph.settings.addresses)
    if let reason = calendar.unknownReason {
      lose(recorded, reason, graph, at: from)
    } else {
      do throws(CalendarProblem) {
        try feed(&calendar, of: recorded, graph: graph, from: from, to: to)
      } catch {
        found.append(error)
        lose(recorded, error.message, graph, at: from)
      }
    }
    return found.map { CalendarFileProblem(file: file.path, problem: $0) }
  }

  /// Notes that a calendar cannot be opened: the source and table that it feeds are unknown
  package mutating func lose(
    _ calendar: RecordedCalendar, _ failure: TextFile.ReadFailure, graph: ConditionGraph,
    at instant: Instant
  ) {
    problems.append(RecordingProblem(kind: failure.kind, file: calendar.path))
    lose(calendar, "the calendar's file cannot be read", graph, at: instant)
  }

  /// Makes the source and table that a calendar feeds unknown from an instant on
  private mutating func lose(
    _ calendar: RecordedCalendar, _ reason: String, _ graph: ConditionGraph, at instant: Instant
  ) {
    let names = calendar.table.map { [graph[$0].name] } ?? ["calendar", "agenda"]
    add(
      names.map { name in
        TimedArrival(instant: instant, arrival: .unavailable(name: name, reason: reason))
      })
  }

  /// Adds the schedule, which is known as a whole at `from`, and the rows of the agenda as they come and go; for a table
  /// of its own the rows alone
  private mutating func feed(
    _ calendar: inout CalendarFile, of recorded: RecordedCalendar, graph: ConditionGraph,
    from: Instant, to: Instant
  ) throws(CalendarProblem) {
    var new: [TimedArrival] = []
    // Rows of `agenda.ics` go before those of `calendar.ics`, as a connection of its own does.
    let hasAgenda = calendars.contains {
      $0.table != nil && $0.table == graph.wellKnown.agenda?.table
    }
    let table = recorded.table ?? (hasAgenda ? nil : graph.wellKnown.agenda?.table)
    let rows = table.map { AgendaRows(id: $0, table: graph[$0]) }
    var start = from
    let end = max(to, from.advanced(by: 1))
    while start < end {
      if let time = calendar.unclear.first(where: { $0.range.contains(start.seconds) }) {
        lose(recorded, time.reason, graph, at: start)
        start = Instant(seconds: time.range.upperBound)
        continue
      }
      let next = calendar.unclear.lazy.map { $0.range.lowerBound }.filter { $0 > start.seconds }
        .min()
      let stop = next.map { min(Instant(seconds: $0), to) } ?? to
      if recorded.table == nil {
        new.append(TimedArrival(instant: start, arrival: .schedule(calendar.schedule())))
      }
      if let rows {
        new += rows.arrivals(try calendar.agendaChanges(from: start, to: stop), from: start)
      }
      start = max(stop, start.advanced(by: 1))
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
