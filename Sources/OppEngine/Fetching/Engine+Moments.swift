internal import OppModel

/// Opps that fire at this second, or could: the needs that they have beside their usual ones
extension Engine {
  /// The Opps that will fire at this second if their conditions are true, in their order
  mutating func findMoments() -> [Int32] {
    touchDueOpps()
    var moments: [Int32] = []
    for opp in evaluator.notices.opps.sorted() where !isIdle(Int(opp)) && couldFire(opp) {
      moments.append(opp)
    }
    for event in pendingEvents where !moments.contains(event.opp) { moments.append(event.opp) }
    return moments
  }

  /// Whether an Opp that was touched fires at this second if its condition is true, or would if it were known
  private mutating func couldFire(_ opp: Int32) -> Bool {
    let place = Int(opp)
    if let anchor = opps[place].anchor, opps[place].repetition > 0, now > anchor,
      (now - anchor) % opps[place].repetition == 0
    {
      return true
    }
    guard !opps[place].events.isEmpty else { return opps[place].lastKnown != .true }
    for event in opps[place].events.indices where wouldHappen(opp, event) { return true }
    return false
  }

  /// Whether an event happens, without taking note of it
  private mutating func wouldHappen(_ opp: Int32, _ event: Int) -> Bool {
    let before = opps[Int(opp)].events[event]
    let happens = happens(opp, event)
    opps[Int(opp)].events[event] = before
    return happens
  }

  /// Requires the inputs of the text and the records of an Opp that is about to fire, where they can be had
  mutating func needWords(_ opp: Int32, _ work: inout DemandBuilder) {
    let state = opps[Int(opp)]
    guard
      isTrue(state.whole, &work) || (!state.events.isEmpty && isTrue(state.condition, &work))
        || waitsForWords(opp)
    else { return }
    var open = Openness.settled
    for lazy in program.rules[state.rule].lazies {
      let words = wordsOpenness(instance(of: lazy, in: state.environment), &work)
      open = work.joined(open, words)
    }
    guard open.isOpen else { return }
    work.add(
      .known(open.range), .text, rules: [Int32(truncatingIfNeeded: state.rule)],
      row: state.row >= 0 ? rowID(state.row) : nil)
  }

  /// Whether a condition is true and no fetch changes that; one that an Opp does not have is
  private mutating func isTrue(_ instance: Int32?, _ work: inout DemandBuilder) -> Bool {
    guard let instance else { return true }
    guard truth(instance) == .true else { return false }
    return sole(instance, &work) == .none
  }

  /// The open subjects below an instance that is evaluated when a text needs it
  private mutating func wordsOpenness(_ instance: Int32, _ work: inout DemandBuilder) -> Openness {
    guard Int(instance) < work.marks.count else { return .settled }
    if code[Int(instances.template[Int(instance)])].isMaintained {
      return openness(instance, &work)
    }
    var result = Openness.settled
    for index in 0..<instances.operandCount(of: instance) {
      let open = wordsOpenness(instances.operand(index, of: instance), &work)
      if open.isOpen { result = work.joined(result, open) }
    }
    return result
  }
}
