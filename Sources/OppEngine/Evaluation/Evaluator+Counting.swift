internal import OppModel

/// The turns of what is counted
extension Evaluator {
  /// Settles the junctions that are marked, and notes what Opps and traces follow
  mutating func settleJunctions() {
    junctions.settle()
    while evaluateWokenLeaves() { junctions.settle() }
    for turn in junctions.turns {
      let reading = Reading(turn.truth, until: Seconds.never)
      instances.readings[turn.instance].kind = reading.kind
      if turn.isFollowed {
        let before = Reading(turn.before, until: Seconds.never)
        notifyObservers(of: turn.instance, before, reading)
      }
    }
    for opp in junctions.risen { notices.touch(opp) }
    work.evaluations += junctions.turnCount
    junctions.clear()
  }

  /// Evaluates the leaves that junctions wait for which other operands have left open
  ///
  /// - Returns: whether there are any.
  private mutating func evaluateWokenLeaves() -> Bool {
    let leaves = junctions.takeWokenLeaves()
    for leaf in leaves {
      var nothing: Ahead?
      for index in 0..<instances.operandCount(of: leaf) {
        let operand = instances.operand(index, of: leaf)
        guard junctions.isOfIdleLeaf(operand) else { continue }
        take(evaluate(operand, at: now, &nothing), of: operand)
      }
      _ = dirty.removePlain(TemplateID(leaf))
      take(evaluate(leaf, at: now, &nothing), of: leaf)
    }
    return !leaves.isEmpty
  }

  /// Turns the leaves of a signal; of one that drifts, or moves, has them evaluated
  @inline(__always)
  mutating func moveSignal(_ signal: Int, to reading: Reading) {
    if junctions.isSettled(signal, at: reading) { return }
    if junctions.move(signal, to: reading) { return }
    for leaf in junctions.leaves(of: signal) { markDirty(leaf) }
  }

  /// Turns the leaves of a field of a source, where nothing else follows it, without evaluating the field
  ///
  /// - Returns: whether it did.
  @inline(__always)
  mutating func moveSignal(_ instance: InstanceID, ofField field: Int, of subject: SubjectID)
    -> Bool
  {
    guard let signal = JunctionNetwork.place(instance, in: junctions.signalOfInstance),
      !instances.hasFollowers(instance), instances.operandCount(of: instance) == 0,
      let reading = facts.sources.subjects[subject].steadyReading(of: field, at: now),
      junctions.move(signal, to: reading)
    else { return false }
    work.evaluations += 1
    instances.readings[instance] = reading
    return true
  }
}
