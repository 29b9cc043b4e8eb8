internal import OppEngine
internal import OppModel

/// Reads the files of a recording one by one and puts their content in the order of time
///
/// ``read()`` is called once. `recording.json` comes first, since its zone is that of local times in the others; these
/// follow in the order of their names, so the same folder gives the same arrivals on every machine:
///
/// ```
/// weather.csv  location.gpx     a source by its name: readings
/// chores.jsonl                  a table by its name: rows for as long as they hold
/// addresses.csv places.geojson  known from the beginning on
/// answers.csv                   the answers of the person
/// calendar.ics, holidays.ics    only their paths are noted
/// README.md  .hidden  data      not read: no ending of data, or a name that begins with a point
/// ```
///
/// A file that cannot be opened makes its source or table unknown for the whole replay. Sorting dominates the cost:
/// n log n in the rows if a file is not in order, else n.
struct RecordingReader {
  /// JSON is held as a tree while it is read, and takes many times its size
  private static let maximumDocumentSize = 16 << 20

  /// The largest track, in bytes
  private static let maximumTrackSize = 64 << 20

  /// The files of the folder and the way to their bytes
  private let files: RecordingFiles

  /// The sources, tables and enums of the rule set
  private let graph: ConditionGraph

  /// The zones that `recording.json` may name
  private let zones: RecordingZones

  /// For local times if the recording names no zone
  private let fallbackZone: Zone

  /// For local times
  private var zone: Zone

  /// The result so far
  private var recording = Recording()

  /// The content of `recording.json`, empty if there is none
  private var settings = RecordingSettings()

  /// The arrivals that are known from the beginning on
  private var initial: [Arrival] = []

  /// The readings of all sources, file by file; each source's in the order of time
  private var readings: [TimedArrival] = []

  /// The answers of the person, in the order of time
  private var answers: [TimedArrival] = []

  /// The rows of each table; their changes are known once the beginning is
  private var tables: [(id: TableID, rows: TableRows)] = []

  /// The file that each source or table is read from
  private var readFrom: [String: String] = [:]

  init(
    _ files: RecordingFiles, graph: ConditionGraph, fallbackZone: Zone, zones: RecordingZones
  ) {
    self.files = files
    self.graph = graph
    self.zones = zones
    self.fallbackZone = fallbackZone
    zone = fallbackZone
  }

  /// Reads all files of the folder
  mutating func read() -> Recording {
    let names = files.names.sorted()
    if names.contains(where: { $0 == "recording.json" }) { loadSettings() }
    for name in names where !name.hasPrefix(".") && name != "recording.json" { load(name) }
    finish()
    return recording
  }

  /// Reads `recording.json`, if it can be opened
  private mutating func loadSettings() {
    guard let file = open("recording.json", of: nil, limit: Self.maximumDocumentSize)?.decoded
    else {
      return
    }
    settings = RecordingSettings(
      file, graph: graph, zone: fallbackZone, zones: zones, names: files.names,
      &recording.problems)
    recording.zoneName = settings.zoneName
    recording.zone = settings.zone
    zone = settings.zone ?? fallbackZone
  }

  /// Reads one file, by its name and its ending
  private mutating func load(_ fileName: String) {
    guard let dot = fileName.lastIndex(of: ".") else { return }
    let name = String(fileName[..<dot])
    let ending = fileName[fileName.index(after: dot)...].lowercased()
    guard ["csv", "jsonl", "gpx", "geojson", "ics"].contains(ending) else { return }
    if let first = readFrom[name], !(name == "calendar" && ending == "ics") {
      report(.secondFile(name: name, first: first), fileName)
      return
    }
    switch (name, ending) {
    case ("calendar", "ics"):
      recording.calendars.append(RecordedCalendar(path: files.path(of: fileName), table: nil))
    case ("addresses", "csv"), ("addresses", "jsonl"):
      readFrom[name] = fileName
      loadAddresses(fileName, ending)
    case ("answers", "csv"), ("answers", "jsonl"):
      readFrom[name] = fileName
      loadAnswers(fileName, ending)
    case ("places", "geojson"):
      readFrom[name] = fileName
      loadPlaces(fileName)
    default:
      if let index = graph.sourceIndex(named: name) {
        loadSource(index, fileName, ending)
      } else if let index = graph.tableIndex(named: name), graph.tables[index].firings == nil {
        loadTable(index, fileName, ending)
      } else {
        let known =
          graph.sources.map { $0.name }
          + graph.tables.filter { $0.firings == nil }.map { $0.name }
          + ["addresses", "answers", "places"]
        report(.unknownFile(name: name, nearest: Spelling.nearest(name, in: known)), fileName)
      }
    }
  }

  /// Reads `addresses.csv` or `addresses.jsonl`
  private mutating func loadAddresses(_ fileName: String, _ ending: String) {
    guard let file = open(fileName, of: nil) else { return }
    var rows = AddressRows()
    RowFile.read(file, ending: ending, into: &rows, &recording.problems)
    initial.append(contentsOf: rows.arrivals)
  }

  /// Reads `answers.csv` or `answers.jsonl`, in the order of time, and for equal times in that of the file
  private mutating func loadAnswers(_ fileName: String, _ ending: String) {
    guard let file = open(fileName, of: nil) else { return }
    var rows = AnswerRows(graph: graph, zone: zone)
    RowFile.read(file, ending: ending, into: &rows, &recording.problems)
    let places = rows.answers.indices.sorted {
      let (left, right) = (rows.answers[$0].time, rows.answers[$1].time)
      return left == right ? $0 < $1 : left < right
    }
    answers = places.map {
      TimedArrival(
        instant: rows.answers[$0].time.instant, arrival: .answer(rows.answers[$0].answer))
    }
  }

  /// Reads `places.geojson`
  private mutating func loadPlaces(_ fileName: String) {
    guard let file = open(fileName, of: nil, limit: Self.maximumDocumentSize) else { return }
    // Places come before the addresses beside them, though their file's name does not.
    initial.insert(.places(PlacesReader.read(file, &recording.problems)), at: 0)
  }

  /// Reads the file of a source: rows, or a track if the source has a position
  private mutating func loadSource(_ index: Int, _ fileName: String, _ ending: String) {
    let source = graph.sources[index]
    let options = options(of: fileName)
    let columns = RecordedColumns(
      source: source, zone: zone(of: options), enumerations: graph.enumerations, options: options)
    let isTrack = ending == "gpx" && columns.positionField != nil
    guard isTrack || RowFile.endings.contains(ending) else {
      report(.unsupportedFormat(name: source.name, ending: ending), fileName)
      return
    }
    readFrom[source.name] = fileName
    let limit = isTrack ? Self.maximumTrackSize : TextFile.maximumSize
    guard let file = open(fileName, of: source.name, limit: limit) else { return }
    let id = SourceID(index: Int32(truncatingIfNeeded: index))
    if isTrack {
      var reader = TrackReader(source: source, columns: columns)
      reader.read(file, &recording.problems)
      add(reader.readings, of: id, source.name)
    } else {
      var rows = SourceRows(
        source: source, columns: columns, isPartial: settings.partial.contains(source.name))
      RowFile.read(file, ending: ending, into: &rows, &recording.problems)
      recording.units.note(rows.columns)
      // A reading whose time is one of two is left out.
      let found = rows.finished(in: file, &recording.problems)
      add(found.readings, of: id, source.name)
    }
  }

  /// Reads the file of a table
  private mutating func loadTable(_ index: Int, _ fileName: String, _ ending: String) {
    let table = graph.tables[index]
    let id = TableID(index: Int32(truncatingIfNeeded: index))
    if ending == "ics", AgendaRows.canFeed(table) {
      readFrom[table.name] = fileName
      recording.calendars.append(RecordedCalendar(path: files.path(of: fileName), table: id))
      return
    }
    guard RowFile.endings.contains(ending) else {
      report(.unsupportedFormat(name: table.name, ending: ending), fileName)
      return
    }
    readFrom[table.name] = fileName
    guard let file = open(fileName, of: table.name) else { return }
    let options = options(of: fileName)
    let columns = RecordedColumns(
      table: table, zone: zone(of: options), enumerations: graph.enumerations, options: options)
    var rows = TableRows(table: table, columns: columns)
    RowFile.read(file, ending: ending, into: &rows, &recording.problems)
    recording.units.note(rows.columns)
    tables.append((id, rows))
  }

  /// The things that are said about a file: in `recording.json`, else where the rules connect the same file
  private func options(of fileName: String) -> FileOptions {
    settings.files[fileName] ?? files.connected[fileName] ?? FileOptions()
  }

  /// The zone of a file's times without an offset
  private func zone(of options: FileOptions) -> Zone {
    options.zone.flatMap { $0.zone(zones.zone) } ?? zone
  }

  /// A file, or a problem
  ///
  /// - Parameter owner: the source or table that is unknown without the file.
  private mutating func open(
    _ fileName: String, of owner: String?, limit: Int = TextFile.maximumSize
  ) -> TextFile? {
    do {
      return TextFile(path: files.path(of: fileName), bytes: try files.bytes(fileName, limit))
    } catch {
      report(error.kind, fileName)
      if let owner {
        initial.append(.unavailable(name: owner, reason: "\(fileName) cannot be read"))
      }
      return nil
    }
  }

  /// Notes a problem of a file as a whole
  private mutating func report(_ kind: RecordingProblem.Kind, _ fileName: String) {
    let problem = RecordingProblem(kind: kind, file: files.path(of: fileName))
    recording.problems.append(problem)
  }
}

// MARK: - The order of time

extension RecordingReader {
  /// Readings in the order of time; of two at one second the later counts, then the later row
  ///
  /// In a partial file the fields of both count.
  private mutating func add(_ found: [RecordedReading], of id: SourceID, _ name: String) {
    var ordered = found
    // By index: an iterator would copy each reading to look at its time.
    let isOrdered = ordered.indices.dropFirst().allSatisfy {
      ordered[$0 - 1].time <= ordered[$0].time
    }
    if !isOrdered { ordered.sort { $0.time < $1.time } }
    let freshness = settings.freshness[name]
    readings.reserveCapacity(readings.count + ordered.count)
    // A group of readings that count from one second is [index, end); of it, the last one for each list of arguments
    // becomes an arrival.
    var index = 0
    while index < ordered.count {
      let instant = ordered[index].time.instant
      var end = index + 1
      while end < ordered.count, ordered[end].time.instant == instant { end += 1 }
      if settings.partial.contains(name) { Self.join(&ordered, from: index, to: end) }
      for place in Self.last(of: ordered, from: index, to: end) {
        let reading = SourceReading(
          source: id, arguments: ordered[place].arguments, instant: instant,
          fields: ordered[place].fields, freshness: freshness, isLasting: false)
        readings.append(TimedArrival(instant: instant, arrival: .reading(reading)))
      }
      index = end
    }
  }

  /// Gives each reading the fields that it lacks and that an earlier one of the same second and arguments has
  private static func join(_ readings: inout [RecordedReading], from start: Int, to end: Int) {
    if end - start == 1 { return }
    var last: [[Value?]: Int] = [:]
    for index in start..<end {
      if let earlier = last.updateValue(index, forKey: readings[index].arguments) {
        for field in readings[index].fields.indices
        where readings[index].fields[field] == .unchanged {
          readings[index].fields[field] = readings[earlier].fields[field]
        }
      }
    }
  }

  /// The last reading for each list of arguments
  private static func last(
    of readings: [RecordedReading], from start: Int, to end: Int
  ) -> [Int] {
    if end - start == 1 { return [start] }
    var last: [[Value?]: Int] = [:]
    for index in start..<end { last[readings[index].arguments] = index }
    return last.values.sorted()
  }

  /// Puts the arrivals of all files together
  ///
  /// The period is that of the settings, else from the first reading to one second after the last. Readings before it
  /// are left out, and values that hold from the beginning come first.
  private mutating func finish() {
    var (earliest, latest): (Instant?, Instant?) = (nil, nil)
    for index in readings.indices {
      let instant = readings[index].instant
      earliest = min(earliest ?? instant, instant)
      latest = max(latest ?? instant, instant)
    }
    recording.from = settings.from ?? earliest
    recording.to = settings.to ?? latest?.advanced(by: 1)
    let beginning = recording.from ?? .distantPast
    var first = initial.map { TimedArrival(instant: beginning, arrival: $0) }
    for (id, rows) in tables { first += rows.changes(id, beginning: beginning) }
    first += answers.filter { $0.instant >= beginning }
    // Moved rather than copied, because there may be millions of them.
    var arrivals = readings
    readings = []
    if let earliest, earliest < beginning { arrivals.removeAll { $0.instant < beginning } }
    arrivals.insert(contentsOf: first, at: 0)
    let isOrdered = arrivals.indices.dropFirst().allSatisfy {
      arrivals[$0 - 1].instant <= arrivals[$0].instant
    }
    if !isOrdered { arrivals.sort { $0.instant < $1.instant } }
    recording.arrivals = arrivals
  }
}
