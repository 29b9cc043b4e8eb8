internal import OppModel

/// Rows that come, change and go
extension Evaluator {
  /// Makes the state of each table; those that rules record into are known at once
  mutating func prepareTables() {
    facts.tables = graph.tables.map { _ in TableState() }
    // What rules record is kept in the store, so that such a table is known from the beginning.
    for case .some(let action) in graph.rules.map({ $0.record }) {
      let index = Int(action.table.index)
      if facts.tables.indices.contains(index) { setKnown(true, index) }
    }
  }

  /// Makes a table known or unknown, with all that depends on it
  private mutating func setKnown(_ isKnown: Bool, _ index: Int) {
    guard facts.tables[index].isKnown != isKnown else { return }
    facts.tables[index].isKnown = isKnown
    facts.tables[index].turns.append((now, isKnown))
    marks.table(index)
    for row in facts.tables[index].ordered { markRow(row) }
    for aggregate in facts.tables[index].aggregates {
      aggregates[Int(aggregate)].isStale = true
      markDirty(aggregates[Int(aggregate)].instance)
    }
  }

  /// Makes a table unknown, and takes all its rows out
  ///
  /// The rows stay what they are, with their Opps and memories: a table that comes back with the same rows
  /// continues where it was. The rows of the latest response are kept in ``TableState/lost`` for that.
  ///
  /// - Parameter reason: nil where it has merely grown too old.
  mutating func loseTable(_ index: Int, _ reason: String?) {
    facts.tables[index].loss = reason
    facts.tables[index].expiry = Seconds.never
    marks.table(index)
    areNeedsOutdated = true
    for row in facts.tables[index].ordered where facts.rows[Int(row)].isPresent { remove(row) }
    if let whole = facts.tables[index].whole {
      facts.tables[index].lost = whole
      facts.tables[index].whole = nil
    }
    if facts.tables[index].isKnown { setKnown(false, index) } else { markUnknownTable(index) }
    markListeners(index)
  }

  /// Marks everything that reads a table that was unknown before: it may be undecided now, or no longer
  private mutating func markUnknownTable(_ index: Int) {
    guard facts.fetchable.has(table: index) else { return }
    for row in facts.tables[index].ordered { markRow(row) }
    for aggregate in facts.tables[index].aggregates {
      markDirty(aggregates[Int(aggregate)].instance)
    }
  }

  /// Makes tables unknown whose rows no longer count, and awakens rows whose events are near
  mutating func expireTables() {
    guard facts.tableExpiry <= now else { return }
    for index in facts.tables.indices where facts.tables[index].expiry <= now {
      loseTable(index, nil)
    }
    for index in facts.tables.indices where facts.tables[index].awakening <= now {
      awakenRows(of: index)
    }
    facts.tableExpiry = facts.tables.map { $0.nextTurn }.min() ?? Seconds.never
  }

  /// Takes rows that come, change or go, and those of a whole table
  mutating func apply(_ change: TableChange) {
    let index = Int(change.table.index)
    guard facts.tables.indices.contains(index) else { return }
    areNeedsOutdated = true
    // Most responses repeat the one before; where they share its storage, that is seen at once.
    if change.isWhole, facts.tables[index].isKnown, facts.tables[index].loss == nil,
      facts.tables[index].whole == change.rows
    {
      return
    }
    // Rows of the first response were there before anybody looked; those of later ones are new.
    let wasKnown = facts.tables[index].turns.contains { $0.isKnown && $0.second < now }
    if facts.tables[index].loss != nil {
      facts.tables[index].loss = nil
      marks.table(index)
    }
    let isBack = !facts.tables[index].isKnown
    setKnown(true, index)
    if change.isWhole {
      replaceRows(of: index, by: change.rows, isBack: isBack, wasKnown: wasKnown)
    } else {
      apply(change, to: index, wasKnown: wasKnown)
    }
    markListeners(index)
  }

  /// Single rows come, change or go
  private mutating func apply(_ change: TableChange, to index: Int, wasKnown: Bool) {
    awakenAllRows(of: index)
    for key in change.removedKeys {
      guard let row = facts.tables[index].rowOfKey[key], facts.rows[Int(row)].isPresent else {
        continue
      }
      remove(row)
      markRow(row)
    }
    for row in change.rows { put(row, index, wasKnown: wasKnown) }
    facts.tables[index].whole = nil
    facts.tables[index].lost = nil
    facts.tables[index].wholeRows = []
  }

  /// Takes a row out of its table; it keeps its index, its fields and its Opps
  mutating func remove(_ row: Int32) {
    facts.rows[Int(row)].isPresent = false
    facts.rows[Int(row)].absentSince = now
    marks.row(row)
  }

  /// Puts a row back into its table, with the fields that it had
  ///
  /// - Parameter isMarked: whether everything that reads it is evaluated again anyway.
  mutating func bringBack(_ row: Int32, isMarked: Bool = false) {
    // What was forgotten of a row that was gone for long is written again.
    if facts.rows[Int(row)].isForgotten(asOf: ledger.sweep) { marks.isEverything = true }
    facts.rows[Int(row)].isPresent = true
    facts.rows[Int(row)].absentSince = Seconds.never
    marks.row(row)
    if !isMarked { markRow(row) }
  }

  /// Puts a row into a table, in place of the one with the same key
  ///
  /// A key that is new gets a row, an entry in each aggregate and an Opp of each rule that is `for each` of the table.
  ///
  /// - Parameter wasKnown: whether the table was known before, so that the row was known not to be there.
  /// - Returns: the row; nil where the values have no key.
  @discardableResult
  mutating func put(_ values: [Value?], _ index: Int, wasKnown: Bool) -> Int32? {
    let schema = graph.tables[index]
    let key = schema.keyValues(of: values)
    guard key.count == schema.key.count else { return nil }
    var fields: [Reading] = []
    for value in values { fields.append(value.map { pool.reading($0) } ?? .unknown) }
    while fields.count < schema.fields.count { fields.append(.unknown) }
    if let row = facts.tables[index].rowOfKey[key] {
      facts.rows[Int(row)].fields = fields
      bringBack(row)
      return row
    }
    let row = Int32(truncatingIfNeeded: facts.rows.count)
    let table = TableID(index: Int32(truncatingIfNeeded: index))
    facts.rows.append(
      RowState(
        table: table.index, key: key, object: pool.index(of: .row(RowID(table: table, key: key))),
        fields: fields, isPresent: true))
    facts.tables[index].rowOfKey[key] = row
    marks.row(row)
    facts.insertInOrder(row, index)
    for aggregate in facts.tables[index].aggregates { add(row, to: Int(aggregate)) }
    for rule in facts.tables[index].rules {
      notices.add(Notices.NewRow(rule: rule, row: row, wasKnown: wasKnown))
    }
    return row
  }

  /// Marks everything that reads a row to be evaluated again
  mutating func markRow(_ row: Int32) {
    for leaf in facts.rows[Int(row)].leaves { markDirty(leaf) }
    for aggregate in facts.tables[Int(facts.rows[Int(row)].table)].aggregates {
      aggregates[Int(aggregate)].changed.append(row)
      markDirty(aggregates[Int(aggregate)].instance)
    }
  }

  /// Has everything evaluated again that reads parts of rows of a table, or looks ahead
  private mutating func markListeners(_ index: Int) {
    for listener in facts.tables[index].listeners { markDirty(listener) }
    markLookingAhead()
  }

  /// Marks everything that looks ahead to be evaluated again, as some of the future may have become known
  mutating func markLookingAhead() {
    for instance in aheadInstances { markDirty(instance) }
  }
}
