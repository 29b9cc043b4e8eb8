internal import OppEngine
internal import OppModel

/// Reads a GPX file (1.0 and 1.1) as the readings of a source with a position
///
/// Only points of tracks are readings: the time of a waypoint says when it was marked, and a route is a plan. Times without an
/// offset are in UTC (GPX 1.1). Elevation is not read; `speed` (metres a second) and `accuracy` (metres), if a point or
/// its extensions have them, are.
///
/// ```
/// <trkpt lat="48.5" lon="-123.4">
///   <ele>12</ele><time>2026-06-21T12:00:05.5Z</time>
///   <extensions><x:speed>1.5</x:speed></extensions>
/// </trkpt>
///
/// 2026-06-21T12:00:06Z  position @48.5,-123.4  speed 1.5 m/s
/// ```
struct TrackReader {
  /// The source, whose other fields may be named in the file
  private let source: Source

  /// The columns of the source; of them the position alone is used
  private let columns: RecordedColumns

  /// The readings in the order of the file
  private(set) var readings: [RecordedReading] = []

  /// The fields of a reading before its point is read: missing if any point has had them, else never read
  private var blank: [FieldReading]

  /// The point that is open; nil between points
  private var point: Point?

  /// The element whose text is needed, and the pieces of it so far
  private var wanted: Text?

  /// The numbers of points that are not of a track
  private var waypoints = 0
  private var routePoints = 0

  /// `true` if a point of a track has a time, and the places of those that have none
  private var hasTimes = false
  private var untimed: [Cell] = []

  init(source: Source, columns: RecordedColumns) {
    self.source = source
    self.columns = columns
    blank = Array(repeating: .neverRead, count: source.fields.count)
    if let field = columns.positionField { blank[field] = .missing }
  }

  /// A point whose end tag has not come yet
  private struct Point {
    /// Its place in the file, for problems
    let place: Cell
    let position: Position?
    var time: RecordedInstant?

    /// `true` if it has a `<time>`, readable or not
    var hasTime = false

    /// Values of other fields, by the field's index
    var values: [(field: Int, value: Double)] = []
  }

  /// The text of an element, which comments and CDATA divide into pieces
  private struct Text {
    let name: String

    /// The place of the first piece that is not blank, and the text; `nil` after a reference that XML does not have
    var place: Cell?
    var text: String? = ""
  }

  /// Reads a file; after a mistake in the XML, the points before it are there
  mutating func read(_ file: TextFile, _ problems: inout ProblemList) {
    let file = file.decoded
    if let name = file.otherXMLEncoding {
      return problems.append(file.problem(.otherEncoding(name: name), at: file.start, line: 1))
    }
    var reader = XMLReader(file: file)
    var hasRoot = false
    do {
      while true {
        let (offset, line) = (reader.position, reader.line)
        let here = Cell(start: offset, end: offset, line: line, form: .plain)
        switch try reader.next() {
        case .start(let name, let attributes):
          if !hasRoot, name != "gpx" {
            problems.append(file.problem(.badXML(expected: "`<gpx>`"), at: offset, line: line))
            return
          }
          hasRoot = true
          start(name, attributes, here, file, &problems)
        case .text(let cell): text(cell, file, isVerbatim: false)
        case .verbatim(let cell): text(cell, file, isVerbatim: true)
        case .end(let name): end(name, file, &problems)
        case .endOfFile: return finish(file, &problems)
        }
        guard readings.count <= RowFile.maximumRows else {
          let kind = RecordingProblem.Kind.tooManyRows(limit: RowFile.maximumRows)
          problems.append(file.problem(kind, at: offset, line: line))
          return finish(file, &problems)
        }
      }
    } catch {
      problems.append(file.problem(error.kind, at: error.offset, line: error.line))
      finish(file, &problems)
    }
  }

  /// Begins a point, or notes the element of a point whose text is needed
  private mutating func start(
    _ name: String, _ attributes: [XMLReader.Attribute], _ place: Cell, _ file: TextFile,
    _ problems: inout ProblemList
  ) {
    wanted = nil
    switch name {
    case "wpt": waypoints += 1
    case "rtept": routePoints += 1
    case "trkpt":
      point = Point(place: place, position: position(attributes, place, file, &problems))
    case "time", "speed", "accuracy":
      if point != nil { wanted = Text(name: name) }
    default: break
    }
  }

  /// The position of a point; `nil`, and a problem, if it has none
  private func position(
    _ attributes: [XMLReader.Attribute], _ place: Cell, _ file: TextFile,
    _ problems: inout ProblemList
  ) -> Position? {
    let latitude = attributes.first { $0.name == "lat" }?.value
    let longitude = attributes.first { $0.name == "lon" }?.value
    guard latitude != nil || longitude != nil else {
      let kind = RecordingProblem.Kind.missingKey(
        name: "lat", expected: "`lat` and `lon` of a point")
      problems.append(file.problem(kind, at: place.start, line: place.line))
      return nil
    }
    guard let latitude, let longitude else {
      let kind = RecordingProblem.Kind.emptyCell(column: latitude == nil ? "lat" : "lon")
      problems.append(file.problem(kind, at: place.start, line: place.line))
      return nil
    }
    guard let north = degrees(latitude, "lat", 90, file, &problems),
      let east = degrees(longitude, "lon", 180, file, &problems)
    else { return nil }
    return Position(latitude: north, longitude: east)
  }

  /// The degrees of an attribute: `48.5`, `+48.5`, `&#52;8.5`
  private func degrees(
    _ cell: Cell, _ name: String, _ limit: Double, _ file: TextFile,
    _ problems: inout ProblemList
  ) -> Double? {
    if let text = file.xmlText(cell, isVerbatim: false),
      let value = Self.number(text), abs(value) <= limit
    {
      return value
    }
    let place = file.trimmed(cell)
    let bound = Int(limit)
    let kind = RecordingProblem.Kind.badCell(
      column: name, found: file.shown(place), expected: "degrees from -\(bound) to \(bound)",
      nearest: nil)
    problems.append(file.problem(kind, at: place.start, line: place.line))
    return nil
  }

  /// The number that is all of a text but for the spaces around it, and a plus
  private static func number(_ text: String) -> Double? {
    let core = CellText.trimmed(Array(text.utf8)[...])
    let bytes = Array(core.first == UInt8(ascii: "+") ? core.dropFirst() : core)
    guard bytes.first != UInt8(ascii: "-") || core.first == UInt8(ascii: "-") else { return nil }
    let cell = Cell(start: 0, end: bytes.count, line: 1, form: .plain)
    return CellParser.number(cell, in: TextFile(path: "", bytes: bytes))
  }

  /// Adds a piece to the text of `time`, `speed` or `accuracy`
  private mutating func text(_ cell: Cell, _ file: TextFile, isVerbatim: Bool) {
    guard var element = wanted else { return }
    let trimmed = Self.trimmed(cell, file)
    if element.place == nil, !trimmed.isEmpty { element.place = trimmed }
    let piece = file.xmlText(cell, isVerbatim: isVerbatim)
    element.text = piece.flatMap { piece in element.text.map { $0 + piece } }
    wanted = element
  }

  /// Reads the text of an element of a point
  private mutating func read(
    _ element: Text, _ file: TextFile, _ problems: inout ProblemList
  ) {
    guard let place = element.place else { return }
    if element.name == "time" {
      point?.hasTime = true
      point?.time = element.text.flatMap { Self.time($0) }
      if point?.time == nil {
        report("time", "an instant, such as `2026-06-21T12:00:00Z`", place, file, &problems)
      }
    } else if let field = source.fields.firstIndex(where: { $0.name == element.name }) {
      guard let value = element.text.flatMap({ Self.number($0) }) else {
        return report(element.name, "a number", place, file, &problems)
      }
      point?.values.append((field, value))
    }
  }

  /// The instant of a text, in UTC if it has no offset
  private static func time(_ text: String) -> RecordedInstant? {
    let bytes = Array(CellText.trimmed(Array(text.utf8)[...]))
    let cell = Cell(start: 0, end: bytes.count, line: 1, form: .plain)
    var scanner = TimeScanner(TextFile(path: "", bytes: bytes), cell)
    return scanner.instant(.utc)
  }

  /// Notes an element that has not the expected text
  private func report(
    _ column: String, _ expected: String, _ place: Cell, _ file: TextFile,
    _ problems: inout ProblemList
  ) {
    let kind = RecordingProblem.Kind.badCell(
      column: column, found: file.shown(place), expected: expected, nearest: nil)
    problems.append(file.problem(kind, at: place.start, line: place.line))
  }

  /// Ends a point, which becomes a reading if it has a time
  private mutating func end(_ name: String, _ file: TextFile, _ problems: inout ProblemList) {
    if let wanted, wanted.name == name { read(wanted, file, &problems) }
    wanted = nil
    guard name == "trkpt", let point else { return }
    self.point = nil
    if point.hasTime {
      hasTimes = true
    } else if untimed.count <= ProblemList.maximumListed {
      untimed.append(point.place)
    }
    guard let time = point.time else { return }
    var fields = blank
    if let position = point.position, let field = columns.positionField {
      fields[field] = .known(.position(position))
    }
    for (field, value) in point.values {
      fields[field] = .known(.scalar(value))
      if blank[field] == .neverRead { blank[field] = .missing }
    }
    readings.append(
      RecordedReading(
        time: time, arguments: Array(repeating: nil, count: source.parameters.count),
        fields: fields))
  }

  /// Says which points are no readings; and a field that some point has is missing, not never read, in the points before
  private mutating func finish(_ file: TextFile, _ problems: inout ProblemList) {
    let isPlan = !hasTimes && (!untimed.isEmpty || routePoints > 0)
    if isPlan {
      let place = untimed.first ?? Cell(start: file.start, end: file.start, line: 1, form: .plain)
      problems.append(file.problem(.trackWithoutTimes, at: place.start, line: place.line))
    } else if !hasTimes, waypoints > 0 {
      let kind = RecordingProblem.Kind.waypointsAlone(count: waypoints)
      problems.append(file.problem(kind, at: file.start, line: 1))
    }
    for place in untimed where hasTimes {
      let kind = RecordingProblem.Kind.missingKey(
        name: "time", expected: "the `<time>` of a track point")
      problems.append(file.problem(kind, at: place.start, line: place.line))
    }
    for index in readings.indices {
      for field in blank.indices
      where blank[field] == .missing && readings[index].fields[field] == .neverRead {
        readings[index].fields[field] = .missing
      }
    }
  }

  /// Without the spaces and line ends around it
  private static func trimmed(_ cell: Cell, _ file: TextFile) -> Cell {
    var cell = cell
    while cell.start < cell.end, file.bytes[cell.start] <= 0x20 {
      if file.bytes[cell.start] == UInt8(ascii: "\n") { cell.line += 1 }
      cell.start += 1
    }
    while cell.end > cell.start, file.bytes[cell.end - 1] <= 0x20 { cell.end -= 1 }
    return cell
  }
}
