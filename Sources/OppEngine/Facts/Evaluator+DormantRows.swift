internal import OppModel

/// Rows of which nothing but their values is kept, until their events are near
///
/// They are those of the latest response that have no ``RowState``: their places in ``TableState/wholeRows`` are empty.
extension Evaluator {
  /// Lets rows be dormant in the tables that are fetched, where only their own instants concern rules
  mutating func prepareDormancy() {
    for index in facts.tables.indices {
      let table = TableID(index: Int32(truncatingIfNeeded: index))
      let clock = facts.fetchable.has(table: index) ? RowClock(ofTable: table, program, graph) : nil
      if clock == nil { awakenAllRows(of: index) }
      facts.tables[index].clock = clock
    }
  }

  /// The second of the next event of a row that may be dormant; nil for one that has to be awake
  func sleep(of values: [Value?], _ index: Int) -> Int64? {
    facts.tables[index].clock?.sleep(of: values, at: now)
  }

  /// The place of a row near one at which it is expected, where it is dormant and as it was
  func dormantPlace(of values: [Value?], near place: Int, in index: Int, _ old: [[Value?]]) -> Int?
  {
    // One row more or less in front of it moves it by one place.
    for place in [place, place + 1, place - 1] where old.indices.contains(place) {
      if facts.tables[index].wholeRows[place] < 0, old[place] == values { return place }
    }
    return nil
  }

  /// Sets the second at which the next of the dormant rows of a table awakens
  mutating func awaitAwakening(of index: Int, before second: Int64) {
    facts.tables[index].awakening = RowClock.awakening(before: second)
    facts.tableExpiry = min(facts.tableExpiry, facts.tables[index].awakening)
  }

  /// Awakens the dormant rows of a table whose events are near; all where none may be dormant
  mutating func awakenRows(of index: Int) {
    facts.tables[index].awakening = Seconds.never
    guard
      facts.tables[index].kept != nil || facts.tables[index].wholeRows.contains(where: { $0 < 0 })
    else {
      return
    }
    readKeptRows(of: index)
    let wasKnown = facts.tables[index].turns.contains { $0.isKnown && $0.second < now }
    var next = Seconds.never
    for (place, values) in (facts.tables[index].latest ?? []).enumerated()
    where facts.tables[index].wholeRows[place] < 0 {
      if let second = sleep(of: values, index) {
        next = min(next, second)
      } else {
        awaken(values, at: place, of: index, wasKnown: wasKnown)
      }
    }
    awaitAwakening(of: index, before: next)
    marks.dormantRows(index)
    areNeedsOutdated = true
  }

  /// Awakens all dormant rows of a table, which may be dormant no longer
  mutating func awakenAllRows(of index: Int) {
    let clock = facts.tables[index].clock
    guard clock != nil || facts.tables[index].kept != nil else { return }
    facts.tables[index].clock = nil
    awakenRows(of: index)
    facts.tables[index].clock = clock
  }

  /// Makes a dormant row one that is there, or, where its table is lost, one that has left with all others
  private mutating func awaken(
    _ values: [Value?], at place: Int, of index: Int, wasKnown: Bool
  ) {
    let key = graph.tables[index].keyValues(of: values)
    // Of several rows with one key the last counts.
    if let known = facts.tables[index].rowOfKey[key], Int(facts.rows[Int(known)].place) > place {
      return
    }
    guard let row = put(values, index, wasKnown: wasKnown) else { return }
    if !facts.tables[index].isKnown, let turn = facts.tables[index].turns.last {
      facts.rows[Int(row)].isPresent = false
      facts.rows[Int(row)].absentSince = turn.second
    }
    facts.rows[Int(row)].place = Int32(truncatingIfNeeded: place)
    facts.tables[index].wholeRows[place] = row
  }

  // MARK: Rows that were kept

  /// Reads the dormant rows of an earlier run, where they have not been needed before
  mutating func readKeptRows(of index: Int) {
    guard let kept = facts.tables[index].kept else { return }
    facts.tables[index].kept = nil
    let rows = kept.rows(graph.tables[index], graph, &problems)
    if facts.tables[index].isKnown {
      facts.tables[index].whole = rows
    } else {
      facts.tables[index].lost = rows
    }
    facts.tables[index].wholeRows = rows.map { _ in -1 }
  }

  /// The dormant rows of a table
  func dormantRows(of index: Int) -> [[Value?]] {
    if let kept = facts.tables[index].kept {
      var problems: [EngineProblem] = []
      return kept.rows(graph.tables[index], graph, &problems)
    }
    var result: [[Value?]] = []
    for (row, values) in zip(facts.tables[index].wholeRows, facts.tables[index].latest ?? [])
    where row < 0 {
      result.append(values)
    }
    return result
  }

  /// The keys of the rows that are in a table, or were, dormant ones too
  func keys(ofTable index: Int) -> [[Value]] {
    var keys = facts.tables[index].ordered.map { facts.rows[Int($0)].key }
    for values in dormantRows(of: index) {
      keys.append(graph.tables[index].keyValues(of: values))
    }
    return keys
  }
}
