package import OppModel

/// The state of an engine over a restart
///
/// ``memory()`` and ``memoryChange()`` are called between seconds. The first writes all; the second the changes,
/// so that a temperature that comes costs a few entries, however many rules there are.
extension Engine {
  /// Everything that this engine needs to continue later as if it had never stopped
  ///
  /// - Requires: no second is open.
  package func memory() -> EngineMemory {
    let day = floorDivided(evaluator.now, by: 86_400)
    var ledger = evaluator.ledger
    ledger.replace(with: written(onDay: day, keys ?? MemoryKeys(graph)), day: day)
    return EngineMemory(begins: begins, present: present, entries: ledger.entries)
  }

  /// The entries of the memory that have changed since the last call, or, at the first, all of them
  ///
  /// From the first call on the engine takes note of changes, so that a second without any costs
  /// nothing. Once a day, entries that are too old to matter go.
  ///
  /// - Requires: no second is open.
  package mutating func memoryChange() -> MemoryChange {
    let keys = keys ?? MemoryKeys(graph)
    self.keys = keys
    let day = floorDivided(evaluator.now, by: 86_400)
    if !evaluator.marks.isOn || evaluator.marks.isEverything {
      evaluator.marks.isOn = true
      evaluator.ledger.replace(with: written(onDay: day, keys), day: day)
    } else {
      update(onDay: day, keys)
    }
    evaluator.marks.clear()
    return MemoryChange(present: present, entries: evaluator.ledger.takeChanges())
  }

  /// Brings the marked entries up to date, and removes those that are too old on a day that begins
  private mutating func update(onDay day: Int64, _ keys: MemoryKeys) {
    let last = evaluator.ledger.sweep
    let isNewDay = day != evaluator.ledger.sweptDay
    guard isNewDay || !evaluator.marks.isEmpty else { return }
    if isNewDay { evaluator.ledger.removeOrphans(onDay: day) }
    // The ledger is taken out while it is written, so that it is not copied.
    var taken = MemoryLedger(sweptDay: day)
    swap(&taken, &evaluator.ledger)
    let sweep = taken.sweep
    var writer = SnapshotWriter(consume taken, keys, sweep: sweep)
    writer.writeMarked(of: self)
    if isNewDay { writer.removeTooOld(of: self, since: last) }
    swap(&writer.ledger, &evaluator.ledger)
  }

  /// Every entry, without those that are too old on a day
  private func written(onDay day: Int64, _ keys: MemoryKeys) -> MemoryLedger {
    var writer = SnapshotWriter(MemoryLedger(), keys, sweep: day * 86_400)
    writer.writeAll(of: self)
    return writer.ledger
  }

  /// An engine as it was when its memory was taken, for the same rules or for others
  ///
  /// It is at the last second of the memory. A step to a later one runs through everything between,
  /// as the engine would have that was never stopped. An Opp that the memory does not know, or
  /// that waits for something else now, is first looked at at the second that is stepped to.
  ///
  /// An entry that cannot be read is left out, and reported as a problem of the next step.
  ///
  /// - Parameter surroundings: the session that it is for, if any.
  package init(
    graph: ConditionGraph, zone: Zone, restoring memory: EngineMemory,
    for surroundings: EngineSurroundings = EngineSurroundings()
  ) {
    self.init(graph: graph, zone: zone, begins: memory.begins)
    restore(memory, surroundings)
  }

  /// An engine that follows all rules of a set, as it was when its memory was taken
  ///
  /// - Parameters:
  ///   - surroundings: the session that it is for, if any.
  ///   - limits: those of the restoring.
  package init(
    _ rules: CompiledRules, zone: Zone, restoring memory: EngineMemory,
    for surroundings: EngineSurroundings, limits: StepLimits = StepLimits()
  ) {
    self.init(rules, zone: zone, begins: memory.begins, for: surroundings)
    evaluator.meter = StepMeter(limits, after: work)
    restore(memory, surroundings)
  }

  /// Takes a memory over into an engine that has not begun
  private mutating func restore(_ memory: EngineMemory, _ surroundings: EngineSurroundings) {
    evaluator.facts.fetchable = Fetchable(surroundings.providers)
    evaluator.prepareDormancy()
    monitor.eventTimeouts = surroundings.timeouts
    monitor.lead = surroundings.lead
    evaluator.begin(max(memory.present.seconds, memory.begins.seconds))
    let keys = keys ?? MemoryKeys(graph)
    self.keys = keys
    var restorer = Restorer(memory, keys)
    restorer.restore(&self, surroundings.failures)
  }

  /// The subjects whose last fetch failed, with the reasons, as far as the memory does not have them
  ///
  /// A reading is in the memory for a while; an address and the places of a category only once they are known.
  package var failures: [FetchKey: String] {
    var result = evaluator.facts.places.failures
    let sweep = evaluator.ledger.sweep
    for subject in evaluator.facts.sources.subjects {
      guard case .unavailable(let reason) = subject.state,
        MemoryLedger.isTooOld(subject.lastKnown, asOf: sweep)
      else { continue }
      result[.source(subject.source, subject.arguments)] = reason
    }
    return result
  }

  /// Begins to examine the Opps that came with a restart, at the second that is stepped to now
  mutating func activateNewRules() {
    monitor.unknownRules = []
    guard !monitor.newRules.isEmpty else { return }
    for opp in monitor.newRules {
      monitor.opps[opp].isNew = false
      evaluator.notices.touch(opp)
    }
    monitor.newRules = []
  }
}
