internal import OppModel

// Cells as people and spreadsheets write them, which are read in files with a notation alone.

extension CellParser {
  /// The number of a cell in the base unit of the type, or `nil` if the file does not prove the meaning of its mark
  func writtenQuantity(_ cell: Cell, in file: TextFile, _ notation: FileNotation) -> Double? {
    guard let number = writtenNumber(cell, in: file) else {
      return type == .duration ? writtenDuration(cell, in: file) : compassPoint(cell, in: file)
    }
    guard notation.allows(number), let decimal = number.decimal else { return nil }
    guard let unit = number.unit.isEmpty ? unit : statedUnit(number.unit) else {
      return number.unit.isEmpty ? decimal.value : nil
    }
    return Self.value(of: decimal, in: unit)
  }

  /// The seconds of a duration of several parts, or `nil` if the cell is none
  ///
  ///     1 h 30 min → 5400     2 hours, 5 minutes → 7500     30 min 1 h → nil
  private func writtenDuration(_ cell: Cell, in file: TextFile) -> Double? {
    var rest = CellText.core(of: file.bytes[cell.start..<cell.end])
    var literal = ""
    while !rest.isEmpty {
      let digits = rest.prefix { CellText.isDigit($0) || $0 == UInt8(ascii: ".") }
      rest = CellText.trimmed(rest.dropFirst(digits.count))
      let word = rest.prefix { $0 | 0x20 >= UInt8(ascii: "a") && $0 | 0x20 <= UInt8(ascii: "z") }
      guard !digits.isEmpty, let unit = statedUnit(String(decoding: word, as: UTF8.self)) else {
        return nil
      }
      literal += String(decoding: digits, as: UTF8.self) + unit.spelling
      rest = CellText.trimmed(rest.dropFirst(word.count))
      if rest.first == UInt8(ascii: ",") { rest = CellText.trimmed(rest.dropFirst()) }
    }
    return (try? QuantityLiteral.parse(literal))?.value(as: .duration)
  }

  /// The number of a cell, if the text beside it is a unit of the type
  func writtenNumber(_ cell: Cell, in file: TextFile) -> WrittenNumber? {
    guard let number = WrittenNumber(cell, in: file),
      number.unit.isEmpty || statedUnit(number.unit) != nil
    else { return nil }
    return number
  }

  /// `true` if a cell is a number without a unit
  func isBare(_ cell: Cell, in file: TextFile) -> Bool {
    if Self.number(cell, in: file) != nil { return true }
    return file.notation != nil && WrittenNumber(cell, in: file)?.unit.isEmpty == true
  }

  /// The unit of the type that has a spelling
  private func statedUnit(_ spelling: String) -> OppModel.Unit? {
    guard let dimension = unit?.dimension else { return nil }
    return Unit.stated(spelling).first { $0.dimension == dimension }
  }

  /// A value in the base unit of the type, or `nil` if it cannot be: the temperature below absolute zero of a sensor
  /// that is not there
  func possible(_ value: Double) -> Double? {
    type == .temperature && value < -273.15 ? nil : value
  }

  /// The cell of a temperature below absolute zero, or `nil` if it is another one
  func impossibleNumber(_ cell: Cell, in file: TextFile) -> String? {
    guard type == .temperature, let notation = file.notation else { return nil }
    let number = writtenNumber(cell, in: file)
    return number.map { notation.allows($0) && $0.decimal != nil } ?? false
      ? file.shown(cell) : nil
  }

  /// The bearing of `NNE`, in degrees
  private func compassPoint(_ cell: Cell, in file: TextFile) -> Double? {
    guard type == .angle, cell.end - cell.start <= 3, let text = file.text(cell),
      let index = Self.compassPoints.firstIndex(of: text.lowercased())
    else { return nil }
    return Double(index) * 22.5
  }

  private static let compassPoints = [
    "n", "nne", "ne", "ene", "e", "ese", "se", "sse", "s", "ssw", "sw", "wsw", "w", "wnw", "nw",
    "nnw",
  ]
}

// MARK: - Degrees

extension CellParser {
  /// The degrees of a cell of `lat` or `lon`: `52.52`, `52°31'12"N`
  static func degrees(_ cell: Cell, in file: TextFile) -> Double? {
    guard let notation = file.notation else { return number(cell, in: file) }
    if notation.allowsPoint, let value = number(cell, in: file) { return value }
    if let written = WrittenNumber(cell, in: file), written.unit.isEmpty {
      return notation.allows(written) ? written.decimal?.value : nil
    }
    return sexagesimal(cell, in: file)
  }

  /// Degrees, minutes and seconds of arc, negative in the south and west
  private static func sexagesimal(_ cell: Cell, in file: TextFile) -> Double? {
    var rest = CellText.core(of: file.bytes[cell.start..<cell.end])
    // In seconds of arc, of which there are so many in the unit that comes next.
    var size = 0.0
    var unit = 3600.0
    for marks in [["°", "º", "˚"], ["'", "′", "’"], ["\"\"", "\"", "″", "”", "''"]] {
      guard rest.first.map({ CellText.isDigit($0) }) ?? false,
        let number = numeral(file, at: rest.startIndex), let value = number.decimal.value,
        let mark = marks.first(where: { file.bytes[number.end...].starts(with: $0.utf8) })
      else { break }
      guard number.end + mark.utf8.count <= rest.endIndex, unit == 3600 || value < 60 else {
        return nil
      }
      size += value * unit
      unit /= 60
      rest = CellText.trimmed(rest[(number.end + mark.utf8.count)...])
    }
    guard unit < 3600, rest.count == 1, let hemisphere = rest.first else { return nil }
    switch hemisphere {
    case UInt8(ascii: "N"), UInt8(ascii: "E"): return size / 3600
    case UInt8(ascii: "S"), UInt8(ascii: "W"): return -size / 3600
    default: return nil
    }
  }
}

// MARK: - Times

extension CellParser {
  /// The date and time of a cell, before the zone of the file is known
  func moment(_ cell: Cell, in file: TextFile) -> WrittenMoment? {
    if let said = file.said { return moment(cell, in: file, said) }
    var scanner = TimeScanner(file, cell)
    if let moment = scanner.moment() { return moment }
    // The parts of a joined cell have a space between them in JSON Lines, too.
    let isJoined = file.join(at: cell.start) != nil
    var time = WrittenTimeScanner(cell, in: file)
    guard let notation = file.notation ?? (isJoined ? FileNotation(separator: 0) : nil) else {
      return time.sinceEpoch()
    }
    return time.moment(notation)
  }

  /// The same of a date in one cell and a time of day in another
  func moment(_ time: Cell, on day: Cell, in file: TextFile) -> WrittenMoment? {
    guard file.notation != nil, let days = date(day, in: file) else { return nil }
    let date = CivilDate(days: days)
    var scanner = WrittenTimeScanner(time, in: file)
    return scanner.moment(on: date)
  }

  /// The date of a cell, as days since 1970-01-01
  func date(_ cell: Cell, in file: TextFile) -> Int64? {
    if let said = file.said { return date(cell, in: file, said) }
    var scanner = TimeScanner(file, cell)
    if let date = scanner.date() { return date }
    guard let notation = file.notation else { return nil }
    var time = WrittenTimeScanner(cell, in: file)
    return time.date(notation)?.days
  }

  /// The time of day of a cell, as seconds since midnight
  func timeOfDay(_ cell: Cell, in file: TextFile) -> Int64? {
    var scanner = TimeScanner(file, cell)
    if let time = scanner.timeOfDay() { return time }
    guard file.notation != nil else { return nil }
    var time = WrittenTimeScanner(cell, in: file)
    return time.timeOfDay()
  }
}

// MARK: - Proofs

extension CellParser {
  /// Adds the marks and orders that a cell proves
  func prove(_ cell: Cell, in file: TextFile, _ notation: inout FileNotation) {
    switch type {
    case .instant, .date:
      var time = WrittenTimeScanner(cell, in: file)
      if let date = time.writtenDate() { notation.note(date, line: cell.line) }
      if file.said?.dates == .spreadsheet, SpreadsheetDay(cell, in: file)?.milliseconds != nil {
        notation.noteDayPart()
      }
    case .number, .percent, .duration, .length, .speed, .temperature, .temperatureDifference,
      .pressure, .angle, .elevation, .measure, .money:
      if let number = writtenNumber(cell, in: file) { notation.note(number, line: cell.line) }
    case .text, .bool, .timeOfDay, .weekday, .month, .position, .place, .colour, .list, .row,
      .enumeration:
      break
    }
  }

  /// The problem of a cell that would be read if the file proved its meaning, or `nil` if that is not missing
  func openProblem(_ cell: Cell, in file: TextFile) -> RecordingProblem.Kind? {
    guard let notation = file.notation else { return nil }
    if type == .instant || type == .date {
      if let said = file.said, let problem = problem(cell, in: file, said) { return problem }
      var time = WrittenTimeScanner(cell, in: file)
      return time.writtenDate().flatMap { openProblem($0, cell, in: file, notation) }
        ?? numberProblem(cell, in: file)
    }
    guard let number = writtenNumber(cell, in: file), let mark = number.mark,
      !notation.allows(number)
    else { return nil }
    if case .contradictory = notation.marks { return .contradictoryMarks }
    return .openMark(found: file.shown(cell), mark: mark == .point ? "point" : "comma")
  }

  /// The problem of a date, or `nil` if it is not the date that is wrong
  private func openProblem(
    _ date: WrittenDate, _ cell: Cell, in file: TextFile, _ notation: FileNotation
  ) -> RecordingProblem.Kind? {
    if date.form == .shortYear { return .shortYear(found: file.shown(cell)) }
    guard let (day, month) = notation.dayAndMonth(of: date) else {
      if case .unproved = notation.order, date.form == .numbers {
        return .openDate(found: file.shown(cell))
      }
      return .contradictoryDates(
        dayFirst: notation.lineOfDayFirst, monthFirst: notation.lineOfMonthFirst)
    }
    let isYear = (1...9999).contains(date.year)
    if isYear, CivilDate(year: date.year, month: Int(month), day: Int(day)) == nil {
      return .noSuchDay(found: file.shown(cell))
    }
    var time = WrittenTimeScanner(cell, in: file)
    return type == .instant && time.date(notation) != nil ? .dayAlone : nil
  }
}
