internal import OppModel

/// Finds the columns that hold times by the first rows of a file, for the help of a file without a column `time`
///
/// ```
/// entity_id,state,last_changed          last_changed              Date;Clock;temp            Date and Clock, joined
/// porch,7.25,2026-02-09T06:05Z                                    09/02/26;7:05a;45,5
/// ```
struct TimeColumnFinder {
  /// The kinds of the cells of a column, as far as all of them are of it
  private struct Column {
    var count = 0
    var areTimes = true
    var areDays = true
    var areClocks = true
  }

  private var columns: [Column] = []

  /// The number of rows that are examined
  static let rows = 20

  /// Notes the cells of a row
  mutating func note(_ cells: [Cell], in file: TextFile) {
    while columns.count < cells.count { columns.append(Column()) }
    let notation = file.notation ?? FileNotation(separator: UInt8(ascii: ","))
    for (index, cell) in cells.enumerated() {
      let cell = file.trimmed(cell)
      guard !cell.isEmpty else { continue }
      columns[index].count += 1
      var scanner = WrittenTimeScanner(cell, in: file)
      let isDate = scanner.writtenDate() != nil
      let isDay = isDate && scanner.isAtEnd
      var number = WrittenTimeScanner(cell, in: file)
      if isDay || !isDate && number.moment(notation) == nil { columns[index].areTimes = false }
      if !isDay { columns[index].areDays = false }
      var clock = WrittenTimeScanner(cell, in: file)
      let hasColon = file.bytes[cell.start..<cell.end].contains(UInt8(ascii: ":"))
      if !hasColon || clock.timeOfDay() == nil { columns[index].areClocks = false }
    }
  }

  /// The value of `time` in `columns`: the only column of times, or the only two of days and times of day
  func choice(_ headers: [String]) -> FileOptionValue? {
    let found = columns.indices.filter { columns[$0].count > 0 && $0 < headers.count }
    let times = found.filter { columns[$0].areTimes }
    if times.count == 1 { return .text(headers[times[0]]) }
    guard times.isEmpty else { return nil }
    let days = found.filter { columns[$0].areDays }
    let clocks = found.filter { columns[$0].areClocks }
    if days.count == 1, clocks.count == 1 {
      return .list([.text(headers[days[0]]), .text(headers[clocks[0]])])
    }
    return days.count == 1 && clocks.isEmpty ? .text(headers[days[0]]) : nil
  }
}
