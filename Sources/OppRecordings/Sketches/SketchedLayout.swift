internal import OppModel

/// The separator and the header of a CSV file of which no name is known
///
/// The header is the first row of names with a row of data below that has as many cells. A file may have none.
///
/// ```
/// name;modulename                       House;Garden is no data
/// "House";"Garden"                      the row below has another number of cells
/// Timestamp;Temperature;Humidity        the header
/// 1770617100;7.3;63
/// ```
struct SketchedLayout {
  /// The byte between two cells, and whether `sep=` in the first line names it
  let separator: UInt8
  let isStated: Bool

  /// The cells of the header; empty if the file has none
  let header: [Cell]

  /// The first byte of the header, or of the rows if there is none; and its line
  let start: Int
  let line: Int

  /// The number of cells of a row
  let width: Int

  /// `true` if rows of one cell hold separators, so that they are of different widths
  var isRagged: Bool { width == 1 && raggedCount * 2 > sampleSize }

  /// The rows of the sample that hold a separator of cells, and all of them
  private var raggedCount = 0
  private var sampleSize = 0

  /// The number of rows that are examined
  private static let sampleCount = 80

  /// Returns `nil` if the file has no row
  init?(of file: TextFile, separator given: UInt8?, start: Int, line: Int, isStated: Bool) {
    var best: (score: Int, layout: SketchedLayout)?
    // A space is no separator unless nothing else is one.
    for separator in given.map({ [$0] }) ?? CSVShape.separators + [UInt8(ascii: " ")] {
      let rows = Self.rows(of: file, separator, from: start, line: line)
      guard let (index, hasHeader) = Self.beginning(rows, in: file) else { continue }
      let width = rows[index].cells.count
      let below = rows[(index + (hasHeader ? 1 : 0))...]
      let alike = below.filter { $0.cells.count == width }.count
      // Rows that break off are no reason against a separator, rows that are never alike are.
      let share = below.isEmpty ? 100 : alike * 100 / below.count
      let isSpace = separator == UInt8(ascii: " ")
      guard !isSpace || share == 100 && !hasHeader && (best?.layout.width ?? 1) == 1 else {
        continue
      }
      let score =
        (width > 1 ? 1000 : 0) + (hasHeader ? 200 : 0) + share * 4 + min(width, 100) - index
      guard score > best?.score ?? 0 else { continue }
      best = (
        score,
        SketchedLayout(
          from: rows[index], isHeader: hasHeader, separator: separator, isStated: isStated,
          width: width)
      )
    }
    guard let best else { return nil }
    self = best.layout
    let sample = Self.rows(of: file, separator, from: start, line: line)
    sampleSize = sample.count
    raggedCount =
      sample.filter { row in
        row.cells.contains { cell in
          file.bytes[cell.start..<cell.end].contains { CSVShape.separators.contains($0) }
        }
      }.count
  }

  /// - Parameter row: the first row.
  private init(from row: Row, isHeader: Bool, separator: UInt8, isStated: Bool, width: Int) {
    self.separator = separator
    self.isStated = isStated
    header = isHeader ? row.cells : []
    start = row.start
    line = row.line
    self.width = width
  }

  /// A row of the sample
  private struct Row {
    var cells: [Cell]
    let start: Int
    let line: Int
  }

  /// The first rows that are no comments
  private static func rows(
    of file: TextFile, _ separator: UInt8, from start: Int, line: Int
  ) -> [Row] {
    var reader = CSVReader(file: file, separator: separator, from: start, line: line)
    var cells: [Cell] = []
    var ignored = ProblemList()
    var rows: [Row] = []
    while rows.count < sampleCount, reader.next(&cells, &ignored) {
      guard file.bytes[reader.rowStart] != UInt8(ascii: "#"),
        cells.contains(where: { !file.trimmed($0).isEmpty }), !isLine(cells, in: file)
      else { continue }
      rows.append(Row(cells: cells, start: reader.rowStart, line: reader.rowLine))
    }
    return withoutEmptyEnds(rows, in: file)
  }

  /// The rows without the last cells of the widest ones, if these are all empty and other rows lack them
  ///
  /// Some exports write a separator at the end of each row, and not of the header.
  private static func withoutEmptyEnds(_ rows: [Row], in file: TextFile) -> [Row] {
    var rows = rows
    while let widest = rows.map({ $0.cells.count }).max(), widest > 1,
      rows.contains(where: { $0.cells.count == widest - 1 }),
      rows.allSatisfy({ row in
        row.cells.count < widest || file.trimmed(row.cells[widest - 1]).isEmpty
      })
    {
      for index in rows.indices where rows[index].cells.count == widest {
        rows[index].cells.removeLast()
      }
    }
    return rows
  }

  /// The index of the header, or of the first row of a file without one
  ///
  /// Of several rows that may be the header, the first goes before that most rows below are as wide as: above it may be
  /// a table of its own about the station.
  private static func beginning(_ rows: [Row], in file: TextFile) -> (Int, hasHeader: Bool)? {
    guard let widest = rows.map({ $0.cells.count }).max() else { return nil }
    let isData = rows.indices.map { holdsData($0, rows, in: file) }
    var best: (matches: Int, index: Int, hasHeader: Bool)?
    for index in rows.indices where rows[index].cells.count > 1 || widest == 1 {
      let width = rows[index].cells.count
      let below = rows[(index + 1)...]
      let isNext = below.first.map { $0.cells.count == width } ?? isData[index]
      let isFollowed = below.prefix(2).indices.contains {
        rows[$0].cells.count == width && isData[$0]
          && ($0 == index + 1 || hasUnits(rows[index + 1], in: file))
      }
      guard isNext, isData[index] || isFollowed else { continue }
      let matches = below.filter { $0.cells.count == width }.count
      // The last row has no other one below that speaks against it.
      if matches * 5 >= below.count * 3, !below.isEmpty || best == nil {
        return header(of: index, rows, isData).map { ($0, true) }
          ?? (isData[index] ? index : header(at: index, rows, in: file), !isData[index])
      }
      if matches * width > best?.matches ?? 0 {
        best = (matches: matches * width, index: index, hasHeader: !isData[index])
      }
    }
    if let best { return (best.index, best.hasHeader) }
    // Each row ends early or has a cell too many, but for one at least.
    for index in rows.indices.reversed() where isData[index] {
      if let names = header(of: index, rows, isData) { return (names, true) }
    }
    // Texts alone: the first row is the header, if the next one is as wide.
    let first = rows.indices.first { index in
      rows[index].cells.count == widest
        && (index + 1 == rows.count || rows[index + 1].cells.count == widest)
    }
    return first.map { ($0, true) }
  }

  /// `true` if a row has a value, and is no header with the day of the export in one of its cells
  ///
  /// Such a header has few values, and texts in two columns at least that have values in the row below.
  private static func holdsData(_ index: Int, _ rows: [Row], in file: TextFile) -> Bool {
    let cells = rows[index].cells
    let isFilled = cells.map { isValue($0, in: file) }
    let count = isFilled.filter { $0 }.count
    guard count > 0 else { return false }
    guard index + 1 < rows.count, count * 3 <= cells.count,
      rows[index + 1].cells.count == cells.count
    else { return true }
    let named = cells.indices.filter { place in
      !isFilled[place] && !file.trimmed(cells[place]).isEmpty
        && isValue(rows[index + 1].cells[place], in: file)
    }
    return named.count < 2
  }

  /// The header of a row of data if rows of other widths are between them, or `nil` if there is none
  private static func header(of index: Int, _ rows: [Row], _ isData: [Bool]) -> Int? {
    guard isData[index] else { return nil }
    let width = rows[index].cells.count
    return width == 1
      ? nil : rows[..<index].indices.last { rows[$0].cells.count == width && !isData[$0] }
  }

  /// The header of a file with texts down to a row above the first data: that row, or the first one
  ///
  /// If a column has texts and then values, the rows of these texts are data. If it has values in several rows, and no text
  /// among them, the row above them is the header, and the rows before the header are about something else.
  ///
  /// ```
  /// item,every           the header         station,Garden
  /// filter,monthly                          room,temp              the header
  /// boiler,twice                            kitchen,5
  /// roof,5                                  bath,6
  /// ```
  private static func header(at index: Int, _ rows: [Row], in file: TextFile) -> Int {
    let width = rows[index].cells.count
    let below = rows[(index + 1)...].filter { $0.cells.count == width }
    guard rows[..<index].allSatisfy({ $0.cells.count == width }), let first = below.first else {
      return index
    }
    let isSteady = (0..<width).contains { column in
      below.count > 1 && isValue(first.cells[column], in: file)
        && below.allSatisfy { isValue($0.cells[column], in: file) }
    }
    return isSteady ? index : 0
  }

  /// `true` if a row is a line that is drawn under a header: `-----`
  private static func isLine(_ cells: [Cell], in file: TextFile) -> Bool {
    guard cells.count == 1, cells[0].end - cells[0].start > 2 else { return false }
    return file.bytes[cells[0].start..<cells[0].end].allSatisfy { "-=+_* ".utf8.contains($0) }
  }

  /// `true` if a row has a unit, in brackets or not, as below a header
  private static func hasUnits(_ row: Row, in file: TextFile) -> Bool {
    row.cells.contains { cell in
      guard let text = file.text(file.trimmed(cell)), !text.isEmpty else { return false }
      let isBracketed = "[(".contains(text.first ?? " ") && "])".contains(text.last ?? " ")
      let unit = isBracketed ? String(text.dropFirst().dropLast()) : text
      return !Unit.stated(unit).isEmpty
    }
  }

  /// `true` if a cell is a value that no header has
  private static func isValue(_ cell: Cell, in file: TextFile) -> Bool {
    switch SketchedCell(cell, in: file) {
    case .number, .quantity, .moment, .day, .clock, .degrees: true
    case .missing, .truth, .text: false
    }
  }
}
