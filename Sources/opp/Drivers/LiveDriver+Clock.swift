internal import OppEngine
internal import OppModel
internal import OppOutputs
internal import OppStore

/// A clock that people set
extension LiveDriver {
  /// The second of the clock, or the last processed one where the clock was set back
  var present: Instant { max(clock.now, session.present) }

  /// The number of seconds by which a clock is set back before a message says so
  private static let smallestSaid: Int64 = 60

  /// The second to process now; nil while the clock shows none that is still to be processed
  ///
  /// A second is processed once: a response that comes in the second in which it was requested counts
  /// from the next.
  func turn() throws(StoreFailure) -> Instant? {
    let now = clock.now
    guard try isBelievable(now) else { return nil }
    var guardian = ClockGuard(present: lived)
    switch guardian.turn(at: now) {
    case .goOn(let now):
      standsStillUntil = nil
      hasSaidSetBack = false
      return now
    case .wait(let until):
      if !hasSaidSetBack, until.seconds(since: now) > Self.smallestSaid {
        hasSaidSetBack = true
        output.say(
          "the clock was set back: Opp continues when it shows \(rules.zone.readable(until))",
          at: now
        )
      }
      standsStillUntil = until
      return nil
    case .beginAnew(let now):
      try beginAnew(at: now, after: session.present)
      return now
    }
  }

  /// 1 January 2026, before which there was no Opp
  private static let earliest = Instant(seconds: 1_767_225_600)

  /// Whether the clock can be right: that of a small computer begins in 1970, until it is set from the network
  private func isBelievable(_ now: Instant) throws(StoreFailure) -> Bool {
    if settings.isRehearsal { return true }
    guard now >= Self.earliest else {
      if !hasSaidSetBack {
        hasSaidSetBack = true
        output.say("the clock cannot be right: Opp waits until it is set", at: now)
      }
      standsStillUntil = Self.earliest
      return false
    }
    if lived == nil, session.present < Self.earliest {
      // The time in between never passed, so none of it is processed.
      try renew(rules, over: EngineMemory(begins: now, present: now, entries: [:]))
    }
    return true
  }

  /// Begins as on the first day, but with what people have set, for waiting would take too long
  private func beginAnew(at now: Instant, after last: Instant) throws(StoreFailure) {
    output.say(
      """
      the clock was far ahead, at \(rules.zone.readable(last)): Opp begins anew, and keeps how Opps \
      stand
      """, at: now)
    let memory = session.engine.memory().beginningAnew(at: now)
    try store.beginAnew(with: memory)
    // Connections are made again too: responses of the future are forgotten.
    try renew(settings.reload() ?? rules, over: memory)
    lived = nil
    standsStillUntil = nil
    restOfTelling = nil
    // What was delivered in the future may happen, and is delivered, when its time comes.
    delivered = []
    wake = nil
    standings = [:]
    try readStandings()
  }
}
