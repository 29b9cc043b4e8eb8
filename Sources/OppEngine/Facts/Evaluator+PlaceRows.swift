internal import OppModel

/// The rows of a computed table: one for each place of its lists
///
/// A list of three values has the rows 0, 1 and 2. A row stays when its list shrinks: it is then the row of a place that the list
/// does not have, and so no member of any list.
extension Evaluator {
  /// A list that is a value, with a row for each of its places
  mutating func places(_ instance: InstanceID, of table: TableID) -> Reading {
    let reading = operand(0, of: instance)
    if moment.isPresent, case .list(let values)? = pool.object(reading) {
      addRows(values.count, to: table)
    }
    return reading
  }

  /// Adds the rows that an aggregate needs while it is unknown which places are taken
  ///
  /// As many have to be possible members as `at least` asks for; more gaps than there may ever be are not.
  mutating func addRows(for kind: Aggregate, _ query: RowQuery) {
    addRows(min(kind.least, Self.gapLimit), to: query.table)
  }

  /// Adds rows to a table until there is one for each place
  mutating func addRows(_ count: Int, to table: TableID) {
    guard facts.tables.has(table) else { return }
    let known = facts.tables[table].ordered.count
    guard known < count else { return }
    facts.hasNewPlaces = true
    for place in known..<count {
      put([.scalar(Double(place))], table, wasKnown: true)
    }
  }
}
