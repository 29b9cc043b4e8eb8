package import OppModel

/// What of a session is kept over a restart
extension LiveSession {
  /// What has changed since this was last asked; at first, everything
  ///
  /// - Requires: no second is open.
  package mutating func takeChanges() -> SessionChange {
    var experiences: [(supplier: String, experience: Experience)] = []
    for (supplier, state) in zip(supply.suppliers, states) {
      experiences.append((supplier.name, state.experience))
    }
    return SessionChange(
      memory: engine.memoryChange(), odds: odds.takeChanges(), experiences: experiences,
      fetches: takeFetches())
  }

  /// How asking for what was asked stands, by its meaning
  private mutating func takeFetches() -> [String: KeptFetch?] {
    var result: [String: KeptFetch?] = [:]
    for fetch in cache.takeChanged() {
      let meaning = engine.graph.meaning(of: fetch)
      if let kept = cache.kept(fetch) {
        keptMeanings.insert(meaning)
        result[meaning] = .some(kept)
      } else if keptMeanings.remove(meaning) != nil {
        result[meaning] = .some(nil)
      }
    }
    return result
  }

  /// Does what a person says of an Opp, from the next second on
  ///
  /// - Requires: no second is open.
  package mutating func control(_ change: ControlChange) { engine.control(change) }

  /// Takes up how suppliers have answered in an earlier life, by their names
  package mutating func restore(_ experiences: [String: Experience]) {
    for (index, supplier) in supply.suppliers.enumerated() {
      if let known = experiences[supplier.name] { states[index].experience = known }
    }
  }

  /// Takes up how asking stood in an earlier life, by the meaning of the fetch
  ///
  /// - Parameter backsOff: whether what failed waits until its time; else it is asked as soon as its
  ///   service allows, for whoever starts anew may have put it right.
  package mutating func restore(_ kept: [String: KeptFetch], backsOff: Bool) {
    self.kept = kept
    self.backsOff = backsOff
    keptMeanings = Set(kept.keys)
    restoreStandings(kept)
  }

  /// Takes up how asking for one thing stood
  mutating func restore(_ fetch: Fetch, of supplier: Int) {
    guard cache[fetch] == nil,
      let known = kept.removeValue(forKey: engine.graph.meaning(of: fetch))
    else { return }
    cache.restore(fetch, known, backsOff: backsOff)
    if backsOff {
      states[supplier].failures = max(states[supplier].failures, known.failures)
    } else if let rest = known.rest, rest.seconds(since: engine.present) > 60,
      states[supplier].health.isWell
    {
      set(.quotaSpent(until: rest), supplier, at: engine.present.seconds)
    }
  }

  /// Has what failed asked again at once, but for what its service wants to be left alone about
  ///
  /// - Requires: no second is open.
  package mutating func askFailedAgain() {
    cache.askFailedAgain()
    standingPlan = nil
  }

  /// The next instant at which anything of a supplier that failed is asked again
  package func retry(of supplier: String) -> Instant? {
    guard let index = supply.suppliers.firstIndex(where: { $0.name == supplier }) else {
      return nil
    }
    return cache.retry(after: engine.present.seconds) { supply.supplier(of: $0.subject) == index }
  }
}

/// What a session wants kept
package struct SessionChange: Sendable {
  package let memory: MemoryChange

  /// By the meaning of the condition
  package let odds: [Fingerprint: Odds.Count]
  package let experiences: [(supplier: String, experience: Experience)]

  /// By the meaning of the fetch; nil for what need not be kept any more
  package let fetches: [String: KeptFetch?]
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
