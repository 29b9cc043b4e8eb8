internal import OppModel

/// The separator of a CSV file, and the place of its header
///
/// ```
/// sep=;                         Station;Garden                 time,temp
/// time;temp                     time;temp                      2026-06-21T12:00:00Z,20
/// `;`, the header in line 2     `;`, the header in line 2      `,`, the header in line 1
/// ```
struct CSVShape {
  /// The byte between two cells
  let separator: UInt8

  /// The first byte of the header, and its line
  let start: Int
  let line: Int

  /// The number of lines that may hold the header
  private static let maximumHeaderLine = 50

  /// The separators of files as people have them
  static let separators: [UInt8] = [
    UInt8(ascii: ","), UInt8(ascii: ";"), UInt8(ascii: "\t"), UInt8(ascii: "|"),
  ]

  /// Two separators, each of which gives a header
  struct Ambiguity: Error {
    let separators: [UInt8]
  }

  /// The shape of a file whose header is the first row that fits
  ///
  /// Without such a row it is the widest one, because its message explains the mistake best.
  ///
  /// - Throws: an error if two separators give a header with as many cells as the row below it.
  init(
    of file: TextFile, _ options: FileOptions, where fits: ([Cell]) -> Bool
  ) throws(Ambiguity) {
    let top = Self.skip(options.skip, of: file)
    let stated = Self.statedSeparator(of: file, from: top.start)
    let beginning = stated?.end ?? top.start
    let line = top.line + (stated == nil ? 0 : 1)
    let known = options.separator ?? stated?.separator
    var (sure, likely): ([CSVShape], [CSVShape]) = ([], [])
    for separator in known.map({ [$0] }) ?? Self.separators {
      let reader = CSVReader(file: file, separator: separator, from: beginning, line: line)
      guard let found = Self.header(reader, separator, last: line + Self.maximumHeaderLine, fits)
      else { continue }
      if found.matchesNextRow { sure.append(found.shape) } else { likely.append(found.shape) }
      // The common file, of which nothing else is tried.
      if found.matchesNextRow, found.shape.line == line, separator == UInt8(ascii: ",") { break }
    }
    let found = sure.isEmpty ? likely : sure
    guard found.count <= 1 else { throw Ambiguity(separators: found.map { $0.separator }) }
    self =
      found.first
      ?? Self.widestRow(of: file, from: beginning, line: line, separator: known)
  }

  /// The first byte below so many lines, and its line
  static func skip(_ count: Int, of file: TextFile) -> (start: Int, line: Int) {
    var (start, line) = (file.start, 1)
    while line <= count, start < file.bytes.count {
      if file.bytes[start] == UInt8(ascii: "\n") { line += 1 }
      start += 1
    }
    return (start, line)
  }

  private init(separator: UInt8, start: Int, line: Int) {
    self.separator = separator
    self.start = start
    self.line = line
  }

  /// The separator that `sep=;` in the first line names, as spreadsheets write it, and the byte after that line
  static func statedSeparator(
    of file: TextFile, from start: Int
  ) -> (separator: UInt8, end: Int)? {
    let rest = file.bytes[start...].prefix(10)
    let isQuoted = rest.first == UInt8(ascii: "\"")
    let text = isQuoted ? rest.dropFirst() : rest
    guard text.starts(with: Array("sep=".utf8)), text.count > 4 else { return nil }
    let separator = text[text.startIndex + 4]
    var end = text.startIndex + 5
    for byte in [UInt8(ascii: "\""), UInt8(ascii: "\r")]
    where end < file.bytes.count && file.bytes[end] == byte { end += 1 }
    guard separators.contains(separator) || isPunctuation(separator), end < file.bytes.count,
      file.bytes[end] == UInt8(ascii: "\n")
    else { return nil }
    return (separator, end + 1)
  }

  /// `true` if a byte may separate cells: not a quote, a letter, a digit or a line end
  private static func isPunctuation(_ byte: UInt8) -> Bool {
    byte > 0x20 && byte < 0x30 && byte != UInt8(ascii: "\"") || byte == UInt8(ascii: ":")
  }

  /// The first row that fits, and whether the row below has as many cells, or is not there
  private static func header(
    _ start: CSVReader, _ separator: UInt8, last: Int, _ fits: ([Cell]) -> Bool
  ) -> (shape: CSVShape, matchesNextRow: Bool)? {
    var reader = start
    var cells: [Cell] = []
    var ignored = ProblemList()
    while reader.line < last, reader.next(&cells, &ignored) {
      guard !isComment(reader), cells.count <= RowFile.maximumColumns, fits(cells) else {
        continue
      }
      let shape = CSVShape(
        separator: separator, start: reader.rowStart, line: reader.rowLine)
      let width = cells.count
      while reader.next(&cells, &ignored) {
        if !isComment(reader) { return (shape, cells.count == width) }
      }
      return (shape, true)
    }
    return nil
  }

  /// `true` if the row that was read last begins with `#`
  private static func isComment(_ reader: CSVReader) -> Bool {
    reader.file.bytes[reader.rowStart] == UInt8(ascii: "#")
  }

  /// The first of the rows with the most cells, by the separator that gives most rows of one width
  private static func widestRow(
    of file: TextFile, from start: Int, line: Int, separator: UInt8?
  ) -> CSVShape {
    var best = (
      rows: 0, width: 0, shape: CSVShape(separator: separators[0], start: start, line: line)
    )
    for separator in separator.map({ [$0] }) ?? separators {
      var reader = CSVReader(file: file, separator: separator, from: start, line: line)
      var cells: [Cell] = []
      var ignored = ProblemList()
      var found = (rows: 0, width: 0, shape: best.shape)
      var isFirst = true
      while reader.line < line + maximumHeaderLine, reader.next(&cells, &ignored) {
        guard !isComment(reader), cells.count >= found.width else { continue }
        if cells.count == found.width {
          found.rows += 1
          continue
        }
        // The lines above the first row are read again, and their problems are reported.
        let (rowStart, rowLine) = isFirst ? (start, line) : (reader.rowStart, reader.rowLine)
        found = (
          1, cells.count, CSVShape(separator: separator, start: rowStart, line: rowLine)
        )
        isFirst = false
      }
      let isBetter = found.rows == best.rows ? found.width > best.width : found.rows > best.rows
      if found.width > 1 && (best.width <= 1 || isBetter) || best.width == 0 { best = found }
    }
    return best.shape
  }
}
