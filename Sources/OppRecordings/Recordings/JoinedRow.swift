/// A row with cells that are joined of others, in a small file of its own
///
/// ```
/// 21.6.26;8:00;20            21.6.26;8:00;20 ⏎ 21.6.26 8:00
/// └ cells of the file        └ the same        └ the joined cell, whose problems are at the first `21.6.26`
/// ```
enum JoinedRow {
  /// The row and its file
  ///
  /// - Parameter parts: the columns of each joined cell.
  static func row(
    _ cells: [Cell], _ parts: [[Int?]], start: Int, line: Int, in file: TextFile
  ) -> (row: RecordedRow, file: TextFile) {
    let end = cells.reduce(start) { max($0, $1.end) }
    // A byte in front of each cell, where the scanner of texts looks for the quote.
    let beginning = max(0, start - 1)
    var bytes = Array(file.bytes[beginning..<end])
    var joins: [TextFile.Join] = []
    let moved = cells.map { cell -> Cell in
      guard cell.start >= beginning, cell.line > 0 else { return cell }
      return Cell(
        start: cell.start - beginning, end: cell.end - beginning, line: cell.line, form: cell.form)
    }
    var joined: [Cell] = []
    for columns in parts {
      bytes.append(UInt8(ascii: "\n"))
      let begin = bytes.count
      let present = columns.compactMap { $0 }.filter { $0 < cells.count && !cells[$0].isEmpty }
      for (index, column) in present.enumerated() {
        if index > 0 { bytes.append(UInt8(ascii: " ")) }
        let cell = file.trimmed(cells[column])
        bytes += file.text(cell).map { Array($0.utf8) } ?? Array(file.bytes[cell.start..<cell.end])
      }
      let first = present.first.map { moved[$0] }
      joins.append(
        TextFile.Join(
          start: begin, end: bytes.count, origin: first?.start ?? 0, isWhole: present.count > 1))
      joined.append(
        Cell(start: begin, end: bytes.count, line: first?.line ?? line, form: .plain))
    }
    var small = TextFile(path: file.path, bytes: bytes)
    small.notation = file.notation
    small.said = file.said
    small.joins = joins
    return (RecordedRow(cells: joined + moved, start: start - beginning, line: line), small)
  }
}
