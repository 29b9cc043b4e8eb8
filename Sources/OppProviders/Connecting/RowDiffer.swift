internal import OppEngine
internal import OppModel
internal import Synchronization

/// The last state of a table, so that a whole new state of it can be reported as a change
///
/// A connector reads a file or a response as a whole; the engine wants to know which rows are gone:
///
/// ```
/// change(to: [a 1, b 2])   rows a 1, b 2    removed none
/// change(to: [a 1, b 2])   nil
/// change(to: [b 3])        rows b 3         removed a
/// change(to: [])           rows none        removed b
/// ```
final class RowDiffer: Sendable {
  private let id: TableID
  private let table: Table

  /// The rows reported last, in their order; nil before the first report
  private let last = Mutex<[[Value?]]?>(nil)

  init(_ id: TableID, _ table: Table) {
    self.id = id
    self.table = table
  }

  /// The change that makes the table consist of these rows
  ///
  /// The first change is there even without rows, because then the table is known to be empty.
  ///
  /// - Returns: nil if the rows are those reported last.
  func change(to rows: [[Value?]]) -> TableChange? {
    last.withLock { last in
      guard last != rows else { return nil }
      // Rows are the same by their keys: of a row that only changes, nothing is gone.
      let present = Set(rows.map { table.keyValues(of: $0) })
      var gone: [[Value]] = []
      for row in last ?? [] {
        let values = table.keyValues(of: row)
        if !present.contains(values) { gone.append(values) }
      }
      last = rows
      return TableChange(table: id, rows: rows, removedKeys: gone, isWhole: true)
    }
  }
}
