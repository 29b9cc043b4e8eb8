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
/// 4  tmp           none: reported, `temp` is near
/// ```
package struct RecordedColumns {
  /// A column by its place in the file
  struct Column {
    let name: String
    let role: Role

    /// The limit of bare numbers of the column, until a number beyond it has been reported
    fileprivate(set) var limit: BareLimit?

    /// Whether it holds texts, whose spaces are theirs
    let keepsSpaces: Bool

    /// Whether its header names the unit of bare numbers
    let hasUnit: Bool

    /// The unit in which its numbers are written, once a cell has been read
    fileprivate(set) var writtenUnit: WrittenUnit?

    init(name: String, role: Role, limit: BareLimit?, hasUnit: Bool) {
      self.name = name
      self.role = role
      self.limit = limit
      self.hasUnit = hasUnit
      keepsSpaces =
        switch role {
        case .field(_, let parser), .parameter(_, let parser): parser.type == .text
        case .time, .latitude, .longitude, .validFrom, .validUntil, .none: false
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
    case field(Int, CellParser)
    case parameter(Int, CellParser)
    case latitude
    case longitude
    case validFrom(CellParser)
    case validUntil(CellParser)
    /// A column that a problem has been reported for
    case none
  }

  /// The columns by their place in the file
  private(set) var columns: [Column] = []

  /// The columns, by their place, whose rates were reported to be greater than can be
  private var reportedRates: Set<Int> = []

  /// The source or table that the file is of
  let owner: String

  /// The fields of the source or table
  let fields: [Field]

  /// The parameters of the source; a table has none
  private let parameters: [Field]

  /// Whether rows are readings with a `time`, or rows of a table with `valid_from` and `valid_until`
  private let isSource: Bool

  /// The zone of times without an offset
  private let zone: Zone

  /// The enums of the rule set, by their number
  private let enumerations: [Enumeration]

  /// The one field that `lat` and `lon` give; nil where there is none or more than one
  let positionField: Int?

  package init(source: Source, zone: Zone, enumerations: [Enumeration]) {
    self.init(
      owner: source.name, fields: source.fields, parameters: source.parameters, isSource: true,
      zone: zone, enumerations: enumerations)
  }

  package init(table: Table, zone: Zone, enumerations: [Enumeration]) {
    self.init(
      owner: table.name, fields: table.fields, parameters: [], isSource: false, zone: zone,
      enumerations: enumerations)
  }

  private init(
    owner: String, fields: [Field], parameters: [Field], isSource: Bool, zone: Zone,
    enumerations: [Enumeration]
  ) {
    self.owner = owner
    self.fields = fields
    self.parameters = parameters
    self.isSource = isSource
    self.zone = zone
    self.enumerations = enumerations
    let positions = fields.indices.filter { fields[$0].type == .position }
    positionField = positions.count == 1 ? positions.first : nil
  }

  /// The fields that have a column
  var readFields: Set<Int> {
    var found: Set<Int> = []
    var parts = 0
    for column in columns {
      switch column.role {
      case .field(let index, _): found.insert(index)
      case .latitude, .longitude: parts += 1
      case .time, .parameter, .validFrom, .validUntil, .none: continue
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
    let header = file.text(file.trimmed(cell)) ?? file.shown(cell)
    let (name, spelling) = Self.split(header)
    var role = Role.none
    var limit: BareLimit?
    if columns.contains(where: { $0.name == name }) {
      problems.append(file.problem(.duplicateColumn(name: name), at: cell.start, line: cell.line))
    } else {
      do {
        role = try self.role(name, unit: spelling)
        if spelling == nil, case .field(let field, _) = role {
          limit = bareLimit(of: fields[field])
        }
      } catch {
        problems.append(file.problem(error.kind, at: cell.start, line: cell.line))
      }
    }
    columns.append(Column(name: name, role: role, limit: limit, hasUnit: spelling != nil))
  }

  /// Rates of rain and snow everywhere, temperatures where they are those of the air
  private func bareLimit(of field: Field) -> BareLimit? {
    switch field.type {
    case .speed: ["rain", "snow"].contains(field.name) ? .rate : nil
    case .temperature: ["weather", "forecast"].contains(owner) ? .temperature : nil
    default: nil
    }
  }

  /// The value of a cell of a field; nil, and a problem, where it has none
  ///
  /// A column whose numbers cannot be in its field's own unit is reported once. A rate is not read then; a
  /// temperature is, for it may be that of an oven.
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
      report(cell, parser, column, file, &problems)
      return nil
    }
    if columns[column].writtenUnit == nil {
      columns[column].writtenUnit =
        parser.unit(of: cell, in: file).map { .named($0) } ?? .notNamed
    }
    guard let limit = columns[column].limit, case .scalar(let number) = value,
      number > limit.value, CellParser.number(cell, in: file) != nil
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

  /// Reports what the file cannot do without
  func checkComplete(_ file: TextFile, _ problems: inout ProblemList) {
    guard !columns.isEmpty || !isSource else {
      return problems.append(
        RecordingProblem(kind: .emptyFile(owner: owner), file: file.path))
    }
    var missing: [String] = []
    if isSource, !hasTime { missing.append("time") }
    let names = columns.map { $0.name }
    if positionField != nil, names.contains("lat") != names.contains("lon") {
      missing.append(names.contains("lat") ? "lon" : "lat")
    }
    for name in missing {
      problems.append(
        RecordingProblem(kind: .missingColumn(name: name, of: owner), file: file.path))
    }
  }

  /// Reports a cell that its column's parser does not take
  func report(
    _ cell: Cell, _ parser: CellParser, _ column: Int, _ file: TextFile,
    _ problems: inout ProblemList
  ) {
    problems.append(
      file.problem(
        parser.problem(cell, in: file, column: columns[column].name), at: cell.start,
        line: cell.line))
  }

  /// Whether there is a column `time`, or one that has been reported as its misspelling
  private var hasTime: Bool {
    let known = fields.map { $0.name } + parameters.map { $0.name }
    return columns.contains { column in
      switch column.role {
      case .time: true
      case .none: Spelling.nearest(column.name, in: known + ["time"]) == "time"
      case .field, .parameter, .latitude, .longitude, .validFrom, .validUntil: false
      }
    }
  }

  /// The reason why a header means nothing
  private struct Unresolved: Error {
    let kind: RecordingProblem.Kind
  }

  /// The meaning of a column by its name; fields precede parameters of the same name, and both precede `lat` and `lon`
  private func role(_ name: String, unit: String?) throws(Unresolved) -> Role {
    if isSource, name == "time" { return .time(try parser(.instant, name, unit)) }
    if let index = fields.firstIndex(where: { $0.name == name }) {
      return .field(index, try parser(fields[index].type, name, unit))
    }
    if let index = parameters.firstIndex(where: { $0.name == name }) {
      return .parameter(index, try parser(parameters[index].type, name, unit))
    }
    if positionField != nil, unit == nil {
      if name == "lat" { return .latitude }
      if name == "lon" { return .longitude }
    }
    if !isSource {
      if name == "valid_from" { return .validFrom(try parser(.instant, name, unit)) }
      if name == "valid_until" { return .validUntil(try parser(.instant, name, unit)) }
    }
    let own = isSource ? ["time"] : ["valid_from", "valid_until"]
    let known = own + fields.map { $0.name } + parameters.map { $0.name }
    throw Unresolved(
      kind: .unknownColumn(name: name, of: owner, nearest: Spelling.nearest(name, in: known)))
  }

  /// The parser of a column; the unit in brackets has to be one of the column's type
  private func parser(
    _ type: ValueType, _ name: String, _ spelling: String?
  ) throws(Unresolved) -> CellParser {
    guard let spelling else {
      return CellParser(type: type, unit: nil, zone: zone, enumerations: enumerations)
    }
    let units = Unit.candidates(spelling)
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
      let parser = CellParser(type: type, unit: nil, zone: zone, enumerations: enumerations)
      throw Unresolved(
        kind: .unitMismatch(unit: spelling, column: name, expected: parser.expected))
    }
    return CellParser(type: type, unit: unit, zone: zone, enumerations: enumerations)
  }

  /// `rain[mm/h]` as a name and a unit
  private static func split(_ header: String) -> (name: String, unit: String?) {
    guard header.hasSuffix("]"), let bracket = header.firstIndex(of: "[") else {
      return (header, nil)
    }
    let unit = header[header.index(after: bracket)...].dropLast()
    let name = header[..<bracket]
    return (trimmed(name), trimmed(unit))
  }

  /// A text without spaces at its ends
  private static func trimmed(_ text: Substring) -> String {
    var text = text.drop { $0 == " " }
    while text.last == " " { text.removeLast() }
    return String(text)
  }
}
