/// The number of rows of a file, and of those that cannot be read as they are written
///
/// ```
/// 1  time,temp
/// 2  2026-06-21T12:00:00Z,20       rows 1
/// 3  2026-06-21T12:01:00Z,cosy     rows 2, unreadable 1: of this row a cell is missing
/// 4  today,21                      rows 3, unreadable 2, left out from line 4 on
/// ```
package struct RowTally: Equatable, Sendable {
  package private(set) var rows = 0

  /// The number of rows that are left out, or have a cell that cannot be read
  package private(set) var unreadable = 0

  /// The line of the last of these rows, or `nil` if there is none
  package private(set) var lastUnreadable: Int?

  /// The line of the first row that is left out, or `nil` if all rows are there
  package private(set) var firstLeftOut: Int?

  /// The line of the present row, and whether it is counted as unreadable
  private var line = 0
  private var isCounted = false

  package init() {}

  /// Counts a row, which is the present one from then on
  mutating func begin(line: Int) {
    rows += 1
    self.line = line
    isCounted = false
  }

  /// Notes that a cell of the present row cannot be read
  mutating func noteUnreadableCell() {
    guard !isCounted else { return }
    isCounted = true
    unreadable += 1
    lastUnreadable = max(lastUnreadable ?? line, line)
  }

  /// Notes that the present row is left out
  mutating func leaveOut() {
    noteUnreadableCell()
    firstLeftOut = min(firstLeftOut ?? line, line)
  }

  /// Counts a row that is left out
  mutating func leaveOut(line: Int) {
    begin(line: line)
    leaveOut()
  }

  /// Adds the rows that another tally has counted
  mutating func add(_ other: RowTally) {
    rows += other.rows
    unreadable += other.unreadable
    if let last = other.lastUnreadable { lastUnreadable = max(lastUnreadable ?? last, last) }
    if let first = other.firstLeftOut { firstLeftOut = min(firstLeftOut ?? first, first) }
  }
}
