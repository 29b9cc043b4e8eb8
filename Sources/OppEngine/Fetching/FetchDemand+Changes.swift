internal import OppModel

/// Whether the needs that were found last are still those of the present second (see ``ChangeWatch``)
extension FetchDemand {
  /// Whether needs may be other than they were when they were last found, with the same arguments
  ///
  /// Needs that have only become fewer are not noticed: nothing more has to be fetched for them.
  func mayDiffer(in engine: inout Engine) -> Bool {
    if engine.evaluator.areNeedsOutdated || !engine.monitor.pendingEvents.isEmpty { return true }
    engine.monitor.touchDueOpps(&engine.evaluator)
    for opp in engine.evaluator.notices.opps {
      guard engine.evaluator.needsWork.concerns(opp: opp) || isAboutToSay(opp, &engine) else {
        continue
      }
      if !engine.monitor.isIdle(opp, &engine.evaluator) { return true }
    }
    for noted in engine.evaluator.needsWork.noted {
      if !noted.holds(engine.evaluator.instances.readings[noted.instance]) { return true }
    }
    return false
  }

  /// Whether a touched Opp may need the values in its text, or the row that it is about
  private func isAboutToSay(_ opp: OppID, _ engine: inout Engine) -> Bool {
    if let row = engine.monitor.opps[opp].row,
      mark(ofTable: engine.evaluator.facts.rows[row].table) != nil
    {
      return true
    }
    guard !engine.evaluator.program.rules[engine.monitor.opps[opp].rule].lazies.isEmpty else {
      return false
    }
    return engine.evaluator.truth(engine.monitor.opps[opp].whole) == .true
      || (!engine.monitor.opps[opp].events.isEmpty
        && engine.evaluator.truth(engine.monitor.opps[opp].condition) == .true)
  }
}
