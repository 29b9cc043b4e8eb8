package import OppModel

/// The part of a session that is kept over a restart
extension LiveSession {
  /// The changes since the last call; at the first, everything
  ///
  /// - Requires: no second is open.
  package mutating func takeChanges() -> SessionChange {
    var experiences: [(provider: String, experience: ServiceStatistics)] = []
    experiences.reserveCapacity(states.count)
    for index in states.indices {
      experiences.append((supply.providers[index].name, states[index].experience))
    }
    return SessionChange(
      memory: engine.memoryChange(), odds: learner.odds.takeChanges(), experiences: experiences,
      fetches: takeFetches())
  }

  /// The states of the fetches that have changed, by their meanings
  private mutating func takeFetches() -> [String: FetchState?] {
    var result: [String: FetchState?] = [:]
    for fetch in cache.takeChanged() {
      let meaning = cache.meaning(of: fetch, in: engine.graph)
      if let kept = cache.kept(fetch) {
        keptMeanings.insert(meaning)
        result[meaning] = .some(kept)
      } else if keptMeanings.remove(meaning) != nil {
        result[meaning] = .some(nil)
      }
    }
    return result
  }

  /// Applies a person's override of an Opp, from the next second on
  ///
  /// - Requires: no second is open.
  package mutating func control(_ change: ControlChange) { engine.control(change) }

  /// Restores the latency and the reliability of providers in an earlier run, by their names
  package mutating func restore(_ experiences: [String: ServiceStatistics]) {
    for (index, provider) in supply.providers.enumerated() {
      if let known = experiences[provider.name] { states[index].experience = known }
    }
  }

  /// Restores the states of fetches in an earlier run, by their meanings
  ///
  /// - Parameter backsOff: whether failed fetches keep their retry time. Else they are made as soon as their
  ///   service allows, because the cause may have been repaired before the restart.
  package mutating func restore(_ kept: [String: FetchState], backsOff: Bool) {
    var kept = kept
    // Earlier versions wrote positions in another way; what was written since is newer.
    for (meaning, state) in kept {
      guard let fetch = engine.graph.fetch(ofMeaning: meaning) else { continue }
      let present = engine.graph.meaning(of: fetch)
      if kept[present] == nil { kept[present] = state }
    }
    self.kept = kept
    self.backsOff = backsOff
    keptMeanings = Set(kept.keys)
    restoreFreshness(kept)
  }

  /// Restores the state of one fetch
  mutating func restore(_ fetch: Fetch, of provider: Int) {
    guard cache[fetch] == nil,
      let known = kept.removeValue(forKey: engine.graph.meaning(of: fetch))
    else { return }
    cache.restore(fetch, known, backsOff: backsOff)
    if backsOff {
      states[provider].failures = max(states[provider].failures, known.failures)
    } else if let rest = known.rest, rest.seconds(since: engine.present) > 60,
      states[provider].health.isHealthy
    {
      set(.quotaSpent(until: rest), provider, at: engine.present.seconds)
    }
  }

  /// Makes failed fetches due again at once, but for those whose services want to be left alone
  ///
  /// - Requires: no second is open.
  package mutating func retryFailed() {
    cache.retryFailed()
    standingPlan = nil
  }

  /// The next instant at which a failed fetch of a provider is retried
  package func retry(of provider: String) -> Instant? {
    guard let index = supply.providers.firstIndex(where: { $0.name == provider }) else {
      return nil
    }
    return cache.retry(after: engine.present.seconds) { supply.provider(of: $0.subject) == index }
  }
}

/// The changes that a session wants kept
package struct SessionChange: Sendable {
  package let memory: MemoryChange

  /// By the meaning of the condition
  package let odds: [Fingerprint: Odds.Count]

  /// The latency and the reliability of all providers, by name, changed or not
  package let experiences: [(provider: String, experience: ServiceStatistics)]

  /// By the meaning of the fetch: its state; `nil` if it need not be kept any more
  package let fetches: [String: FetchState?]
}

extension FetchCache {
  /// The earliest retry of a fetch that failed, among those after a second
  fileprivate func retry(after second: Int64, _ isMeant: (Fetch) -> Bool) -> Instant? {
    var earliest: Int64?
    for (fetch, entry) in failed where entry.retry > second && isMeant(fetch) {
      earliest = min(earliest ?? entry.retry, entry.retry)
    }
    return earliest.map { Instant(seconds: $0) }
  }
}
