internal import OppModel

/// Rows of which nothing but their values is kept, until their events are near
///
/// They are those of the latest response that have no ``RowState``: their places in ``TableState/wholeRows`` are empty.
extension Evaluator {
  /// Lets rows be dormant in the tables that are fetched, where only their own instants concern rules
  mutating func prepareDormancy() {
    for table in TableID.all(in: facts.tables) {
      let clock = facts.fetchable.has(table: table) ? RowClock(ofTable: table, program, graph) : nil
      if clock == nil { awakenAllRows(of: table) }
      facts.tables[table].clock = clock
    }
  }

  /// The second of the next event of a row that may be dormant; nil for one that has to be awake
  func sleep(of values: [Value?], _ table: TableID) -> Int64? {
    facts.tables[table].clock?.sleep(of: values, at: now)
  }

  /// The place of a row near one at which it is expected, if it is dormant and as it was
  func dormantPlace(of values: [Value?], near place: Int, in table: TableID, _ old: [[Value?]])
    -> Int?
  {
    // One row more or less in front of it moves it by one place.
    for place in [place, place + 1, place - 1] where old.indices.contains(place) {
      if facts.tables[table].wholeRows[place].isNone, old[place] == values { return place }
    }
    return nil
  }

  /// Sets the second at which the next of the dormant rows of a table awakens
  mutating func awaitAwakening(of table: TableID, before second: Int64) {
    facts.tables[table].awakening = RowClock.awakening(before: second)
    facts.tableExpiry = min(facts.tableExpiry, facts.tables[table].awakening)
  }

  /// Awakens the dormant rows of a table whose events are near; all if none may be dormant
  mutating func awakenRows(of table: TableID) {
    facts.tables[table].awakening = Seconds.never
    guard
      facts.tables[table].kept != nil
        || facts.tables[table].wholeRows.contains(where: { $0.isNone })
    else {
      return
    }
    readKeptRows(of: table)
    let wasKnown = facts.tables[table].turns.contains { $0.isKnown && $0.second < now }
    var next = Seconds.never
    for (place, values) in (facts.tables[table].latest ?? []).enumerated()
    where facts.tables[table].wholeRows[place].isNone {
      if let second = sleep(of: values, table) {
        next = min(next, second)
      } else {
        awaken(values, at: place, of: table, wasKnown: wasKnown)
      }
    }
    awaitAwakening(of: table, before: next)
    marks.partlyDormantRows(table)
    areNeedsOutdated = true
  }

  /// Awakens all dormant rows of a table, which may be dormant no longer
  mutating func awakenAllRows(of table: TableID) {
    let clock = facts.tables[table].clock
    guard clock != nil || facts.tables[table].kept != nil else { return }
    facts.tables[table].clock = nil
    awakenRows(of: table)
    facts.tables[table].clock = clock
  }

  /// Makes a dormant row one that is there, or, where its table is lost, one that has left with all others
  private mutating func awaken(
    _ values: [Value?], at place: Int, of table: TableID, wasKnown: Bool
  ) {
    let key = graph.tables[table].keyValues(of: values)
    // Of several rows with one key the last counts.
    if let known = facts.tables[table].rowOfKey[key], let other = facts.rows[known].place,
      other > place
    {
      return
    }
    guard let row = put(values, table, wasKnown: wasKnown) else { return }
    if !facts.tables[table].isKnown, let turn = facts.tables[table].turns.last {
      facts.rows[row].isPresent = false
      facts.rows[row].absentSince = turn.second
    }
    facts.rows[row].place = place
    facts.tables[table].wholeRows[place] = CompactOptional(row)
  }

  // MARK: Rows that were kept

  /// Reads the dormant rows of an earlier run, whose entries may have other fields, if they have not been needed before
  mutating func readKeptRows(of table: TableID) {
    guard let kept = facts.tables[table].kept else { return }
    facts.tables[table].kept = nil
    marks.dormantRows(table)
    let rows = kept.rows(graph.tables[table], graph, &problems)
    if facts.tables[table].isKnown {
      facts.tables[table].whole = rows
    } else {
      facts.tables[table].lost = rows
    }
    facts.tables[table].wholeRows = rows.map { _ in .none }
  }

  /// The dormant rows of a table
  func dormantRows(of table: TableID) -> [[Value?]] {
    if let kept = facts.tables[table].kept {
      var problems: [EngineProblem] = []
      return kept.rows(graph.tables[table], graph, &problems)
    }
    var result: [[Value?]] = []
    for (row, values) in zip(facts.tables[table].wholeRows, facts.tables[table].latest ?? [])
    where row.isNone {
      result.append(values)
    }
    return result
  }

  /// The keys of the rows that are in a table, or were, dormant ones too
  func keys(ofTable table: TableID) -> [[Value]] {
    var keys = facts.tables[table].ordered.map { facts.rows[$0].key }
    for values in dormantRows(of: table) {
      keys.append(graph.tables[table].keyValues(of: values))
    }
    return keys
  }
}
