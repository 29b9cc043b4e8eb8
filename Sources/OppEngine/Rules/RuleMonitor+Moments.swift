internal import OppModel

/// Opps that fire at this second, or could: their texts are about to be needed
extension RuleMonitor {
  /// The Opps that will fire at this second if their conditions are true
  mutating func findMoments(_ evaluator: inout Evaluator) -> BitSet<OppID> {
    touchDueOpps(&evaluator)
    var moments = BitSet<OppID>()
    for opp in evaluator.notices.opps where !isIdle(opp, &evaluator) {
      if couldFire(opp, &evaluator) { moments.insert(opp) }
    }
    for event in pendingEvents { moments.insert(event.opp) }
    return moments
  }

  /// Whether an Opp that was touched fires at this second if its condition is true, or would if it were known
  private mutating func couldFire(_ opp: OppID, _ evaluator: inout Evaluator) -> Bool {
    let now = evaluator.now
    if opps[opp].series.repeats(at: now) || firesAtEndOfSnooze(opp, now) { return true }
    guard !opps[opp].events.isEmpty else { return opps[opp].lastKnown != .true }
    for event in opps[opp].events.indices where wouldHappen(opp, event, &evaluator) {
      return true
    }
    return false
  }

  /// Whether an event happens, without taking note of it
  private mutating func wouldHappen(
    _ opp: OppID, _ event: Int, _ evaluator: inout Evaluator
  ) -> Bool {
    let before = opps[opp].events[event]
    let happens = happens(opp, event, &evaluator)
    opps[opp].events[event] = before
    return happens
  }
}
