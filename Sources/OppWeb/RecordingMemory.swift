internal import OppEngine
internal import OppModel
internal import OppRecordings

/// The files of a recording, and what was read of them last
///
/// Reading a year takes as long as a part of its replay. The rules of an editor change with each key, what they say of sources
/// and tables seldom: as long as that stays as it is, nothing is read again.
struct RecordingMemory {
  /// The folder as problems name it
  var folder = "data" { didSet { known = nil } }

  /// By name
  private var files: [String: [UInt8]] = [:]

  /// The recording as it was read for a schema
  private var known: (schema: Schema, recording: Recording)?

  /// The same with its calendars, which are read up to an end
  private var withCalendars: (to: Instant, recording: ReadRecording)?

  /// All that reading a recording depends on
  private struct Schema: Equatable {
    let sources: [Source]
    let tables: [Table]
    let enumerations: [Enumeration]
    let wellKnown: WellKnown
    let opps: [String]
    let zone: String?

    init(_ graph: ConditionGraph) {
      sources = graph.sources
      tables = graph.tables
      enumerations = graph.enumerations
      wellKnown = graph.wellKnown
      opps = graph.rules.map { $0.name }
      zone = graph.settings.zone
    }
  }

  mutating func add(name: String, _ bytes: [UInt8]) {
    files[name] = bytes
    forget()
  }

  /// Forgets what was read, as after another zone was added
  mutating func forget() {
    known = nil
    withCalendars = nil
  }

  /// The recording without its calendars
  mutating func recording(for graph: ConditionGraph, _ zones: ZoneTable) -> Recording {
    let schema = Schema(graph)
    if let known, known.schema == schema { return known.recording }
    let recording = Recording(
      reading: RecordingFiles(folder: folder, files), graph: graph,
      fallbackZone: graph.settings.zone.flatMap(zones.zone) ?? .utc,
      zones: RecordingZones(zone: zones.zone))
    known = (schema, recording)
    withCalendars = nil
    return recording
  }

  /// The recording with its calendars, read from its beginning
  ///
  /// - Parameter to: the end of what is read of calendars.
  mutating func read(
    for graph: ConditionGraph, _ zones: ZoneTable, from: Instant, to: Instant
  ) -> ReadRecording {
    var recording = recording(for: graph, zones)
    if let withCalendars, withCalendars.to == to { return withCalendars.recording }
    let zone = graph.settings.zone.flatMap(zones.zone) ?? recording.zone ?? .utc
    var problems: [CalendarFileProblem] = []
    for calendar in recording.calendars {
      let file = TextFile(path: calendar.path, bytes: files[calendar.fileName] ?? [])
      problems += recording.readCalendar(
        file, of: calendar, graph: graph, zone: zone, from: from, to: to, zones: zones.zone)
    }
    let arrivals = recording.arrivals.map { (at: $0.instant, arrival: $0.arrival) }
    let read = ReadRecording(
      zone: zone, arrivals: arrivals, problems: recording.problems, calendarProblems: problems)
    withCalendars = (to, read)
    return read
  }
}

/// A recording that was read whole
struct ReadRecording {
  let zone: Zone
  let arrivals: [(at: Instant, arrival: Arrival)]
  let problems: ProblemList
  let calendarProblems: [CalendarFileProblem]
}
