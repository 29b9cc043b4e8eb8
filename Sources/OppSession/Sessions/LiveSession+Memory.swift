package import OppEngine
package import OppModel

/// A session that is kept as entries, for one step or over a restart
extension LiveSession {
  /// A session as it was when the entries of its memory were taken, for the same rules or for others
  ///
  /// It is at the last second of the memory. An entry that cannot be read is left out, and reported as a problem of the next step.
  ///
  /// - Parameters:
  ///   - memory: one without entries for a session that begins.
  ///   - settings: with a ``SessionSettings/requestLimit``, because the process that made a request may have ended.
  ///   - limits: those of the restoring; a session that goes beyond one is of no use, as after such a step.
  ///   - instant: the first second of a session that begins.
  ///   - leavesOutImpossible: `true` if an entry with a second that cannot be is a problem like any that cannot be read.
  /// - Throws: if it is no memory of a session, has a second that cannot be, or is that of a later version.
  package init(
    _ rules: CompiledRules, zone: Zone, restoring memory: SessionMemory, providers: [Provider],
    settings: SessionSettings, limits: StepLimits = StepLimits(), at instant: Instant,
    timeouts: EventTimeouts = EventTimeouts(), leavesOutImpossible: Bool = false
  ) throws(SessionMemoryProblem) {
    var surroundings = EngineSurroundings(
      providers: providers, timeouts: timeouts, lead: settings.lead)
    if memory.entries.isEmpty {
      let engine = Engine(rules, zone: zone, begins: instant, for: surroundings)
      self.init(engine, providers, settings, Odds())
      return
    }
    let head = try SessionHead(memory.entries, rules.graph)
    var kept = EngineMemory(begins: head.begins, present: head.present, entries: [:])
    var own: [String: String] = [:]
    for (key, content) in memory.entries {
      if SessionKind(key: key) == nil { kept.entries[key] = content } else { own[key] = content }
    }
    var reader = SessionReader(own, rules.graph)
    surroundings.failures = reader.failures()
    let engine = Engine(rules, zone: zone, restoring: kept, for: surroundings, limits: limits)
    self.init(engine, providers, settings, Odds())
    excess = self.engine.excess
    reader.restore(&self, head)
    self.engine.report(reader.problems)
    if !leavesOutImpossible {
      for case .impossibleMemory(let key) in self.engine.problems {
        throw .impossible(key: key)
      }
    }
    ledger = SessionLedger(own, absent: reader.absent)
  }

  /// The entries of the memory that have changed since the last call; at the first, those that the session was not
  /// restored from
  ///
  /// - Requires: no second is open.
  package mutating func takeMemoryChange() -> SessionMemoryChange {
    var changed = learner.odds.takeChanges()
    if !ledger.hasOdds { changed = odds.counts }
    let entries = engine.memoryChange().entries
    // The ledger is taken out while it is written, so that it is not copied.
    var taken = SessionLedger()
    swap(&taken, &ledger)
    var writer = SessionWriter(taken, engine.graph)
    taken = SessionLedger()
    writer.write(self)
    writer.write(odds, of: changed, known: learner.meanings)
    ledger = writer.ledger
    ledger.hasOdds = true
    changes = .none
    var change = ledger.takeChanges()
    change.add(entries)
    return change
  }
}
