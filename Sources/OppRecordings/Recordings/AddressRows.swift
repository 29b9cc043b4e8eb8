internal import OppEngine
internal import OppModel

/// `addresses.csv`: the result of geocoding for a text; no such address if the position is empty
///
/// ```
/// text,lat,lon
/// "1 Main St, X",48.4,-123.3      the address is there
/// Nowhere,,                       geocoding found nothing for the text
/// ```
struct AddressRows: RowSink {
  /// The addresses in the order of the file
  private(set) var arrivals: [Arrival] = []

  /// The names of the columns by their place; empty if a column is there a second time
  private var names: [String] = []

  mutating func addColumn(_ header: Cell, in file: TextFile, _ problems: inout ProblemList) {
    let name = file.text(file.trimmed(header)) ?? file.shown(header)
    if names.contains(name) {
      problems.append(
        file.problem(
          .duplicateColumn(name: name, place: names.count + 1, beside: nil), at: header.start,
          line: header.line)
      )
      names.append("")
      return
    }
    if !Self.columns.contains(name), let nearest = Spelling.nearest(name, in: Self.columns) {
      problems.append(
        file.problem(
          .unknownColumn(name: name, of: "addresses", nearest: nearest), at: header.start,
          line: header.line))
    }
    names.append(name)
  }

  func fits(_ cells: [Cell], in file: TextFile) -> Bool {
    let names = cells.map { file.text(file.trimmed($0)) }
    return Self.columns.allSatisfy { names.contains($0) }
  }

  func checkColumns(in file: TextFile, times: FileOptionValue?, _ problems: inout ProblemList) {
    for name in Self.columns where !names.contains(name) {
      problems.append(
        RecordingProblem(kind: .missingColumn(name: name, of: "addresses"), file: file.path))
    }
  }

  mutating func addRow(_ row: RecordedRow, in file: TextFile, _ problems: inout ProblemList) {
    var text: String?
    var pin = PositionColumns()
    for (index, name) in names.enumerated() {
      guard let cell = row.cell(index, in: file, keepsSpaces: name == "text") else { continue }
      switch name {
      case "text":
        text = file.text(cell)
        if text == nil { problems.append(file.problem(.notUTF8, at: cell.start, line: cell.line)) }
      case "lat": pin.latitude = cell
      case "lon": pin.longitude = cell
      default: continue
      }
    }
    guard Self.columns.allSatisfy(names.contains) else { return }
    guard let text else {
      problems.append(file.problem(.emptyCell(column: "text"), at: row.start, line: row.line))
      return
    }
    if pin.isEmpty {
      arrivals.append(.address(text: text, position: nil))
    } else if let position = pin.position(row, in: file, &problems) {
      arrivals.append(.address(text: text, position: position))
    }
  }

  /// The columns that the file needs, in any order
  private static let columns = ["text", "lat", "lon"]
}
