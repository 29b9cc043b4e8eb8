package import OppModel

/// Something wrong in a recording, and where
///
/// A file of the source `weather` and its problems, as `file:line:column code: message`:
///
/// ```
/// 1  time,temp,wind[km]           weather.csv:1:11 unit-mismatch: `km` is not a unit of `wind`, which is a speed, …
/// 2  2026-06-21T12:00:00Z,warm,   weather.csv:2:22 bad-cell: `temp` is a temperature, such as `20C`, not `warm`
/// 3  ,20,                         weather.csv:3:1 empty-cell: `time` cannot be empty
/// ```
package struct RecordingProblem: Hashable, Sendable {
  package let kind: Kind

  /// The path of the file, as the folder was named
  package let file: String

  /// From 1
  package let line: Int

  /// From 1, in characters (Unicode scalars)
  package let column: Int

  package init(kind: Kind, file: String, line: Int = 1, column: Int = 1) {
    self.kind = kind
    self.file = file
    self.line = line
    self.column = column
  }

  /// The same problem of a file that is named otherwise
  package func ofFile(_ file: String) -> RecordingProblem {
    RecordingProblem(kind: kind, file: file, line: line, column: column)
  }

  /// `true` if something outside of the data failed: the exit status distinguishes it from a bad cell
  package var isUnreadable: Bool {
    if case .unreadable = kind { true } else { false }
  }

  /// `true` if the recording is read as written in spite of it
  package var isWarning: Bool {
    switch kind {
    case .unknownFile, .likelyFahrenheit, .unknownColumn, .passedOver, .missingCells, .zeroBytes,
      .doubledTime, .halfLine, .noChosenRow:
      true
    default: false
    }
  }

  /// `true` if it only lists data that are not read, and nothing is likely to be wrong
  package var isNote: Bool {
    if case .passedOver = kind { true } else { false }
  }

  /// The data that cannot be relied on because of a problem
  package enum Scope: Sendable {
    /// One row, or a cell of it
    case row
    /// A column, because of its header or the key that stands for it
    case column
    case file
  }

  package var scope: Scope {
    switch kind {
    case .lineTooLong, .halfLine, .zeroBytes, .unclosedQuote, .textAfterQuote, .extraCell,
      .missingCells, .badCell, .emptyCell, .impossibleRate, .likelyFahrenheit, .notUTF8,
      .emptyValidity, .openMark, .contradictoryMarks, .openDate, .contradictoryDates, .noSuchDay,
      .dayAlone, .doubledTime, .badJSON, .badXML, .tooDeep, .impossible, .shortYear, .dayNumber,
      .digitsAlone, .otherPattern:
      .row
    case .unknownUnit, .unitMismatch, .duplicateColumn, .unknownColumn, .tooManyColumns,
      .amountOfRate, .beaufort, .missingHeader, .missingPlace:
      .column
    case .unreadable, .tooLarge, .tooManyRows, .unknownFile, .secondFile, .unsupportedFormat,
      .emptyFile, .ambiguousSeparator, .missingColumn, .missingTime, .missingFields, .passedOver,
      .missingUnit, .skippedTime, .otherZone, .otherEncoding, .trackWithoutTimes, .waypointsAlone,
      .unknownKey,
      .missingKey, .unknownZone, .emptyPeriod, .noChosenRow, .lineNotUTF8, .fileOption,
      .unmarkedEncoding, .foreignOption, .optionOfCSV, .optionsOfNone:
      .file
    }
  }

  /// The kind of problem, with the names and values that its message needs
  package enum Kind: Hashable, Sendable {
    // Files
    case unreadable(reason: String)
    case tooLarge(limit: Int)
    case tooManyRows(limit: Int)
    case tooManyColumns(limit: Int)
    case unknownFile(name: String, nearest: String?)
    case secondFile(name: String, first: String)
    case unsupportedFormat(name: String, ending: String)

    // Lines and columns
    case emptyFile(owner: String)
    case ambiguousSeparator(found: [String])
    case zeroBytes
    case lineTooLong(limit: Int)
    /// The last line of a log that may still be written
    case halfLine
    case missingColumn(name: String, of: String)
    /// The columns of a file, and those of them that may hold the time, as an option writes them
    case missingTime(columns: [String], times: FileOptionValue?)
    /// A field, and a column that may hold it
    case missingFields(of: String, columns: [String], field: String?, header: String?)
    /// A column that an option names, by its header or by its place
    case missingHeader(name: String, columns: [String], nearest: String?)
    case missingPlace(place: Int, count: Int)
    /// A text that an option names, and no row has
    case noChosenRow(header: String, text: String, nearest: String?)
    case passedOver(columns: [String])
    case unknownColumn(name: String, of: String, nearest: String?)
    /// A name that two columns have, the place of the second of them, and a name that one column has; `nil` if the
    /// columns of the file cannot be chosen
    case duplicateColumn(name: String, place: Int, beside: String?)
    /// One of the units of the column's own kind that is near, and all of them
    case unknownUnit(spelling: String, nearest: String?, fitting: [String])
    case unitMismatch(unit: String, column: String, expected: String)
    /// A quantity of a service that names the unit beside each, and does not here
    case missingUnit(column: String, expected: String)
    case unclosedQuote
    case textAfterQuote
    case extraCell(expected: Int)
    case missingCells(expected: Int, found: Int)

    // Cells
    case badCell(column: String, found: String, expected: String, nearest: String?)
    case emptyCell(column: String)
    case impossibleRate(column: String, found: String)
    case likelyFahrenheit(column: String, found: String)
    case notUTF8
    /// A line of a file without a mark, which is in another encoding
    case lineNotUTF8(line: Int)
    /// The name of the encoding: UTF-16 without a mark
    case unmarkedEncoding(String)
    /// A value that the field never has
    case impossible(column: String, found: String)
    /// The unit of an amount at a field that is a rate, and the rate of such amounts an hour
    case amountOfRate(unit: String, column: String, rate: String, header: String)
    case beaufort
    case emptyValidity
    /// A number with a mark that may be that of decimals or of thousands
    case openMark(found: String, mark: String)
    case contradictoryMarks
    case openDate(found: String)
    /// Rows that have the day first, and rows that have the month first: the first line of each
    case contradictoryDates(dayFirst: Int?, monthFirst: Int?)
    /// A date whose year has two digits
    case shortYear(found: String)
    /// A number that may be the day of a spreadsheet, or a date and hours without marks
    case dayNumber(found: String)
    case digitsAlone(found: String, pattern: String)
    /// A time that the pattern of the file does not have
    case otherPattern(found: String, pattern: String)
    case noSuchDay(found: String)
    case dayAlone
    /// A local time that comes twice, or never, when clocks are set back or forward
    /// The offset is that of the clock if it never changes
    case doubledTime(from: String, to: String, day: String, offset: String)
    case skippedTime(time: String, day: String, offset: String)
    /// A zone in a line above the header, in which the local times are other instants, and the option that says it
    case otherZone(line: Int, name: String, option: String)

    // JSON and XML
    case badJSON(expected: String)
    case badXML(expected: String)
    case tooDeep(limit: Int)
    case otherEncoding(name: String)
    case trackWithoutTimes
    case waypointsAlone(count: Int)
    case unknownKey(name: String, nearest: String?)
    case missingKey(name: String, expected: String)

    // recording.json
    case fileOption(FileOptionProblem)
    case foreignOption(name: String, line: String)
    /// An option that says nothing of JSON Lines
    case optionOfCSV(name: String)
    /// A file whose columns are those of a recording, or that has no rows
    case optionsOfNone(file: String)
    case unknownZone(name: String, nearest: String?)
    case emptyPeriod
  }
}

/// Problems as they are found: the first ones in full, of the rest the number
package struct ProblemList: Sendable {
  /// The greatest number of problems that are listed
  package static let maximumListed = 100

  package private(set) var listed: [RecordingProblem] = []

  /// The number of further problems
  package private(set) var unlisted = 0

  package init() {}

  package var isEmpty: Bool { listed.isEmpty }

  var isFull: Bool { listed.count >= Self.maximumListed }

  /// Adds a problem that is listed in any case
  package mutating func note(_ problem: RecordingProblem) { listed.append(problem) }

  /// - Parameter problem: made only if it is listed, because its place costs a search.
  mutating func append(_ problem: @autoclosure () -> RecordingProblem) {
    if isFull { unlisted += 1 } else { listed.append(problem()) }
  }
}
