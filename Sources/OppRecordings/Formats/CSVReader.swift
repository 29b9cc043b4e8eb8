/// Rows of comma-separated values (RFC 4180), one at a time; another separator may stand for the comma
///
/// A cell in quotes may hold commas, line ends and quotes (written twice). A quote inside a cell that
/// does not begin with one is a character like any other. Lines end with LF or CRLF; blank lines are
/// no rows. Every step moves forward, so that a file of any content ends.
///
/// ```
/// time,text,tags
/// 2026-06-21T12:00:00Z,"a, ""b""",[milk]       3 cells, the second quoted: a, "b"
/// 2026-06-21T12:00:01Z,5" nail,                3 cells, the second plain: 5" nail; the third empty
/// ```
///
/// Cells are ranges of bytes; no text is made before something needs it.
struct CSVReader {
  /// The longest row, in bytes
  static let maximumRowLength = 1 << 20

  let file: TextFile

  /// The byte between two cells
  private let separator: UInt8

  /// The next byte to read
  private(set) var position: Int

  /// The number of the line with ``position``
  private(set) var line: Int

  /// - Parameters:
  ///   - start: the first byte to read; that of the file if `nil`.
  ///   - line: the number of the line with that byte.
  init(
    file: TextFile, separator: UInt8 = UInt8(ascii: ","), from start: Int? = nil, line: Int = 1
  ) {
    self.file = file
    self.separator = separator
    position = start ?? file.start
    self.line = line
    rowLine = line
  }

  /// The line of the row read last
  private(set) var rowLine: Int

  /// The first byte of the row read last
  private(set) var rowStart = 0

  /// The rows that cannot be divided into cells
  private(set) var leftOut = RowTally()

  /// The first byte of the first row with a quote that rows behind the end of the file may still close
  private(set) var openRow: Int?

  /// Reads the next row into `cells`
  ///
  /// - Returns: false at the end of the file.
  mutating func next(_ cells: inout [Cell], _ problems: inout ProblemList) -> Bool {
    while position < file.bytes.count {
      cells.removeAll(keepingCapacity: true)
      rowLine = line
      rowStart = position
      if skipLineEnd() || skipZeros(&problems) { continue }
      do {
        try readRow(&cells)
        return true
      } catch {
        problems.append(file.problem(error.kind, at: error.offset, line: error.line))
        leftOut.leaveOut(line: rowLine)
        if case .unclosedQuote = error.kind, file.bytes.count - rowStart < Self.maximumRowLength {
          openRow = openRow ?? rowStart
        }
        position = error.resume
        line = error.line
        skipLine()
      }
    }
    return false
  }

  /// Reads the row that was read last once more
  mutating func goBack(to start: Int) {
    position = start
    line = rowLine
  }

  /// A failure that ends a row early, and the offset from which its line is skipped
  private struct Failure: Error {
    /// The mistake, and the byte and line at which it is reported
    let kind: RecordingProblem.Kind
    let offset: Int
    let line: Int

    /// The byte from which the line is skipped
    let resume: Int
  }

  /// Reads the cells of a row and the end of its line
  private mutating func readRow(_ cells: inout [Cell]) throws(Failure) {
    let limit = min(file.bytes.count, rowStart + Self.maximumRowLength)
    while true {
      if position < limit, file.bytes[position] == UInt8(ascii: "\"") {
        cells.append(try quotedCell(limit))
      } else {
        cells.append(try plainCell(limit))
      }
      guard position < file.bytes.count, file.bytes[position] == separator else { break }
      position += 1
    }
    _ = skipLineEnd()
  }

  /// The bytes up to a comma or a line end; a CR before LF, or at the end of the file, belongs to the line end
  private mutating func plainCell(_ limit: Int) throws(Failure) -> Cell {
    let start = position
    while position < limit {
      let byte = file.bytes[position]
      if byte == separator || byte == UInt8(ascii: "\n") { break }
      position += 1
    }
    if position == limit, limit < file.bytes.count { throw tooLong }
    var end = position
    if end > start, position == file.bytes.count || file.bytes[position] == UInt8(ascii: "\n"),
      file.bytes[end - 1] == UInt8(ascii: "\r")
    {
      end -= 1
    }
    return Cell(start: start, end: end, line: line, form: .plain)
  }

  /// The bytes between the quotes, those written twice not yet undone
  private mutating func quotedCell(_ limit: Int) throws(Failure) -> Cell {
    let (opening, openingLine) = (position, line)
    position += 1
    while position < limit {
      let byte = file.bytes[position]
      if byte == UInt8(ascii: "\n") { line += 1 }
      position += 1
      guard byte == UInt8(ascii: "\"") else { continue }
      if position < limit, file.bytes[position] == UInt8(ascii: "\"") {
        position += 1
        continue
      }
      let cell = Cell(start: opening + 1, end: position - 1, line: openingLine, form: .quoted)
      if position < file.bytes.count, file.bytes[position] != separator, !isAtLineEnd {
        throw Failure(kind: .textAfterQuote, offset: position, line: line, resume: position)
      }
      return cell
    }
    // The line of the quote is lost, but not all that follows it.
    throw Failure(
      kind: .unclosedQuote, offset: opening, line: openingLine, resume: opening)
  }

  /// A row that is longer than any that is read, reported at its first byte
  private var tooLong: Failure {
    Failure(
      kind: .lineTooLong(limit: Self.maximumRowLength), offset: rowStart, line: rowLine,
      resume: rowStart)
  }

  /// `true` if LF, CRLF, or a CR that ends the file comes next
  private var isAtLineEnd: Bool {
    if file.bytes[position] == UInt8(ascii: "\n") { return true }
    return file.bytes[position] == UInt8(ascii: "\r")
      && (position + 1 == file.bytes.count || file.bytes[position + 1] == UInt8(ascii: "\n"))
  }

  /// Skips one line end; false if there is none
  private mutating func skipLineEnd() -> Bool {
    guard position < file.bytes.count, isAtLineEnd else { return false }
    if file.bytes[position] == UInt8(ascii: "\r") { position += 1 }
    if position < file.bytes.count { position += 1 }
    line += 1
    return true
  }

  /// Skips a line of NUL bytes, which a file system leaves when the power fails; false if it is none
  private mutating func skipZeros(_ problems: inout ProblemList) -> Bool {
    guard file.bytes[position] == 0 else { return false }
    var end = position
    while end < file.bytes.count, file.bytes[end] == 0 { end += 1 }
    let start = position
    position = end
    guard end == file.bytes.count || skipLineEnd() else {
      position = start
      return false
    }
    problems.append(file.problem(.zeroBytes, at: start, line: rowLine))
    return true
  }

  /// Skips the rest of a line that cannot be read, quotes or not
  private mutating func skipLine() {
    while position < file.bytes.count {
      position += 1
      if file.bytes[position - 1] == UInt8(ascii: "\n") {
        line += 1
        return
      }
    }
  }
}
