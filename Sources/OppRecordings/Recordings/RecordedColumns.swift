package import OppModel

/// The meaning of the columns of one file
///
/// `add` is called for each header in the order of the file, or for each new key of JSON Lines, then `checkComplete`,
/// then `value` for the cells. A column's index is its place in the file:
///
/// ```
/// of a source weather(place) with the fields sky, temp, rain:
///
/// 0  time          the instant of the reading
/// 1  place         parameter 0
/// 2  temp[F]       field 1; bare numbers are °F
/// 3  rain          field 2; bare numbers are m/s, so one above 0.0000833 cannot be
/// 4  tmp           none: a warning, `temp` is near
/// 5  battery       none: a note
/// ```
package struct RecordedColumns {
  /// A column by its place in the file
  struct Column {
    let name: String

    /// The header as it is written
    let text: String
    var role: Role

    /// The way in which its name is written, or `nil` if it has none
    let spelling: ColumnHeader.Spelling?

    /// `true` if a problem of the header has been reported, or if it has no text
    fileprivate(set) var isReported: Bool

    /// The limit of bare numbers of the column, until a number beyond it has been reported
    var limit: BareLimit?

    /// The values that its field may have, in the base unit, or `nil` if it may have any
    let possible: ClosedRange<Double>?

    /// `true` if it holds texts, whose spaces are theirs
    let keepsSpaces: Bool

    /// `true` if its header names the unit of bare numbers
    var hasUnit: Bool

    /// The unit in which its numbers are written, once a cell has been read
    fileprivate(set) var writtenUnit: WrittenUnit?

    init(
      _ header: ColumnHeader, role: Role, limit: BareLimit?, possible: ClosedRange<Double>? = nil,
      isReported: Bool
    ) {
      self.possible = possible
      name = header.name
      text = header.text
      spelling = header.spelling
      self.role = role
      self.limit = limit
      self.isReported = isReported
      hasUnit = header.unit != nil
      keepsSpaces =
        switch role {
        case .field(_, let parser), .parameter(_, let parser): parser.type == .text
        case .time, .day, .latitude, .longitude, .validFrom, .validUntil, .none: false
        }
    }

    /// `true` if its cells are values of a field
    var isRead: Bool {
      switch role {
      case .field, .latitude, .longitude: true
      case .time, .day, .parameter, .validFrom, .validUntil, .none: false
      }
    }
  }

  /// The unit in which the numbers of a column are written, as far as the file names one
  enum WrittenUnit {
    case named(OppModel.Unit)
    case notNamed
  }

  /// The greatest bare number that a column can mean in its field's own unit
  enum BareLimit {
    /// 0.3 m an hour, in m/s: more than has ever rained, and less than 1 mm/h written as a bare number
    case rate
    /// In °C, of the air
    case temperature

    /// The limit in the base unit of the field's type: m/s, or °C
    fileprivate var value: Double {
      switch self {
      case .rate: 0.3 / 3600
      case .temperature: 60
      }
    }
  }

  /// The use of a column's cells; the numbers are indices into fields or parameters of the source or table
  enum Role {
    case time(CellParser)
    /// The date of a row whose time is a time of day
    case day(CellParser)
    case field(Int, CellParser)
    case parameter(Int, CellParser)
    case latitude
    case longitude
    case validFrom(CellParser)
    case validUntil(CellParser)
    /// A column that is not read
    case none
  }

  /// The columns that are joined of others, then those of the file by their place
  var columns: [Column] = []

  /// The number of columns that are joined of others
  private(set) var joinedCount = 0

  /// The columns, by their place, whose rates were reported to be greater than can be
  private var reportedRates: Set<Int> = []

  /// `true` if a cell could not be read that the rows of the file may prove to be readable
  private(set) var hasOpenCells = false

  /// The source or table that the file is of
  let owner: String

  /// The fields of the source or table
  let fields: [Field]

  /// The parameters of the source; a table has none
  let parameters: [Field]

  /// The fields of the key of a table; a source has none
  let key: [Int]

  /// `true` if rows are readings with a `time`, or rows of a table with `valid_from` and `valid_until`
  let isSource: Bool

  /// The zone of times without an offset
  let zone: Zone

  /// The things that are said about the file
  let options: FileOptions

  /// The enums of the rule set, by their number
  let enumerations: [Enumeration]

  /// The one field that `lat` and `lon` give; nil if there is none or more than one
  let positionField: Int?

  /// - Parameters:
  ///   - zone: the zone of times without an offset, which is that of the options if they name one.
  ///   - options: the things that are said about the file.
  package init(
    source: Source, zone: Zone, enumerations: [Enumeration], options: FileOptions = FileOptions()
  ) {
    self.init(
      FileSubject(source), key: [], zone: zone, enumerations: enumerations, options: options)
  }

  package init(
    table: Table, zone: Zone, enumerations: [Enumeration], options: FileOptions = FileOptions()
  ) {
    self.init(
      FileSubject(table), key: table.key, zone: zone, enumerations: enumerations, options: options)
  }

  private init(
    _ subject: FileSubject, key: [Int], zone: Zone, enumerations: [Enumeration],
    options: FileOptions
  ) {
    self.key = key
    owner = subject.name
    fields = subject.fields
    parameters = subject.parameters
    isSource = subject.isSource
    positionField = subject.positionField
    knownNames = subject.columnNames
    self.zone = zone
    self.enumerations = enumerations
    self.options = options
  }

  /// The names that a column may have
  let knownNames: [String]

  /// The field of a column, or `nil` if it is of none
  func field(of column: Int) -> Int? {
    switch columns[column].role {
    case .field(let index, _): index
    case .latitude, .longitude: positionField
    case .time, .day, .parameter, .validFrom, .validUntil, .none: nil
    }
  }

  /// The fields that have a column
  var readFields: Set<Int> {
    var found: Set<Int> = []
    var parts = 0
    for column in columns {
      switch column.role {
      case .field(let index, _): found.insert(index)
      case .latitude, .longitude: parts += 1
      case .time, .day, .parameter, .validFrom, .validUntil, .none: continue
      }
    }
    if parts == 2, let positionField { found.insert(positionField) }
    return found
  }

  /// The units in which the file writes the fields: those of the headers, else those of the first cells
  var writtenUnits: [(field: Int, unit: OppModel.Unit)] {
    columns.compactMap { column in
      guard case .field(let field, let parser) = column.role else { return nil }
      if column.hasUnit { return parser.unit.map { (field, $0) } }
      guard case .named(let unit)? = column.writtenUnit else { return nil }
      return (field, unit)
    }
  }

  /// Adds the column that a header names
  mutating func add(_ cell: Cell, in file: TextFile, _ problems: inout ProblemList) {
    let place = columns.count - joinedCount
    let header = self.header(cell, at: place, in: file)
    guard header.spelling != nil || !isUsed(header.text, at: place) else {
      return columns.append(Column(header, role: .none, limit: nil, isReported: true))
    }
    add(header, cell, in: file, &problems)
  }

  /// Adds the columns that are joined of others, which come before those of the file
  mutating func addJoined(in file: TextFile, _ problems: inout ProblemList) {
    for choice in options.columns where choice.columns.count > 1 {
      let header = ColumnHeader(choice.key, choice: choice, spelling: .chosen)
      add(header, .absent, in: file, &problems)
      joinedCount += 1
    }
  }

  /// Adds a column
  private mutating func add(
    _ header: ColumnHeader, _ cell: Cell, in file: TextFile, _ problems: inout ProblemList
  ) {
    var header = header
    header.unit = unit(of: header)
    var role = Role.none
    var limit: BareLimit?
    var isReported = header.text.isEmpty
    do throws(Unresolved) {
      if try claim(header) {
        role = try self.role(header)
        if header.unit == nil, case .field(let field, _) = role {
          limit = bareLimit(of: fields[field])
        }
      }
    } catch {
      isReported = true
      var kind = error.kind
      if case .amountOfRate(let unit, let name, let rate, _) = kind {
        kind = .amountOfRate(unit: unit, column: name, rate: rate, header: header.text)
      }
      problems.append(file.problem(kind, at: cell.start, line: cell.line))
    }
    columns.append(
      Column(
        header, role: role, limit: limit, possible: possibleValues(role), isReported: isReported))
  }

  /// Takes a name from the column that has it, if there is one; false if that column keeps it
  ///
  /// An exact name goes before another spelling of it. If two are spelt alike, neither is read.
  private mutating func claim(_ header: ColumnHeader) throws(Unresolved) -> Bool {
    guard let spelling = header.spelling else { return true }
    for index in columns.indices where columns[index].name == header.name {
      guard let other = columns[index].spelling, other >= spelling else {
        columns[index].role = .none
        continue
      }
      guard other == spelling else { return false }
      columns[index].role = .none
      columns[index].isReported = true
      throw Unresolved(
        kind: .duplicateColumn(
          name: header.name, place: columns.count - joinedCount + 1, beside: headedName))
    }
    return true
  }

  /// A name whose column has a header in each file: without it, places alone would mean a file without header
  private var headedName: String {
    isSource
      ? "time" : key.first.flatMap { fields.indices.contains($0) ? fields[$0].name : nil } ?? ""
  }

  /// Rates of rain and snow everywhere, temperatures if they are those of the air
  private func bareLimit(of field: Field) -> BareLimit? {
    switch field.type {
    case .speed: ["rain", "snow"].contains(field.name) ? .rate : nil
    case .temperature: ["weather", "forecast"].contains(owner) ? .temperature : nil
    default: nil
    }
  }

  /// The value of a cell of a field; nil, and a problem, if it has none
  ///
  /// A column whose numbers cannot be in its field's own unit is reported once. A rate is not read then; a
  /// temperature is, because it may be that of an oven.
  ///
  /// - Parameter stated: the unit that stands beside the numbers of the row; that of a header or a cell precedes it.
  mutating func value(
    _ cell: Cell, _ parser: CellParser, _ column: Int, in stated: StatedUnit?, _ file: TextFile,
    _ problems: inout ProblemList
  ) -> Value? {
    if let stated, !columns[column].hasUnit {
      switch stated.value(of: cell, parser, column: columns[column].name, in: file) {
      case .other: break
      case .known(let value): return value
      case .problem(let kind):
        problems.append(file.problem(kind, at: cell.start, line: cell.line))
        return nil
      }
    }
    guard let value = parser.value(cell, in: file) else {
      if !isMissing(cell, in: file) { report(cell, parser, column, file, &problems) }
      return nil
    }
    if file.notation != nil, let possible = columns[column].possible,
      case .scalar(let number) = value, !possible.contains(number)
    {
      noteOpenCell(in: file)
      problems.append(
        file.problem(
          .impossible(column: columns[column].name, found: file.shown(cell)), at: cell.start,
          line: cell.line))
      return nil
    }
    if columns[column].writtenUnit == nil {
      columns[column].writtenUnit =
        parser.unit(of: cell, in: file).map { .named($0) } ?? .notNamed
    }
    guard let limit = columns[column].limit, case .scalar(let number) = value,
      number > limit.value, parser.isBare(cell, in: file)
    else { return value }
    let (name, found) = (columns[column].name, file.shown(cell))
    switch limit {
    case .rate:
      if reportedRates.insert(column).inserted {
        problems.append(
          file.problem(
            .impossibleRate(column: name, found: found), at: cell.start, line: cell.line))
      }
      return nil
    case .temperature:
      columns[column].limit = nil
      problems.append(
        file.problem(
          .likelyFahrenheit(column: name, found: found), at: cell.start, line: cell.line))
      return value
    }
  }

  /// Reports the columns that the file needs and lacks, or else those that are passed over
  ///
  /// - Parameter times: the columns that hold times, or `nil` if that is not clear.
  func checkComplete(
    _ file: TextFile, times: FileOptionValue?, _ problems: inout ProblemList
  ) {
    guard !columns.isEmpty || !isSource else {
      return problems.append(
        RecordingProblem(kind: .emptyFile(owner: owner), file: file.path))
    }
    if let kind = missingColumn(times) {
      return problems.append(RecordingProblem(kind: kind, file: file.path))
    }
    let passedOver = columns.filter { column in
      if case .none = column.role { !column.isReported } else { false }
    }
    if !passedOver.isEmpty {
      let kind = RecordingProblem.Kind.passedOver(columns: passedOver.map { $0.text })
      problems.append(RecordingProblem(kind: kind, file: file.path))
    }
  }

  /// The problem of a header without a column that the file needs, or `nil` if it has them all, or that was reported
  private func missingColumn(_ times: FileOptionValue?) -> RecordingProblem.Kind? {
    let texts = columns.map { $0.text }.filter { !$0.isEmpty }
    let names = columns.filter { $0.spelling != nil }.map { $0.name }
    if let lacking = lackingChoice { return lacking }
    if isSource, !names.contains("time") {
      return .missingTime(columns: texts, times: times)
    }
    if positionField != nil, names.contains("lat") != names.contains("lon") {
      return .missingColumn(name: names.contains("lat") ? "lon" : "lat", of: owner)
    }
    if isSource, !columns.contains(where: { $0.isRead || $0.isReported }) {
      return .missingFields(
        of: owner, columns: texts, field: proposal?.field, header: proposal?.header)
    }
    return nil
  }

  /// `true` if a cell says that there is no value
  func isMissing(_ cell: Cell, in file: TextFile) -> Bool {
    file.notation != nil && CellText.isMissing(file.bytes[cell.start..<cell.end])
  }

  /// Notes a cell that the rows of the file may prove to be readable
  mutating func noteOpenCell(in file: TextFile) {
    if let notation = file.notation, !notation.isSettled { hasOpenCells = true }
  }

  /// Reports a cell that its column's parser does not take
  mutating func report(
    _ cell: Cell, _ parser: CellParser, _ column: Int, _ file: TextFile,
    _ problems: inout ProblemList
  ) {
    noteOpenCell(in: file)
    problems.append(
      file.problem(
        parser.problem(cell, in: file, column: columns[column].name), at: cell.start,
        line: cell.line))
  }

  /// The unit of a header; one that its choice passes over is none
  private func unit(of header: ColumnHeader) -> String? {
    guard let spelling = header.spelling, spelling >= .chosenAlike, !header.isUnitChosen else {
      return header.unit
    }
    // The header is only that of the column: `{"energy": "Verbrauch (kWh)"}` of a plain number.
    let field = (fields + parameters).first { $0.name == header.name }
    return field.flatMap { Dimension($0.type) } == nil ? nil : header.unit
  }

  /// `true` if there is a column of times
  var hasTime: Bool {
    columns.contains { if case .time = $0.role { true } else { false } }
  }

  /// The reason why a header means nothing
  private struct Unresolved: Error {
    let kind: RecordingProblem.Kind
  }

  /// The meaning of a column by its name; fields precede parameters of the same name, and both precede `lat` and `lon`
  private func role(_ header: ColumnHeader) throws(Unresolved) -> Role {
    let (name, unit) = (header.name, header.unit)
    guard header.spelling != nil else {
      if let nearest = Spelling.nearest(name, in: freeNames) {
        throw Unresolved(kind: .unknownColumn(name: name, of: owner, nearest: nearest))
      }
      return .none
    }
    if isSource, name == "time" { return .time(try parser(.instant, name, unit)) }
    if let index = fields.firstIndex(where: { $0.name == name }) {
      return .field(index, try parser(fields[index].type, name, unit))
    }
    if let index = parameters.firstIndex(where: { $0.name == name }) {
      return .parameter(index, try parser(parameters[index].type, name, unit))
    }
    switch name {
    case "lat" where unit == nil: return .latitude
    case "lon" where unit == nil: return .longitude
    case "date" where isSource: return .day(try parser(.date, name, unit))
    case "valid_from": return .validFrom(try parser(.instant, name, unit))
    case "valid_until": return .validUntil(try parser(.instant, name, unit))
    default: return .none
    }
  }

  /// The parser of a column; the unit in brackets has to be one of the column's type
  private func parser(
    _ type: ValueType, _ name: String, _ spelling: String?
  ) throws(Unresolved) -> CellParser {
    guard let spelling else {
      return CellParser(type: type, unit: nil, zone: zone, enumerations: enumerations)
    }
    let units = Unit.stated(spelling)
    if units.isEmpty, type == .speed, ["bft", "beaufort"].contains(spelling.lowercased()) {
      throw Unresolved(kind: .beaufort)
    }
    guard !units.isEmpty else {
      var own = Unit.all.filter { $0.dimension == Dimension(type) }.map { $0.spelling }
        .filter { $0.utf8.allSatisfy { $0 < 0x80 } }
      if case .money(let currency) = type { own = [currency.code] }
      // Every short unit is one slip from another.
      let nearest = spelling.utf8.count > 3 ? Spelling.nearest(spelling, in: own) : nil
      throw Unresolved(
        kind: .unknownUnit(spelling: spelling, nearest: nearest, fitting: own))
    }
    guard let unit = units.first(where: { $0.dimension == Dimension(type) }) else {
      if let rate = Self.rate(of: units, type, name) {
        throw Unresolved(
          kind: .amountOfRate(
            unit: spelling, column: name, rate: rate, header: spelling))
      }
      let parser = CellParser(type: type, unit: nil, zone: zone, enumerations: enumerations)
      throw Unresolved(
        kind: .unitMismatch(unit: spelling, column: name, expected: parser.expected))
    }
    return CellParser(type: type, unit: unit, zone: zone, enumerations: enumerations)
  }
}
