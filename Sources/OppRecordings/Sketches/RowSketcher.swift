internal import OppModel

/// Looks at the rows of a CSV file or of JSON Lines
///
/// ```
/// bytes ─▶ layout ─▶ evidence, a column each ─▶ time ─▶ fields ─▶ proofs of rows ─▶ a reading as proposed ─▶ lines
///                                                └──────────────┴── questions
/// ```
struct RowSketcher {
  let request: SketchRequest

  /// The file in UTF-8, with lines that end with LF
  let file: TextFile
  let isJSONLines: Bool

  /// The options that are given, and those that are proposed
  var options: FileOptions

  /// The separator and the header; `nil` for JSON Lines
  var layout: SketchedLayout?
  var columns: [ColumnEvidence] = []

  /// The rows that are meant, and the rows in all
  var rowCount = 0

  /// The columns of the time
  var time = SketchedTime.none

  /// The fields of a new source or table
  var fields: [SketchedField] = []

  /// The rows as the proposed lines have them, once they have been read
  var reading: SketchedReading?

  /// `true` if the consequences of answers are worked out, which is not done for an answer itself
  let asks: Bool

  init(_ request: SketchRequest, asks: Bool = true) {
    self.request = request
    self.asks = asks
    options = request.options
    file = request.file.decoded(options.encoding).withLineEnds
    isJSONLines = if case .jsonLines = FileKind(of: request.file) { true } else { false }
  }

  /// Looks at everything, and writes the findings into a sketch
  mutating func sketch(into sketch: inout FileSketch) {
    guard readEvidence(&sketch) else { return }
    addText(to: &sketch)
    guard isReadable(&sketch) else { return }
    time = chosenTime
    chooseZone(&sketch)
    chooseFields()
    chooseFurtherColumns(&sketch)
    guard hasTimes(&sketch) else { return }
    proveDates(&sketch)
    proveMarks(&sketch)
    askTime(&sketch)
    askRows(&sketch)
    propose(&sketch)
  }
}

// MARK: - Evidence

extension RowSketcher {
  /// Reads all rows; false if there are none
  private mutating func readEvidence(_ sketch: inout FileSketch) -> Bool {
    if isJSONLines {
      var rows = EvidenceRows(missing: options.missing, only: options.only)
      var problems = ProblemList()
      RowFile.read(file, ending: "jsonl", into: &rows, &problems)
      (columns, rowCount) = (rows.columns, rows.count)
    } else {
      readCells()
    }
    if let layout, layout.isRagged {
      sketch.refusal = (
        message: "the rows have different numbers of cells, so this is no table",
        help: "export a table: a header, and a line for each reading"
      )
      return false
    }
    guard rowCount > 0, !columns.isEmpty else {
      sketch.refusal = (
        message: options.only.isEmpty ? "this file has no rows" : "no row is meant by `only`",
        help: nil
      )
      return false
    }
    return true
  }

  /// Finds the layout of a CSV file, and reads its cells
  private mutating func readCells() {
    let top = CSVShape.skip(options.skip, of: file)
    let stated = CSVShape.statedSeparator(of: file, from: top.start)
    layout = SketchedLayout(
      of: file, separator: options.separator ?? stated?.separator, start: stated?.end ?? top.start,
      line: top.line + (stated == nil ? 0 : 1), isStated: stated != nil)
    guard let layout else { return }
    var rows = EvidenceRows(missing: options.missing, only: options.only)
    var reader = CSVReader(
      file: file, separator: layout.separator, from: layout.start, line: layout.line)
    var cells: [Cell] = []
    var ignored = ProblemList()
    let hasHeader = !layout.header.isEmpty && !options.hasNoHeader
    rows.begin(
      headers: hasHeader
        ? layout.header.map { file.text(file.trimmed($0)) ?? file.shown($0) } : nil,
      width: layout.width)
    if hasHeader { _ = reader.next(&cells, &ignored) }
    var isFirst = hasHeader
    while reader.next(&cells, &ignored), rows.count < RowFile.maximumRows {
      guard file.bytes[reader.rowStart] != UInt8(ascii: "#") else { continue }
      defer { isFirst = false }
      if isFirst, rows.takeUnits(cells, in: file) { continue }
      guard
        cells.count <= layout.width
          || cells[layout.width...].allSatisfy({ file.trimmed($0).isEmpty })
      else { continue }
      rows.add(cells, in: file)
    }
    (columns, rowCount) = (rows.columns, rows.count)
  }

  /// The columns of the time: those that the options name, else those that the cells show
  private var chosenTime: SketchedTime {
    guard let choice = options.columns.first(where: { $0.name == "time" }) else {
      return isTable ? .none : SketchedTime(columns)
    }
    let places = choice.columns.compactMap { column -> Int? in
      switch column {
      case .place(let place): columns.indices.contains(place - 1) ? place - 1 : nil
      case .header(let header):
        columns.firstIndex { ColumnHeader.areAlike($0.header ?? "", header) }
      }
    }
    return places.isEmpty ? .none : .chosen(places)
  }

  /// `true` if rows are those of a table: the rules say so, or the first column is a text that identifies them
  var isTable: Bool {
    switch request.subject {
    case .source: return false
    case .table: return true
    case .new:
      if columns.contains(where: { $0.header == "valid_from" || $0.header == "valid_until" }) {
        return true
      }
      guard let first = columns.first, rowCount > 1, first.isKey else { return false }
      let isNumbered = ["id", "_id", "uid", "uuid", "key", "no", "nr"].contains {
        ColumnHeader.areAlike(first.header ?? "", $0)
      }
      // The numbers of readings are no key: their time is.
      if case .named = SketchedTime(columns) { return false }
      if isNumbered, columns.contains(where: { $0.isStampOfReading }) { return false }
      return first.isAll(.text) && !first.isKind || isNumbered
    }
  }

  /// Chooses the fields of a new source or table
  mutating func chooseFields() {
    guard case .new = request.subject else { return }
    var passedOver = Set(time.places ?? [])
    for place in columns.indices {
      let header = columns[place].header ?? ""
      if options.only.contains(where: { ColumnHeader.areAlike($0.header, header) })
        || isTable && ["valid_from", "valid_until"].contains(header)
      {
        passedOver.insert(place)
      }
    }
    fields = SketchedField.fields(
      of: columns, passedOver: passedOver, options: options, units: request.units)
  }
}

/// The columns of a file as its rows come
struct EvidenceRows: RowSink {
  private(set) var columns: [ColumnEvidence] = []
  private(set) var count = 0
  private let missing: [String]
  private let only: [RowChoice]

  init(missing: [String], only: [RowChoice]) {
    self.missing = missing
    self.only = only
  }

  /// Begins the columns of a header, or those of a file without one
  mutating func begin(headers: [String]?, width: Int) {
    columns = (0..<min(width, RowFile.maximumColumns)).map { place in
      ColumnEvidence(header: headers.map { place < $0.count ? $0[place] : "" }, place: place + 1)
    }
  }

  /// Takes the units of the row below the header; false if it is no such row
  ///
  /// In brackets, `[dd.MM.yyyy]` may stand beside them.
  mutating func takeUnits(_ cells: [Cell], in file: TextFile) -> Bool {
    var units: [(place: Int, unit: String)] = []
    for (place, cell) in cells.enumerated() where place < columns.count {
      let trimmed = file.trimmed(cell)
      guard !trimmed.isEmpty else { continue }
      guard let text = file.text(trimmed) else { return false }
      let inner = text.withoutBrackets
      if !Unit.stated(inner ?? text).isEmpty {
        units.append((place: place, unit: inner ?? text))
      } else if inner == nil {
        return false
      }
    }
    for found in units { columns[found.place].unitBelow = found.unit }
    return !units.isEmpty
  }

  /// Adds the cells of a row, if it is meant
  mutating func add(_ cells: [Cell], in file: TextFile) {
    for choice in only {
      guard
        let place = columns.firstIndex(where: {
          ColumnHeader.areAlike($0.header ?? "", choice.header)
        }), place < cells.count, let text = file.text(file.trimmed(cells[place])),
        choice.texts.contains(text)
      else { return }
    }
    count += 1
    for place in columns.indices {
      let cell = place < cells.count ? cells[place] : .absent
      columns[place].add(cell, in: file, missing: missing)
    }
  }

  mutating func addColumn(_ header: Cell, in file: TextFile, _ problems: inout ProblemList) {
    var column = ColumnEvidence(header: file.text(header), place: columns.count + 1)
    // The rows before the first with the key lack it.
    column.addMissing(count)
    columns.append(column)
  }

  func checkColumns(
    in file: TextFile, times: FileOptionValue?, _ problems: inout ProblemList
  ) {}

  func fits(_ cells: [Cell], in file: TextFile) -> Bool { true }

  func reads(nested path: String) -> Bool { true }

  mutating func addRow(_ row: RecordedRow, in file: TextFile, _ problems: inout ProblemList) {
    add(row.cells, in: file)
  }
}

extension String {
  /// The text in brackets or parentheses, or `nil` if it is not in any
  var withoutBrackets: String? {
    let isSquare = first == "[" && last == "]"
    guard utf8.count > 2, isSquare || first == "(" && last == ")" else { return nil }
    return String(dropFirst().dropLast())
  }
}
