internal import OppModel

/// Rows that come, change and go
extension Evaluator {
  /// Makes the state of each table; those that rules record into are known at once, as are those of firings
  mutating func prepareTables() {
    facts.tables = graph.tables.map { _ in TableState() }
    // What rules record is kept in the store, so that such a table is known from the beginning.
    for case .some(let action) in graph.rules.map({ $0.record }) {
      if facts.tables.has(action.table) { setKnown(true, action.table) }
    }
    for table in TableID.all(in: graph.tables) where graph.tables[table].firings != nil {
      setKnown(true, table)
    }
    // Whether the first place is taken is unknown as long as the list is.
    for table in TableID.all(in: graph.tables)
    where graph.tables[table].isComputed && !graph.tables[table].isKept {
      setKnown(true, table)
      put([.scalar(0)], table, wasKnown: true)
    }
  }

  /// Makes a table known or unknown, with all that depends on it
  private mutating func setKnown(_ isKnown: Bool, _ table: TableID) {
    guard facts.tables[table].isKnown != isKnown else { return }
    facts.tables[table].isKnown = isKnown
    facts.tables[table].turns.append((now, isKnown))
    marks.table(table)
    markTable(table)
  }

  /// Marks everything that reads rows of a table
  private mutating func markTable(_ table: TableID) {
    for row in facts.tables[table].ordered { markRow(row) }
    for aggregate in facts.tables[table].aggregates {
      aggregates[aggregate].isStale = true
      markDirty(aggregates[aggregate].instance)
    }
  }

  /// Makes the readers of a table of firings undecided, or no longer
  mutating func setWaiting(_ isWaiting: Bool, _ table: TableID) {
    guard facts.tables[table].isWaiting != isWaiting else { return }
    facts.tables[table].isWaiting = isWaiting
    areNeedsOutdated = true
    for aggregate in facts.tables[table].aggregates { markDirty(aggregates[aggregate].instance) }
    markListeners(table)
  }

  /// Makes a table unknown, and takes all its rows out
  ///
  /// The rows stay, with their Opps and memories: a table that comes back with the same rows
  /// continues where it was. The rows of the latest response are kept in ``TableState/lost`` for that.
  ///
  /// - Parameter reason: nil if it has merely grown too old.
  mutating func loseTable(_ table: TableID, _ reason: String?) {
    facts.tables[table].loss = reason
    facts.tables[table].expiry = Seconds.never
    marks.table(table)
    areNeedsOutdated = true
    for row in facts.tables[table].ordered where facts.rows[row].isPresent { remove(row) }
    if let whole = facts.tables[table].whole {
      facts.tables[table].lost = whole
      facts.tables[table].whole = nil
    }
    // What reads one that is unknown already may be undecided now, or no longer.
    if !facts.tables[table].isKnown, facts.fetchable.has(table: table) { markTable(table) }
    setKnown(false, table)
    markListeners(table)
  }

  /// Makes tables unknown whose rows no longer count, and awakens rows whose events are near
  mutating func expireTables() {
    guard facts.tableExpiry <= now else { return }
    for table in TableID.all(in: facts.tables) where facts.tables[table].expiry <= now {
      loseTable(table, nil)
    }
    for table in TableID.all(in: facts.tables) where facts.tables[table].awakening <= now {
      awakenRows(of: table)
    }
    facts.tableExpiry = facts.tables.map { $0.nextTurn }.min() ?? Seconds.never
  }

  /// Takes rows that come, change or go, and those of a whole table
  mutating func apply(_ change: TableChange) {
    guard facts.tables.has(change.table), !graph.tables[change.table].isComputed else { return }
    areNeedsOutdated = true
    let table = change.table
    // Most responses repeat the one before; if they share its storage, that is seen at once.
    if change.isWhole, facts.tables[table].isKnown, facts.tables[table].loss == nil,
      facts.tables[table].whole == change.rows
    {
      return
    }
    let isBack = !facts.tables[table].isKnown
    // Before the table is known: of a table that was lost, all rows have left.
    if !change.isWhole { awakenAllRows(of: table) }
    let wasKnown = becomeKnown(table)
    if change.isWhole {
      replaceRows(of: table, by: change.rows, isBack: isBack, wasKnown: wasKnown)
    } else {
      apply(change, to: table, wasKnown: wasKnown)
    }
    markListeners(table)
  }

  /// Makes a table known, and says whether it was before this second
  ///
  /// Rows of the first response were there before anybody looked; those of later ones are new.
  mutating func becomeKnown(_ table: TableID) -> Bool {
    let wasKnown = facts.tables[table].turns.contains { $0.isKnown && $0.second < now }
    if facts.tables[table].loss != nil {
      facts.tables[table].loss = nil
      marks.table(table)
    }
    setKnown(true, table)
    return wasKnown
  }

  /// Takes the values that a rule has written into a row
  mutating func apply(_ record: PendingRecord) {
    let table = record.table
    guard facts.tables.has(table) else { return }
    areNeedsOutdated = true
    let wasKnown = becomeKnown(table)
    awakenAllRows(of: table)
    put(record.values, table, wasKnown: wasKnown, recorded: record.isGiven)
    forgetResponse(of: table)
    markListeners(table)
  }

  /// Forgets the latest response of a table, which its rows are no longer
  private mutating func forgetResponse(of table: TableID) {
    facts.tables[table].whole = nil
    facts.tables[table].lost = nil
    facts.tables[table].wholeRows = []
  }

  /// Single rows come, change or go
  private mutating func apply(_ change: TableChange, to table: TableID, wasKnown: Bool) {
    for key in change.removedKeys {
      guard let row = facts.tables[table].rowOfKey[key], facts.rows[row].isPresent else {
        continue
      }
      remove(row)
      facts.rows[row].forgetReading()
      markRow(row)
    }
    for row in change.rows { put(row, table, wasKnown: wasKnown) }
    forgetResponse(of: table)
  }

  /// Takes a row out of its table; it keeps its index, its fields and its Opps
  mutating func remove(_ row: RowIndex) {
    facts.rows[row].isPresent = false
    facts.rows[row].absentSince = now
    marks.row(row)
    if facts.rows[row].isLookedBackAt { facts.departure = Seconds.add(now, 1) }
  }

  /// Puts a row back into its table, with the fields that it had
  ///
  /// - Parameter isMarked: whether everything that reads it is evaluated again anyway.
  mutating func bringBack(_ row: RowIndex, isMarked: Bool = false) {
    // What was forgotten of a row that was gone for long is written again.
    if facts.rows[row].isForgotten(asOf: ledger.sweep) { marks.isEverything = true }
    if !facts.rows[row].isPresent, facts.rows[row].absentSince < now {
      facts.rows[row].presentSince = now
    }
    facts.rows[row].isPresent = true
    facts.rows[row].absentSince = Seconds.never
    marks.row(row)
    if !isMarked { markRow(row) }
  }

  /// Puts a row into a table, in place of the one with the same key
  ///
  /// A key that is new gets a row, an entry in each aggregate and an Opp of each rule that is `for each` of the table.
  ///
  /// - Parameters:
  ///   - wasKnown: whether the table was known before, so that the row was known not to be there.
  ///   - isGiven: the fields that a rule writes; nil for a reading, which has all.
  /// - Returns: the row; nil where the values have no key.
  @discardableResult
  mutating func put(
    _ values: [Value?], _ table: TableID, wasKnown: Bool, recorded isGiven: [Bool]? = nil
  ) -> RowIndex? {
    let schema = graph.tables[table]
    let key = schema.keyValues(of: values)
    guard key.count == schema.key.count, !isOver() else { return nil }
    var fields: [Reading] = []
    for value in values { fields.append(value.map { pool.reading($0) } ?? .unknown) }
    while fields.count < schema.fields.count { fields.append(.unknown) }
    if let row = facts.tables[table].rowOfKey[key] {
      if let isGiven {
        facts.rows[row].record(fields, isGiven)
      } else {
        facts.readRows.begin(row, &facts.rows[row], at: now)
        facts.rows[row].read(fields)
      }
      bringBack(row)
      return row
    }
    let row = RowIndex(facts.rows.count)
    facts.rows.append(
      RowState(
        table: table, key: key, object: pool.index(of: .row(RowID(table: table, key: key))),
        fields: fields, isPresent: true, lastRead: isGiven == nil ? .fields : .none,
        presentSince: now))
    facts.tables[table].rowOfKey[key] = row
    marks.row(row)
    facts.insertInOrder(row, table)
    for aggregate in facts.tables[table].aggregates {
      if isOver() { return row }
      add(row, to: aggregate)
    }
    for rule in facts.tables[table].rules {
      notices.add(Notices.NewRow(rule: rule, row: row, wasKnown: wasKnown))
    }
    return row
  }

  /// Marks everything that reads a row to be evaluated again
  mutating func markRow(_ row: RowIndex) {
    for leaf in facts.rows[row].leaves { markDirty(leaf) }
    for aggregate in facts.tables[facts.rows[row].table].aggregates {
      aggregates[aggregate].changed.append(row)
      markDirty(aggregates[aggregate].instance)
    }
  }

  /// Has everything evaluated again that reads parts of rows of a table, or looks ahead
  private mutating func markListeners(_ table: TableID) {
    for listener in facts.tables[table].listeners { markDirty(listener) }
    markLookingAhead()
  }

  /// Marks everything that looks ahead to be evaluated again, as some of the future may have become known
  mutating func markLookingAhead() {
    for instance in aheadInstances { markDirty(instance) }
  }
}
