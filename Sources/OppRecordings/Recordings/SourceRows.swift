package import OppEngine
package import OppModel

/// A reading as a file has it, before readings are put in order
package struct RecordedReading {
  package internal(set) var time: RecordedInstant

  /// The value of each parameter; nil for the default
  package let arguments: [Value?]

  /// The reading of each field of the source
  package var fields: [FieldReading]

  package init(time: RecordedInstant, arguments: [Value?], fields: [FieldReading]) {
    self.time = time
    self.arguments = arguments
    self.fields = fields
  }
}

/// The rows of a source's file, as readings
///
/// A field without a column is never read, and one whose cell is empty, or bad, is missing: it was looked for in vain.
///
/// ```
/// time,room,inside                 inside       outside, which has no column
/// 2026-06-21T12:00:00Z,hall,20C    known(20)    neverRead
/// 2026-06-21T13:00:00Z,hall,       missing      neverRead
/// ```
///
/// A partial file has readings of some fields: one whose key is missing, or whose cell is empty, keeps its value, and one
/// that is `null` or a word such as `unavailable` is missing.
///
/// A row with a bad time or argument is left out, since it is not known whose reading it is and of when; a bad cell of
/// a field costs that field alone.
package struct SourceRows: RowSink {
  /// The readings in the order of the file
  var readings: [RecordedReading] = []

  /// The columns so far
  private(set) var columns: RecordedColumns

  /// The constant default of each parameter
  private let defaults: [Value?]

  /// The reading of each field before the row's cells are read
  private var blank: [FieldReading]

  /// nil for each parameter
  private let noArguments: [Value?]

  /// The rows so far, and those that cannot be read
  package private(set) var tally = RowTally()

  /// `true` if a column came after the first row, as in JSON Lines
  private var hasLateColumns = false

  /// The local times of the file
  var localTimes: LocalTimes

  /// The number of readings at the beginning that belong to a portion of a log before this one
  var earlierCount = 0

  /// The time of a row that has none, if readings are live; nil if every row must have its own
  private let present: RecordedInstant?

  /// `true` if a field that a row lacks keeps its value
  private let isPartial: Bool

  package init(
    source: Source, columns: RecordedColumns, present: RecordedInstant? = nil,
    isPartial: Bool = false
  ) {
    self.columns = columns
    self.present = present
    self.isPartial = isPartial
    localTimes = LocalTimes(zone: columns.zone)
    defaults = source.defaults
    blank = Array(repeating: .neverRead, count: source.fields.count)
    noArguments = Array(repeating: nil, count: source.parameters.count)
  }

  package mutating func addColumn(_ header: Cell, in file: TextFile, _ problems: inout ProblemList)
  {
    columns.add(header, in: file, &problems)
    noteReadFields()
    if !readings.isEmpty { hasLateColumns = true }
  }

  package func checkColumns(
    in file: TextFile, times: FileOptionValue?, _ problems: inout ProblemList
  ) {
    if present == nil { columns.checkComplete(file, times: times, &problems) }
  }

  package var options: FileOptions { columns.options }

  package mutating func addJoinedColumns(in file: TextFile, _ problems: inout ProblemList) {
    columns.addJoined(in: file, &problems)
    noteReadFields()
  }

  /// Notes which fields have a column
  private mutating func noteReadFields() {
    let read = columns.readFields
    for field in blank.indices { blank[field] = read.contains(field) ? lacking : .neverRead }
  }

  /// The reading of a field that has a column, and no cell
  private var lacking: FieldReading { isPartial ? .unchanged : .missing }

  package mutating func note(_ zone: StatedZone) { localTimes.note(zone) }

  package func fits(_ cells: [Cell], in file: TextFile) -> Bool { columns.fits(cells, in: file) }

  package var beginsWithText: Bool { columns.beginsWithText }

  package var hasOpenCells: Bool { columns.hasOpenCells }

  package func prove(_ row: RecordedRow, in file: TextFile, _ notation: inout FileNotation) {
    columns.prove(row, in: file, &notation)
  }

  package mutating func takeUnits(_ row: RecordedRow, in file: TextFile) -> Bool {
    columns.takeUnits(row, in: file)
  }

  package mutating func note(leftOut: RowTally) { tally.add(leftOut) }

  package mutating func addRow(_ row: RecordedRow, in file: TextFile, _ problems: inout ProblemList)
  {
    tally.begin(line: row.line)
    var moments = TimeColumns()
    var fields = blank
    var arguments = noArguments
    var pin = PositionColumns()
    for index in columns.columns.indices {
      let keepsSpaces = columns.columns[index].keepsSpaces
      guard let cell = row.cell(index, in: file, keepsSpaces: keepsSpaces) else {
        if let field = nullField(row, index) { fields[field] = .missing }
        continue
      }
      // In place: a copy of the column would count the owners of its name, cell by cell.
      switch columns.columns[index].role {
      case .time(let parser):
        if !columns.isMissing(cell, in: file) { moments.time = (cell, parser, index) }
      case .day: moments.day = cell
      case .field(let field, let parser):
        if let value = columns.value(
          cell, parser, index, in: row.unit, file, &problems)
        {
          fields[field] = .known(value)
        } else {
          fields[field] = .missing
          if !columns.isMissing(cell, in: file) { tally.noteUnreadableCell() }
        }
      case .parameter(let parameter, let parser):
        guard let value = parser.argument(cell, in: file) else {
          // The owner of this reading cannot be determined.
          columns.report(cell, parser, index, file, &problems)
          tally.leaveOut()
          return
        }
        // A reading of the default is that of a source that is used without arguments.
        arguments[parameter] = value == defaults[parameter] ? nil : value
      case .latitude: pin.latitude = cell
      case .longitude: pin.longitude = cell
      case .validFrom, .validUntil, .none: continue
      }
    }
    if let field = columns.positionField, !pin.isEmpty {
      if let position = pin.position(row, in: file, &problems) {
        fields[field] = .known(.position(position))
      } else {
        fields[field] = .missing
        columns.noteOpenCell(in: file)
        tally.noteUnreadableCell()
      }
    }
    guard let time = time(moments, row, in: file, &problems) else {
      tally.leaveOut()
      return
    }
    if present == nil { localTimes.add() }
    readings.append(RecordedReading(time: time, arguments: arguments, fields: fields))
  }

  /// The field of which a row of a partial file says `null`, by a column, or `nil` if there is none
  private func nullField(_ row: RecordedRow, _ column: Int) -> Int? {
    guard isPartial, column < row.cells.count, row.cells[column].isNull else { return nil }
    return columns.field(of: column)
  }

  /// The time of a row; `nil`, and a problem, if it has none
  private mutating func time(
    _ moments: TimeColumns, _ row: RecordedRow, in file: TextFile, _ problems: inout ProblemList
  ) -> RecordedInstant? {
    guard let (cell, parser, index) = moments.time else {
      if present == nil, hasTime {
        problems.append(file.problem(.emptyCell(column: "time"), at: row.start, line: row.line))
      }
      return present
    }
    let moment =
      parser.moment(cell, in: file)
      ?? moments.day.flatMap { parser.moment(cell, on: $0, in: file) }
    guard let moment, let time = instant(of: moment, cell, in: file) else {
      columns.report(cell, parser, index, file, &problems)
      return nil
    }
    return time
  }

  /// The instant of the next reading
  ///
  /// In a file the rows around it decide on a local time that comes twice; readings of services stand alone.
  private mutating func instant(
    of moment: WrittenMoment, _ cell: Cell, in file: TextFile
  ) -> RecordedInstant? {
    present == nil
      ? localTimes.instant(of: moment, cell, in: file) : moment.instant(in: columns.zone)
  }

  /// The readings of a file, and those whose time is one of two
  ///
  /// - Parameter file: the file that the rows were read from, for problems.
  package consuming func finished(
    in file: TextFile, _ problems: inout ProblemList
  ) -> (readings: [RecordedReading], undecided: [LocalTimes.Undecided]) {
    var readings = finished()
    let undecided = localTimes.resolve(&readings, in: file, &problems)
    return (readings, undecided)
  }

  /// The readings, with every field that has a column anywhere in the file read
  package func finished() -> [RecordedReading] {
    guard hasLateColumns else { return readings }
    var readings = readings
    let read = columns.readFields
    for index in readings.indices {
      for field in read where readings[index].fields[field] == .neverRead {
        readings[index].fields[field] = lacking
      }
    }
    return readings
  }

  /// `true` if rows have a time at all; without that column each row is passed over without a problem of its own
  private var hasTime: Bool {
    columns.columns.contains { if case .time = $0.role { true } else { false } }
  }
}

/// The cells of a row that give its time
private struct TimeColumns {
  /// The cell of the time with its parser and its column, or `nil` if it is empty
  var time: (cell: Cell, parser: CellParser, column: Int)?

  /// The cell of a date beside a time of day
  var day: Cell?
}

/// The cells of a row that give a position in two columns
struct PositionColumns {
  /// The cells of `lat` and `lon`; nil if they are empty or not there
  var latitude: Cell?
  var longitude: Cell?

  var isEmpty: Bool { latitude == nil && longitude == nil }

  /// The position; nil, and a problem, if a cell is missing or not within the globe
  func position(
    _ row: RecordedRow, in file: TextFile, _ problems: inout ProblemList
  ) -> Position? {
    guard let latitude, let longitude else {
      let column = latitude == nil ? "lat" : "lon"
      problems.append(file.problem(.emptyCell(column: column), at: row.start, line: row.line))
      return nil
    }
    guard let north = CellParser.degrees(latitude, in: file), abs(north) <= 90 else {
      report(latitude, "lat", "degrees from -90 to 90", file, &problems)
      return nil
    }
    guard let east = CellParser.degrees(longitude, in: file), abs(east) <= 180 else {
      report(longitude, "lon", "degrees from -180 to 180", file, &problems)
      return nil
    }
    return Position(latitude: north, longitude: east)
  }

  /// Notes a cell that gives no latitude or longitude
  private func report(
    _ cell: Cell, _ column: String, _ expected: String, _ file: TextFile,
    _ problems: inout ProblemList
  ) {
    let kind = RecordingProblem.Kind.badCell(
      column: column, found: file.shown(cell), expected: expected, nearest: nil)
    problems.append(file.problem(kind, at: cell.start, line: cell.line))
  }
}
