package import OppModel

/// The names by which people know rows
extension Engine {
  /// The text by which people know a row, as it was last; `nil` if its table has no such field, or it is unknown or empty
  package func title(of row: RowID) -> String? {
    guard evaluator.facts.tables.has(row.table) else { return nil }
    return title(of: evaluator.facts.tables[row.table].rowOfKey[row.key])
  }

  /// The same of a row by its index
  func title(of row: RowIndex?) -> String? {
    guard let row, let field = graph.tables[evaluator.facts.rows[row].table].titleField,
      evaluator.facts.rows[row].fields.indices.contains(field),
      case .text(let title)? = evaluator.pool.value(evaluator.facts.rows[row].fields[field]),
      !title.isEmpty
    else { return nil }
    return title
  }

  /// The beginning of a row of a table with `begins` and `ends`, as it was last; `nil` for any other
  func beginning(of row: RowIndex?) -> Instant? {
    guard let row, let field = graph.tables[evaluator.facts.rows[row].table].stretchFields?.begins,
      evaluator.facts.rows[row].fields.indices.contains(field),
      case .scalar(let seconds)? = evaluator.pool.value(evaluator.facts.rows[row].fields[field])
    else { return nil }
    return Int64(exactly: seconds).map { Instant(seconds: $0) }
  }
}

extension Table {
  /// The fields that say from when to when a row is: the Instants `begins` and `ends`; nil without both
  package var stretchFields: (begins: Int, ends: Int)? {
    let begins = fields.firstIndex { $0.name == "begins" && $0.type == .instant }
    let ends = fields.firstIndex { $0.name == "ends" && $0.type == .instant }
    guard let begins, let ends else { return nil }
    return (begins, ends)
  }
}
