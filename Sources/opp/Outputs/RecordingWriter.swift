internal import OppEngine
internal import OppJSON
internal import OppModel
internal import OppOutputs
internal import OppRecordings
internal import OppStore
internal import OppSystem

/// Writes arrivals as a recording, which `eval --data` replays
///
/// A line a reading is appended to the file of its source. Rows of tables are kept for as long as they
/// are there, and their files written again with each change; so is the calendar, from the rows of
/// `agenda`: a calendar file is known for the whole of it. The earlier content of a folder is kept (``EarlierRecording``).
///
/// | arrival | file |
/// | --- | --- |
/// | a reading of `thermostat` | a line of `thermostat.csv`: `2026-06-21T14:00:00+02:00,hall,22,true` |
/// | a reading of some fields of `sensor` | a line of `sensor.jsonl`: `{"time":"2026-06-21T14:00:00+02:00","kitchen":21.5}` |
/// | a change of `chores` | all of `chores.csv`, with `valid_from` and `valid_until` |
/// | a change of `agenda` | all of `calendar.ics` |
/// | an address | a line of `addresses.csv`: `10 Elm St,36.07,-79.79` |
/// | places | all of `places.geojson` |
/// | the end | `recording.json`: `{"zone":"Europe/Berlin","to":"2026-06-21T14:00:01Z"}` |
struct RecordingWriter {
  /// The sources and tables, whose names are those of the files
  private let graph: ConditionGraph

  /// Values as recordings have them, with times in the zone of the rules
  private let readable: ReadableValue

  /// Values as the readers of recordings take them
  private let cells: RecordingText

  /// The folder as the system opens it
  private let folder: String

  /// For `recording.json`; nil if neither the rules nor the command line name a zone
  private let zoneName: String?

  /// The rows of each table, by key, and since and until when they hold
  private var rows: [Int: [RecordedState]] = [:]

  /// The addresses that this recorder has written, each once
  private var addresses: Set<String> = []

  /// The places by category; with the empty key those of a provider that has all categories at once
  ///
  /// nil before the first are written.
  private var places: [String: [KnownPlace]]?

  /// The content of the folder before this recorder
  private let earlier: EarlierRecording

  /// The readings of sources that leave fields as they were
  private var partial: PartialReadings

  /// The names of the sources of which the folder has such readings
  private var partialNames: Set<String> = []

  /// The number of readings and rows that were written
  private(set) var count = 0

  /// The names of the files that were written
  private(set) var files: Set<String> = []

  /// Makes the folder if it is not there
  ///
  /// - Parameter partial: the sources whose readings leave fields as they were.
  init(
    graph: ConditionGraph, zone: Zone, zoneName: String?, folder: String,
    partial: Set<SourceID> = []
  ) throws(CommandFailure) {
    self.partial = PartialReadings(of: partial)
    self.graph = graph
    readable = ReadableValue(graph: graph, zone: zone)
    cells = RecordingText(schema: ValueSchema(graph))
    self.folder = folder
    earlier = EarlierRecording(graph: graph, zone: zone, folder: folder)
    do throws(SystemFailure) {
      try Folder.make(folder)
    } catch {
      throw .outside("the folder `\(folder)` cannot be made")
    }
    self.zoneName = zoneName
    partialNames = try earlier.partialSources()
  }

  /// Writes arrivals
  ///
  /// - Parameter now: the second from which rows count, and until which those that are gone did.
  mutating func write(_ arrivals: [Arrival], at now: Instant) throws(CommandFailure) {
    for arrival in arrivals {
      // The calendar is written from its agenda.
      if case .reading(let reading) = arrival {
        try write(reading)
      } else if case .unavailable(let name, _) = arrival {
        // Lost readings are known by their age, unless readings count until the next.
        guard let index = graph.sourceIndex(named: name) else { continue }
        let missing = partial.missing(SourceID(index: Int32(truncatingIfNeeded: index)), at: now)
        for reading in missing { try write(reading) }
        continue
      } else if case .rows(let change) = arrival {
        try write(change, at: now)
      } else if case .address(let text, let position) = arrival {
        try write(address: text, position)
      } else if case .places(let found, let category) = arrival {
        try write(places: found, of: category)
      } else {
        continue
      }
      count += 1
    }
  }

  /// Writes into `recording.json` up to when nothing else was there
  mutating func end(at instant: Instant) throws(CommandFailure) {
    let text = JSONText.object { json in
      if let zoneName { json.member("zone", string: zoneName) }
      json.member("to", string: instant.advanced(by: 1).rfc3339)
      if !partialNames.isEmpty { json.member("partial", strings: partialNames.sorted()) }
    }
    try replace("recording.json", with: text + "\n")
  }

  // MARK: Sources

  /// Appends a reading to the file of its source; a field that is not known is an empty cell
  private mutating func write(_ reading: SourceReading) throws(CommandFailure) {
    guard graph.sources.indices.contains(Int(reading.source.index)) else { return }
    let source = graph.sources[Int(reading.source.index)]
    let whole = partial.completed(reading)
    if partial.contains(reading.source), !FileStatus.exists("\(folder)/\(source.name).csv") {
      return try write(reading, of: source)
    }
    let reading = whole
    var header = ["time"]
    var line = [readable.zone.rfc3339(reading.instant)]
    for (parameter, value) in zip(source.parameters, reading.arguments) {
      header.append(parameter.name)
      line.append(value.map { cells.cell($0, parameter.type) } ?? "")
    }
    let pin = pinField(of: source.fields)
    for (index, field) in source.fields.enumerated() {
      let value: Value? =
        if case .known(let value)? = reading.fields.indices.contains(index)
          ? reading.fields[index] : nil
        { value } else { nil }
      add(field, value, isPin: index == pin, &header, &line)
    }
    try append(line, to: source.name + ".csv", header: header)
  }

  /// Appends the fields of a reading that it does not leave as they were, as a line of JSON
  ///
  /// ```
  /// {"time":"2026-06-21T14:00:00+02:00","kitchen":21.5}          hall as before
  /// {"time":"2026-06-21T14:05:00+02:00","hall":null}             hall is not known
  /// ```
  private mutating func write(
    _ reading: SourceReading, of source: Source
  ) throws(CommandFailure) {
    let pin = pinField(of: source.fields)
    let line = JSONText.object { json in
      json.member("time", string: readable.zone.rfc3339(reading.instant))
      for (parameter, value) in zip(source.parameters, reading.arguments) {
        if let value { json.member(parameter.name, raw: cells.json(value, parameter.type)) }
      }
      for (index, (field, reading)) in zip(source.fields, reading.fields).enumerated() {
        switch reading {
        case .unchanged, .neverRead: continue
        case .missing:
          for name in index == pin ? ["lat", "lon"] : [field.name] {
            json.member(name, raw: "null")
          }
        case .known(.position(let position)) where index == pin:
          json.member("lat", raw: ValueNotation.jsonNumber(position.latitude))
          json.member("lon", raw: ValueNotation.jsonNumber(position.longitude))
        case .known(let value): json.member(field.name, raw: cells.json(value, field.type))
        }
      }
    }
    partialNames.insert(source.name)
    try append(line + "\n", to: source.name + ".jsonl", header: "")
  }

  /// The one field that has the columns `lat` and `lon`
  private func pinField(of fields: [Field]) -> Int? {
    let positions = fields.indices.filter { fields[$0].type == .position }
    return positions.count == 1 ? positions.first : nil
  }

  /// Adds a field to a line: one cell, of a position two
  private func add(
    _ field: Field, _ value: Value?, isPin: Bool, _ header: inout [String], _ line: inout [String]
  ) {
    guard isPin else {
      header.append(field.name)
      line.append(value.map { cells.cell($0, field.type) } ?? "")
      return
    }
    header += ["lat", "lon"]
    if case .position(let position)? = value {
      line.append(ValueNotation.jsonNumber(position.latitude))
      line.append(ValueNotation.jsonNumber(position.longitude))
    } else {
      line += ["", ""]
    }
  }

  // MARK: Tables

  /// Takes a change of a table, and writes all of its rows
  ///
  /// ```
  /// 12:00  rows a done: false      a false  12:00 –
  /// 13:00  rows a done: true       a false  12:00 – 13:00      a true  13:00 –
  /// 14:00  removed a               a false  12:00 – 13:00      a true  13:00 – 14:00
  /// ```
  private mutating func write(_ change: TableChange, at now: Instant) throws(CommandFailure) {
    let index = Int(change.table.index)
    guard graph.tables.indices.contains(index) else { return }
    let table = graph.tables[index]
    let isAgenda = change.table == graph.wellKnown.agenda?.table
    var all: [RecordedState]
    if let known = rows[index] {
      all = known
    } else if isAgenda {
      all = try earlier.agenda(change.table, table, at: now)
    } else {
      all = try earlier.rows(of: table)
    }
    let present = Set(change.rows.map { row in table.key.map { row[$0] } })
    for place in all.indices where all[place].until == nil {
      // A change of the whole table ends every row that it does not have.
      let isGone =
        change.removedKeys.contains { $0.map { Value?.some($0) } == all[place].key }
        || change.isWhole && !present.contains(all[place].key)
      if isGone { all[place].until = now }
    }
    for values in change.rows {
      let key = table.key.map { values[$0] }
      // The same row with the same values continues; with others it ends, and another state of it begins below.
      if let place = all.lastIndex(where: { $0.key == key && $0.until == nil }) {
        if all[place].values == values { continue }
        all[place].until = now
      }
      all.append(RecordedState(key: key, values: values, from: now, until: nil))
    }
    rows[index] = all
    if isAgenda {
      var calendar = CalendarText(table, zone: readable.zone)
      for row in all where row.until != row.from { calendar.add(row.values, until: row.until) }
      try replace("calendar.ics", with: calendar.text)
    } else {
      try replace(table.name + ".csv", with: text(of: table, all))
    }
  }

  /// The file of a table; of one without rows the header, because then it is known to be empty
  ///
  /// A row that was gone in the second of its coming is left out.
  private func text(of table: Table, _ rows: [RecordedState]) -> String {
    let pin = pinField(of: table.fields)
    var header: [String] = []
    var lines: [[String]] = []
    for row in rows where row.until != row.from {
      header = ["valid_from", "valid_until"]
      var line = [
        row.from > .distantPast ? readable.zone.rfc3339(row.from) : "",
        row.until.map { readable.zone.rfc3339($0) } ?? "",
      ]
      for (index, field) in table.fields.enumerated() {
        add(field, row.values[index], isPin: index == pin, &header, &line)
      }
      lines.append(line)
    }
    if header.isEmpty {
      var line: [String] = []
      for (index, field) in table.fields.enumerated() {
        add(field, nil, isPin: index == pin, &header, &line)
      }
    }
    return ([header] + lines).map { RecordingText.line($0) }.joined()
  }

  // MARK: Addresses and places

  /// Appends an address, once; one that is nowhere has no position
  private mutating func write(
    address text: String, _ position: Position?
  ) throws(CommandFailure) {
    guard addresses.insert(text).inserted else { return }
    let degrees = position.map {
      [ValueNotation.jsonNumber($0.latitude), ValueNotation.jsonNumber($0.longitude)]
    }
    try append(
      [text] + (degrees ?? ["", ""]), to: "addresses.csv", header: ["text", "lat", "lon"])
  }

  /// Takes the places of a category, or of all of them, and writes all places
  private mutating func write(
    places found: [KnownPlace], of category: String?
  ) throws(CommandFailure) {
    var known: [String: [KnownPlace]] = [:]
    if let category {
      if let places { known = places } else { known = try earlier.placesByCategory() }
      known[category] = found
    } else {
      known[""] = found
    }
    places = known
    try write(places: known.sorted { $0.key < $1.key }.flatMap(\.value))
  }

  /// Writes all places as GeoJSON (RFC 7946)
  private mutating func write(places all: [KnownPlace]) throws(CommandFailure) {
    try replace("places.geojson", with: PlacesText.geoJSON(all))
  }

  // MARK: Answers

  /// Appends answers to `answers.csv`, with rows as `opp history` prints them
  mutating func write(_ answers: [StoredAnswer]) throws(CommandFailure) {
    for answer in answers {
      let line = [
        readable.zone.rfc3339(answer.at), answer.opp,
        answer.row.isEmpty ? "" : RowKey.readable(answer.row), answer.answer.name,
        answer.until.map { readable.zone.rfc3339($0) } ?? "",
      ]
      try append(line, to: "answers.csv", header: ["time", "opp", "row", "answer", "until"])
      count += 1
    }
  }

  // MARK: Files

  /// Appends a line to a file, which begins with the header if it is new
  private mutating func append(
    _ line: [String], to name: String, header: [String]
  ) throws(CommandFailure) {
    try append(RecordingText.line(line), to: name, header: RecordingText.line(header))
  }

  private mutating func append(
    _ line: String, to name: String, header: String
  ) throws(CommandFailure) {
    files.insert(name)
    let path = folder + "/" + name
    if !FileStatus.exists(path) {
      return try replace(name, with: header + line)
    }
    do throws(SystemFailure) {
      try OpenFile(path, O_WRONLY | O_APPEND).write(Array(line.utf8))
    } catch {
      throw .outside("`\(path)` cannot be written")
    }
  }

  /// Writes a file as a whole: a reader sees the old or the new one
  private mutating func replace(_ name: String, with text: String) throws(CommandFailure) {
    files.insert(name)
    let path = folder + "/" + name
    do throws(SystemFailure) {
      try AtomicFile.write(Array(text.utf8), to: path)
    } catch {
      throw .outside("`\(path)` cannot be written")
    }
  }
}
