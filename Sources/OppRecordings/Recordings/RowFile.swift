internal import OppJSON
package import OppModel

/// A receiver of the rows of a file
///
/// For CSV, all columns come first, then ``checkColumns(in:_:)``, then the rows. In JSON Lines, a column comes before
/// the first row that has it, and the check is last:
///
/// ```
/// time,temp        addColumn time, addColumn temp, checkColumns     {"time": "…"}              addColumn time, addRow
/// …,20             addRow                                           {"time": "…", "temp": 20}  addColumn temp, addRow
///                                                                                              checkColumns
/// ```
package protocol RowSink {
  /// The things that are said about the file
  var options: FileOptions { get }

  /// Adds the columns that are joined of others, before those of the file
  mutating func addJoinedColumns(in file: TextFile, _ problems: inout ProblemList)

  /// A column that the header names, or a key that a JSON object brings
  mutating func addColumn(_ header: Cell, in file: TextFile, _ problems: inout ProblemList)

  /// Reports the columns that the header lacks, once it has been read
  ///
  /// - Parameter times: the columns that hold times, as the option `columns` writes them, or `nil` if that is not clear.
  func checkColumns(in file: TextFile, times: FileOptionValue?, _ problems: inout ProblemList)

  /// `true` if a row of CSV may be the header
  func fits(_ cells: [Cell], in file: TextFile) -> Bool

  /// Notes the zone that a line above the header names
  mutating func note(_ zone: StatedZone)

  /// Takes the units of the row below the header; false if it is no such row
  mutating func takeUnits(_ row: RecordedRow, in file: TextFile) -> Bool

  /// `true` if a row that begins with `#` may be one
  var beginsWithText: Bool { get }

  /// `true` if a cell could not be read that other rows of the file may prove to be readable
  var hasOpenCells: Bool { get }

  /// Adds the marks and orders that the cells of a row prove
  func prove(_ row: RecordedRow, in file: TextFile, _ notation: inout FileNotation)

  /// Counts rows that are left out before their cells are read
  mutating func note(leftOut: RowTally)

  /// `true` if a member of an object in an object is read in the place of that object, by its path: `value.bpm`
  func reads(nested path: String) -> Bool

  /// A row: one cell a column, absent at the end if the row ends early
  mutating func addRow(_ row: RecordedRow, in file: TextFile, _ problems: inout ProblemList)
}

extension RowSink {
  package var options: FileOptions { FileOptions() }
  package mutating func addJoinedColumns(in file: TextFile, _ problems: inout ProblemList) {}
  package func checkColumns(in file: TextFile, _ problems: inout ProblemList) {
    checkColumns(in: file, times: nil, &problems)
  }
  package mutating func note(_ zone: StatedZone) {}
  package mutating func takeUnits(_ row: RecordedRow, in file: TextFile) -> Bool { false }
  package var beginsWithText: Bool { false }
  package var hasOpenCells: Bool { false }
  package mutating func note(leftOut: RowTally) {}
  package func reads(nested path: String) -> Bool { options.names(path) }
  package func prove(
    _ row: RecordedRow, in file: TextFile, _ notation: inout FileNotation
  ) {}
}

/// One row of a file
package struct RecordedRow {
  /// The cells by the column, fewer than there are columns if the row ends early
  package let cells: [Cell]

  /// The first byte of the row and its line, for problems
  package let start: Int
  package let line: Int

  /// The unit that stands beside its numbers, or `nil` if there is none
  package let unit: StatedUnit?

  package init(cells: [Cell], start: Int, line: Int, unit: StatedUnit? = nil) {
    self.cells = cells
    self.start = start
    self.line = line
    self.unit = unit
  }

  /// The cell of a column without spaces around it; nil if it is empty or not there
  ///
  /// - Parameter keepsSpaces: whether spaces at the ends of a text belong to it. A cell without quotes that
  ///   holds nothing else is empty.
  func cell(_ column: Int, in file: TextFile, keepsSpaces: Bool = false) -> Cell? {
    guard column < cells.count else { return nil }
    let trimmed = file.trimmed(cells[column])
    let isBlank = trimmed.isEmpty && trimmed.form == .plain
    let cell = keepsSpaces && !isBlank ? cells[column] : trimmed
    // An empty text in quotes is one in JSON, where an absent value can be distinguished from it.
    return cell.isEmpty && !(cell.form == .jsonText && cell.line > 0) ? nil : cell
  }
}

/// Reads the rows of a file, whichever way they are written
package enum RowFile {
  /// The most rows that one file may have
  package static let maximumRows = 2_000_000

  /// The most columns, or keys that the objects of one file have together
  static let maximumColumns = 1000

  /// The endings of the files that hold rows
  package static let endings = ["csv", "jsonl"]

  /// Reads a file into a sink, a row at a time
  ///
  /// - Parameter ending: `csv`; everything else is read as JSON Lines.
  /// - Returns: the notation that the rows of CSV proved, if a cell needed it.
  @discardableResult package static func read(
    _ file: TextFile, ending: String, into sink: inout some RowSink,
    _ problems: inout ProblemList
  ) -> FileNotation? {
    var file = file.decoded(sink.options.encoding)
    file.said = FileStatements(sink.options)
    if ending == "csv" {
      return CSVRows.read(file.withLineEnds, into: &sink, &problems)
    }
    var columns: [String: Int] = [:]
    readJSONLines(file, columns: &columns, into: &sink, &problems)
    return nil
  }

  /// Notes that no further rows are read
  static func tooMany(
    _ file: TextFile, at offset: Int, line: Int, _ problems: inout ProblemList
  ) {
    problems.append(file.problem(.tooManyRows(limit: maximumRows), at: offset, line: line))
  }

  /// JSON Lines: one object a line; a key that no object has is a column that is not there
  ///
  /// - Parameters:
  ///   - line: the number of the first line.
  ///   - columns: by their keys those of the lines before, to which new ones are added.
  static func readJSONLines(
    _ file: TextFile, line: Int = 1, columns: inout [String: Int], into sink: inout some RowSink,
    _ problems: inout ProblemList
  ) {
    var scanner = JSONScanner(bytes: file.bytes, position: file.start, line: line)
    var leftOut = RowTally()
    defer { sink.note(leftOut: leftOut) }
    var count = 0
    var chosen = ChosenRows(sink.options)
    for (name, column) in columns { chosen?.addColumn(name, at: column) }
    var times = TimeColumnFinder()
    if columns.isEmpty { sink.addJoinedColumns(in: file, &problems) }
    lines: while true {
      scanner.skipSpace()
      if scanner.isAtEnd { break }
      count += 1
      let (start, line) = (scanner.position, scanner.line)
      guard count <= maximumRows else { return tooMany(file, at: start, line: line, &problems) }
      do throws(JSONFailure) {
        let members = try JSONRow(&scanner, file).members(in: file) { sink.reads(nested: $0) }
        var cells = [Cell](repeating: .absent, count: columns.count)
        for member in members {
          let column: Int
          if let known = columns[member.name] {
            column = known
          } else {
            guard columns.count < maximumColumns else {
              let kind = RecordingProblem.Kind.tooManyColumns(limit: maximumColumns)
              problems.append(file.problem(kind, at: member.key.start, line: line))
              leftOut.leaveOut(line: line)
              scanner.skipLine()
              continue lines
            }
            column = columns.count
            columns[member.name] = column
            cells.append(.absent)
            if member.isNested {
              let header = TextFile(path: file.path, bytes: Array(member.name.utf8))
              let cell = Cell(start: 0, end: header.bytes.count, line: line, form: .plain)
              sink.addColumn(cell, in: header, &problems)
            } else {
              sink.addColumn(member.key, in: file, &problems)
            }
            chosen?.addColumn(member.name, at: column)
          }
          cells[column] = member.value
        }
        if count <= TimeColumnFinder.rows { times.note(cells, in: file) }
        guard var choice = chosen else {
          sink.addRow(RecordedRow(cells: cells, start: start, line: line), in: file, &problems)
          continue
        }
        let isMeant = choice.means(cells, in: file)
        chosen = choice
        guard isMeant else { continue }
        let (row, own) = choice.row(cells, start: start, line: line, in: file)
        sink.addRow(row, in: own, &problems)
      } catch {
        problems.append(file.problem(error))
        leftOut.leaveOut(line: line)
        scanner.skipLine()
      }
    }
    if count == 0 || columns.isEmpty == false {
      let names = columns.sorted { $0.value < $1.value }.map { $0.key }
      sink.checkColumns(in: file, times: times.choice(names), &problems)
    }
    if let kind = chosen?.problem {
      problems.append(RecordingProblem(kind: kind, file: file.path))
    }
  }
}
