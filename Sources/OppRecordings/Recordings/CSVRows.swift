internal import OppModel

/// The rows of a CSV file, on their way into a sink
///
/// A file is first read in the notations that need no proof. If a cell cannot be read so, all rows are searched for proofs, and the file is
/// read once more in the notation that they prove:
///
/// ```
/// time,temp
/// 2/9/2026 7:05,-3.5        the day or the month may be first
/// 2/13/2026 18:40,4         the month is first: the file is read again
/// ```
struct CSVRows {
  /// The file and how it is written
  private var file: TextFile

  /// The byte between two cells
  private let separator: UInt8

  /// The rows that are not read yet
  private var reader: CSVReader

  /// The number of columns
  private var width = 0

  /// The bytes of the header, which some files repeat
  private var header: [UInt8] = []

  /// The first byte of the header, or of the first row if there is no header
  private var headerStart = 0

  /// The cells of the row that was read last
  private var cells: [Cell] = []

  /// The rows that the options of the file mean, or `nil` if they are all of them
  private var chosen: ChosenRows?

  /// `true` if the file has no header, because its columns are chosen by their places
  private let hasNoHeader: Bool

  /// Reads a file into a sink; a header that cannot be relied on ends the reading
  ///
  /// - Returns: the notation that the rows proved, if a cell needed it.
  @discardableResult static func read(
    _ file: TextFile, into sink: inout some RowSink, _ problems: inout ProblemList
  ) -> FileNotation? {
    do {
      let shape = try CSVShape(of: file, sink.options, where: { sink.fits($0, in: file) })
      var rows = CSVRows(file, shape, sink.options)
      rows.read(into: &sink, &problems)
      return rows.file.notation
    } catch {
      problems.append(ambiguity(error, in: file))
      return nil
    }
  }

  /// The problem of a file whose columns more than one separator may separate
  private static func ambiguity(_ error: CSVShape.Ambiguity, in file: TextFile) -> RecordingProblem
  {
    let names = error.separators.map { $0 == UInt8(ascii: "\t") ? "tabs" : "`\(text($0))`" }
    return file.problem(.ambiguousSeparator(found: names), at: file.start, line: 1)
  }

  private init(_ file: TextFile, _ shape: CSVShape, _ options: FileOptions) {
    var file = file
    file.notation = FileNotation(separator: shape.separator, said: file.said)
    self.file = file
    separator = shape.separator
    chosen = ChosenRows(options)
    hasNoHeader = options.hasNoHeader
    reader = CSVReader(
      file: file, separator: shape.separator, from: shape.start, line: shape.line)
  }

  /// A byte as a text
  private static func text(_ byte: UInt8) -> String { String(decoding: [byte], as: UTF8.self) }

  /// Reads the header and the rows, twice if the first reading meets a cell whose meaning is open
  private mutating func read(into sink: inout some RowSink, _ problems: inout ProblemList) {
    guard readHeader(into: &sink, &problems) else { return }
    let (readerBelow, sinkBelow, problemsBelow) = (reader, sink, problems)
    if !readRows(into: &sink, &problems) {
      reader = readerBelow
      file.notation = proof(for: sinkBelow)
      (reader, sink, problems) = (readerBelow, sinkBelow, problemsBelow)
      _ = readRows(into: &sink, &problems)
    }
    if let kind = chosen?.problem {
      problems.append(file.problem(kind, at: headerStart))
    }
  }

  /// Reads the columns, and the units in the row below them; false if no rows can be read
  private mutating func readHeader(
    into sink: inout some RowSink, _ problems: inout ProblemList
  ) -> Bool {
    repeat {
      guard reader.next(&cells, &problems) else {
        sink.checkColumns(in: file, times: nil, &problems)
        return false
      }
    } while isComment
    width = cells.count
    headerStart = reader.rowStart
    header = hasNoHeader ? [] : Array(file.bytes[reader.rowStart..<reader.position])
    guard width <= RowFile.maximumColumns else {
      let kind = RecordingProblem.Kind.tooManyColumns(limit: RowFile.maximumColumns)
      let extra = cells[RowFile.maximumColumns]
      problems.append(file.problem(kind, at: extra.start, line: extra.line))
      return false
    }
    if !file.isDecoded, let encoding = file.unmarkedEncoding {
      let kind = RecordingProblem.Kind.unmarkedEncoding(encoding.name)
      problems.append(file.problem(kind, at: file.start, line: 1))
      return false
    }
    let isText = file.isDecoded || cells.allSatisfy { file.text($0) != nil }
    guard isText else {
      let kind = RecordingProblem.Kind.lineNotUTF8(line: reader.rowLine)
      problems.append(file.problem(kind, at: reader.rowStart, line: reader.rowLine))
      return false
    }
    let isHeader = sink.fits(cells, in: file)
    if headerStart > file.start, sink.options.zone == nil,
      let zone = StatedZone(above: headerStart, in: file)
    {
      sink.note(zone)
    }
    sink.addJoinedColumns(in: file, &problems)
    for (index, cell) in cells.enumerated() {
      let header = hasNoHeader ? .absent : cell
      sink.addColumn(header, in: file, &problems)
      chosen?.addColumn(file.text(file.trimmed(header)) ?? "", at: index)
    }
    sink.checkColumns(in: file, times: isHeader ? nil : timeColumns(), &problems)
    guard isHeader else { return false }
    guard !hasNoHeader else {
      reader.goBack(to: headerStart)
      return true
    }
    let below = reader
    var ignored = ProblemList()
    guard reader.next(&cells, &ignored) else { return true }
    let (units, own) =
      chosen?.row(cells, start: reader.rowStart, line: reader.rowLine, in: file) ?? (row, file)
    if !sink.takeUnits(units, in: own) { reader = below }
    return true
  }

  /// The columns of a file without a header that hold times, by the rows below
  private func timeColumns() -> FileOptionValue? {
    let headers = cells.map { file.text(file.trimmed($0)) ?? "" }
    var (ahead, row, ignored) = (reader, cells, ProblemList())
    var finder = TimeColumnFinder()
    for _ in 0..<TimeColumnFinder.rows where ahead.next(&row, &ignored) {
      finder.note(row, in: file)
    }
    return finder.choice(headers)
  }

  /// Hands the rows over; false as soon as one has a cell that other rows may prove to be readable
  mutating func readRows(
    into sink: inout some RowSink, _ problems: inout ProblemList
  ) -> Bool {
    var count = 0
    var leftOut = RowTally()
    defer {
      leftOut.add(reader.leftOut)
      sink.note(leftOut: leftOut)
    }
    while reader.next(&cells, &problems) {
      guard !isPassedOver(sink) else { continue }
      count += 1
      guard count <= RowFile.maximumRows else {
        RowFile.tooMany(file, at: reader.rowStart, line: reader.rowLine, &problems)
        return true
      }
      if cells.count > width {
        guard !hasExtraCell(&problems) else {
          leftOut.leaveOut(line: reader.rowLine)
          continue
        }
      }
      guard isMeant else { continue }
      if cells.count < width {
        problems.append(
          file.problem(
            .missingCells(expected: width, found: cells.count), at: reader.rowStart,
            line: reader.rowLine))
      }
      if let chosen {
        let (row, own) = chosen.row(
          cells, start: reader.rowStart, line: reader.rowLine, in: file)
        sink.addRow(row, in: own, &problems)
      } else {
        sink.addRow(row, in: file, &problems)
      }
      if sink.hasOpenCells { return false }
    }
    return true
  }

  /// The notation that all rows below the header prove together
  private mutating func proof(for sink: some RowSink) -> FileNotation? {
    guard var notation = file.notation else { return nil }
    notation = proofs(for: sink, after: notation)
    notation.settle()
    return notation
  }

  /// Returns the proofs of the rows together with those of rows before them
  mutating func proofs(for sink: some RowSink, after earlier: FileNotation) -> FileNotation {
    var notation = earlier
    var ignored = ProblemList()
    while reader.next(&cells, &ignored) {
      guard !isPassedOver(sink), !hasExtraCell(&ignored), isMeant else { continue }
      if let chosen {
        let (row, own) = chosen.row(
          cells, start: reader.rowStart, line: reader.rowLine, in: file)
        sink.prove(row, in: own, &notation)
      } else {
        sink.prove(row, in: file, &notation)
      }
    }
    return notation
  }

  /// The row that was read last
  private var row: RecordedRow {
    RecordedRow(cells: cells, start: reader.rowStart, line: reader.rowLine)
  }

  /// `true` if the row that was read last is one that the options of the file mean
  private var isMeant: Bool {
    mutating get { chosen?.means(cells, in: file) ?? true }
  }

  /// `true` if the row that was read last begins with `#`
  private var isComment: Bool { file.bytes[reader.rowStart] == UInt8(ascii: "#") }

  /// `true` if the row that was read last is a comment, or the header once more
  private func isPassedOver(_ sink: some RowSink) -> Bool {
    let bytes = file.bytes
    guard let first = header.first else { return false }
    if bytes[reader.rowStart] == first,
      bytes[reader.rowStart..<reader.position].elementsEqual(header)
    {
      return true
    }
    return isComment && !sink.beginsWithText
  }

  /// `true` if the row has a cell beyond the header that is not empty, so that it is not known which is which
  private mutating func hasExtraCell(_ problems: inout ProblemList) -> Bool {
    guard cells.count > width else { return false }
    if let extra = cells[width...].first(where: { !file.trimmed($0).isEmpty }) {
      problems.append(
        file.problem(.extraCell(expected: width), at: extra.start, line: extra.line))
      return true
    }
    cells.removeSubrange(width...)
    return false
  }
}

// MARK: - Rows of a log

extension CSVRows {
  /// The rows below the header of a file, which is read into the sink; `nil` if no rows can be read
  static func begin(
    _ file: TextFile, into sink: inout some RowSink, _ problems: inout ProblemList
  ) -> CSVRows? {
    do {
      let shape = try CSVShape(of: file, sink.options, where: { sink.fits($0, in: file) })
      var rows = CSVRows(file, shape, sink.options)
      return rows.readHeader(into: &sink, &problems) ? rows : nil
    } catch {
      problems.append(ambiguity(error, in: file))
      return nil
    }
  }

  /// Goes on with rows that stand in a text of their own
  mutating func goOn(in text: TextFile, line: Int) {
    var text = text
    text.notation = file.notation
    text.said = file.said
    file = text
    reader = CSVReader(file: text, separator: separator, from: 0, line: line)
  }

  /// Reads cells as all rows together prove it
  mutating func settle(_ notation: FileNotation) { file.notation = notation }

  /// The way in which cells are read
  var notation: FileNotation? { file.notation }

  /// The first byte that has not been read, and its line
  var position: Int { reader.position }
  var line: Int { reader.line }

  /// The first byte of the first row with a quote that later rows may close, or `nil` if there is none
  var openRow: Int? { reader.openRow }
}
