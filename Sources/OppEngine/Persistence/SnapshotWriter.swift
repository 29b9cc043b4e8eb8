internal import OppModel

/// Writes the state of an engine, which it borrows, into the entries of a ledger
///
/// Entries of `opp "a" when lit for 1h` after `lit`, of a source s, has been true since 11:00, as in the table `memory`
/// of the store; seconds are 1782039600 for 11:00, and ±2⁶⁰ for never and for the distant past:
///
/// ```
/// engine                  1 T, and the edition of the rules if it is known
/// opp 1:a                 1 8639f767… ? - - -1152921504606846976 0 0 - F - 0 0 F 0
/// reading 1:s 0           1 fresh 1782039600 1152921504606846976 - F 1 3:lit + T
/// truth 6b8b15a6…         1 T -1152921504606846976 1782039599 -1152921504606846976 1782039600
/// ```
///
/// The contents of an entry are said beside the state that it is of, by its `write(to:)`; the entries are named here.
struct SnapshotWriter: ~Copyable {
  /// The entries as far as they are written
  var ledger: MemoryLedger

  /// The keys of the entries
  let keys: MemoryKeys

  /// The writer of the contents of entries, one after the other
  private var writer: MemoryWriter

  /// The second as of which entries that are too old to matter are left out
  private let sweep: Int64?

  /// - Parameters:
  ///   - ledger: an empty one, or that of the last writing.
  ///   - sweep: the second at which everything was gone through last; nil for never.
  init(_ ledger: consuming MemoryLedger, _ keys: MemoryKeys, sweep: Int64?) {
    self.ledger = ledger
    self.keys = keys
    writer = keys.writer()
    self.sweep = sweep
  }

  /// Writes every entry
  mutating func writeAll(of engine: borrowing Engine) {
    writeEngine(engine)
    for instance in engine.evaluator.instances.all { write(instance: instance, of: engine) }
    for opp in OppID.all(in: engine.monitor.opps) { write(opp: opp, of: engine) }
    for subject in SubjectID.all(in: engine.evaluator.facts.sources.subjects) {
      write(subject: subject, of: engine)
    }
    for row in RowIndex.all(in: engine.evaluator.facts.rows) { write(row: row, of: engine) }
    for table in TableID.all(in: engine.evaluator.facts.tables) {
      write(table: table, of: engine)
      write(dormantOf: table, areOthersSame: false, of: engine)
    }
    for rule in keys.graph.rules.indices
    where keys.graph.rules[rule].rows != nil || keys.graph.rules[rule].limit != nil {
      write(rule: rule)
      write(limitOf: RuleID(rule), of: engine)
    }
    for text in engine.evaluator.facts.places.texts { write(address: text, of: engine) }
    for name in engine.evaluator.facts.losses.keys { write(loss: name, of: engine) }
    for name in engine.monitor.controls.keys { write(control: name, of: engine) }
    writePlaces(of: engine)
    writeRecords(of: engine)
    writeAnswers(of: engine)
    writeHeld(of: engine)
    writeWaits(of: engine)
  }

  /// Writes the entries that were marked as changed
  mutating func writeMarked(of engine: borrowing Engine) {
    if engine.evaluator.marks.hasBeginning { writeEngine(engine) }
    // Most lists are empty. They are read in place: an iterator would count the owners of each.
    for place in engine.evaluator.marks.instances.places {
      write(instance: engine.evaluator.marks.instances[place], of: engine)
    }
    for place in engine.evaluator.marks.opps.places {
      write(opp: engine.evaluator.marks.opps[place], of: engine)
    }
    for place in engine.evaluator.marks.limits.places {
      write(limitOf: engine.evaluator.marks.limits[place], of: engine)
    }
    for place in engine.evaluator.marks.subjects.places {
      write(subject: engine.evaluator.marks.subjects[place], of: engine)
    }
    for place in engine.evaluator.marks.rows.places {
      write(row: engine.evaluator.marks.rows[place], of: engine)
    }
    for place in engine.evaluator.marks.tables.places {
      write(table: engine.evaluator.marks.tables[place], of: engine)
    }
    for place in engine.evaluator.marks.dormant.places {
      write(dormantOf: engine.evaluator.marks.dormant[place], areOthersSame: false, of: engine)
    }
    for place in engine.evaluator.marks.partlyDormant.places {
      let table = engine.evaluator.marks.partlyDormant[place]
      if engine.evaluator.marks.dormant.contains(table) { continue }
      write(dormantOf: table, areOthersSame: true, of: engine)
    }
    for place in engine.evaluator.marks.addresses.indices {
      write(address: engine.evaluator.marks.addresses[place], of: engine)
    }
    for place in engine.evaluator.marks.losses.indices {
      write(loss: engine.evaluator.marks.losses[place], of: engine)
    }
    for place in engine.evaluator.marks.controls.indices {
      write(control: engine.evaluator.marks.controls[place], of: engine)
    }
    if engine.evaluator.marks.hasPlaces { writePlaces(of: engine) }
    if engine.evaluator.marks.hasRecords { writeRecords(of: engine) }
    if engine.evaluator.marks.hasAnswers { writeAnswers(of: engine) }
    if engine.evaluator.marks.hasHeld { writeHeld(of: engine) }
    if engine.evaluator.marks.hasWaits { writeWaits(of: engine) }
  }

  /// Removes the entries that have become too old to matter since the last sweep
  ///
  /// - Requires: the marked entries are written.
  /// - Parameter last: the second of the last sweep; `nil` if there was none.
  /// - Complexity: linear in instances, Opps, rows and subjects, of which only those that are removed have their keys made.
  mutating func removeTooOld(of engine: borrowing Engine, since last: Int64?) {
    var isForgotten = false
    for row in RowIndex.all(in: engine.evaluator.facts.rows) {
      let isOld = engine.evaluator.facts.rows[row].isForgotten(asOf: last)
      guard !isOld, engine.evaluator.facts.rows[row].isForgotten(asOf: sweep) else { continue }
      ledger.set(keys.key(of: engine.evaluator.facts.rowID(row)), nil)
      isForgotten = true
    }
    if isForgotten { removeInstances(of: engine) }
    for opp in OppID.all(in: engine.monitor.opps) where engine.monitor.opps[opp].row != nil {
      removeTooOld(opp: opp, of: engine, since: last)
    }
    for index in SubjectID.all(in: engine.evaluator.facts.sources.subjects) {
      let subject = engine.evaluator.facts.sources.subjects[index]
      guard subject.isTooOld(asOf: sweep), !subject.isTooOld(asOf: last) else { continue }
      ledger.set(keys.key(ofReading: subject.source, subject.arguments), nil)
      if hasCalendar(index, of: engine) { ledger.removeCalendar() }
    }
    for table in TableID.all(in: engine.evaluator.facts.tables)
    where isLost(table, of: engine, asOf: sweep) {
      guard !isLost(table, of: engine, asOf: last) else { continue }
      write(dormantOf: table, areOthersSame: false, of: engine)
    }
  }

  /// Removes the entries of the instances of rows of which nothing is kept
  private mutating func removeInstances(of engine: borrowing Engine) {
    for instance in engine.evaluator.instances.all where isForgotten(instance: instance, of: engine)
    {
      guard let key = keys.key(ofInstance: instance, in: engine) else { continue }
      ledger.set(key, nil, parts: [], at: engine.evaluator.now)
    }
  }

  /// Removes the entry of an Opp of a row, if its row or its last firing has become too old
  private mutating func removeTooOld(
    opp index: OppID, of engine: borrowing Engine, since last: Int64?
  ) {
    let opp = engine.monitor.opps[index]
    guard let row = opp.row else { return }
    let isOver: Bool
    if engine.evaluator.facts.rows[row].isForgotten(asOf: sweep) {
      isOver = !engine.evaluator.facts.rows[row].isForgotten(asOf: last)
    } else {
      guard opp.isAtBeginning(asOf: sweep), !opp.isAtBeginning(asOf: last) else { return }
      isOver = !engine.monitor.pendingEvents.contains { $0.opp == index }
    }
    if isOver {
      ledger.set(keys.key(ofRule: opp.rule, for: engine.evaluator.facts.rowID(row)), nil)
    }
  }

  // MARK: One entry

  /// Writes a state that needs nothing else to be written
  mutating func write<State: Persisted>(_ state: State, _ key: String) {
    writer.begin()
    state.write(to: &writer)
    ledger.set(key, writer.text)
  }

  /// Writes whether the engine has run through any second, and the edition of its rules
  private mutating func writeEngine(_ engine: borrowing Engine) {
    writer.begin()
    writer.add(engine.hasBegun)
    if let edition = engine.edition { writer.add(edition) }
    ledger.set(MemoryKind.engine.rawValue, writer.text)
  }

  /// Writes the memory of an operator that looks back; other instances have no key
  private mutating func write(instance: InstanceID, of engine: borrowing Engine) {
    guard let key = keys.key(ofInstance: instance, in: engine),
      !isForgotten(instance: instance, of: engine)
    else { return }
    writeState(of: instance, key, engine)
  }

  /// Writes a window: an entry for itself, and one for each stretch of time that has changed
  mutating func writeWindow(
    _ slot: StateSlot, of instance: InstanceID, _ key: String, _ engine: borrowing Engine
  ) {
    let window = engine.evaluator.windowStore.windows[slot]
    let parts = WindowParts(
      window, engine.evaluator.windowStore.signals[window.signal],
      from: engine.evaluator.firstSecond(ofWindow: instance, window),
      WindowOrigins(below: instance, in: engine, keys.meanings), engine.evaluator.pool)
    let new = parts.entries(key, keys.graph, since: ledger.secondOfParts(key), in: ledger)
    ledger.set(key, parts.entry(keys.graph), parts: new, at: engine.evaluator.now)
  }

  /// Whether an instance is of a row of which nothing is kept
  private func isForgotten(instance: InstanceID, of engine: borrowing Engine) -> Bool {
    let template = engine.evaluator.instances.template[instance]
    let scopes = engine.evaluator.program.templates[template].scopes
    for row in engine.evaluator.instances.rows(of: instance, in: scopes)
    where isForgotten(engine.evaluator.facts.rows[row]) { return true }
    return false
  }

  /// Whether nothing of a row is kept
  private func isForgotten(_ row: RowState) -> Bool { row.isForgotten(asOf: sweep) }

  /// Writes the meaning of a rule that is `for each` or has a limit, and the limit
  ///
  /// `1 389f423f… day 2`: rows without an entry of their own are as at the beginning, and the two latest firings of each are known.
  private mutating func write(rule: Int) {
    writer.begin()
    writer.add(keys.meanings.rules[rule].condition)
    if let limit = keys.graph.rules[rule].limit { KeptLimit(limit).write(to: &writer) }
    ledger.set(keys.key(ofRule: rule), writer.text)
  }

  /// Writes the firings that the rows of a rule share a limit of
  private mutating func write(limitOf rule: RuleID, of engine: borrowing Engine) {
    guard let counted = engine.monitor.commonCounts[rule] else {
      return ledger.set(keys.key(ofLimitOf: rule), nil)
    }
    writer.begin()
    counted.write(to: &writer, keys.meanings.rules[rule].limit)
    ledger.set(keys.key(ofLimitOf: rule), writer.text)
  }

  /// Writes the state of an Opp, for one row if it is `for each`; a row that is still in its initial state has no entry
  private mutating func write(opp index: OppID, of engine: borrowing Engine) {
    // The Opp is read in place: a copy would count the owners of all its lists.
    let rule = engine.monitor.opps[index].rule
    let row = engine.monitor.opps[index].row
    if let row, isForgotten(engine.evaluator.facts.rows[row]) { return }
    let key = keys.key(ofRule: rule, for: engine.evaluator.facts.rowID(row))
    let pending =
      engine.monitor.pendingEvents.isEmpty
      ? [] : engine.monitor.pendingEvents.filter { $0.opp == index }
    if row != nil, pending.isEmpty, engine.monitor.opps[index].isAtBeginning(asOf: sweep) {
      return ledger.set(key, nil)
    }
    writer.begin()
    let meanings = keys.meanings.rules
    engine.monitor.opps[index].write(to: &writer, meanings[rule], pending, engine.evaluator.pool)
    ledger.set(key, writer.text)
  }

  /// Writes a row of a table
  private mutating func write(row index: RowIndex, of engine: borrowing Engine) {
    let table = engine.evaluator.facts.rows[index].table
    if engine.evaluator.facts.rows[index].isForgotten(asOf: sweep) { return }
    if keys.graph.tables[table].isComputed, !keys.graph.tables[table].isKept { return }
    writer.begin()
    engine.evaluator.facts.rows[index].write(
      to: &writer, keys.fieldsOfTable[table], engine.evaluator.pool)
    ledger.set(keys.key(of: engine.evaluator.facts.rowID(index)), writer.text)
  }

  /// Whether a table was lost so long ago that its dormant rows are not kept
  private func isLost(
    _ index: TableID, of engine: borrowing Engine, asOf sweep: Int64?
  ) -> Bool {
    if engine.evaluator.facts.tables[index].isKnown { return false }
    let lost = engine.evaluator.facts.tables[index].turns.last?.second ?? Seconds.past
    return MemoryLedger.isTooOld(lost, asOf: sweep)
  }

  /// Writes the dormant rows of a table; those of one that was lost long ago are not kept
  ///
  /// - Parameter areOthersSame: whether some have come or left, and no other has changed since they were last written.
  private mutating func write(
    dormantOf index: TableID, areOthersSame: Bool, of engine: borrowing Engine
  ) {
    let key = keys.key(ofDormantRowsOf: index)
    let table = engine.evaluator.facts.tables[index]
    if let kept = table.kept, kept.isAsWritten {
      ledger.set(
        key, kept.head, parts: kept.parts.map { (key: $0.key, content: .some($0.content)) },
        at: engine.evaluator.now)
      return
    }
    var rows: [[Value?]] = []
    if !isLost(index, of: engine, asOf: sweep) { rows = engine.evaluator.dormantRows(of: index) }
    guard let clock = table.clock else {
      return ledger.set(key, nil, parts: [], at: engine.evaluator.now)
    }
    var changed: [Int64] = []
    for entry in engine.evaluator.marks.dormantEntries where entry.table == index {
      changed.append(entry.name)
    }
    let entries = DormantRows.Entries(of: rows, clock, at: engine.evaluator.now)
    let contents = entries.contents(
      of: index, keys, written: areOthersSame ? ledger.entries : [:], changed: changed)
    ledger.set(key, contents.head, parts: contents.parts, at: engine.evaluator.now)
  }

  /// Writes the reading of a request; one that is stale is kept for ``MemoryLedger/keeping`` after its end
  private mutating func write(subject index: SubjectID, of engine: borrowing Engine) {
    // The subject is read in place: a copy would count the owners of all its lists.
    if engine.evaluator.facts.sources.subjects[index].isTooOld(asOf: sweep) { return }
    let source = engine.evaluator.facts.sources.subjects[index].source
    let key = keys.key(ofReading: source, engine.evaluator.facts.sources.subjects[index].arguments)
    // One that failed, and is fetched anew, is as if it never had been fetched.
    if engine.evaluator.facts.sources.subjects[index].isNothing { return ledger.set(key, nil) }
    writer.begin()
    engine.evaluator.facts.sources.subjects[index].write(
      to: &writer, keys.fieldsOfSource[source], engine.evaluator.pool)
    ledger.set(key, writer.text)
    if hasCalendar(index, of: engine) {
      writeCalendar(of: engine.evaluator.facts.sources.subjects[index])
    }
  }

  /// Writes the times of being busy
  private mutating func writeCalendar(of subject: Subject) {
    guard ledger.begin(subject.schedule, from: subject.instant) else { return }
    guard let schedule = subject.schedule else {
      return ledger.set(MemoryKind.calendar.rawValue, nil)
    }
    writer.begin()
    ScheduleState(schedule, from: subject.instant).write(to: &writer)
    ledger.set(MemoryKind.calendar.rawValue, writer.text)
  }

  /// Whether a subject is the calendar
  private func hasCalendar(_ index: SubjectID, of engine: borrowing Engine) -> Bool {
    guard engine.evaluator.facts.sources.subjects[index].schedule == nil else { return true }
    return engine.evaluator.facts.sources.subjects[index].source == keys.calendar
  }

  /// Writes a table: whether it is known, and why not
  private mutating func write(table index: TableID, of engine: borrowing Engine) {
    write(engine.evaluator.facts.tables[index], keys.key(ofTable: index))
  }

  /// Writes the position of an address, or that it has none
  private mutating func write(address text: String, of engine: borrowing Engine) {
    writer.begin()
    writer.add(engine.evaluator.facts.places.position(text))
    ledger.set(keys.key(ofAddress: text), writer.text)
  }

  /// Writes the places that are known
  private mutating func writePlaces(of engine: borrowing Engine) {
    if engine.evaluator.facts.places.isWithoutPlaces {
      return ledger.set(MemoryKind.places.rawValue, nil)
    }
    write(engine.evaluator.facts.places, MemoryKind.places.rawValue)
  }

  /// Writes the rows that rules have recorded and that are in their tables from the next second on
  private mutating func writeRecords(of engine: borrowing Engine) {
    let records = engine.monitor.pendingRecords
    guard !records.isEmpty else { return ledger.set(MemoryKind.records.rawValue, nil) }
    writer.begin()
    writer.add(records.count)
    for record in records { record.write(to: &writer, keys.graph) }
    ledger.set(MemoryKind.records.rawValue, writer.text)
  }

  /// Writes the snoozes of firings that rules read
  private mutating func writeAnswers(of engine: borrowing Engine) {
    guard !engine.monitor.log.snoozes.isEmpty else {
      return ledger.set(MemoryKind.answers.rawValue, nil)
    }
    writer.begin()
    engine.monitor.log.write(to: &writer)
    ledger.set(MemoryKind.answers.rawValue, writer.text)
  }

  /// Writes the firings that wait until it is quiet no longer
  private mutating func writeHeld(of engine: borrowing Engine) {
    guard !engine.monitor.hold.isForgotten else {
      return ledger.set(MemoryKind.held.rawValue, nil)
    }
    writer.begin()
    engine.monitor.hold.write(to: &writer, keys.graph)
    ledger.set(MemoryKind.held.rawValue, writer.text)
  }

  /// Writes the names of the tables of firings that wait for readings: `1 1 7:firings`
  private mutating func writeWaits(of engine: borrowing Engine) {
    var names: [String] = []
    for table in engine.monitor.log.tables where engine.evaluator.facts.tables[table].isWaiting {
      names.append(keys.graph.tables[table].name)
    }
    guard !names.isEmpty else { return ledger.set(MemoryKind.waits.rawValue, nil) }
    writer.begin()
    writer.add(names.count)
    for name in names { writer.add(name) }
    ledger.set(MemoryKind.waits.rawValue, writer.text)
  }

  /// Writes the override of an Opp by a person: disabled, enabled or snoozed
  private mutating func write(control name: String, of engine: borrowing Engine) {
    guard let control = engine.monitor.controls[name] else { return }
    write(control, keys.key(ofControl: name))
  }

  /// Writes why a source or table cannot be read
  private mutating func write(loss name: String, of engine: borrowing Engine) {
    writer.begin()
    writer.add(engine.evaluator.facts.losses[name] ?? "")
    ledger.set(keys.key(ofLoss: name), writer.text)
  }
}

extension Subject {
  /// Whether there was no reading yet
  fileprivate var isNothing: Bool {
    if case .nothing = state { return true }
    return false
  }

  /// Whether its reading is stale for so long that nothing of it is kept
  ///
  /// - Parameter sweep: the second at which everything was gone through last; nil for never.
  fileprivate func isTooOld(asOf sweep: Int64?) -> Bool {
    switch state {
    case .nothing, .fresh: false
    case .stale, .unavailable: MemoryLedger.isTooOld(lastKnown, asOf: sweep)
    }
  }
}

extension RowState {
  /// Whether it was gone from its table for so long that nothing of it is kept
  ///
  /// - Parameter sweep: the second at which everything was gone through last; nil for never.
  func isForgotten(asOf sweep: Int64?) -> Bool {
    !isPresent && MemoryLedger.isTooOld(absentSince, asOf: sweep)
  }
}
