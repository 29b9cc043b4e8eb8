package import OppEngine
package import OppModel

/// The commands of people
extension LiveSession {
  /// Applies a person's override of an Opp, from the next second on
  ///
  /// - Requires: no second is open.
  package mutating func control(_ change: ControlChange) { engine.control(change) }

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
