package import OppModel

/// An engine that continues from the memory of another
///
/// The order matters: overrides decide which Opps are looked at, tables have the rows that instances and Opps are of,
/// readings and places are what conditions are evaluated from, and only then do remembered truths have their instances.
/// At the end everything is evaluated at the last second that was run; what happened at it does not happen again.
///
/// ```
/// 12:00  opp "a" when lit for 1h: lit becomes true           memory: truth … began 12:00
/// 12:20  the computer is turned off
/// 12:50  a new engine, restored at 12:20, steps to 12:50     … as if it had run all the time
/// 13:00  a fires
/// ```
extension Engine {
  /// An engine as it was when its memory was taken, for the same rules or for others
  ///
  /// It is at the last second of the memory. A step to a later one runs through everything between,
  /// as the engine would have that was never stopped. An Opp that the memory does not know, or
  /// that waits for something else now, is first looked at at the second that is stepped to.
  ///
  /// An entry that cannot be read is left out, and reported as a problem of the next step.
  ///
  /// - Parameter providers: those of the session that it is for, if any.
  package init(
    graph: ConditionGraph, zone: Zone, restoring memory: EngineMemory, watching: [NodeID] = [],
    following: [NodeID] = [], providers: [Provider] = []
  ) {
    self.init(
      graph: graph, zone: zone, begins: memory.begins, watching: watching, following: following)
    fetchable = Fetchable(providers)
    now = max(memory.present.seconds, memory.begins.seconds)
    meanings = Meanings(graph)
    restore(memory)
  }

  /// Takes over the entries that are of something in the rules; the ledger keeps the others for a while
  private mutating func restore(_ memory: EngineMemory) {
    var restoring = Restoring(memory)
    defer {
      ledger.take(memory) { restoring.used.contains($0) }
      marks.isOn = true
      marks.isEverything = true
    }
    if var reader = restoring.reader(MemoryKind.engine.rawValue, graph), !reader.isTrue(),
      reader.isIntact
    {
      // It had not run through any second.
      return
    }
    hasBegun = true
    restoreControls(&restoring)
    restoreTables(&restoring)
    restoreReadings(&restoring)
    restorePlaces(&restoring)
    restoreRecords(&restoring)
    restoreInstances(&restoring)
    restoreOpps(&restoring)
    settle()
    problems += restoring.problems
  }

  /// Evaluates everything at the last second that was run, at which nothing happens any more
  private mutating func settle() {
    propagate()
    _ = evaluator.notices.takeOpps()
    for index in opps.indices where opps[index].isNew {
      newRules.append(Int32(truncatingIfNeeded: index))
    }
  }

  /// Begins to examine the Opps that came with a restart, at the second that is stepped to now
  mutating func activateNewRules() {
    guard !newRules.isEmpty else { return }
    for opp in newRules {
      opps[Int(opp)].isNew = false
      touch(opp)
    }
    newRules = []
  }

  // MARK: Tables

  /// Restores tables, then their rows
  private mutating func restoreTables(_ restoring: inout Restoring) {
    for index in graph.tables.indices {
      guard var reader = restoring.reader(memoryKey(ofTable: index), graph) else { continue }
      var table = tables[index]
      table.isKnown = reader.isTrue()
      table.loss = reader.isTrue() ? reader.string() : nil
      table.turns = []
      for _ in 0..<reader.count() { table.turns.append((reader.second(), reader.isTrue())) }
      if restoring.accepts(reader) { tables[index] = table }
    }
    for key in restoring.keys(of: .row) {
      guard var reader = restoring.reader(key, graph), let id = rowID(ofKey: key) else { continue }
      restoreRow(id, &reader, &restoring)
    }
  }

  /// The row that a key is of; nil where its table is no more
  private func rowID(ofKey key: String) -> RowID? {
    var reader = MemoryReader(key, graph, beginning: MemoryKind.row.rawValue)
    guard let table = graph.table(named: reader.string()) else { return nil }
    let values = reader.key(of: table)
    let isWhole = values.count == graph.tables[Int(table.index)].key.count
    return reader.isIntact && isWhole ? RowID(table: table, key: values) : nil
  }

  /// Restores a row: its fields by their names, its key from the key of the entry
  private mutating func restoreRow(
    _ id: RowID, _ reader: inout MemoryReader, _ restoring: inout Restoring
  ) {
    let table = Int(id.table.index)
    let isPresent = reader.isTrue()
    let absentSince = isPresent ? Seconds.never : reader.second()
    var values: [Value?] = graph.tables[table].fields.map { _ in nil }
    for _ in 0..<reader.count() { readField(of: table, &reader, into: &values) }
    guard restoring.accepts(reader) else { return }
    for (field, value) in zip(graph.tables[table].key, id.key) { values[field] = value }
    put(values, table, wasKnown: false)
    guard let row = tables[table].rowOfKey[id.key] else { return }
    rows[Int(row)].isPresent = isPresent
    rows[Int(row)].absentSince = absentSince
  }

  /// Reads the name and the value of a field of a row
  private func readField(
    of table: Int, _ reader: inout MemoryReader, into values: inout [Value?]
  ) {
    let fields = graph.tables[table].fields
    let name = reader.string()
    let field = fields.firstIndex { $0.name == name }
    let value = reader.value(field.map { fields[$0].type } ?? .number)
    if let field, values.indices.contains(field) { values[field] = value }
  }

  /// Restores the rows that rules recorded at the last second; those of a table that is no more are dropped
  private mutating func restoreRecords(_ restoring: inout Restoring) {
    guard var reader = restoring.reader(MemoryKind.records.rawValue, graph) else { return }
    var records: [PendingRecord] = []
    for _ in 0..<reader.count() {
      let second = reader.second()
      let table = graph.table(named: reader.string())
      var values: [Value?] = []
      if let table { values = graph.tables[Int(table.index)].fields.map { _ in nil } }
      for _ in 0..<reader.count() {
        if let table {
          readField(of: Int(table.index), &reader, into: &values)
        } else {
          _ = reader.string()
          _ = reader.value(.number)
        }
      }
      guard let table else { continue }
      records.append(
        PendingRecord(
          second: second, change: TableChange(table: table, rows: [values], removedKeys: [])))
    }
    if restoring.accepts(reader) { pendingRecords = records }
  }

  // MARK: Readings and places

  /// Restores the readings of sources that the rules still have, with as many parameters as before
  private mutating func restoreReadings(_ restoring: inout Restoring) {
    for key in restoring.keys(of: .reading) {
      var name = MemoryReader(key, graph, beginning: MemoryKind.reading.rawValue)
      let source = name.string()
      guard let index = graph.sourceIndex(named: source) else { continue }
      let parameters = graph.sources[index].parameters
      var arguments: [Value?] = []
      for place in 0..<name.count() {
        let isParameter = parameters.indices.contains(place)
        let value = name.value(isParameter ? parameters[place].type : .number)
        let isDefault = isParameter && value == graph.sources[index].defaults[place]
        arguments.append(isDefault ? nil : value)
      }
      guard name.isIntact, arguments.count == parameters.count || arguments.isEmpty,
        var reader = restoring.reader(key, graph)
      else { continue }
      let id = SourceID(index: Int32(truncatingIfNeeded: index))
      restoreSubject(Int(subjectIndex(id, arguments)), &reader, &restoring)
    }
  }

  /// Restores one reading: its fields by their names; a field that is no more is read over
  private mutating func restoreSubject(
    _ index: Int, _ reader: inout MemoryReader, _ restoring: inout Restoring
  ) {
    var subject = sources.subjects[index]
    let fields = graph.sources[Int(subject.source.index)].fields
    switch reader.word() {
    case "nothing": break
    case "fresh": subject.state = .fresh
    case "stale": subject.state = .stale
    case "unavailable": subject.state = .unavailable(reader.string())
    default: reader.fail()
    }
    subject.instant = reader.second()
    subject.expiry = reader.second()
    subject.staleSince = reader.optionalSecond().map { Instant(seconds: $0) }
    let hasSchedule = reader.isTrue()
    for _ in 0..<reader.count() {
      let name = reader.string()
      let field = fields.firstIndex { $0.name == name }
      let status = reader.word()
      let reading = reader.reading(field.map { fields[$0].type } ?? .number, &pool)
      guard let field else { continue }
      subject.fields[field] = reading
      switch status {
      case "-": subject.statuses[field] = .notYet
      case "+": subject.statuses[field] = reading.isKnown ? .known : .missing
      case "never": subject.statuses[field] = .neverRead
      default: subject.statuses[field] = .missing
      }
    }
    if hasSchedule { restoreSchedule(&subject, &restoring) }
    if restoring.accepts(reader) { sources.subjects[index] = subject }
  }

  /// Restores the turns of the calendar; without them its reading is as if it had never come
  private mutating func restoreSchedule(_ subject: inout Subject, _ restoring: inout Restoring) {
    guard var reader = restoring.reader(MemoryKind.calendar.rawValue, graph) else { return }
    let schedule = ScheduleState(&reader)
    if restoring.accepts(reader) {
      subject.schedule = schedule.schedule
    } else {
      subject.state = .nothing
    }
  }

  /// Restores addresses, losses, and places by category
  private mutating func restorePlaces(_ restoring: inout Restoring) {
    for key in restoring.keys(of: .address) {
      var name = MemoryReader(key, graph, beginning: MemoryKind.address.rawValue)
      let text = name.string()
      guard name.isIntact, var reader = restoring.reader(key, graph) else { continue }
      let position = reader.position()
      if restoring.accepts(reader) { evaluator.places.set(position, of: text, &evaluator.pool) }
    }
    for key in restoring.keys(of: .loss) {
      var name = MemoryReader(key, graph, beginning: MemoryKind.loss.rawValue)
      let text = name.string()
      guard name.isIntact, var reader = restoring.reader(key, graph) else { continue }
      let reason = reader.string()
      if restoring.accepts(reader) { losses[text] = reason }
    }
    guard var reader = restoring.reader(MemoryKind.places.rawValue, graph) else { return }
    var known = PlaceStates()
    if reader.isTrue() { known.replace([], category: nil) }
    for _ in 0..<reader.count() {
      let category = reader.string()
      var own: [KnownPlace] = []
      for _ in 0..<reader.count() {
        let name = reader.string()
        guard let position = reader.position() else { continue }
        own.append(KnownPlace(name: name, category: category, position: position))
      }
      known.replace(own, category: category)
    }
    if restoring.accepts(reader) { places.take(placesOf: known) }
  }
}
