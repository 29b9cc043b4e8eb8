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
  init(of file: TextFile, where fits: ([Cell]) -> Bool) throws(Ambiguity) {
    let stated = Self.statedSeparator(of: file)
    let beginning = stated?.end ?? file.start
    let line = stated == nil ? 1 : 2
    var (sure, likely): ([CSVShape], [CSVShape]) = ([], [])
    for separator in stated.map({ [$0.separator] }) ?? Self.separators {
      let reader = CSVReader(file: file, separator: separator, from: beginning, line: line)
      guard let found = Self.header(reader, separator, fits) else { continue }
      if found.matchesNextRow { sure.append(found.shape) } else { likely.append(found.shape) }
      // The common file, of which nothing else is tried.
      if found.matchesNextRow, found.shape.line == 1, separator == UInt8(ascii: ",") { break }
    }
    let found = sure.isEmpty ? likely : sure
    guard found.count <= 1 else { throw Ambiguity(separators: found.map { $0.separator }) }
    self =
      found.first
      ?? Self.widestRow(of: file, from: beginning, line: line, separator: stated?.separator)
  }

  private init(separator: UInt8, start: Int, line: Int) {
    self.separator = separator
    self.start = start
    self.line = line
  }

  /// The separator that `sep=;` in the first line names, as spreadsheets write it, and the byte after that line
  private static func statedSeparator(of file: TextFile) -> (separator: UInt8, end: Int)? {
    let rest = file.bytes[file.start...].prefix(10)
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

  /// Whether a byte may separate cells: not a quote, a letter, a digit or a line end
  private static func isPunctuation(_ byte: UInt8) -> Bool {
    byte > 0x20 && byte < 0x30 && byte != UInt8(ascii: "\"") || byte == UInt8(ascii: ":")
  }

  /// The first row that fits, and whether the row below has as many cells, or is not there
  private static func header(
    _ start: CSVReader, _ separator: UInt8, _ fits: ([Cell]) -> Bool
  ) -> (shape: CSVShape, matchesNextRow: Bool)? {
    var reader = start
    var cells: [Cell] = []
    var ignored = ProblemList()
    while reader.line <= maximumHeaderLine, reader.next(&cells, &ignored) {
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

  /// Whether the row that was read last begins with `#`
  private static func isComment(_ reader: CSVReader) -> Bool {
    reader.file.bytes[reader.rowStart] == UInt8(ascii: "#")
  }

  /// The first of the rows with the most cells, whichever separator gives them
  private static func widestRow(
    of file: TextFile, from start: Int, line: Int, separator: UInt8?
  ) -> CSVShape {
    var best = (
      width: 0, shape: CSVShape(separator: separators[0], start: start, line: line)
    )
    for separator in separator.map({ [$0] }) ?? separators {
      var reader = CSVReader(file: file, separator: separator, from: start, line: line)
      var cells: [Cell] = []
      var ignored = ProblemList()
      var isFirst = true
      while reader.line <= maximumHeaderLine, reader.next(&cells, &ignored) {
        guard !isComment(reader), cells.count > best.width else { continue }
        // The lines above the first row are read again, and their problems are reported.
        let (rowStart, rowLine) = isFirst ? (start, line) : (reader.rowStart, reader.rowLine)
        best = (
          cells.count, CSVShape(separator: separator, start: rowStart, line: rowLine)
        )
        isFirst = false
      }
    }
    return best.shape
  }
}
