internal import OppModel

/// Opps that fire at this second, or could: their texts are about to be needed
extension RuleMonitor {
  /// The Opps that will fire at this second if their conditions are true
  mutating func findMoments(_ evaluator: inout Evaluator) -> BitSet {
    touchDueOpps(&evaluator)
    var moments = BitSet()
    for opp in evaluator.notices.opps where !isIdle(Int(opp), &evaluator) {
      if couldFire(opp, &evaluator) { moments.insert(opp) }
    }
    for event in pendingEvents { moments.insert(event.opp) }
    return moments
  }

  /// Whether an Opp that was touched fires at this second if its condition is true, or would if it were known
  private mutating func couldFire(_ opp: Int32, _ evaluator: inout Evaluator) -> Bool {
    let place = Int(opp)
    if let anchor = opps[place].anchor, opps[place].repetition > 0, evaluator.now > anchor,
      (evaluator.now - anchor) % opps[place].repetition == 0
    {
      return true
    }
    guard !opps[place].events.isEmpty else { return opps[place].lastKnown != .true }
    for event in opps[place].events.indices where wouldHappen(opp, event, &evaluator) {
      return true
    }
    return false
  }

  /// Whether an event happens, without taking note of it
  private mutating func wouldHappen(
    _ opp: Int32, _ event: Int, _ evaluator: inout Evaluator
  ) -> Bool {
    let before = opps[Int(opp)].events[event]
    let happens = happens(opp, event, &evaluator)
    opps[Int(opp)].events[event] = before
    return happens
  }
}
