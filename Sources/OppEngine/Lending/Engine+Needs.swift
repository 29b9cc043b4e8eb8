package import OppModel

/// The search for needs, of which the engine notices whether its result may have changed
extension Engine {
  /// Begins a search for needs
  package mutating func beginSearch() { evaluator.areNeedsOutdated = true }

  /// Ends a search: from now on, changes are noticed of all that the needs depend on
  package mutating func endSearch(_ affected: Affected, _ noted: [NotedReading]) {
    evaluator.needsWork = ChangeWatch(
      instances: affected.instances, instanceCount: affected.instanceCount,
      opps: affected.opps, oppCount: monitor.opps.count, noted: noted)
    evaluator.areNeedsOutdated = false
  }

  /// The present reading of an instance, for the needs that depend on it although nothing that is missing or due affects it
  package func note(_ instance: InstanceID, _ aspect: NotedReading.Aspect) -> NotedReading {
    NotedReading(
      instance: instance, reading: evaluator.instances.readings[instance], aspect: aspect)
  }

  /// Whether needs may be other than they were when they were last found, for the same subjects
  ///
  /// Needs that have only become fewer are not noticed: nothing more has to be fetched for them.
  ///
  /// - Parameter isOpen: whether a table is missing or due.
  package mutating func mayNeedsDiffer(_ isOpen: (TableID) -> Bool) -> Bool {
    if evaluator.areNeedsOutdated || !monitor.pendingEvents.isEmpty { return true }
    monitor.touchDueOpps(&evaluator)
    for opp in evaluator.notices.opps {
      guard evaluator.needsWork.concerns(opp: opp) || isAboutToSay(opp, isOpen) else { continue }
      if !monitor.isIdle(opp, &evaluator) { return true }
    }
    for noted in evaluator.needsWork.noted {
      if !noted.holds(evaluator.instances.readings[noted.instance]) { return true }
    }
    return false
  }

  /// Whether a touched Opp may need the values in its text, or the row that it is about
  private func isAboutToSay(_ opp: OppID, _ isOpen: (TableID) -> Bool) -> Bool {
    if let row = monitor.opps[opp].row, isOpen(evaluator.facts.rows[row].table) { return true }
    guard !evaluator.program.rules[monitor.opps[opp].rule].lazies.isEmpty else { return false }
    return evaluator.truth(monitor.opps[opp].whole) == .true
      || (!monitor.opps[opp].events.isEmpty
        && evaluator.truth(monitor.opps[opp].condition) == .true)
  }

  /// Counts a condition that was looked at for a plan
  ///
  /// - Returns: whether the step has exceeded one of its limits, and nothing that is found for it counts.
  package mutating func countPreparation() -> Bool {
    evaluator.work.preparations += 1
    return evaluator.isOver()
  }
}
