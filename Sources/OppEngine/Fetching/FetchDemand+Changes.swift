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
      if !engine.monitor.isIdle(Int(opp), &engine.evaluator) { return true }
    }
    for noted in engine.evaluator.needsWork.noted {
      if !noted.holds(engine.evaluator.instances.readings[Int(noted.instance)]) { return true }
    }
    return false
  }

  /// Whether a touched Opp may need what its text contains, or the row that it is about
  private func isAboutToSay(_ opp: Int32, _ engine: inout Engine) -> Bool {
    let place = Int(opp)
    let row = Int(engine.monitor.opps[place].row)
    if row >= 0, mark(ofTable: Int(engine.evaluator.facts.rows[row].table)) != nil { return true }
    guard !engine.evaluator.program.rules[engine.monitor.opps[place].rule].lazies.isEmpty else {
      return false
    }
    return engine.evaluator.truth(engine.monitor.opps[place].whole) == .true
      || (!engine.monitor.opps[place].events.isEmpty
        && engine.evaluator.truth(engine.monitor.opps[place].condition) == .true)
  }
}
