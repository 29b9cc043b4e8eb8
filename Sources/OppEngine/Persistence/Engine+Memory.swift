internal import OppModel

/// The state of an engine that is kept over a restart
///
/// Entries of `opp "a" when lit for 1h` after `lit`, of a source s, has been true since 11:00, as in the table `memory`
/// of the store; seconds are 1782039600 for 11:00, and ±2⁶⁰ for never and for the distant past:
///
/// ```
/// engine                  1 T
/// opp 1:a                 1 8639f767… ? - - -1152921504606846976 0 0 - F - 0 0 F 0
/// reading 1:s 0           1 fresh 1782039600 1152921504606846976 - F 1 3:lit + T
/// truth 6b8b15a6…         1 T -1152921504606846976 1782039599 -1152921504606846976 1782039600
/// ```
///
/// ``memory()`` and ``memoryChange()`` are called between seconds. The first writes all; the second what has changed,
/// so that a temperature that comes costs a few entries, however many rules there are.
extension Engine {
  /// Everything that this engine needs to continue later as if it had never stopped
  ///
  /// - Requires: no second is open.
  package func memory() -> EngineMemory {
    var copy = self
    copy.marks.isEverything = true
    copy.writeMemory()
    return EngineMemory(begins: begins, present: present, entries: copy.ledger.entries)
  }

  /// The entries of the memory that have changed since the last call, or, at the first, all of them
  ///
  /// From the first call on the engine takes note of what changes, so that nothing changed costs
  /// nothing. Once a day everything is gone through, and what is too old to matter goes.
  ///
  /// - Requires: no second is open.
  package mutating func memoryChange() -> MemoryChange {
    writeMemory()
    return MemoryChange(present: present, entries: ledger.takeChanges())
  }

  /// Brings the ledger up to date
  private mutating func writeMemory() {
    if !marks.isOn {
      marks.isOn = true
      marks.isEverything = true
    }
    if meanings.conditions.count != graph.rules.count { meanings = Meanings(graph) }
    let day = now.quotient(dividingBy: 86_400)
    if marks.isEverything || day != ledger.sweptDay {
      ledger.sweptDay = day
      var fresh = MemoryLedger()
      writeAll(&fresh)
      ledger.replace(with: fresh, day: day)
    } else {
      // The ledger is taken out while the engine writes into it, so that it is not copied.
      var ledger = ledger
      self.ledger = MemoryLedger(sweptDay: day)
      writeMarked(&ledger)
      self.ledger = ledger
    }
    marks.clear()
  }

  /// Writes every entry into an empty ledger
  private func writeAll(_ ledger: inout MemoryLedger) {
    ledger.set(MemoryKind.engine.rawValue, engineEntry())
    for index in 0..<Int32(truncatingIfNeeded: instances.count) { write(instance: index, &ledger) }
    for index in opps.indices { write(opp: Int32(truncatingIfNeeded: index), &ledger) }
    for index in sources.subjects.indices { write(subject: index, &ledger) }
    for index in rows.indices { write(row: Int32(truncatingIfNeeded: index), &ledger) }
    for index in tables.indices { ledger.set(memoryKey(ofTable: index), tableEntry(index)) }
    for text in places.texts { write(address: text, &ledger) }
    for name in losses.keys { write(loss: name, &ledger) }
    for name in controls.keys { write(control: name, &ledger) }
    ledger.set(MemoryKind.places.rawValue, placesEntry())
    ledger.set(MemoryKind.records.rawValue, recordsEntry())
  }

  /// Writes the entries of what was marked
  private func writeMarked(_ ledger: inout MemoryLedger) {
    ledger.set(MemoryKind.engine.rawValue, engineEntry())
    for index in marks.instances.indices {
      write(instance: Int32(truncatingIfNeeded: index), &ledger)
    }
    for index in marks.opps.indices { write(opp: Int32(truncatingIfNeeded: index), &ledger) }
    for index in marks.subjects.indices { write(subject: index, &ledger) }
    for index in marks.rows.indices { write(row: Int32(truncatingIfNeeded: index), &ledger) }
    for index in marks.tables.indices {
      ledger.set(memoryKey(ofTable: index), tableEntry(index))
    }
    for text in marks.addresses { write(address: text, &ledger) }
    for name in marks.losses { write(loss: name, &ledger) }
    for name in marks.controls { write(control: name, &ledger) }
    if marks.hasPlaces { ledger.set(MemoryKind.places.rawValue, placesEntry()) }
    if marks.hasRecords { ledger.set(MemoryKind.records.rawValue, recordsEntry()) }
  }

  // MARK: One entry

  /// Writes what an operator that looks back remembers; other instances have no key
  private func write(instance: Int32, _ ledger: inout MemoryLedger) {
    guard let key = memoryKey(ofInstance: instance), !isForgotten(instance: instance) else {
      return
    }
    let slot = Int(instances.slot[Int(instance)])
    let template = Int(instances.template[Int(instance)])
    switch code[template].instruction {
    case .lastKnown:
      ledger.set(key, lastKnownEntry(slot, graph.nodes[template].type))
    case .window:
      writeWindow(slot, of: instance, key, &ledger)
    default: ledger.set(key, truthEntry(slot))
    }
  }

  /// Writes a window: an entry for itself, and one for each stretch of time that has changed
  private func writeWindow(
    _ slot: Int, of instance: Int32, _ key: String, _ ledger: inout MemoryLedger
  ) {
    let window = windows[slot]
    let parts = WindowParts(
      window, from: firstSecond(ofWindow: instance, window),
      WindowOrigins(below: instance, in: self), pool)
    var writer = MemoryWriter(graph)
    // The future differs from one evaluation to the next.
    let second = if case .next = window.span { Seconds.past } else { ledger.secondOfParts(key) }
    let new = parts.entries(key, graph, since: second, in: ledger)
    ledger.set(key, parts.entry(&writer), parts: new, at: now)
  }

  /// Whether an instance is of a row of which nothing is kept
  private func isForgotten(instance: Int32) -> Bool {
    for scope in program.templates[Int(instances.template[Int(instance)])].scopes {
      let row = instances.row(of: scope, in: instances.environment[Int(instance)])
      if row >= 0, isForgotten(row) { return true }
    }
    return false
  }

  /// Writes the state of an Opp, for one row where it is `for each`
  private func write(opp: Int32, _ ledger: inout MemoryLedger) {
    let row = opps[Int(opp)].row
    if row >= 0, isForgotten(row) { return }
    ledger.set(memoryKey(ofOpp: opp), oppEntry(opp))
  }

  /// Writes a row of a table
  private func write(row: Int32, _ ledger: inout MemoryLedger) {
    if isForgotten(row) { return }
    ledger.set(memoryKey(ofRow: row), rowEntry(row))
  }

  /// Writes the reading of a request; one that is stale is kept for ``MemoryLedger/keeping`` after its end
  private func write(subject: Int, _ ledger: inout MemoryLedger) {
    let state = sources.subjects[subject]
    switch state.state {
    case .nothing: return
    case .fresh: break
    case .stale, .unavailable:
      let last = max(state.instant, state.staleSince?.seconds ?? Seconds.past)
      if isTooOld(last) { return }
    }
    ledger.set(memoryKey(ofSubject: subject), subjectEntry(subject))
    if state.schedule != nil || state.source == graph.wellKnown.calendar?.source {
      ledger.set(state.schedule, from: state.instant) { calendarEntry(subject) }
    }
  }

  /// Writes the position of an address, or that it has none
  private func write(address text: String, _ ledger: inout MemoryLedger) {
    var writer = MemoryWriter(graph)
    writer.add(places.position(text))
    ledger.set(memoryKey(ofAddress: text), writer.text)
  }

  /// Writes the override of an Opp by a person: disabled, enabled or snoozed
  private func write(control name: String, _ ledger: inout MemoryLedger) {
    guard let control = controls[name] else { return }
    var writer = MemoryWriter(graph)
    writer.add(control.choice.map { $0.isDisabled ? Truth.true : .false } ?? .unknown)
    writer.add(control.choice?.overrides ?? false)
    writer.add(control.snoozedUntil)
    ledger.set(memoryKey(ofControl: name), writer.text)
  }

  /// Writes why a source or table cannot be read
  private func write(loss name: String, _ ledger: inout MemoryLedger) {
    var writer = MemoryWriter(graph)
    writer.add(losses[name] ?? "")
    ledger.set(memoryKey(ofLoss: name), writer.text)
  }
}

extension Int64 {
  /// The quotient, rounded down
  func quotient(dividingBy divisor: Int64) -> Int64 {
    let (quotient, rest) = quotientAndRemainder(dividingBy: divisor)
    return rest < 0 ? quotient - 1 : quotient
  }
}
