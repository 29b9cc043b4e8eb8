package import OppEngine
package import OppModel

/// A session that continues in another process, which neither has the requests of the earlier one nor knows how long it was away
///
/// ```
/// 12:00:00  weather is requested
/// 12:00:01  the process is killed
/// 12:05:00  restart: the request counts for its quota as of 12:01:00, and weather is requested again
/// ```
extension LiveSession {
  /// The seconds for which a request of a process that has ended may be on its way to its service
  private static let longestRequest = SessionSettings.longestRequest

  /// Leaves behind the state that only the earlier process could act upon: requests under way, reports, waits
  ///
  /// Providers are reported again as failing. A reading without a response of its own is fetched again when it ends; a table, a
  /// calendar or places whose end is not known soon.
  ///
  /// - Parameters:
  ///   - now: the present second, not before the last one of the session.
  ///   - retriesFailed: whether failed fetches are due again as soon as their services allow, because the cause may have
  ///     been repaired before the restart. Else they keep their retry time.
  /// - Requires: no second was opened since the session was restored.
  package mutating func restart(at now: Instant, retriesFailed: Bool) {
    endEarlierRequests(at: now)
    for index in states.indices { states[index].forgetHealth() }
    missing = [:]
    unconnected = []
    if retriesFailed {
      cache.forgetFailures()
      lacking = [:]
    }
    adoptReadings()
  }

  /// Ends the requests of an earlier process, or of earlier rules, as they may have left until its end
  ///
  /// - Parameter now: the present second, not before the last one of the session.
  /// - Requires: no second is open.
  package mutating func endEarlierRequests(at now: Instant) {
    // The process lived at the last second at least.
    let (last, now) = (engine.present.seconds, now.seconds)
    endRequests { min(now, max(last, Seconds.add($0, Self.longestRequest))) }
  }

  /// Ends all requests under way: they count for quotas and the budget as of a second, and nothing waits for their responses
  ///
  /// - Requires: no second is open.
  package mutating func endRequests(at now: Instant) { endRequests { _ in now.seconds } }

  /// - Parameter end: the second as of which a request counts, by its own.
  private mutating func endRequests(_ end: (Int64) -> Int64) {
    var requests: [(second: Int64, meaning: String, fetch: Fetch)] = []
    for fetch in cache.underWay {
      guard let since = cache[fetch]?.requested else { continue }
      requests.append((end(since), engine.graph.meaning(of: fetch), fetch))
    }
    guard !requests.isEmpty else { return }
    requests.sort { left, right in
      left.second == right.second
        ? KeyOrder.isLess(left.meaning, right.meaning) : left.second < right.second
    }
    for (second, _, fetch) in requests {
      self.end(fetch, at: second)
      cache.forgetRequest(fetch)
    }
    standingPlan = nil
  }

  /// Has a limit that is new or was edited count firings of the past
  ///
  /// - Requires: no second is open.
  package mutating func count(_ seconds: [Instant], for limit: OpenCount) {
    engine.count(seconds, for: limit)
  }

  /// The memory with which a session begins again at a second, because the clock was ahead
  ///
  /// It has the entries of the engine that are of no second, the odds, and the figures of providers with the requests up to that
  /// second.
  ///
  /// - Requires: no second is open.
  package func memory(beginningAnewAt instant: Instant) -> SessionMemory {
    var copy = self
    for index in copy.states.indices {
      copy.states[index].forgetHealth()
      copy.states[index].quota.forget(after: instant)
    }
    copy.budget?.forget(after: instant)
    var writer = SessionWriter(SessionLedger(), engine.graph)
    writer.writeBeginning(of: copy, at: instant)
    var entries = engine.memory().beginningAnew(at: instant).entries
    for (key, content) in writer.ledger.entries { entries[key] = content }
    return SessionMemory(entries: entries)
  }

  // MARK: Readings

  /// Finds out until when the readings of the engine count that no response is known to have brought
  mutating func adoptReadings() {
    if person == nil { person = engine.personPosition }
    for state in engine.freshReadings where !state.isSchedule {
      let subject = state.key
      guard !isFetched(subject), let fetch = supply.fetch(for: subject, at: person) else {
        continue
      }
      interested[fetch, default: []].insert(subject)
      var own = FetchFreshness(
        fetch: fetch, responded: state.instant, counts: Seconds.move(state.end, by: -1))
      if let entry = cache[fetch], let responded = entry.responded {
        own.responded = responded
        own.counts = min(own.counts, entry.counts)
      }
      freshness[subject] = own
    }
    for subject in knownListings() where freshness[subject] == nil { adopt(listing: subject) }
  }

  /// Whether it is known until when a subject counts; each reading that is pushed counts for itself
  private func isFetched(_ subject: FetchKey) -> Bool {
    guard freshness[subject] != nil, let index = supply.provider(of: subject) else { return false }
    return !supply.providers[index].isPushed
  }

  /// Finds out until when a table, places or the calendar count, because their contents do not say so
  private mutating func adopt(listing subject: FetchKey) {
    guard let index = supply.provider(of: subject), !supply.providers[index].isPushed else {
      return
    }
    let now = engine.present.seconds
    // If that is not known, it is fetched again soon.
    var state = FetchFreshness(
      fetch: Fetch(subject: subject), responded: now,
      counts: Seconds.add(now, SessionSettings.unknownAge))
    if let fetch = supply.fetch(for: subject, at: person) {
      interested[fetch, default: []].insert(subject)
      state.fetch = fetch
      if let entry = cache[fetch], let responded = entry.responded {
        state.responded = responded
        state.counts = entry.counts
      }
    }
    freshness[subject] = state
    engine.limit(subject, to: state.counts)
  }

  /// The known tables, places and calendar, which grow old only when their provider says so
  private func knownListings() -> [FetchKey] {
    var result: [FetchKey] = []
    for table in engine.knownTables { result.append(.table(table)) }
    for state in engine.freshReadings where state.isSchedule { result.append(state.key) }
    for category in engine.knownCategories { result.append(.places(category: category)) }
    return result
  }
}
