internal import OppModel

/// Firings at whose second it was not known whether the condition held, or the text was unknown
///
/// ```
///   fires(_:)       an event happens, and its condition is undecided     wait(for:_:)
///   complete(_:at:) a firing is certain, and its text or record undecided     wait(for:_:), as words
///   settlePending() true: fires as of its second; false: dropped; undecided: waits, or is missed at its deadline
/// ```
extension RuleMonitor {
  /// Whether the present second is too long ago for a notification of an Opp
  ///
  /// - Parameter lateness: ``Evaluator/lateness``.
  func isTooLate(_ opp: OppID, _ lateness: Int64) -> Bool {
    guard let eventTimeouts else { return false }
    #if Relapses
      if Relapse.isOn(.latenessIsForgotten) { return false }
    #endif
    return lateness > self.lateness(of: opp, eventTimeouts)
  }

  /// The number of seconds after an event that was slept through in which a notification of an Opp is still of use
  func lateness(of opp: OppID, _ eventTimeouts: EventTimeouts) -> Int64 {
    hold.lifetime(ofRule: opps[opp].rule) ?? eventTimeouts.lateness
  }

  /// Makes a firing wait for readings that are missing
  mutating func wait(for opp: OppID, _ kind: PendingEvent.Kind, _ evaluator: inout Evaluator) {
    guard eventTimeouts != nil else { return }
    let instance = opps[opp].condition(of: kind)
    guard
      kind == .words || evaluator.isUndecided(instance)
        || instance.map({ isMissingReadings($0, &evaluator) }) == true
    else { return }
    wait(for: opp, kind, since: evaluator.now, &evaluator)
  }

  /// Makes an event of an earlier second that becomes known only now wait like one that was noticed then
  mutating func wait(
    for opp: OppID, _ kind: PendingEvent.Kind, asOf second: Int64, _ evaluator: inout Evaluator
  ) {
    guard eventTimeouts != nil, !opps[opp].isDisabled else { return }
    hasPassedEvents = true
    wait(for: opp, kind, since: second, &evaluator)
  }

  /// Fires the events of seconds that are over whose conditions are decided
  mutating func settlePassed(_ evaluator: inout Evaluator) {
    guard hasPassedEvents else { return }
    hasPassedEvents = false
    settlePending(&evaluator)
  }

  /// Adds a waiting firing, with the known parts of its condition and words, and the second at which it is given up
  ///
  /// After a sleep, when seconds are caught up with, there is as much time as a notification may be late.
  private mutating func wait(
    for opp: OppID, _ kind: PendingEvent.Kind, since second: Int64,
    saying known: FiringWords = FiringWords(), _ evaluator: inout Evaluator
  ) {
    guard let eventTimeouts else { return }
    let time =
      evaluator.lateness > eventTimeouts.waiting
      ? lateness(of: opp, eventTimeouts) : eventTimeouts.waiting
    let deadline = Seconds.add(evaluator.now, time)
    var words = known
    words.take(ofRule: opps[opp].rule, in: opps[opp].environment, &evaluator)
    let condition = WaitingCondition(opps[opp].condition(of: kind), &evaluator)
    pendingEvents.append(
      PendingEvent(
        opp: opp, second: second, deadline: deadline, kind: kind, words: words,
        condition: condition))
    oppTimers.insert(opp, at: deadline)
  }

  /// Whether a firing of an Opp waits: one of a kind, or any
  func isPending(_ opp: OppID, as kind: PendingEvent.Kind? = nil) -> Bool {
    pendingEvents.contains { $0.opp == opp && (kind == nil || $0.kind == kind) }
  }

  /// Fires, drops or gives up the events that waited
  mutating func settlePending(_ evaluator: inout Evaluator) {
    guard let eventTimeouts, !pendingEvents.isEmpty else { return }
    let pending = pendingEvents
    pendingEvents = []
    var ready: [PendingEvent] = []
    var missed: [PendingEvent] = []
    for event in pending {
      evaluator.marks.opp(event.opp)
      // A text that is still undecided at its deadline is delivered with `?` in it.
      if event.kind == .words {
        if evaluator.now >= event.deadline || !hasUndecidedWords(event.opp, event.words, &evaluator)
        {
          ready.append(event)
        } else {
          pendingEvents.append(event)
        }
        continue
      }
      switch truth(of: event, &evaluator) {
      case .true: ready.append(event)
      case .false: if event.kind == .repetition { opps[event.opp].series.end() }
      case .unknown:
        if keeps(event, eventTimeouts, &evaluator) { continue }
        // While `at most` forbids a firing, nothing is fetched for the Opp, and nothing is missed.
        let isForbidden = isForbidden(event.opp, &evaluator)
        if !isForbidden { missed.append(event) }
      }
    }
    for event in order(evaluator.facts.rows).sorted(missed) {
      miss(event.opp, at: event.second, .undecided(reasons(for: event, &evaluator)), &evaluator)
    }
    for event in order(evaluator.facts.rows).sorted(ready) { settle(event, &evaluator) }
  }

  /// The truth of the condition of an event that waits, as of its second
  private func truth(of event: PendingEvent, _ evaluator: inout Evaluator) -> Truth {
    event.condition.truth(
      of: opps[event.opp].condition(of: event.kind), asOf: event.second, &evaluator)
  }

  /// The parts of the condition of an event that waits which keep it from being decided
  func openParts(of event: PendingEvent, _ evaluator: inout Evaluator) -> [InstanceID] {
    event.condition.openParts(
      of: opps[event.opp].condition(of: event.kind), asOf: event.second, &evaluator)
  }

  /// The reasons why the condition of an event that waits is undecided
  private func reasons(
    for event: PendingEvent, _ evaluator: inout Evaluator
  ) -> [UnknownReason] {
    guard let condition = opps[event.opp].condition(of: event.kind) else { return [] }
    if evaluator.truth(condition) == .unknown { return evaluator.reasons(of: condition) }
    var reasons: [UnknownReason] = []
    for part in openParts(of: event, &evaluator) {
      for reason in evaluator.reasons(of: part) where !reasons.contains(reason) {
        reasons.append(reason)
      }
    }
    return reasons
  }

  /// Fires an event that waited, and whose condition has turned out true
  private mutating func settle(_ event: PendingEvent, _ evaluator: inout Evaluator) {
    let opp = event.opp
    guard !opps[opp].isDisabled else { return }
    guard event.kind != .words else {
      return fire(event.opp, at: event.second, saying: event.words, &evaluator)
    }
    guard !isSnoozed(opp, happens: true, evaluator) else { return }
    guard isAllowed(opp, at: event.second, &evaluator) else { return noteHeldBack(opp) }
    opps[opp].lastFired = event.second
    evaluator.areNeedsOutdated = true
    if opps[opp].isRepeated, event.kind != .repetition {
      opps[opp].series.begin(at: event.second)
      awaitRepetition(opp, evaluator.now)
    }
    complete(event.opp, at: event.second, saying: event.words, &evaluator)
  }

  /// Fires an Opp as of a second, once all that it says and records is decided
  ///
  /// - Parameter words: the values that were known at that second, if it is not the present one.
  mutating func complete(
    _ opp: OppID, at second: Int64, saying words: FiringWords = FiringWords(),
    _ evaluator: inout Evaluator
  ) {
    guard eventTimeouts != nil, hasUndecidedWords(opp, words, &evaluator) else {
      return fire(opp, at: second, saying: words, &evaluator)
    }
    wait(for: opp, .words, since: second, saying: words, &evaluator)
  }

  /// Whether the text, the recipient, the payload or the record of an Opp is undecided, or whether it is quiet
  private mutating func hasUndecidedWords(
    _ opp: OppID, _ words: FiringWords, _ evaluator: inout Evaluator
  ) -> Bool {
    guard evaluator.facts.fetchable.isAny else { return false }
    if hold.isUndecided(ofRule: opps[opp].rule, evaluator) { return true }
    return words.isUndecided(ofRule: opps[opp].rule, in: opps[opp].environment, &evaluator)
  }

  /// Whether an event waits on, unless its time is over
  ///
  /// A sleep lengthens the wait for readings only. A `for 5min` that was unknown at the event's second is not decided as of that
  /// second by the minutes after it.
  private mutating func keeps(
    _ event: PendingEvent, _ eventTimeouts: EventTimeouts, _ evaluator: inout Evaluator
  ) -> Bool {
    guard evaluator.now >= event.deadline else {
      pendingEvents.append(event)
      return true
    }
    let last = Seconds.add(event.second, lateness(of: event.opp, eventTimeouts))
    guard evaluator.lateness > eventTimeouts.waiting, event.deadline < last,
      Self.haveMissingReading(reasons(for: event, &evaluator))
    else { return false }
    // The machine slept while the event waited.
    var later = event
    later.deadline = last
    pendingEvents.append(later)
    oppTimers.insert(event.opp, at: last)
    return true
  }

  /// Misses an event; a condition fires later, if it is still true then
  ///
  /// `when time in 12:00..13:00`, asleep from 11:50 to 12:40, fires at 12:40; asleep until 13:20, it does not.
  mutating func sleepThrough(_ opp: OppID, _ before: Truth, _ evaluator: inout Evaluator) {
    guard opps[opp].events.isEmpty else {
      miss(opp, at: evaluator.now, .slept, &evaluator)
      return
    }
    opps[opp].lastKnown = before
    evaluator.notices.touch(opp)
  }

  /// Adds a missed event to the outcome
  mutating func miss(
    _ opp: OppID, at second: Int64, _ reason: MissedEvent.Reason, _ evaluator: inout Evaluator
  ) {
    let state = opps[opp]
    outcome.missed.append(
      MissedEvent(
        rule: state.rule, opp: evaluator.graph.rules[state.rule].name,
        row: evaluator.facts.rowID(state.row), at: Instant(seconds: second), reason: reason))
  }

  /// Whether something is unknown for a reason that a response may end, and not for good
  private mutating func isMissingReadings(_ instance: InstanceID, _ evaluator: inout Evaluator)
    -> Bool
  {
    Self.haveMissingReading(evaluator.reasons(of: instance))
  }

  /// Whether one of the reasons why something is unknown is a missing reading, which a response may end
  private static func haveMissingReading(_ reasons: [UnknownReason]) -> Bool {
    reasons.contains { reason in
      switch reason {
      case .noReading, .stale, .unavailable, .unknownTable, .addressNotFoundYet,
        .placesNotFoundYet, .notLookedUp, .noPlace:
        true
      case .missing, .neverRead, .rowWithoutField, .missingRow, .noRows, .emptyList,
        .noSuchAddress, .sunDoesNotCross, .dividedByZero, .fractionOfADay, .notANumber,
        .beyondCalendar,
        .beforeMemory, .unknownAt, .rowWasAway, .notCountedAt, .tooLargeToAddUp, .neverTrue,
        .notBegun:
        false
      }
    }
  }
}
