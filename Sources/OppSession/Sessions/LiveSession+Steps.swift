package import OppEngine
package import OppModel

/// Second by second
extension LiveSession {
  /// Runs up to a second and begins it, with the arrivals so far
  ///
  /// - Parameters:
  ///   - lost: the providers that used to push, and have stopped.
  ///   - found: the providers that are connected again, by their indices, also without anything new.
  ///   - clock: the second that the clock shows if it is later, because earlier seconds are made up for; events are late by it.
  /// - Requires: instants ascend.
  /// - Returns: the fetches to make now. Their responses belong into ``response(_:)`` within the same second,
  ///   or into a later `open`.
  package mutating func open(
    at instant: Instant, arrived: [Arrival] = [], responses: [FetchResponse] = [],
    lost: [ProviderLoss] = [], found: Set<Int> = [], clock: Instant? = nil
  ) -> [Fetch] {
    if excess != nil { return [] }
    let now = max(instant, engine.present)
    work.steps += 1
    workBefore = totalWork
    engine.begin(limits)
    var arrivals = isBegun ? [] : checkConnections(at: now.seconds) + awaitReports()
    let counted = isBegun ? [] : countingSubjects()
    isBegun = true
    note(pushed: arrived, at: now.seconds)
    for index in found.sorted() where supply.providers.indices.contains(index) {
      recover(index, at: now.seconds)
    }
    arrivals += expire(at: now.seconds)
    arrivals += arrived
    for loss in lost { arrivals += lose(loss, at: now.seconds) }
    for response in responses { arrivals += settle(response, at: now.seconds) }
    arrivals += abandonRequests(at: now.seconds)
    engine.open(now, arrived: arrivals, clock: clock)
    if !counted.isEmpty { findLapsed(among: counted) }
    if !responses.isEmpty || !lost.isEmpty { standingPlan = nil }
    if isOver() { return [] }
    present = now
    let requested = planUnlessStanding()
    return requested.isEmpty ? planAhead() : requested
  }

  /// Applies responses at the second that is open
  ///
  /// - Returns: further fetches to make now.
  package mutating func receive(_ responses: [FetchResponse]) -> [Fetch] {
    if isOver() { return [] }
    let now = engine.present.seconds
    var arrivals: [Arrival] = []
    for response in responses { arrivals += settle(response, at: now) }
    engine.take(arrivals)
    return isOver() ? [] : plan()
  }

  /// Closes the second, and returns its firings and the second at which to continue
  package mutating func close() -> LiveStep {
    var result = LiveStep()
    let isOver = isOver()
    let step = isOver ? Step() : engine.close()
    result.work = totalWork - workBefore
    if isOver || self.isOver() { return exceeded(result) }
    result.firings = step.firings
    result.deliveries = step.deliveries
    result.records = step.records
    result.missed = step.missed
    result.problems = step.problems
    result.health = health
    health = []
    result.wake = wake(step.wake)
    if settings.spreads, let wake = result.wake {
      result.slack = WakeSlack.seconds(after: wake.seconds, of: &self)
    }
    return self.isOver() ? exceeded(LiveStep(work: result.work)) : result
  }

  /// A step beyond a limit, of which nothing else is reported
  private func exceeded(_ step: LiveStep) -> LiveStep {
    var step = step
    step.excess = excess
    step.reached = engine.reached
    return step
  }

  /// All work since the session was made
  private var totalWork: Int { engine.work.total + work.conditions }

  /// `true` if the step has taken more than it may
  mutating func isOver() -> Bool {
    if engine.isOver() { excess = excess ?? engine.excess }
    if let limit = limits.work, totalWork - workBefore > limit {
      excess = excess ?? .work(limit: limit)
    }
    return excess != nil
  }

  /// Finds the responses that no longer count and could not be renewed; their readings expire in the engine by themselves
  ///
  /// A reading that holds for longer than its response stays due until it is renewed: the machine may have slept, or no
  /// process have run, at the second at which it should have been requested, or the request may have failed.
  private mutating func expire(at second: Int64) -> [Arrival] {
    var arrivals: [Arrival] = []
    for (subject, state) in freshness where state.counts < second {
      standingPlan = nil
      if holds(subject, at: second) { continue }
      freshness[subject] = nil
      if let failure = cache[state.fetch]?.failure {
        arrivals.append(.lost(subject, reason: failure.reason))
      }
    }
    return arrivals
  }

  /// `true` if the engine knows a reading of a source that is fetched, which counts by itself
  private func holds(_ subject: FetchKey, at second: Int64) -> Bool {
    guard case .source(let source, let arguments) = subject,
      let provider = supply.provider(of: subject), !supply.providers[provider].isPushed,
      let reading = engine.lastReading(of: source, arguments)
    else { return false }
    return reading.isFresh && !reading.isSchedule && reading.end > second
  }

  // MARK: The wake

  /// The first second that can still be opened (``LateArrival``)
  package var nextSecond: Instant {
    engine.hasBegun ? engine.present.advanced(by: 1) : engine.present
  }

  /// The next second at which the session must be opened: the engine's own, a retry, a reading that becomes due or
  /// ends, and the lead before an event
  private mutating func wake(_ engineWake: Instant?) -> Instant? {
    let now = engine.present.seconds
    var next = engineWake?.seconds ?? Seconds.never
    next = min(next, retries, nextAbandonment)
    #if Relapses
      if Relapse.isOn(.retryDoesNotWake) { next = engineWake?.seconds ?? Seconds.never }
      let freshness = Relapse.isOn(.readingDoesNotWake) ? [:] : self.freshness
    #endif
    for (subject, state) in freshness {
      let due = dueSecond(subject, state)
      let isAhead = due > now && due < Seconds.never
      let end = Seconds.move(state.counts, by: 1)
      // One that is overdue has been planned, and waits for nothing but its response.
      if isAhead || end > now { next = min(next, isAhead ? due : end) }
    }
    if settings.lead > 0, next > Seconds.add(now, 1) {
      // Beyond the wake as it is, no event can be nearer than the lead to it.
      let reach = next < Seconds.never ? Seconds.subtract(next, now) : 86_400
      for event in engine.upcomingEvents(within: Seconds.add(reach, settings.lead)) {
        let early = Seconds.subtract(event.at.seconds, settings.lead)
        if early > now { next = min(next, early) }
      }
    }
    return next < Seconds.never ? Instant(seconds: max(next, now + 1)) : nil
  }
}
