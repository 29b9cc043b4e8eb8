package import OppModel

/// The rows and places that are known at the present second
extension Engine {
  /// Whether the rows of a table are known
  package func isKnown(_ table: TableID) -> Bool { evaluator.facts.tables[table].isKnown }

  /// The rows that a table has, in its order
  package func presentRows(of table: TableID) -> [RowIndex] {
    var rows: [RowIndex] = []
    for row in evaluator.facts.tables[table].ordered where evaluator.facts.rows[row].isPresent {
      rows.append(row)
    }
    return rows
  }

  /// The table and the key of a row
  package func rowID(_ row: RowIndex) -> RowID { evaluator.facts.rows[row].id }

  /// The fields of the rows of a table; `nil` if it is unknown
  package mutating func rows(of table: TableID) -> [[Value?]]? {
    guard evaluator.facts.tables[table].isKnown else { return nil }
    evaluator.awakenAllRows(of: table)
    return presentRows(of: table).map { values(of: $0) }
  }

  /// The fields of the rows of a table, or of its last known ones; `nil` if it was never known
  package mutating func lastRows(of table: TableID) -> [[Value?]]? {
    if evaluator.facts.tables[table].isKnown { return rows(of: table) }
    guard let lost = evaluator.facts.tables[table].turns.last?.second else { return nil }
    evaluator.awakenAllRows(of: table)
    return evaluator.facts.tables[table].ordered.filter {
      evaluator.facts.rows[$0].absentSince == lost
    }.map { values(of: $0) }
  }

  /// The fields of a row
  private func values(of row: RowIndex) -> [Value?] {
    evaluator.facts.rows[row].fields.map { evaluator.pool.value($0) }
  }

  /// Everything that is known of addresses and places, as it came
  package var knownPlaces: [Arrival] {
    let places = evaluator.facts.places
    var result: [Arrival] = []
    for text in places.texts {
      result.append(.address(text: text, position: places.position(text)))
    }
    if places.isComplete { result.append(.places(places.known.flatMap { $0.places })) }
    for (category, known) in places.known { result.append(.places(known, category: category)) }
    return result
  }
}
