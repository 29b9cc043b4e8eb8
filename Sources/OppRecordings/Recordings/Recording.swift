package import OppModel

/// The readings and rows of a folder of files, in the order of time, and the problems of its files
///
/// All readable parts are there, despite the problems. Calendars are not read here: they are files
/// of their own kind, named by ``calendars``.
///
/// ```
/// recording.json     {"zone": "America/Vancouver", "from": "2026-06-21T05:00"}
/// weather.csv        time,temp
///                    2026-06-21T06:00,20
/// chores.csv         id,day
///                    a,mon
///
/// from      2026-06-21T12:00:00Z
/// arrivals  12:00:00Z rows of chores: a
///           13:00:00Z reading of weather: 20 °C
/// to        2026-06-21T13:00:01Z
/// ```
package struct Recording: Sendable {
  /// The zone that `recording.json` names
  package internal(set) var zoneName: String?

  /// The rules of that zone; nil if there is none
  package internal(set) var zone: Zone?

  /// The beginning of replay: everything before it is unknown
  ///
  /// From `recording.json`, else the earliest reading of a source; nil if there is neither.
  package internal(set) var from: Instant?

  /// The end of replay: from `recording.json`, else one second after the latest reading of a source
  package internal(set) var to: Instant?

  /// In the order of time; those of one instant in the order of the files' names, then of their rows
  ///
  /// Data that holds from the beginning (places, addresses, rows that are valid already) comes first, at
  /// ``from``, or at the distant past if that is nil.
  package internal(set) var arrivals: [TimedArrival] = []

  /// `calendar.ics` and the calendars of tables, in the order of their names
  package internal(set) var calendars: [RecordedCalendar] = []

  /// The units in which the files write their quantities
  package internal(set) var units = RecordedUnits()

  package internal(set) var problems = ProblemList()

  /// A recording of nothing
  package init() {}

  /// A recording of which nothing can be read
  package init(unreadable path: String, reason: String) {
    problems.append(RecordingProblem(kind: .unreadable(reason: reason), file: path))
  }

  /// Reads the files of a folder
  ///
  /// - Parameters:
  ///   - graph: the sources, tables and enums of the rule set.
  ///   - fallbackZone: for local times in files whose recording names no zone.
  package init(
    reading files: RecordingFiles, graph: ConditionGraph, fallbackZone: Zone = .utc,
    zones: RecordingZones
  ) {
    var reader = RecordingReader(files, graph: graph, fallbackZone: fallbackZone, zones: zones)
    self = reader.read()
  }
}
