internal import OppJSON
package import OppModel

/// Reads the cells of one column as values of its type
///
/// The fast way for numbers and times makes no String. A class, because a row hands out its parsers
/// cell by cell, and a reference is one thing to count.
///
/// ```
/// column      cell     value
/// temp[F]     68       20 °C: a bare number is in the unit of the header
/// temp[F]     20C      20 °C: a unit in the cell precedes it
/// wind        10       10 m/s: without a unit in the header, the base unit
/// humidity    77       77 %
/// tags        [a, b]   a list of two texts
/// ```
package final class CellParser: Sendable {
  /// The type of the field or parameter
  let type: ValueType

  /// The unit of a bare number; nil for a type without units
  let unit: OppModel.Unit?

  /// The zone of instants without an offset
  let zone: Zone

  /// The values of the names of a type with cases
  private let names: [String: Double]

  /// The names in their order, to find the nearest to a misspelt one
  private let orderedNames: [String]

  /// The first name of each case, to list the expected ones
  private let firstNames: [String]

  /// The parser of an element of a list
  private let element: CellParser?

  package init(type: ValueType, unit: OppModel.Unit?, zone: Zone, enumerations: [Enumeration]) {
    self.type = type
    self.unit = unit ?? Dimension(type)?.baseUnit
    self.zone = zone
    if case .list(let elementType) = type {
      element = CellParser(
        type: elementType, unit: nil, zone: zone, enumerations: enumerations)
    } else {
      element = nil
    }
    let cases = Self.cases(of: type, enumerations)
    var names: [String: Double] = [:]
    for (name, value) in cases where names[name] == nil { names[name] = value }
    self.names = names
    // A word near one of these may mean its opposite: `no` is near `on`.
    orderedNames = type == .bool ? ["true", "false"] : cases.map { $0.0 }
    firstNames = cases.enumerated().filter { index, item in
      index == 0 || cases[index - 1].1 != item.1
    }.map { $0.element.0 }
  }

  /// The value of a cell that is not empty; nil if it is none of the type
  package func value(_ cell: Cell, in file: TextFile) -> Value? {
    switch type {
    case .number, .percent, .duration, .length, .speed, .temperature, .temperatureDifference,
      .pressure, .angle, .elevation, .measure, .money:
      return quantity(cell, in: file).map { .scalar($0) }
    case .text: return file.text(cell).map { .text($0) }
    case .bool: return name(cell, in: file).map { .truth($0 == 1) }
    case .weekday, .month, .enumeration: return name(cell, in: file).map { .scalar($0) }
    case .timeOfDay: return timeOfDay(cell, in: file).map { .scalar(Double($0)) }
    case .date: return date(cell, in: file).map { .scalar(Double($0)) }
    case .instant: return instant(cell, in: file).map { .scalar(Double($0.instant.seconds)) }
    case .position: return position(cell, in: file).map { .position($0) }
    case .place:
      return position(cell, in: file).map {
        .place(Place(name: "\($0.latitude), \($0.longitude)", position: $0, radius: nil))
      }
    case .colour:
      return file.text(cell).flatMap { Colour.rgb($0) }.map { .scalar(Double($0)) }
    case .list: return list(cell, in: file)
    case .row: return nil
    }
  }

  /// The value of a parameter: a place may be given by its name
  func argument(_ cell: Cell, in file: TextFile) -> Value? {
    guard type == .position || type == .place else { return value(cell, in: file) }
    if let position = position(cell, in: file) { return .position(position) }
    guard file.bytes[cell.start] != UInt8(ascii: "@") else { return nil }
    return file.text(cell).map { .text($0) }
  }

  /// The instant of a cell with the fraction of its second, which ``value(_:in:)`` rounds up
  func instant(_ cell: Cell, in file: TextFile) -> RecordedInstant? {
    moment(cell, in: file)?.instant(in: zone)
  }

  /// The expected content of a cell of the column, with an example
  package var expected: String {
    switch type {
    case .number: "a number"
    case .percent: "a percentage, such as `80%`"
    case .duration: "a duration, such as `30min`"
    case .length: "a length, such as `200m`"
    case .speed: "a speed, such as `30km/h`"
    case .temperature: "a temperature, such as `20C`"
    case .temperatureDifference: "a temperature difference, such as `5C`"
    case .pressure: "a pressure, such as `1013hPa`"
    case .elevation: "an elevation from -90 to 90, such as `12deg`"
    case .angle: "an angle from 0 to 360, such as `270deg`"
    case .measure(let measure): "\(measure.phrase), such as `\(measure.example)`"
    case .money(let currency):
      currency.decimals == 0
        ? "an amount without decimals, such as `1250\(currency.code)`"
        : "an amount with at most \(currency.decimals) decimals, such as `12.5\(currency.code)`"
    case .text: "a text in UTF-8"
    case .bool: "`true` or `false`"
    case .timeOfDay: "a time of day, such as `12:00`"
    case .date: "a date, such as `2026-06-21`"
    case .instant: "an instant, such as `2026-06-21T12:00:00Z`"
    case .weekday: "a weekday, `mon` to `sun`"
    case .month: "a month, `jan` to `dec`"
    case .position, .place: "a position, such as `@48.4284,-123.3656`"
    case .colour: "a colour, such as `amber` or `#FFB300`"
    case .list: "a list, such as `[a, b]`"
    case .row: "a row, which a file cannot hold"
    case .enumeration:
      "one of " + firstNames.prefix(8).map { "`\($0)`" }.joined(separator: ", ")
        + (firstNames.count > 8 ? ", …" : "")
    }
  }

  /// The problem of a cell for which ``value(_:in:)`` is nil
  func problem(_ cell: Cell, in file: TextFile, column: String) -> RecordingProblem.Kind {
    if let kind = openProblem(cell, in: file) { return kind }
    if file.notation != nil, !file.isDecoded, file.text(cell) == nil {
      return .lineNotUTF8(line: cell.line)
    }
    if let number = impossibleNumber(cell, in: file) {
      return .impossible(column: column, found: number)
    }
    let found = file.shown(cell)
    return .badCell(
      column: column, found: found, expected: expected,
      nearest: Spelling.nearest(found, in: orderedNames))
  }

  /// The names of a type with cases and their values, in order: (`mon`, 0), (`tue`, 1), …; several may have one value
  private static func cases(
    of type: ValueType, _ enumerations: [Enumeration]
  ) -> [(String, Double)] {
    switch type {
    case .bool: return Self.truths
    case .weekday: return CaseNames.weekdays.enumerated().map { ($1, Double($0)) }
    case .month: return CaseNames.months.enumerated().map { ($1, Double($0 + 1)) }
    case .enumeration(let id):
      guard enumerations.indices.contains(Int(id.index)) else { return [] }
      return enumerations[Int(id.index)].cases.enumerated().flatMap { index, names in
        names.map { ($0, Double(index)) }
      }
    case .number, .percent, .text, .duration, .length, .speed, .temperature,
      .temperatureDifference, .pressure, .angle, .elevation, .measure, .money, .timeOfDay, .date,
      .instant,
      .position, .place, .colour,
      .row, .list:
      return []
    }
  }

  /// The words of a Bool: besides `true` and `false` those by which sensors and switches report
  private static let truths: [(String, Double)] = [
    ("true", 1), ("on", 1), ("open", 1), ("home", 1), ("locked", 1),
    ("false", 0), ("off", 0), ("closed", 0), ("not_home", 0), ("unlocked", 0),
  ]

  /// The value of a name; nil if the type has no such name
  ///
  /// The words of a Bool may have capitals: `ON`.
  private func name(_ cell: Cell, in file: TextFile) -> Double? {
    guard let text = file.text(cell) else { return nil }
    return names[text] ?? (type == .bool ? names[text.lowercased()] : nil)
      ?? (file.notation == nil ? nil : anyName(text))
  }

  /// The value of a name as people and spreadsheets write it: in any case, `yes` or `1`
  private func anyName(_ text: String) -> Double? {
    let word = text.lowercased()
    if type == .bool {
      return ["yes", "1"].contains(word) ? 1 : ["no", "0"].contains(word) ? 0 : nil
    }
    let values = Set(orderedNames.filter { $0.lowercased() == word }.compactMap { names[$0] })
    return values.count == 1 ? values.first : nil
  }
}

// MARK: - Quantities and positions

extension CellParser {
  /// The number of a cell in the base unit of its type; nil if it is none, or of another dimension
  private func quantity(_ cell: Cell, in file: TextFile) -> Double? {
    guard let notation = file.notation else { return plainQuantity(cell, in: file) }
    if notation.allowsPoint, let value = plainQuantity(cell, in: file) { return possible(value) }
    return writtenQuantity(cell, in: file, notation).flatMap { possible($0) }
  }

  /// The same of a number as programs write it
  private func plainQuantity(_ cell: Cell, in file: TextFile) -> Double? {
    guard let number = Self.numeral(file, at: cell.start), number.end <= cell.end else {
      return nil
    }
    if number.end == cell.end {
      guard let unit else { return number.decimal.value }
      return Self.value(of: number.decimal, in: unit)
    }
    guard let dimension = unit?.dimension, let text = file.text(cell) else { return nil }
    let spelling = String(decoding: file.bytes[number.end..<cell.end], as: UTF8.self)
    if let unit = Unit.candidates(spelling).first(where: { $0.dimension == dimension }) {
      return Self.value(of: number.decimal, in: unit)
    }
    return (try? QuantityLiteral.parse(text))?.value(as: type)
  }

  /// The unit that a cell names behind its number, or `nil` if it names none
  func unit(of cell: Cell, in file: TextFile) -> OppModel.Unit? {
    guard let dimension = unit?.dimension, let number = Self.numeral(file, at: cell.start),
      number.end < cell.end
    else { return nil }
    if file.notation != nil {
      guard let written = WrittenNumber(cell, in: file) else { return nil }
      return Unit.stated(written.unit).first { $0.dimension == dimension }
    }
    let spelling = String(decoding: file.bytes[number.end..<cell.end], as: UTF8.self)
    return Unit.candidates(spelling).first { $0.dimension == dimension }
  }

  /// A numeral in a unit, in the base unit; nil if it is beyond the range of the type
  ///
  /// Wind is from 360 degrees if a service reserves 0 for no wind: that is the direction of 0.
  static func value(of numeral: ExactDecimal, in unit: OppModel.Unit) -> Double? {
    do throws(QuantityProblem) {
      return try unit.value(of: numeral)
    } catch {
      return error == .angleOutOfTurn(same: 0) && numeral.value == 360 ? 0 : nil
    }
  }

  /// The numeral at a byte, as programs write them
  static func numeral(_ file: TextFile, at start: Int) -> ExactDecimal.Prefix? {
    try? ExactDecimal.prefix(of: file.bytes.span, from: start, allowsExponent: true)
  }

  /// `@48.4284,-123.3656`, or `{"lat": 48.4284, "lon": -123.3656}`
  private func position(_ cell: Cell, in file: TextFile) -> Position? {
    if cell.form == .json { return objectPosition(cell, in: file) }
    guard cell.start < cell.end, file.bytes[cell.start] == UInt8(ascii: "@"),
      let latitude = Self.numeral(file, at: cell.start + 1), latitude.end < cell.end,
      file.bytes[latitude.end] == UInt8(ascii: ",")
    else { return nil }
    var next = latitude.end + 1
    if next < cell.end, file.bytes[next] == UInt8(ascii: " ") { next += 1 }
    guard let longitude = Self.numeral(file, at: next), longitude.end == cell.end,
      let north = latitude.decimal.value, let east = longitude.decimal.value
    else { return nil }
    return Position(latitude: north, longitude: east)
  }

  /// The position of a JSON object with `lat` and `lon`
  private func objectPosition(_ cell: Cell, in file: TextFile) -> Position? {
    let object = TextFile(path: file.path, bytes: Array(file.bytes[cell.start..<cell.end]))
    guard let value = try? JSONValue.parse(object), let latitude = value["lat"],
      let longitude = value["lon"], let north = Self.number(latitude.cell, in: object),
      let east = Self.number(longitude.cell, in: object)
    else { return nil }
    return Position(latitude: north, longitude: east)
  }

  /// The bare number that is all of a cell
  package static func number(_ cell: Cell, in file: TextFile) -> Double? {
    guard let number = numeral(file, at: cell.start), number.end == cell.end else { return nil }
    return number.decimal.value
  }
}

// MARK: - Lists

extension CellParser {
  /// `[a, b]`, or a JSON array; an element with a comma is in quotes
  private func list(_ cell: Cell, in file: TextFile) -> Value? {
    guard let parser = element, let text = file.text(cell) else { return nil }
    let content = TextFile(path: file.path, bytes: Array(text.utf8))
    guard let parts = Self.parts(content) else { return nil }
    var values: [Value] = []
    for part in parts {
      guard part.start < part.end || part.form == .jsonText,
        let value = parser.value(part, in: content)
      else { return nil }
      values.append(value)
    }
    return .list(values)
  }

  /// The elements between the brackets of a whole file; nil if the brackets are not there
  private static func parts(_ file: TextFile) -> [Cell]? {
    let whole = file.trimmed(Cell(start: 0, end: file.bytes.count, line: 1, form: .plain))
    guard whole.end - whole.start >= 2, file.bytes[whole.start] == UInt8(ascii: "["),
      file.bytes[whole.end - 1] == UInt8(ascii: "]")
    else { return nil }
    var parts: [Cell] = []
    var start = whole.start + 1
    let end = whole.end - 1
    if file.trimmed(Cell(start: start, end: end, line: 1, form: .plain)).isEmpty { return [] }
    var depth = 0
    var isQuoted = false
    var index = start
    while index <= end {
      let byte = index == end ? UInt8(ascii: ",") : file.bytes[index]
      if isQuoted, index < end {
        if byte == UInt8(ascii: "\\") { index += 1 }
        if byte == UInt8(ascii: "\"") { isQuoted = false }
      } else {
        switch byte {
        case UInt8(ascii: "\""): isQuoted = true
        case UInt8(ascii: "["), UInt8(ascii: "{"): depth += 1
        case UInt8(ascii: "]"), UInt8(ascii: "}"): depth -= 1
        case UInt8(ascii: ",") where depth <= 0 || index == end:
          parts.append(part(file, from: start, to: index))
          start = index + 1
        default: break
        }
      }
      index += 1
    }
    return parts
  }

  /// An element without the spaces around it; if quotes fill it, the text in the quotes
  private static func part(_ file: TextFile, from start: Int, to end: Int) -> Cell {
    let cell = file.trimmed(Cell(start: start, end: end, line: 1, form: .plain))
    guard !cell.isEmpty else { return cell }
    if file.bytes[cell.start] == UInt8(ascii: "\"") {
      var scanner = JSONScanner(bytes: file.bytes, position: cell.start)
      if let text = try? scanner.stringCell(), scanner.position == cell.end { return text }
    }
    if file.bytes[cell.start] == UInt8(ascii: "{") {
      return Cell(start: cell.start, end: cell.end, line: 1, form: .json)
    }
    return cell
  }
}
