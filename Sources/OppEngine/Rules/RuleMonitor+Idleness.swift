internal import OppModel

/// Opps that nothing can make fire for a while
///
/// The inputs of an idle Opp need not be known. Idleness ends a second early: to see at the next second
/// that a condition *becomes* true, its value before that must be known. Where responses
/// take their time, it is fetched by the ``lead`` earlier.
///
/// ```
///   fired ─────── idle ───────┬── lead ──┬ last second │ may fire again
///   undecided: not looked at  ╰ fetched, known ──────────
/// ```
///
/// A condition without events that was undecided while its Opp could not fire is *untracked*: its first known truth after that
/// shows no change, and nothing fires for it. If it is unknown at the last second of idleness, it is as unknown as at the
/// beginning, in a replay too: earlier values do not count, because they need not have been fetched.
///
/// An event compares with the last value that was known, whenever that was:
///
/// ```
/// door       open    closed   unknown                  open
/// on door    fires   ──────── idle ───────────┤        fires
/// when door  fires   ──────── idle ───────────┤begins  fires
/// ```
///
/// Functions that only read are `mutating`, too: a call of another one would be handed a copy of the Opps.
extension RuleMonitor {
  /// Whether an Opp, or a row of it, can fire neither at this second nor at the next
  ///
  /// `at most once per day`, fired at 12:00, is idle through 23:59:58. At 23:59:59 its condition is followed again, so
  /// that one that becomes true at midnight is seen to.
  mutating func isIdle(_ opp: OppID, _ evaluator: inout Evaluator) -> Bool {
    opps[opp].isDisabled || isSilenced(opp, lead: lead, &evaluator)
  }

  /// Whether a snooze or `at most` keeps an Opp silent at this second and at the next
  ///
  /// - Parameter lead: the seconds before the end of the silence at which it counts as over.
  mutating func isSilenced(_ opp: OppID, lead: Int64 = 0, _ evaluator: inout Evaluator) -> Bool {
    // The end of a snooze ignores `at most`, and an event that a snooze keeps silent must be noticed.
    if let until = opps[opp].snoozedUntil {
      return opps[opp].events.isEmpty && Seconds.add(evaluator.now, 1 + lead) < until
    }
    // `again every` depends on whether the condition stays true, counted or not.
    guard !opps[opp].series.isRunning else { return false }
    return Seconds.add(evaluator.now, 1 + lead) < allowedFrom(opp, &evaluator)
  }

  /// Whether `at most` forbids a firing at this second
  mutating func isForbidden(_ opp: OppID, _ evaluator: inout Evaluator) -> Bool {
    evaluator.now < allowedFrom(opp, &evaluator)
  }

  /// The first second at which `at most` allows another firing; the distant past if nothing forbids it
  private mutating func allowedFrom(_ opp: OppID, _ evaluator: inout Evaluator) -> Int64 {
    let rule = opps[opp].rule
    guard let limit = evaluator.graph.rules[rule].limit else { return Seconds.past }
    // The counts and the zone are read in place: a copy would count the owners of their lists.
    return limit.isInAll
      ? commonCounts[RuleID(rule), default: FiringCount()]
        .allowedFrom(limit, at: evaluator.now, in: evaluator.zone)
      : opps[opp].counted.allowedFrom(limit, at: evaluator.now, in: evaluator.zone)
  }

  /// The second of the latest firing that the limit of an Opp has counted
  private mutating func lastCounted(of opp: OppID, _ limit: RateLimit) -> Int64 {
    limit.isInAll
      ? commonCounts[RuleID(opps[opp].rule)]?.latest ?? Seconds.past : opps[opp].counted.latest
  }

  /// Whether `at most` forbids a firing at this second, and not at the next
  @inline(__always)
  mutating func isLastIdleSecond(_ opp: OppID, _ evaluator: inout Evaluator) -> Bool {
    guard let limit = evaluator.graph.rules[opps[opp].rule].limit else { return false }
    // Another row that has fired at this second, and used the limit up for it, makes none idle.
    return lastCounted(of: opp, limit) < evaluator.now
      && allowedFrom(opp, &evaluator) == Seconds.add(evaluator.now, 1)
  }

  /// Forgets the last known truth of a condition without events that is unknown now
  ///
  /// `when temp > 2C at most once per 1h`, with 3 °C at 00:00, unknown from 00:50 and 3 °C at 01:10, fires at 00:00 and
  /// at 01:10: the truth of before was forgotten at 00:59:59.
  mutating func forgetUnknown(_ opp: OppID, _ evaluator: inout Evaluator) {
    if let whole = opps[opp].whole {
      let reading = evaluator.instances.readings[whole]
      if reading.truth == .unknown, !reading.isUndecided { opps[opp].lastKnown = .unknown }
    }
  }

  /// Sets timers for the last second at which an Opp is idle, and for the lead before it
  mutating func awaitEndOfIdleness(_ opp: OppID, _ evaluator: inout Evaluator) {
    let end = Seconds.subtract(allowedFrom(opp, &evaluator), 1)
    if Seconds.subtract(end, lead) > evaluator.now {
      oppTimers.insert(opp, at: Seconds.subtract(end, lead))
    }
    if end > evaluator.now { oppTimers.insert(opp, at: end) }
  }
}
