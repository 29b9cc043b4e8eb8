internal import OppEngine
internal import OppJSON
internal import OppModel
internal import OppRecordings
internal import OppSession
internal import OppSystem

/// Reads JSON of a service or a program as the rows of a source or table
///
/// The keys of an object are fields, with units in brackets as in recordings (`"temp[F]"`). Services
/// send more than is requested: keys that are no field are passed over. A reading without a `time` is of
/// now.
///
/// For `source thermostat(room: Text = "hall") { inside: Temperature, heating: Bool }` at 12:00:
///
/// | JSON | reading |
/// | --- | --- |
/// | `{"inside[F]": 68, "heating": true, "id": 7}` | 12:00, `inside` 20 °C, `heating` true |
/// | `{"inside": "68F"}` | 12:00, `inside` 20 °C, `heating` unknown |
/// | `{"inside": 68, "unit": "°F"}` | 12:00, `inside` 20 °C, `heating` unknown |
/// | `{"time": "…T12:00:59.5Z", "inside": 20}` | 12:00: within two minutes of now |
/// | `{"time": "…T13:00:00Z", "inside": 20}` | none yet |
/// | `{"outside": 20}` | a failure: no field that is wanted |
struct JSONRows {
  let subject: ConnectionTarget

  /// The zone of local times in texts
  let zone: Zone

  /// The enums of the rule set, whose cases are texts in JSON
  let enumerations: [Enumeration]

  /// The service or program that responds, for messages
  let origin: RowOrigin

  /// A clock may be ahead by as many seconds: a reading from so near a future is of now
  private static let aheadAtMost: Int64 = 120

  /// The rows of a document
  ///
  ///
  /// - Parameters:
  ///   - path: the place of the object or the array in the document, `data.items`; empty for its root.
  ///   - allowsLines: whether there may be several documents, as in JSON Lines.
  func read(
    _ file: TextFile, path: [String], allowsLines: Bool, now: Instant
  ) throws(FetchFailure) -> LiveRows {
    let file = file.decoded
    let objects = try objects(file, path: path, allowsLines: allowsLines)
    let (rows, problems) = rows(of: objects, in: file, now: now)
    // The unit of a number that is likely in another one is not guessed, because a warning would not be seen.
    if let problem = problems.listed.first {
      throw origin.failure("\(origin.document), line \(problem.line): \(problem.message)")
    }
    return rows
  }

  /// The rows of objects, and the problems in them
  func rows(
    of objects: [JSONValue], in file: TextFile, now: Instant
  ) -> (rows: LiveRows, problems: ProblemList) {
    let (rows, problems, _) = subject.rows(
      zone: zone, enumerations: enumerations, present: now, in: file
    ) { sink, problems in
      fill(&sink, with: objects, file, &problems)
    }
    return (rows.notAhead(of: now, by: Self.aheadAtMost), problems)
  }

  /// The objects that are rows: the elements of the array at the path, the object there, or the lines
  ///
  /// - Throws: if there is no such place, something else is there, or the document reports an error.
  func objects(
    _ file: TextFile, path: [String], allowsLines: Bool
  ) throws(FetchFailure) -> [JSONValue] {
    let documents: [JSONValue]
    do {
      documents = allowsLines ? try JSONValue.parseAll(file) : [try JSONValue.parse(file)]
    } catch {
      throw origin.noJSON
    }
    guard var value = documents.first else {
      throw origin.gave("nothing")
    }
    guard !documents.contains(where: { $0.reportsError }) else {
      throw origin.gave("an error")
    }
    // JSON Lines are rows already; a path leads into one document only.
    if documents.count > 1 { return try checked(documents) }
    // data.items: first `data`, then `items` in it; the message names the first that is missing.
    for (index, key) in path.enumerated() {
      guard let next = value[key] else {
        let found = path[...index].joined(separator: ".")
        throw origin.failure("\(origin.document) has no `\(found)`")
      }
      value = next
    }
    if let elements = value.elements {
      if case .source = subject, elements.isEmpty {
        throw origin.gave("no reading")
      }
      return try checked(elements)
    }
    return try checked([value])
  }

  /// Objects, at least one of which has a field of the source or table
  private func checked(_ values: [JSONValue]) throws(FetchFailure) -> [JSONValue] {
    guard values.count <= RowFile.maximumRows else {
      throw origin.gave("more than \(RowFile.maximumRows) rows")
    }
    var hasField = values.isEmpty
    for value in values {
      guard case .object(let members) = value.content else {
        throw origin.gave("something that is no object")
      }
      if !hasField { hasField = members.contains { isField($0.key) } }
    }
    guard hasField else {
      throw origin.noField
    }
    return values
  }

  /// Hands objects over as rows of a table whose columns are the keys, in the order in which they first come
  ///
  /// ```
  /// {"id": "a", "done": false}            columns id, done        row a, false
  /// {"id": "b", "due": "…"}               columns id, done, due   row b, absent, …
  /// ```
  private func fill(
    _ sink: inout any RowSink, with objects: [JSONValue], _ file: TextFile,
    _ problems: inout ProblemList
  ) {
    var columns: [String: Int] = [:]
    for object in objects {
      guard case .object(let members) = object.content else { continue }
      var cells = [Cell](repeating: .absent, count: columns.count)
      for member in members where isColumn(member.key) {
        let column: Int
        if let known = columns[member.key] {
          column = known
        } else {
          column = columns.count
          columns[member.key] = column
          cells.append(.absent)
          // The key without its quotes.
          var header = member.cell
          header.start += 1
          header.end -= 1
          header.form = .jsonText
          sink.addColumn(header, in: file, &problems)
        }
        if case .null = member.value.content { continue }
        if object.isEntity, member.key == "state", member.value.isNoState { continue }
        cells[column] = member.value.cell
      }
      let row = RecordedRow(
        cells: cells, start: object.cell.start, line: object.cell.line, unit: unit(of: object))
      sink.addRow(row, in: file, &problems)
    }
    // An empty list lacks nothing.
    if !objects.isEmpty { sink.checkColumns(in: file, &problems) }
  }

  /// The unit that an object states for its numbers, or `nil` if it states none
  ///
  /// In an entity of Home Assistant it is the unit of `state`, without which no quantity is read. In any other object it is the unit of
  /// the quantities of its kind; if there are none, of the first quantity, whose mismatch is reported.
  private func unit(of object: JSONValue) -> StatedUnit? {
    let places = [object, object["attributes"]].compactMap { $0 }
    var spelling = places.lazy.compactMap { $0["unit_of_measurement"]?.words }.first
    if object.isEntity { return StatedUnit(spelling, of: "state") }
    spelling = spelling ?? object["unit"]?.words
    guard let spelling else { return nil }
    let quantities = subject.fields.filter { Dimension($0.type) != nil && object[$0.name] != nil }
    let units = Unit.stated(spelling)
    let fits = quantities.contains { field in
      units.contains { $0.dimension == Dimension(field.type) }
    }
    return StatedUnit(spelling, of: fits ? nil : quantities.first?.name)
  }

  /// `true` if a key, with or without a unit, is that of a field
  private func isField(_ key: String) -> Bool {
    let name = Self.name(key)
    return subject.fields.contains { $0.name == name } || isPosition(name)
  }

  /// `true` if a key is read at all: a field, a parameter, a time
  private func isColumn(_ key: String) -> Bool {
    if isField(key) { return true }
    let name = Self.name(key)
    switch subject {
    case .source(_, let source):
      return name == "time" || source.parameters.contains { $0.name == name }
    case .table: return name == "valid_from" || name == "valid_until"
    }
  }

  /// `true` if a name is half of the one field that is a position: `{"lat": 36.07, "lon": -79.79}`
  private func isPosition(_ name: String) -> Bool {
    (name == "lat" || name == "lon") && subject.fields.count { $0.type == .position } == 1
  }

  /// A key without its unit
  private static func name(_ key: String) -> String {
    String(key.prefix { $0 != "[" }).trimming(" ")
  }
}

extension JSONValue {
  /// `true` if an object is the state of an entity, as Home Assistant writes it
  fileprivate var isEntity: Bool { self["entity_id"] != nil && self["state"] != nil }

  /// `true` if it is the state of an entity that has none
  fileprivate var isNoState: Bool {
    if case .text(let text) = content { text == "unavailable" || text == "unknown" } else { false }
  }

  /// A text that is not empty
  fileprivate var words: String? {
    guard case .text(let text) = content, !text.isEmpty else { return nil }
    return text
  }
}

extension LiveRows {
  /// With readings of the near future held to now
  fileprivate func notAhead(of now: Instant, by tolerance: Int64) -> LiveRows {
    guard case .source(let id, let source, let readings, let undecided) = self else { return self }
    let held = readings.map { reading in
      let ahead = reading.time.instant.seconds(since: now)
      guard ahead > 0, ahead <= tolerance else { return reading }
      return RecordedReading(
        time: RecordedInstant(seconds: now.seconds, fraction: 0), arguments: reading.arguments,
        fields: reading.fields)
    }
    return .source(id, source, held, undecided: undecided)
  }
}
