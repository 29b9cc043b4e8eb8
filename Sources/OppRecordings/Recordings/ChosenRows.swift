internal import OppModel

/// The rows of a file that its options mean, with the columns that they make
///
/// ```
/// columns: {"time": ["Date", "Clock"]}, only: {"sensor": "porch"}, missing: ["-999"]
///
/// Date,Clock,sensor,temp
/// 21.6.26,8:00,porch,-999      21.6.26 8:00,21.6.26,8:00,porch,     a column in front, and no `temp`
/// 21.6.26,8:00,hall,20         not meant
/// ```
///
/// The cells of a joined column lie in a small file of their row alone.
struct ChosenRows {
  /// The columns that are joined of others, and their places
  private var joined: [(choice: ColumnChoice, parts: [Int?])]

  /// The columns that decide which rows are meant
  private var filters: [Filter]

  /// The words for a value that is not there
  private let missing: MissingWords?

  /// A column that decides which rows are meant
  private struct Filter {
    let choice: RowChoice

    /// The place of the column, or `nil` if it is not there
    var column: Int?

    /// The way in which the header is written
    var isExact = false

    /// Texts of the column, until one is meant
    var others: [String] = []
    var hasRows = false
  }

  /// The most texts of a column that are kept to find the nearest to one that is not there
  private static let maximumOthers = 100

  /// Returns `nil` if the options leave all rows as they are
  init?(_ options: FileOptions) {
    joined = options.columns.filter { $0.columns.count > 1 }.map {
      ($0, [Int?](repeating: nil, count: $0.columns.count))
    }
    filters = options.only.map { Filter(choice: $0) }
    missing = MissingWords(options.missing)
    if joined.isEmpty, filters.isEmpty, missing == nil { return nil }
  }

  /// Notes a column
  mutating func addColumn(_ text: String, at place: Int) {
    for index in filters.indices {
      let isExact = filters[index].choice.header == text
      guard isExact || ColumnHeader.areAlike(filters[index].choice.header, text),
        filters[index].column == nil || isExact && !filters[index].isExact
      else { continue }
      (filters[index].column, filters[index].isExact) = (place, isExact)
    }
    for index in joined.indices {
      for (part, column) in joined[index].choice.columns.enumerated() {
        switch column {
        case .place(place + 1): joined[index].parts[part] = place
        case .header(text): joined[index].parts[part] = place
        case .header(let header)
        where joined[index].parts[part] == nil && ColumnHeader.areAlike(header, text):
          joined[index].parts[part] = place
        case .header, .place: continue
        }
      }
    }
  }

  /// `true` if a row is one of those that are meant
  mutating func means(_ cells: [Cell], in file: TextFile) -> Bool {
    for index in filters.indices {
      guard let column = filters[index].column, column < cells.count,
        let text = file.text(file.trimmed(cells[column]))
      else { return false }
      guard filters[index].choice.texts.contains(text) else {
        if !filters[index].hasRows, filters[index].others.count < Self.maximumOthers,
          !filters[index].others.contains(text)
        {
          filters[index].others.append(text)
        }
        return false
      }
      filters[index].hasRows = true
    }
    return true
  }

  /// The problem of a text that no row has, or `nil` if each has rows
  var problem: RecordingProblem.Kind? {
    guard let filter = filters.first(where: { !$0.hasRows && $0.column != nil }) else { return nil }
    let text = filter.choice.texts[0]
    return .noChosenRow(
      header: filter.choice.header, text: text,
      nearest: Spelling.nearest(text, in: filter.others) ?? filter.others.first)
  }

  /// The row as it is read, and the file with its cells
  func row(
    _ cells: [Cell], start: Int, line: Int, in file: TextFile
  ) -> (row: RecordedRow, file: TextFile) {
    var cells = cells
    if let missing {
      for index in cells.indices where missing.contains(cells[index], in: file) {
        cells[index] = .absent
      }
    }
    guard !joined.isEmpty else {
      return (RecordedRow(cells: cells, start: start, line: line), file)
    }
    return JoinedRow.row(cells, joined.map { $0.parts }, start: start, line: line, in: file)
  }
}
