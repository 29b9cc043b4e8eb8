internal import OppModel

/// The rows of a computed table: one for each place of the lists that it is of
///
/// A list of three values has the rows 0, 1 and 2. A row stays when its list shrinks: it is then the row of a place that the list
/// does not have, and so no member of what is asked for.
enum PlaceRows {
  /// A list that is a value, with a row for each of its places
  static func list(
    of instance: InstanceID, _ table: TableID, _ ahead: inout Ahead?, _ evaluator: inout Evaluator
  ) -> Reading {
    let reading = evaluator.operand(0, instance, &ahead)
    if ahead == nil, case .list(let values)? = evaluator.pool.object(reading) {
      add(values.count, to: table, &evaluator)
    }
    return reading
  }

  /// Adds the rows that an aggregate needs where it is unknown which places are taken
  ///
  /// As many have to be possible members as `at least` asks for; more gaps than there may ever be are not.
  static func add(for kind: Aggregate, _ query: RowQuery, _ evaluator: inout Evaluator) {
    add(min(kind.least, GapEvaluation.limit), to: query.table, &evaluator)
  }

  /// Adds rows to a table until there is one for each place
  static func add(_ count: Int, to table: TableID, _ evaluator: inout Evaluator) {
    guard evaluator.facts.tables.has(table) else { return }
    let known = evaluator.facts.tables[table].ordered.count
    guard known < count else { return }
    evaluator.facts.hasNewPlaces = true
    for place in known..<count {
      evaluator.put([.scalar(Double(place))], table, wasKnown: true)
    }
  }
}
