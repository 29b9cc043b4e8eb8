package import OppModel

/// The names by which people know rows
extension Engine {
  /// The title, subject or name of a row as it was last; `nil` if its table has no such field, or it is unknown or empty
  package func title(of row: RowID) -> String? {
    guard tables.has(row.table) else { return nil }
    return title(of: tables[row.table].rowOfKey[row.key])
  }

  /// The same of a row by its index
  func title(of row: RowIndex?) -> String? {
    guard let row, let field = graph.tables[rows[row].table].titleField,
      rows[row].fields.indices.contains(field),
      case .text(let title)? = pool.value(rows[row].fields[field]), !title.isEmpty
    else { return nil }
    return title
  }
}
