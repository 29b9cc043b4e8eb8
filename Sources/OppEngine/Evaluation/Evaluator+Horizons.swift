internal import OppModel

/// Changes by time alone: horizons of readings, of the responses of sources, and of the rows of tables
extension Evaluator {
  /// The number of seconds by which the present second is behind the clock, where the machine slept
  var lateness: Int64 { Seconds.subtract(target, now) }

  /// The next second at which a reading may change by itself; never where none does
  ///
  /// Entries of the heaps that are out of date are removed on the way: their instance or subject has another horizon.
  mutating func nextWake() -> Int64 {
    var next = Seconds.never
    while let first = wakes.first {
      let until = instances.readings[Int(first.instance)].until
      if until == first.second, until > now {
        next = min(next, until)
        break
      }
      wakes.removeFirst()
    }
    while let first = facts.sources.expiries.first {
      if facts.sources.subjects[Int(first.instance)].expiry == first.second {
        next = min(next, first.second)
        break
      }
      facts.sources.expiries.removeFirst()
    }
    next = min(next, facts.tableExpiry)
    return next
  }

  /// Makes tables and readings stale whose time is over
  mutating func expire() {
    expireTables()
    while let first = facts.sources.expiries.first, first.second <= now {
      facts.sources.expiries.removeFirst()
      let index = Int(first.instance)
      guard facts.sources.subjects[index].expiry == first.second, expire(index) else { continue }
      markLeaves(index)
    }
  }

  /// Sets a timer for the second at which a reading is too old, where anything depends on it
  mutating func awaitExpiry(of subject: Int) {
    guard !facts.sources.subjects[subject].leaves.isEmpty else { return }
    let index = Int32(truncatingIfNeeded: subject)
    facts.sources.expiries.insert(index, at: facts.sources.subjects[subject].expiry)
  }

  /// Makes a reading that is too old stale
  ///
  /// - Returns: whether it was fresh before.
  @discardableResult
  mutating func expire(_ subject: Int) -> Bool {
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
    while let first = timers.first, first.second <= now {
      timers.removeFirst()
      if instances.readings[Int(first.instance)].until == first.second {
        markDirty(first.instance)
      }
    }
  }
}
