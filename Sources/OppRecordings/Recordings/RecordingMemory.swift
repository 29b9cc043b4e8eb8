package import OppEngine
package import OppModel

/// The files of a recording, and the results of the last reading
///
/// Reading a year takes as long as a part of its replay. The rules of an editor change with each key, and those of many people
/// are many, but their sources and tables seldom differ: as long as these stay the same, nothing is read again.
package struct RecordingMemory: Sendable {
  /// The zone of an IANA name; nil if there is none
  package typealias Zones = (String) -> Zone?

  /// The folder as problems name it
  package var folder = "data" { didSet { known = nil } }

  /// By name
  private var files: [String: [UInt8]] = [:]

  /// The recording as it was read for a schema
  private var known: (schema: Schema, recording: Recording)?

  /// The same with its calendars, which are read up to an end
  private var withCalendars: (to: Instant, recording: ReadRecording)?

  /// All that reading a recording depends on
  private struct Schema: Equatable, Sendable {
    let sources: [Source]
    let tables: [Table]
    let enumerations: [Enumeration]
    let wellKnown: WellKnown
    let opps: [String]
    let zone: String?

    /// The options with which the rules connect the files
    let connected: [String: FileOptions]

    init(_ graph: ConditionGraph, _ connected: [String: FileOptions]) {
      self.connected = connected
      sources = graph.sources
      tables = graph.tables
      enumerations = graph.enumerations
      wellKnown = graph.wellKnown
      opps = graph.rules.map { $0.name }
      zone = graph.settings.zone
    }
  }

  package init() {}

  package mutating func add(name: String, _ bytes: [UInt8]) {
    files[name] = bytes
    forget()
  }

  /// Forgets the results, as after another zone was added
  package mutating func forget() {
    known = nil
    withCalendars = nil
  }

  /// The bytes of a file, or `nil` if there is none of the name
  package func bytes(of name: String) -> [UInt8]? { files[name] }

  /// The recording without its calendars
  ///
  /// - Parameter connected: the options with which the rules connect files of the folder, by their names.
  package mutating func recording(
    for graph: ConditionGraph, connected: [String: FileOptions], _ zones: @escaping Zones
  ) -> Recording {
    let schema = Schema(graph, connected)
    if let known, known.schema == schema { return known.recording }
    let recording = Recording(
      reading: RecordingFiles(folder: folder, files, connected: connected), graph: graph,
      fallbackZone: graph.settings.zone.flatMap(zones) ?? .utc,
      zones: RecordingZones(zone: zones))
    known = (schema, recording)
    withCalendars = nil
    return recording
  }

  /// The recording with its calendars, read from its beginning
  ///
  /// - Parameter to: the end of the time for which calendars are read.
  package mutating func read(
    for graph: ConditionGraph, connected: [String: FileOptions], _ zones: @escaping Zones,
    from: Instant, to: Instant
  ) -> ReadRecording {
    var recording = recording(for: graph, connected: connected, zones)
    if let withCalendars, withCalendars.to == to { return withCalendars.recording }
    let zone = graph.settings.zone.flatMap(zones) ?? recording.zone ?? .utc
    var problems: [CalendarFileProblem] = []
    for calendar in recording.calendars {
      let file = TextFile(path: calendar.path, bytes: files[calendar.fileName] ?? [])
      problems += recording.readCalendar(
        file, of: calendar, graph: graph, zone: zone, from: from, to: to, zones: zones)
    }
    let arrivals = recording.arrivals.map { (at: $0.instant, arrival: $0.arrival) }
    let read = ReadRecording(
      zone: zone, arrivals: arrivals, units: recording.units, problems: recording.problems,
      calendarProblems: problems)
    withCalendars = (to, read)
    return read
  }
}

/// A recording that was read whole
package struct ReadRecording: Sendable {
  package let zone: Zone

  /// In the order of time
  package let arrivals: [(at: Instant, arrival: Arrival)]
  package let units: RecordedUnits
  package let problems: ProblemList
  package let calendarProblems: [CalendarFileProblem]
}
