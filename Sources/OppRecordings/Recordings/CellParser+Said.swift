internal import OppModel

// Dates and times of files whose owner says how they are written.

extension CellParser {
  /// The date and time of a cell, before the zone of the file is known
  ///
  /// A pattern is the only way to read a cell then. The other options do not affect a cell that has one meaning by itself.
  func moment(_ cell: Cell, in file: TextFile, _ said: FileStatements) -> WrittenMoment? {
    let notation = file.notation ?? FileNotation(separator: UInt8(ascii: ","), said: said)
    if case .pattern(let pattern)? = said.dates {
      guard let time = PatternTime(cell, in: file, pattern) else { return nil }
      return time.moment ?? time.date.flatMap { Self.moment(of: $0, said) }
    }
    if said.dates == .spreadsheet, let day = SpreadsheetDay(cell, in: file) {
      // The time that is said goes first: a time of day in another row must not move this one.
      return day.moment(dayAt: said.dayAt ?? (notation.hasDayParts ? 0 : nil))
    }
    var scanner = TimeScanner(file, cell)
    if let moment = scanner.moment() { return moment }
    var written = WrittenTimeScanner(cell, in: file)
    if let moment = written.moment(notation) { return moment }
    var alone = WrittenTimeScanner(cell, in: file)
    return alone.date(notation).flatMap { Self.moment(of: $0, said) }
  }

  /// The time of a day alone, or `nil` if it is not said
  private static func moment(of date: CivilDate, _ said: FileStatements) -> WrittenMoment? {
    guard let time = said.dayAt else { return nil }
    let midnight = LocalDateTime(date: date, secondOfDay: 0).secondsSinceEpoch
    return WrittenMoment(seconds: midnight + time, fraction: 0, isLocal: true)
  }

  /// The date of a cell, as days since 1970-01-01
  func date(_ cell: Cell, in file: TextFile, _ said: FileStatements) -> Int64? {
    let notation = file.notation ?? FileNotation(separator: UInt8(ascii: ","), said: said)
    if case .pattern(let pattern)? = said.dates {
      if let date = PatternTime(cell, in: file, pattern)?.date { return date.days }
      // A column of days beside times that have a pattern of their own.
      guard pattern.hasTime else { return nil }
    }
    if said.dates == .spreadsheet, let day = SpreadsheetDay(cell, in: file) {
      return day.milliseconds == nil ? day.days : nil
    }
    var scanner = TimeScanner(file, cell)
    if let date = scanner.date() { return date }
    var written = WrittenTimeScanner(cell, in: file)
    return written.date(notation)?.days
  }

  /// The problem of a cell that does not have the stated form, or `nil` if it is another one
  func problem(
    _ cell: Cell, in file: TextFile, _ said: FileStatements
  ) -> RecordingProblem.Kind? {
    switch said.dates {
    case .pattern(let pattern)?:
      guard PatternTime(cell, in: file, pattern)?.date != nil else {
        return .otherPattern(found: file.shown(cell), pattern: pattern.text)
      }
      return type == .instant && !pattern.hasTime ? .dayAlone : nil
    case .spreadsheet?:
      guard let day = SpreadsheetDay(cell, in: file) else { return nil }
      return type == .instant && day.milliseconds == nil ? .dayAlone : nil
    case .dayFirst?, .monthFirst?, .yearFirst?, nil: return nil
    }
  }

  /// The problem of a number where a time is expected, or `nil` if it is none that may be a time
  func numberProblem(_ cell: Cell, in file: TextFile) -> RecordingProblem.Kind? {
    guard file.said?.dates == nil else { return nil }
    let bytes = CellText.core(of: file.bytes[cell.start..<cell.end])
    if SpreadsheetDay(cell, in: file)?.milliseconds != nil
      || bytes.count == 5 && Self.isDay(cell, file)
    {
      return .dayNumber(found: file.shown(cell))
    }
    guard let pattern = Self.patterns[bytes.count], bytes.allSatisfy({ CellText.isDigit($0) }),
      let parsed = try? DatePattern(pattern), PatternTime(cell, in: file, parsed)?.date != nil
    else { return nil }
    return .digitsAlone(found: file.shown(cell), pattern: pattern)
  }

  /// `true` if a cell is the whole day number of a spreadsheet
  private static func isDay(_ cell: Cell, _ file: TextFile) -> Bool {
    SpreadsheetDay(cell, in: file) != nil
  }

  /// The pattern of a date without marks, by the number of its digits
  private static let patterns = [
    8: "%Y%m%d", 10: "%Y%m%d%H", 12: "%Y%m%d%H%M", 14: "%Y%m%d%H%M%S",
  ]
}
