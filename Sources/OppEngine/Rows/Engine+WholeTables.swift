internal import OppModel

extension Engine {
  /// A change to all rows of a table, with the keys of those that it takes out
  ///
  /// - Complexity: O(r), with r rows that the table has ever had.
  func completed(_ change: TableChange) -> TableChange {
    let index = Int(change.table.index)
    guard tables.indices.contains(index) else { return change }
    let schema = graph.tables[index]
    var present: Set<[Value]> = []
    for row in change.rows { present.insert(schema.keyValues(of: row)) }
    var removed: [[Value]] = []
    for row in tables[index].ordered where rows[Int(row)].isPresent {
      if !present.contains(rows[Int(row)].key) { removed.append(rows[Int(row)].key) }
    }
    return TableChange(
      table: change.table, rows: change.rows, removedKeys: removed, isWhole: true)
  }
}
