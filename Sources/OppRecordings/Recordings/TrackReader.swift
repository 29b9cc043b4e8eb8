internal import OppEngine
internal import OppModel

/// Reads a GPX file (1.0 and 1.1) as the readings of a source with a position
///
/// Points of tracks need their time. A point of a route, or a waypoint, is a reading where it has a
/// time, else a plan or a landmark and left out. Elevation is not read; `speed` (metres a second) and
/// `accuracy` (metres), where a point or its extensions have them, are.
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

  /// The zone of times without an offset
  private let zone: Zone

  /// The readings in the order of the file
  private(set) var readings: [RecordedReading] = []

  /// The fields of a reading before its point is read: missing where any point has had them, else never read
  private var blank: [FieldReading]

  /// The point that is open; nil between points
  private var point: Point?

  /// The element whose text is needed
  private var wanted: String?

  init(source: Source, columns: RecordedColumns, zone: Zone) {
    self.source = source
    self.columns = columns
    self.zone = zone
    blank = Array(repeating: .neverRead, count: source.fields.count)
    if let field = columns.positionField { blank[field] = .missing }
  }

  /// A point whose end tag has not come yet
  private struct Point {
    /// `trkpt`, `rtept` or `wpt`, and its place in the file for problems
    let element: String
    let place: Cell
    let position: Position?
    var time: RecordedInstant?

    /// Whether it has a `<time>`, readable or not
    var hasTime = false

    /// Values of other fields, by the field's index
    var values: [(field: Int, value: Double)] = []
  }

  /// Reads a file; after a mistake in the XML, the points before it are there
  mutating func read(_ file: TextFile, _ problems: inout ProblemList) {
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
        case .text(let cell), .verbatim(let cell): text(cell, file, &problems)
        case .end(let name): end(name, file, &problems)
        case .endOfFile: return finish()
        }
        guard readings.count <= RowFile.maximumRows else {
          let kind = RecordingProblem.Kind.tooManyRows(limit: RowFile.maximumRows)
          problems.append(file.problem(kind, at: offset, line: line))
          return finish()
        }
      }
    } catch {
      problems.append(file.problem(error.kind, at: error.offset, line: error.line))
      finish()
    }
  }

  /// Begins a point, or notes the element of a point whose text is needed
  private mutating func start(
    _ name: String, _ attributes: [XMLReader.Attribute], _ place: Cell, _ file: TextFile,
    _ problems: inout ProblemList
  ) {
    wanted = nil
    switch name {
    case "trkpt", "rtept", "wpt":
      var pin = PositionColumns()
      for attribute in attributes {
        if attribute.name == "lat" { pin.latitude = file.trimmed(attribute.value) }
        if attribute.name == "lon" { pin.longitude = file.trimmed(attribute.value) }
      }
      let row = RecordedRow(cells: [], start: place.start, line: place.line)
      let position: Position?
      if pin.isEmpty {
        problems.append(
          file.problem(
            .missingKey(name: "lat", expected: "`lat` and `lon` of a point"), at: place.start,
            line: place.line))
        position = nil
      } else {
        position = pin.position(row, in: file, &problems)
      }
      point = Point(element: name, place: place, position: position)
    case "time", "speed", "accuracy":
      if point != nil { wanted = name }
    default: break
    }
  }

  /// Reads the text of `time`, `speed` or `accuracy`; of several pieces of text the first counts that is not blank
  private mutating func text(_ cell: Cell, _ file: TextFile, _ problems: inout ProblemList) {
    guard let name = wanted, point != nil else { return }
    // White space around `<![CDATA[…]]>` is a piece of its own, and not the text.
    let cell = Self.trimmed(cell, file)
    guard !cell.isEmpty else { return }
    wanted = nil
    if name == "time" {
      var scanner = TimeScanner(file, cell)
      point?.hasTime = true
      point?.time = scanner.instant(zone)
      if point?.time == nil {
        let kind = RecordingProblem.Kind.badCell(
          column: "time", found: file.shown(cell),
          expected: "an instant, such as `2026-06-21T12:00:00Z`", nearest: nil)
        problems.append(file.problem(kind, at: cell.start, line: cell.line))
      }
    } else if let field = source.fields.firstIndex(where: { $0.name == name }) {
      guard let value = CellParser.number(cell, in: file) else {
        let kind = RecordingProblem.Kind.badCell(
          column: name, found: file.shown(cell), expected: "a number", nearest: nil)
        problems.append(file.problem(kind, at: cell.start, line: cell.line))
        return
      }
      point?.values.append((field, value))
    }
  }

  /// Ends a point, which becomes a reading if it has a time
  private mutating func end(_ name: String, _ file: TextFile, _ problems: inout ProblemList) {
    wanted = nil
    guard let point, point.element == name else { return }
    self.point = nil
    guard let time = point.time else {
      if !point.hasTime, name == "trkpt" {
        problems.append(
          file.problem(
            .missingKey(name: "time", expected: "the `<time>` of a track point"),
            at: point.place.start, line: point.place.line))
      }
      return
    }
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

  /// A field that some point has is missing, not never read, in the points before
  private mutating func finish() {
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
