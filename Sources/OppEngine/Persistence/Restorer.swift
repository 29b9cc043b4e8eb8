internal import OppModel

/// Continues an engine from the memory of another
///
/// The order matters: overrides decide which Opps are examined, tables have the rows of instances and Opps,
/// readings and places are the inputs of conditions, and only then do remembered truths have their instances.
/// At the end everything is evaluated at the last second that was run; its events do not happen again.
///
/// ```
/// 12:00  opp "a" when lit for 1h: lit becomes true           memory: truth … began 12:00
/// 12:20  the computer is turned off
/// 12:50  a new engine, restored at 12:20, steps to 12:50     … as if it had run all the time
/// 13:00  a fires
/// ```
struct Restorer {
  private let memory: EngineMemory
  let keys: MemoryKeys
  var entries: MemoryEntries

  /// The rules that are `for each` and were there with the same meaning
  private var knownRules: Set<Int> = []

  /// The limits that rules had
  private var keptLimits: [RuleID: KeptLimit] = [:]

  /// The edition of the rules when the memory was written; `nil` if it is not known
  private var edition: Fingerprint?

  /// `true` if the rules are known to be those of the memory
  private var areRulesSame = false

  /// Whether a row that had an entry of its own is dormant from now on
  private var hasNewDormantRows = false

  init(_ memory: EngineMemory, _ keys: MemoryKeys) {
    self.memory = memory
    self.keys = keys
    entries = MemoryEntries(memory, keys.graph)
  }

  private var graph: ConditionGraph { keys.graph }

  /// Takes over the entries that are of something in the rules; the ledger keeps the others for a while
  ///
  /// - Parameters:
  ///   - engine: one that has not begun, at the last second of the memory.
  ///   - failures: the subjects whose last fetch failed, with the reasons, as far as they are not in the memory.
  mutating func restore(
    _ engine: inout Engine, _ failures: [(subject: FetchKey, reason: String)] = []
  ) {
    if hasRun() {
      engine.evaluator.hasBegun = true
      areRulesSame = edition != nil && edition == engine.edition
      restoreControls(&engine)
      restoreTables(&engine)
      restoreRules()
      restoreRows(&engine)
      restoreReadings(&engine)
      restorePlaces(&engine)
      for (subject, reason) in failures { restore(failure: reason, of: subject, &engine) }
      restoreRecords(&engine)
      restoreAnswers(&engine)
      restoreHeld(&engine)
      restoreWaits(&engine)
      restoreInstances(&engine)
      restoreOpps(&engine)
      // Settling may change what has an entry.
      engine.evaluator.marks.isOn = true
      settle(&engine)
      engine.monitor.adoptFirings(&engine.evaluator)
      engine.evaluator.problems += entries.problems
    }
    engine.evaluator.marks.isOn = true
    engine.evaluator.marks.isEverything = !isAsWritten(engine)
    takeEntries(&engine)
  }

  /// Whether the engine of the memory had run through any second
  private mutating func hasRun() -> Bool {
    guard var reader = entries.reader(MemoryKind.engine.rawValue) else { return true }
    let hasRun = reader.isTrue()
    if reader.isIntact, !reader.isAtEnd {
      let written = reader.meaning()
      if entries.accepts(reader) { edition = written }
    }
    return hasRun || !reader.isIntact
  }

  /// Whether every entry is as the engine would write it now, except for those marked as changed
  private func isAsWritten(_ engine: borrowing Engine) -> Bool {
    guard engine.hasBegun, engine.monitor.newRules.isEmpty else { return false }
    return areRulesSame && entries.problems.isEmpty && !hasNewDormantRows
  }

  /// Hands the entries over to the ledger of the engine
  private func takeEntries(_ engine: inout Engine) {
    let used = entries.used
    engine.evaluator.ledger.take(memory) { used.contains($0) }
    guard !engine.evaluator.marks.isEverything else { return }
    // Each writing of a memory goes through everything on the first occasion of a day.
    engine.evaluator.ledger.sweptDay = floorDivided(engine.evaluator.now, by: 86_400)
    engine.evaluator.ledger.takeParts(
      entries.unsortedKeys(of: .steps).map { (key: $0, whole: MemoryKeys.window(ofSteps: $0)) }
        + entries.unsortedKeys(of: .rows).map { (key: $0, whole: MemoryKeys.dormant(ofRows: $0)) })
  }

  /// Evaluates everything at the last second that was run, at which nothing happens any more
  private func settle(_ engine: inout Engine) {
    engine.propagate()
    engine.monitor.findWaits(&engine.evaluator)
    _ = engine.evaluator.notices.takeOpps()
    for opp in OppID.all(in: engine.monitor.opps) where engine.monitor.opps[opp].isNew {
      engine.monitor.newRules.append(opp)
    }
  }

  // MARK: Tables

  /// Restores which tables are known
  private mutating func restoreTables(_ engine: inout Engine) {
    for index in TableID.all(in: graph.tables) {
      entries.restore(&engine.evaluator.facts.tables[index], keys.key(ofTable: index))
    }
  }

  /// Finds out which rules that are `for each` go on, and which limits the rules had
  private mutating func restoreRules() {
    for rule in graph.rules.indices
    where graph.rules[rule].rows != nil || graph.rules[rule].limit != nil || !areRulesSame {
      guard var reader = entries.reader(keys.key(ofRule: rule)) else { continue }
      let meaning = reader.meaning()
      let limit = reader.isAtEnd ? nil : KeptLimit(from: &reader)
      guard entries.accepts(reader) else { continue }
      keptLimits[RuleID(rule)] = limit
      if meaning == keys.meanings.rules[rule].condition.fingerprint { knownRules.insert(rule) }
    }
  }

  /// Restores rows: their fields by their names, their keys from those of the entries
  ///
  /// Rows whose events are far away are left dormant, as are those whose events are over and forgotten.
  private mutating func restoreRows(_ engine: inout Engine) {
    for index in TableID.all(in: graph.tables) {
      let clock = engine.evaluator.facts.tables[index].clock
      engine.evaluator.facts.tables[index].kept = DormantRows(
        ofTable: index, clock, keys, from: &entries)
    }
    for key in entries.keys(of: .row) {
      guard let id = rowID(ofKey: key), var reader = entries.reader(key) else { continue }
      let table = id.table
      let kept = KeptRow(from: &reader, graph.tables[table])
      guard entries.accepts(reader) else { continue }
      var values = kept.values
      for (field, value) in zip(graph.tables[table].key, id.key) { values[field] = value }
      if staysDormant(values, kept, id, engine) {
        let next = engine.evaluator.facts.tables[table].clock?.second(
          of: values, from: engine.evaluator.now)
        add(dormant: values, next: next ?? Seconds.never, to: &engine.evaluator.facts.tables[table])
        hasNewDormantRows = true
        continue
      }
      engine.evaluator.put(values, table, wasKnown: false)
      engine.addOppsOfNewRows()
      guard let row = engine.evaluator.facts.tables[table].rowOfKey[id.key] else { continue }
      engine.evaluator.facts.rows[row].isPresent = kept.isPresent
      engine.evaluator.facts.rows[row].absentSince = kept.absentSince
      engine.evaluator.facts.rows[row].presentSince =
        kept.isMomentary ? kept.absentSince : Seconds.past
      if kept.absentSince == engine.evaluator.now {
        engine.evaluator.facts.departure = engine.evaluator.now + 1
      }
      if let read = kept.lastRead {
        let readings = read.map { value in
          value.map { engine.evaluator.pool.reading($0) } ?? Reading.unknown
        }
        engine.evaluator.facts.rows[row].lastRead = read.isEmpty ? .none : .values(readings)
      }
    }
    for index in TableID.all(in: graph.tables) { awaitAwakening(of: index, &engine) }
  }

  /// Adds a row to those of its table that are dormant
  private func add(dormant values: [Value?], next: Int64, to table: inout TableState) {
    if table.kept == nil { table.kept = DormantRows(others: [], next: Seconds.never) }
    table.kept?.add(values, next: next)
  }

  /// Whether a row that had an entry of its own is to be dormant from now on
  private mutating func staysDormant(
    _ values: [Value?], _ kept: KeptRow, _ id: RowID, _ engine: borrowing Engine
  ) -> Bool {
    let table = engine.evaluator.facts.tables[id.table]
    guard let clock = table.clock, kept.lastRead == nil,
      clock.sleep(of: values, at: engine.evaluator.now) != nil
    else {
      return false
    }
    // One that left a table that is known is gone, and others are there or lost together.
    let lost = table.isKnown ? Seconds.never : table.turns.last?.second ?? Seconds.never
    guard kept.isPresent ? table.isKnown : kept.absentSince == lost else { return false }
    for rule in table.rules {
      guard isAtBeginning(rule, id, engine.evaluator.now) else { return false }
    }
    return true
  }

  /// Whether an Opp of a row has no entry, or one with nothing that matters any more
  private mutating func isAtBeginning(_ rule: Int, _ id: RowID, _ now: Int64) -> Bool {
    guard var reader = entries.reader(keys.key(ofRule: rule, for: id)) else {
      return knownRules.contains(rule)
    }
    let meaning = keys.meanings.rules[rule]
    var opp = OppState(
      rule: rule, row: nil, environment: .empty, series: RepetitionSeries(every: 0, span: nil),
      isDisabled: false)
    for _ in meaning.events { opp.events.append(EventState(kind: .rowAdded)) }
    var pool = ObjectPool()
    let pending = opp.restore(from: &reader, meaning, &pool, index: OppID(0))
    guard entries.accepts(reader), !opp.isNew, pending.isEmpty, opp.isAtBeginning(asOf: now) else {
      return false
    }
    knownRules.insert(rule)
    return true
  }

  /// Schedules the awakening of the dormant rows of a table: at once if none may be dormant
  private func awaitAwakening(of index: TableID, _ engine: inout Engine) {
    guard let kept = engine.evaluator.facts.tables[index].kept else { return }
    if engine.evaluator.facts.tables[index].clock == nil {
      engine.evaluator.awakenAllRows(of: index)
    } else if let next = kept.next {
      engine.evaluator.awaitAwakening(of: index, before: next)
    } else {
      engine.evaluator.awakenRows(of: index)
    }
    engine.addOppsOfNewRows()
  }

  /// The row that a key is of; nil where its table is no more
  private func rowID(ofKey key: String) -> RowID? {
    var reader = entries.keyReader(key, of: .row)
    guard let table = graph.table(named: reader.string()) else { return nil }
    let values = reader.key(of: table)
    let isWhole = values.count == graph[table].key.count
    return reader.isIntact && isWhole ? RowID(table: table, key: values) : nil
  }

  /// Restores the rows that rules recorded at the last second; those of a table that is no more are dropped
  private mutating func restoreRecords(_ engine: inout Engine) {
    guard var reader = entries.reader(MemoryKind.records.rawValue) else { return }
    var records: [PendingRecord] = []
    for _ in 0..<reader.count() {
      if let record = PendingRecord(from: &reader, graph) { records.append(record) }
    }
    if entries.accepts(reader) { engine.monitor.pendingRecords = records }
  }

  /// Restores the snoozes of firings
  private mutating func restoreAnswers(_ engine: inout Engine) {
    var snoozes: [FiringLog.Snooze] = []
    if var reader = entries.reader(MemoryKind.answers.rawValue) {
      let kept = FiringLog.snoozes(from: &reader)
      if entries.accepts(reader) { snoozes = kept }
    }
    engine.monitor.log.restore(snoozes, engine.evaluator)
  }

  /// Restores the firings that wait until it is quiet no longer
  private mutating func restoreHeld(_ engine: inout Engine) {
    guard var reader = entries.reader(MemoryKind.held.rawValue) else { return }
    var hold = QuietHold(graph)
    hold.restore(from: &reader, graph, at: engine.evaluator.now)
    if entries.accepts(reader) { engine.monitor.hold = hold }
  }

  /// Restores which tables of firings wait for readings
  private mutating func restoreWaits(_ engine: inout Engine) {
    guard var reader = entries.reader(MemoryKind.waits.rawValue) else { return }
    var names: Set<String> = []
    for _ in 0..<reader.count() { names.insert(reader.string()) }
    // Nothing waits in an engine whose readings are there at their seconds.
    guard entries.accepts(reader), engine.monitor.eventTimeouts != nil else { return }
    for table in engine.monitor.log.tables where names.contains(graph.tables[table].name) {
      engine.evaluator.setWaiting(true, table)
    }
  }

  // MARK: Readings and places

  /// Restores the readings of sources that the rules still have, with as many parameters as before
  private mutating func restoreReadings(_ engine: inout Engine) {
    for key in entries.keys(of: .reading) {
      var name = entries.keyReader(key, of: .reading)
      guard let index = graph.sourceIndex(named: name.string()) else { continue }
      guard let arguments = name.arguments(of: graph.sources[index]),
        let reader = entries.reader(key)
      else { continue }
      let id = SourceID(index)
      let subject = engine.evaluator.facts.subjectIndex(id, arguments, graph)
      restore(subject: subject, reader, &engine)
    }
  }

  /// Restores one reading, and, of the calendar, its turns: without them it is as if it had never come
  private mutating func restore(
    subject index: SubjectID, _ reader: MemoryReader, _ engine: inout Engine
  ) {
    var reader = reader
    var subject = engine.evaluator.facts.sources.subjects[index]
    let hasSchedule = subject.restore(from: &reader, graph[subject.source], &engine.evaluator.pool)
    guard entries.accepts(reader) else { return }
    if hasSchedule, var reader = entries.reader(MemoryKind.calendar.rawValue) {
      let turns = ScheduleState(from: &reader)
      if entries.accepts(reader) {
        subject.schedule = turns.schedule
      } else {
        subject.state = .nothing
      }
    }
    engine.evaluator.facts.sources.subjects[index] = subject
  }

  /// Restores addresses, losses, and places by category
  private mutating func restorePlaces(_ engine: inout Engine) {
    for key in entries.keys(of: .address) {
      var name = entries.keyReader(key, of: .address)
      let text = name.string()
      guard name.isIntact, var reader = entries.reader(key) else { continue }
      let position = reader.position()
      if entries.accepts(reader) {
        engine.evaluator.facts.places.set(position, of: text, &engine.evaluator.pool)
      }
    }
    for key in entries.keys(of: .loss) {
      var name = entries.keyReader(key, of: .loss)
      let text = name.string()
      guard name.isIntact, var reader = entries.reader(key) else { continue }
      let reason = reader.string()
      if entries.accepts(reader) { engine.evaluator.facts.losses[text] = reason }
    }
    var known = PlaceStates()
    if entries.restore(&known, MemoryKind.places.rawValue) {
      engine.evaluator.facts.places.take(placesOf: known)
    }
  }

  /// Restores that the last fetch of a subject failed
  private func restore(failure reason: String, of subject: FetchKey, _ engine: inout Engine) {
    switch subject {
    case .source(let source, let arguments):
      let index = engine.evaluator.facts.subjectIndex(source, arguments, graph)
      if !engine.evaluator.facts.sources.subjects[index].isFresh {
        engine.evaluator.facts.sources.subjects[index].state = .unavailable(reason)
      }
    case .table: break
    case .address, .places: engine.evaluator.facts.places.failures[subject] = reason
    }
  }

  // MARK: Conditions

  /// Restores the memory of the operators that look back, if an entry has their meaning
  private mutating func restoreInstances(_ engine: inout Engine) {
    for instance in engine.evaluator.instances.all {
      guard let key = keys.key(ofInstance: instance, in: engine) else { continue }
      restoreState(of: instance, key, &engine)
    }
  }

  /// Restores a window, and the memory that it shares with other windows
  ///
  /// Each window has entries of its own, as it may be the only one that stays in the rules. The memory is taken from the
  /// window that goes back furthest; one that remembers something else, as it was out of the rules for a while, keeps its own.
  mutating func restoreWindow(
    _ slot: StateSlot, of instance: InstanceID, _ key: String, _ engine: inout Engine
  ) {
    let origins = WindowOrigins(below: instance, in: engine, keys.meanings)
    let signal = engine.evaluator.windowStore.windows[slot].signal
    let kind = engine.evaluator.windowStore.signals[signal].kind
    guard
      let restored = WindowParts.restore(
        &engine.evaluator.windowStore.windows[slot], key, kind, from: &entries, origins,
        &engine.evaluator.pool),
      !restored.continues(engine.evaluator.windowStore.signals[signal])
    else { return }
    if engine.evaluator.windowStore.signals[signal].continues(restored) {
      engine.evaluator.windowStore.signals[signal].takeOver(restored)
    } else {
      engine.evaluator.windowStore.separate(window: slot, with: restored)
    }
  }

  // MARK: Opps

  /// Restores the overrides of Opps; a choice counts as long as the rules still have the setting that it overrides
  private mutating func restoreControls(_ engine: inout Engine) {
    for rule in graph.rules {
      var control = OppControl()
      guard entries.restore(&control, keys.key(ofControl: rule.name)) else { continue }
      if control.choice?.overrides != rule.isDisabled { control.choice = nil }
      #if Relapses
        if Relapse.isOn(.choiceIsForgotten) { control.choice = nil }
      #endif
      engine.monitor.controls[rule.name] = control
    }
    for index in OppID.all(in: engine.monitor.opps) {
      let isDisabled = engine.monitor.isDisabled(
        rule: engine.monitor.opps[index].rule, of: graph)
      engine.monitor.opps[index].isDisabled = isDisabled
    }
  }

  /// Restores the state of all Opps; one without an entry is new, and looked at from the next step on
  private mutating func restoreOpps(_ engine: inout Engine) {
    restoreCommonCounts(&engine)
    let now = engine.evaluator.now
    for index in OppID.all(in: engine.monitor.opps) {
      // Events of the last second that was run do not happen again.
      for event in engine.monitor.opps[index].events.indices {
        engine.monitor.opps[index].events[event].reachedSecond = now
      }
      let rule = engine.monitor.opps[index].rule
      let row = engine.monitor.opps[index].row
      let id = engine.evaluator.facts.rowID(row)
      if let reader = entries.reader(keys.key(ofRule: rule, for: id)) {
        restore(opp: index, reader, &engine)
      } else if row == nil || !knownRules.contains(rule) {
        engine.monitor.opps[index].isNew = true
        continue
      } else {
        // The other rows may be snoozed: an answer has ended the snooze of this one.
        engine.monitor.opps[index].snoozedUntil = nil
      }
      awaitTimers(ofOpp: index, &engine)
    }
    for rule in graph.rules.indices where graph.rules[rule].rows != nil {
      if !knownRules.contains(rule) { engine.monitor.unknownRules.insert(rule) }
    }
    if areRulesSame { engine.monitor.openLimits = [] } else { recountEdited(keptLimits, &engine) }
  }

  /// Sets the timers of an Opp that is restored
  private func awaitTimers(ofOpp opp: OppID, _ engine: inout Engine) {
    engine.monitor.opps[opp].lastExamined = engine.evaluator.now
    engine.monitor.awaitEndOfSnooze(opp, &engine.evaluator)
    engine.monitor.awaitEndOfIdleness(opp, &engine.evaluator)
    let state = engine.monitor.opps[opp]
    if !state.events.isEmpty || state.series.isRunning || state.lastKnown == .unknown {
      // Its timers are set when it is looked at; one that was just enabled fires if it is true.
      engine.monitor.oppTimers.insert(opp, at: Seconds.add(engine.evaluator.now, 1))
    }
  }

  /// Restores one Opp; one whose entry cannot be read is new
  private mutating func restore(opp index: OppID, _ reader: MemoryReader, _ engine: inout Engine) {
    var reader = reader
    var opp = engine.monitor.opps[index]
    let pending = opp.restore(
      from: &reader, keys.meanings.rules[opp.rule], &engine.evaluator.pool,
      index: index)
    guard entries.accepts(reader) else {
      engine.monitor.opps[index].isNew = true
      return
    }
    engine.monitor.opps[index] = opp
    for event in pending {
      engine.monitor.pendingEvents.append(event)
      engine.monitor.oppTimers.insert(event.opp, at: event.deadline)
    }
  }
}
