internal import OppModel

/// The readings and Opps of which a change is noticed, because a plan was made on them
///
/// Most seconds bring nothing that a plan depends on: a step down the street, an event by the clock. A plan
/// depends on missing and due readings, on the conditions that it affects and their operands, and on the Opps
/// whose moment it is:
///
///     opp "x" when raining and time in 12:00..13:00     // weather is missing
///
///     raining        affected: its change counts
///     time in …      beside an affected one: its change counts
///     time           below that: its change alone does not
struct ChangeWatch: Sendable {
  /// The affected instances, of those that there were
  let instances: BitSet<InstanceID>
  let instanceCount: Int

  /// The Opps that depend on them, of those that there were
  let opps: BitSet<OppID>
  let oppCount: Int

  /// The other readings that the plan depends on
  let noted: [NotedReading]

  /// The watch before the first plan: everything counts
  static let everything = ChangeWatch(
    instances: BitSet(), instanceCount: 0, opps: BitSet(), oppCount: 0, noted: [])

  /// Whether the plan depends on an instance; so it does on one that has been made since
  @inline(__always)
  func concerns(_ instance: InstanceID) -> Bool {
    instance.place >= instanceCount || instances.contains(instance)
  }

  /// Whether an Opp had a part in the plan, or has been made since
  @inline(__always)
  func concerns(opp: OppID) -> Bool { opp.place >= oppCount || opps.contains(opp) }
}

/// A reading that a plan depends on although nothing that is missing or due affects it
package struct NotedReading: Sendable {
  let instance: InstanceID
  let reading: Reading
  let aspect: Aspect

  /// The aspect of it that counts
  package enum Aspect: Sendable {
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

extension Evaluator {
  /// Notices a reading that has changed, where a plan depends on it
  @inline(__always)
  mutating func noteForNeeds(
    _ instance: InstanceID, _ before: Reading, _ reading: Reading, isSame: Bool
  ) {
    if areNeedsOutdated { return }
    if needsWork.concerns(instance) {
      areNeedsOutdated = true
      return
    }
    guard !isSame || reading.until < before.until else { return }
    var next = instances.firstDependent(of: instance)
    while let link = next {
      let dependent = instances.dependent(link)
      next = dependent.next
      if needsWork.concerns(dependent.instance) {
        areNeedsOutdated = true
        return
      }
    }
  }
}
