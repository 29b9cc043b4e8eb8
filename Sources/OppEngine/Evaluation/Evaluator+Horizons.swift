internal import OppModel

/// Changes by time alone: horizons of readings, of the responses of sources, and of the rows of tables
extension Evaluator {
  /// The number of seconds by which the present second is behind the clock, where the machine slept
  var lateness: Int64 { Seconds.subtract(clock, now) }

  /// The next second at which a reading may change by itself; never if none does
  ///
  /// Entries that are out of date are removed on the way: their instance or subject has another horizon.
  mutating func nextWake() -> Int64 {
    var next = wakes.next(after: now, instances.readings)
    while let first = facts.sources.expiries.first {
      if facts.sources.subjects[first.element].expiry == first.second {
        next = min(next, first.second)
        break
      }
      facts.sources.expiries.removeFirst()
    }
    next = min(next, facts.tableExpiry)
    return facts.departure > now ? min(next, facts.departure) : next
  }

  /// Makes tables and readings stale whose time is over
  mutating func expire() {
    expireTables()
    while let first = facts.sources.expiries.first, first.second <= now {
      facts.sources.expiries.removeFirst()
      let subject = first.element
      guard facts.sources.subjects[subject].expiry == first.second, expire(subject) else {
        continue
      }
      markLeaves(subject)
    }
  }

  /// Sets a timer for the second at which a reading is too old, where anything depends on it
  mutating func awaitExpiry(of subject: SubjectID) {
    guard !facts.sources.subjects[subject].leaves.isEmpty else { return }
    facts.sources.expiries.insert(subject, at: facts.sources.subjects[subject].expiry)
  }

  /// Makes a reading that is too old stale
  ///
  /// - Returns: whether it was fresh before.
  @discardableResult
  mutating func expire(_ subject: SubjectID) -> Bool {
    let expiry = facts.sources.subjects[subject].expiry
    guard expiry <= now, facts.sources.subjects[subject].isFresh else { return false }
    facts.sources.subjects[subject].state = .stale
    facts.sources.subjects[subject].staleSince = Instant(seconds: expiry)
    facts.sources.subjects[subject].expiry = Seconds.never
    marks.subject(subject)
    areNeedsOutdated = true
    return true
  }

  /// Marks the instances whose horizon has come
  mutating func wakeTimers() {
    while let due = wakes.takeDue(by: now) {
      // At the horizon of an operand it is marked by that, if that changes it.
      if instances.alarm[due.element] == due.second { wake(due) }
    }
    while let due = timers.takeDue(by: now) { wake(due) }
  }

  /// Marks an instance, unless it has another horizon by now
  private mutating func wake(_ due: TimerHeap<InstanceID>.Entry) {
    guard instances.readings[due.element].until == due.second else { return }
    if !junctions.isEmpty, junctions.recall(due.element) { return }
    markDirty(due.element)
  }
}
