package import OppEngine
internal import OppModel

/// The planning of the fetches to make now
extension LiveSession {
  /// The greatest number of rounds in which cached responses may bring up further needs within one second
  private static let roundLimit = 256

  /// Finds the open decisions, serves them from the cache if possible, and returns the fetches to make
  mutating func plan() -> [Fetch] {
    // The steps of a round, repeated while the cache or a loss changes what is needed:
    //
    // 1. The subjects that are missing or due (`openSubjects`), and the option to fetch each (`terms`). What cannot be
    //    fetched is withheld, and what nobody will provide is given up; either begins a new round.
    // 2. What must be decided, over those that are left (`findNeeds`), and what is learned from those decided since.
    // 3. The fetches with the least expected cost (`Planner.next`). What the cache has is handed over, which begins
    //    a new round; the rest is made or waits for its turn (`admit`).
    let now = engine.present
    retries = Seconds.never
    nextTurn = nil
    confirmedTurns = []
    renewed = []
    progress.awaited = []
    var requested = makeRefreshes(at: now)
    var withheld = unfetched
    var needed: [FetchKey] = []
    var coming: Set<OppInstance> = []
    defer { forgetMissing(but: needed) }
    for _ in 0..<Self.roundLimit {
      locatePerson()
      var due = dueSubjects(at: now.seconds)
      if !due.isEmpty, !withheld.isEmpty { due.subtract(withheld) }
      work.searches += 1
      let subjects = demand.openSubjects(in: &engine, due: due, withheld: withheld)
      let count = withheld.count
      var options = FetchOptions()
      var lost: [Arrival] = []
      needed += subjects
      for subject in subjects {
        let own = self.terms(of: subject, isDue: due.contains(subject), at: now)
        if case .impossible = own { withheld.insert(subject) }
        if let loss = giveUp(subject, own, at: now.seconds) { lost.append(loss) }
        options.add(own)
      }
      guard lost.isEmpty else {
        engine.take(lost)
        continue
      }
      // Without the subjects that cannot be fetched now, other needs are left.
      if withheld.count > count { continue }
      options.complete(subjects)
      coming = comingEvents(at: now)
      let needs = findNeeds(options, coming)
      work.conditions += needs.conditions.count
      if isOver() { break }
      noteLapses(needs)
      learner.learn(needs, demand, engine)
      guard !needs.isEmpty else { break }
      let round = request(needs, options, at: now)
      requested += round.made
      guard round.isToBePlannedAgain else { break }
      if !round.known.isEmpty { engine.take(round.known) }
    }
    forgetTurns()
    keepPlan(requested, coming, at: now)
    return requested
  }

  /// Finds the needs of the subjects that are open and can be fetched
  private mutating func findNeeds(_ options: FetchOptions, _ coming: Set<OppInstance>) -> Needs {
    // Not of the whole session, or the engine would be copied to change it.
    let latency = { [supply, states, settings] subject in
      Self.latency(of: subject, supply, states, settings)
    }
    demand.lead = settings.lead
    let needs = demand.decisions(in: &engine, options, deciding: coming, latency: latency)
    if let horizon = needs.horizon { retries = min(retries, horizon.seconds) }
    return needs
  }

  /// One round of fetches: those that are made, and the responses that the cache has
  private struct Round {
    /// The fetches that go out now
    var made: [Fetch] = []

    /// The arrivals that the cache has for the subjects that need them
    var known: [Arrival] = []

    /// Whether something must wait for so long that the rest is planned without it
    var isHeldUp = false
    var isToBePlannedAgain: Bool { isHeldUp || !known.isEmpty }
  }

  /// Makes the fetches that are not in the cache, as far as the limits allow
  private mutating func request(
    _ needs: Needs, _ options: FetchOptions, at now: Instant
  ) -> Round {
    var round = Round()
    var wanted: [Fetch] = []
    let planned = Planner.next(needs.problem) {
      $0.estimate(learner.probabilities(of: needs, demand, engine))
    }
    for index in planned.fetches {
      guard let fetch = options.fetches[index], cache[fetch]?.requested == nil else { continue }
      if awaitReport(insteadOf: fetch) { continue }
      if let entry = cache[fetch], isCached(fetch, entry, at: now.seconds),
        !renewed.contains(fetch)
      {
        round.known += handOver(fetch, at: now.seconds)
      } else {
        wanted.append(fetch)
      }
    }
    let worths = hasOrder(wanted) ? worths(of: needs, options) : [:]
    let admitted = admit(wanted, at: now, worths: worths)
    round.made = admitted.made
    for fetch in admitted.made { round.known += expectResponse(to: fetch, at: now.seconds) }
    round.isHeldUp = admitted.waiting.contains {
      $0.until.seconds(since: now) > Self.longestTurn
    }
    return round
  }

  /// By fetch, the expected number of Opps that it decides something for, per cost
  func worths(of needs: Needs, _ options: FetchOptions) -> [Fetch: Double] {
    var problem = needs.problem
    problem.estimate(learner.probabilities(of: needs, demand, engine))
    var result: [Fetch: Double] = [:]
    for (index, worth) in Planner.worths(problem).enumerated() {
      if let fetch = options.fetches[index] { result[fetch] = max(result[fetch] ?? 0, worth) }
    }
    return result
  }

  /// Updates the position of the person, as far as it is known now
  mutating func locatePerson() {
    if let position = engine.personPosition { person = position }
  }

  /// The Opps whose events come within the lead
  mutating func comingEvents(at now: Instant) -> Set<OppInstance> {
    guard settings.lead > 0 else { return [] }
    var result: Set<OppInstance> = []
    for event in engine.upcomingEvents(within: settings.lead) { result.insert(event.opp) }
    return result
  }

  // MARK: What is due

  /// Subjects whose readings still count, and that should be fetched again if a decision depends on them
  func dueSubjects(at second: Int64) -> Set<FetchKey> {
    var due: Set<FetchKey> = []
    for (subject, state) in freshness {
      if dueSecond(subject, state) <= second || isReportAwaited(of: subject) {
        due.insert(subject)
      } else if let own = state.fetch.position, let index = supply.provider(of: subject),
        let cell = supply.providers[index].cell, let person,
        ProviderIndex.rounded(person, to: cell) != own
      {
        // The person has come to another cell.
        due.insert(subject)
      }
    }
    return due
  }

  /// The first second at which a subject should be fetched again: as early as its response takes
  func dueSecond(_ subject: FetchKey, _ state: FetchFreshness) -> Int64 {
    guard state.counts < Seconds.never else { return Seconds.never }
    let dueInRound = dueSecondInRound(subject, state)
    if state.isRepeated { return dueInRound }
    let second = Seconds.subtract(state.counts, lead(of: subject))
    return min(dueInRound, max(second, Seconds.add(state.responded, 1)))
  }

  /// The number of seconds before its reading no longer counts at which a subject is fetched again
  func lead(of subject: FetchKey) -> Int64 {
    let slack = WakeSlack.refresh(of: subject, in: self)
    guard !settings.respondsAtOnce, let index = supply.provider(of: subject) else { return slack }
    let latency = states[index].experience.latency
    return slack + min(Seconds.whole((2 * latency).rounded(.up)) + 1, 120)
  }

  /// The number of seconds until the response to a request of now is expected: at least one
  private static func latency(
    of subject: FetchKey, _ supply: ProviderIndex, _ states: [ProviderState],
    _ settings: SessionSettings
  ) -> Int64 {
    guard !settings.respondsAtOnce, let index = supply.provider(of: subject) else { return 0 }
    return max(1, Seconds.whole(states[index].experience.latency.rounded()))
  }

  // MARK: Terms

  /// Whether an entry of the cache will count for longer than a new response takes
  private func isCached(_ fetch: Fetch, _ entry: CacheEntry, at second: Int64) -> Bool {
    entry.isFresh(at: Seconds.add(second, lead(of: fetch.subject) + 1))
  }

  /// The option to fetch a subject now
  ///
  /// - Parameter isDue: whether its last reading still counts.
  mutating func terms(
    of subject: FetchKey, isDue: Bool, at now: Instant
  ) -> FetchOptions.Terms {
    guard let index = supply.provider(of: subject), !supply.providers[index].isPushed else {
      if isReportAwaited(of: subject) { return .underWay(Fetch(subject: subject)) }
      unfetched.insert(subject)
      return .impossible
    }
    guard let fetch = supply.fetch(for: subject, at: person) else {
      // It depends on where the person is, which is not known: that comes first.
      guard let location = locationSubject, location != subject else { return .impossible }
      switch terms(of: location, isDue: false, at: now) {
      case .possible, .underWay: return .after(location)
      case .after, .impossible: return .impossible
      }
    }
    // Only a change is noted, because each planned second comes here.
    if interested[fetch]?.contains(subject) != true {
      interested[fetch, default: []].insert(subject)
    }
    if let terms = terms(of: subject, fetch, index, isDue: isDue, at: now.seconds) { return terms }
    let allowed = earliest(fetch, from: now)
    guard allowed.seconds(since: now) <= Self.longestTurn else {
      turns[fetch] = turns[fetch] ?? now.seconds
      confirmedTurns.insert(fetch)
      holdBack(index, until: allowed, at: now)
      return .impossible
    }
    return .possible(
      fetch, cost: cost(of: subject), failure: states[index].experience.failures)
  }

  /// The state of an earlier request for a subject; nil where another may be made
  private mutating func terms(
    of subject: FetchKey, _ fetch: Fetch, _ index: Int, isDue: Bool, at second: Int64
  ) -> FetchOptions.Terms? {
    guard let entry = cache[fetch] else { return nil }
    if entry.failures > 0 { progress.failed.insert(fetch) }
    if let since = entry.requested {
      let end = patienceEnd(of: index, since: since)
      guard second < end else { return .impossible }
      retries = min(retries, end)
      return .underWay(fetch)
    }
    if entry.retry > second {
      noteRest(entry, of: index, at: second)
      return impossible(until: entry.retry)
    }
    if let lack = lacking[subject], lack.responded == entry.responded {
      if lack.retry > second { return impossible(until: lack.retry) }
      renewed.insert(fetch)
      return nil
    }
    guard isCached(fetch, entry, at: second) else { return nil }
    guard let state = freshness[subject], state.fetch == fetch,
      state.responded == entry.responded
    else {
      if HeldResponse(to: fetch, in: self) != nil { return .underWay(fetch) }
      renewed.insert(fetch)
      return nil
    }
    // What the cache has is known already, and is not what is missing.
    guard isDue else { return impossible(until: Seconds.add(entry.counts, 1)) }
    renewed.insert(fetch)
    return nil
  }

  /// Reports a service that has asked an earlier process to be left alone for longer than a moment
  private mutating func noteRest(_ entry: CacheEntry, of index: Int, at second: Int64) {
    guard entry.failures == 0, entry.rest > Seconds.add(second, 60),
      states[index].health.isHealthy
    else { return }
    set(.quotaSpent(until: Instant(seconds: entry.rest)), index, at: second)
  }

  /// The second from which a fetch is planned around that was requested at another
  func patienceEnd(of provider: Int, since second: Int64) -> Int64 {
    Seconds.add(second, max(5, Seconds.whole(3 * states[provider].experience.latency)))
  }

  /// Terms without an option, to be looked at again at a second
  private mutating func impossible(until second: Int64) -> FetchOptions.Terms {
    retries = min(retries, second)
    return .impossible
  }

  /// The cost of one fetch of a subject
  package func cost(of subject: FetchKey) -> Double {
    if let index = supply.provider(of: subject), let cost = supply.providers[index].cost {
      return cost
    }
    guard case .source(let source, _) = subject,
      engine.graph.sources.has(source)
    else { return 1 }
    return engine.graph.sources[source].cost
  }

  /// The reading of the person's position; nil where the rules have no such source
  var locationSubject: FetchKey? {
    engine.graph.wellKnown.location.map { .source($0.source, []) }
  }
}
