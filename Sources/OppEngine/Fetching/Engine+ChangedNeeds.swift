internal import OppModel

/// Whether the needs that were found last are still those of the present second
///
/// Most seconds bring nothing that a need depends on: a step down the street, an event by the clock. Needs
/// depend on what is missing or due, on the conditions that it affects and their operands, and on the Opps
/// whose moment it is:
///
///     opp "x" when raining and time in 12:00..13:00     // weather is missing
///
///     raining        affected: its change counts
///     time in …      beside what is affected: its change counts
///     time           below that: its change alone does not
extension Engine {
  /// Whether needs may be other than they were when they were last found, with the same arguments
  ///
  /// Needs that have only become fewer are not noticed: nothing more has to be fetched for them.
  package mutating func mayNeedsDiffer() -> Bool {
    if areNeedsOutdated || !pendingEvents.isEmpty { return true }
    touchDueOpps()
    for opp in evaluator.notices.opps where needsWork.concerns(opp: opp) || isAboutToSay(opp) {
      if !isIdle(Int(opp)) { return true }
    }
    return needsWork.noted.contains { !$0.holds(instances.readings[Int($0.instance)]) }
  }

  /// Whether a touched Opp may need what its text contains, or the row that it is about
  @inline(__always)
  private func isAboutToSay(_ opp: Int32) -> Bool {
    let place = Int(opp)
    if opps[place].row >= 0,
      needsWork.mark(ofTable: Int(rows[Int(opps[place].row)].table)) != nil
    {
      return true
    }
    guard !program.rules[opps[place].rule].lazies.isEmpty else { return false }
    return truth(opps[place].whole) == .true
      || (!opps[place].events.isEmpty && truth(opps[place].condition) == .true)
  }

}

extension Evaluator {
  /// Takes note of a reading that has changed
  @inline(__always)
  mutating func noteForNeeds(
    _ instance: Int32, _ before: Reading, _ reading: Reading, isSame: Bool
  ) {
    if areNeedsOutdated { return }
    if needsWork.concerns(instance) {
      areNeedsOutdated = true
      return
    }
    guard !isSame || reading.until < before.until else { return }
    var next = instances.firstDependent(of: instance)
    while next >= 0 {
      let (dependent, following) = instances.dependent(next)
      next = following
      if needsWork.concerns(dependent.instance) {
        areNeedsOutdated = true
        return
      }
    }
  }
}

/// A reading that needs depend on although nothing that is missing or due affects it
struct NotedReading: Sendable {
  let instance: Int32
  let reading: Reading
  let aspect: Aspect

  /// The aspect of it that counts
  enum Aspect: Sendable {
    case isKnown
    case content
    case contentAndHorizon
  }

  /// Whether that is still so
  func holds(_ now: Reading) -> Bool {
    switch aspect {
    case .isKnown: now.isKnown == reading.isKnown
    case .content: now.hasSameContent(as: reading)
    case .contentAndHorizon: now.hasSameContent(as: reading) && now.until == reading.until
    }
  }
}

extension DemandBuilder {
  /// Whether the needs that were found last depend on an instance; so they do on one that has been made since
  @inline(__always)
  func concerns(_ instance: Int32) -> Bool {
    Int(instance) >= marks.count || marks[Int(instance)].generation == generation
  }

  /// Whether an Opp had a part in the needs that were found last, or has been made since
  @inline(__always)
  func concerns(opp: Int32) -> Bool {
    Int(opp) >= oppMarks.count || oppMarks[Int(opp)] == generation
  }

  /// Notes a reading that needs depend on beside those that they wait for
  mutating func note(_ instance: Int32, _ reading: Reading, _ aspect: NotedReading.Aspect) {
    noted.append(NotedReading(instance: instance, reading: reading, aspect: aspect))
  }
}
