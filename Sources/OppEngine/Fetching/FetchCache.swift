internal import OppModel

/// One entry a fetch: its arrivals, until when they count, and whether it is under way
///
/// For each fetch, ``request(_:at:)`` is followed by ``settle(_:_:at:counts:)`` or ``fail(_:_:at:chance:)``. A look-up costs
/// a hash of the fetch. Readings that are pushed go to the engine without it.
package struct FetchCache: Sendable {
  /// The entries; those under way and those that failed are never dropped
  private var entries: [Fetch: CacheEntry] = [:]

  /// The fetches whose responses are awaited
  private(set) var underWay: Set<Fetch> = []

  /// The fetches that succeeded or failed since the last ``takeChanged()``
  private var changed: Set<Fetch> = []

  /// The greatest number of entries; beyond it, those that no longer count are dropped
  static let limit = 4096

  package subscript(fetch: Fetch) -> CacheEntry? { entries[fetch] }

  /// The entries whose last fetch failed
  var failed: [(fetch: Fetch, entry: CacheEntry)] {
    entries.compactMap { $0.value.failures > 0 ? ($0.key, $0.value) : nil }
  }

  /// Notes that a request is made
  mutating func request(_ fetch: Fetch, at second: Int64) {
    entries[fetch, default: CacheEntry()].requested = second
    underWay.insert(fetch)
    if entries.count > Self.limit { forget(at: second) }
  }

  /// Drops the responses that no longer count
  private mutating func forget(at second: Int64) {
    entries = entries.filter {
      $0.value.requested != nil || $0.value.failures > 0 || second <= $0.value.counts
    }
  }

  /// Stores a response
  ///
  /// - Parameter counts: the last second at which it counts.
  /// - Returns: the number of seconds that the response took; `nil` if none was awaited.
  mutating func settle(
    _ fetch: Fetch, _ arrivals: [Arrival], at second: Int64, counts: Int64
  ) -> Int64? {
    underWay.remove(fetch)
    var entry = entries[fetch] ?? CacheEntry()
    let took = entry.requested.map { second - $0 }
    let meaning = entry.meaning
    entry = CacheEntry()
    entry.meaning = meaning
    entry.arrivals = arrivals
    entry.responded = second
    entry.counts = counts
    entries[fetch] = entry
    changed.insert(fetch)
    return took
  }

  /// Stores a failure; the last good response stays, and counts as long as it did
  ///
  /// - Parameter chance: for the jitter of ``Backoff``, at least 0, below 1.
  mutating func fail(
    _ fetch: Fetch, _ failure: FetchFailure, at second: Int64, chance: Double
  ) {
    underWay.remove(fetch)
    var entry = entries[fetch] ?? CacheEntry()
    entry.requested = nil
    entry.failures += 1
    entry.failingSince = entry.failingSince ?? second
    entry.failure = failure
    let delay = Backoff(after: failure).delay(
      failures: entry.failures, chance: chance, retryAfter: failure.retryAfter)
    entry.retry = Seconds.add(second, delay)
    if let pause = failure.retryAfter {
      entry.rest = Seconds.add(second, min(pause, Backoff.longestRetryAfter))
    }
    entries[fetch] = entry
    changed.insert(fetch)
  }

  /// Makes failed fetches due again as soon as their services allow
  mutating func retryFailed(_ isMeant: (Fetch) -> Bool = { _ in true }) {
    for (fetch, entry) in failed where entry.retry > entry.rest && isMeant(fetch) {
      entries[fetch]?.retry = entry.rest
      changed.insert(fetch)
    }
  }
}

/// The part of the cache that is kept over a restart
extension FetchCache {
  /// All entries, in no order
  var all: [Fetch: CacheEntry] { entries }

  /// The second of the first request whose response is awaited
  var firstRequest: Int64? { underWay.compactMap { entries[$0]?.requested }.min() }

  /// Puts an entry back as it was kept
  mutating func restore(_ fetch: Fetch, _ entry: CacheEntry) {
    entries[fetch] = entry
    if entry.requested != nil { underWay.insert(fetch) }
  }

  /// Makes a failed fetch due again at a second
  mutating func retry(_ fetch: Fetch, at second: Int64) { entries[fetch]?.retry = second }

  /// The fetches that succeeded or failed since the last call
  mutating func takeChanged() -> Set<Fetch> {
    if changed.isEmpty { return [] }
    var taken: Set<Fetch> = []
    swap(&taken, &changed)
    return taken
  }

  /// The name of a fetch in a store, which is made once while the fetch is here
  mutating func meaning(of fetch: Fetch, in graph: borrowing ConditionGraph) -> String {
    if let known = entries[fetch]?.meaning { return known }
    let meaning = graph.meaning(of: fetch)
    entries[fetch]?.meaning = meaning
    return meaning
  }

  /// The state of a fetch to keep over a restart, or `nil`
  func kept(_ fetch: Fetch) -> FetchState? {
    guard let entry = entries[fetch] else { return nil }
    var kept = FetchState()
    // A response that counts for ever is never fetched again.
    if let responded = entry.responded, entry.counts < Seconds.never {
      kept.responded = FetchState.Response(
        at: Instant(seconds: responded), counts: Instant(seconds: entry.counts))
    }
    if entry.failure?.kind == .outdated, let since = entry.failingSince {
      // It did respond, with readings that had ended before.
      let responded = Instant(seconds: since)
      kept.responded = FetchState.Response(at: responded, counts: responded.advanced(by: -1))
    }
    if entry.failures > 0 {
      kept.failures = entry.failures
      kept.failingSince = entry.failingSince.map { Instant(seconds: $0) }
      kept.retry = Instant(seconds: entry.retry)
      if entry.rest > Seconds.past { kept.rest = Instant(seconds: entry.rest) }
    }
    return kept == FetchState() ? nil : kept
  }

  /// - Parameter backsOff: whether failed fetches keep their retry time; else one may be made as soon as
  ///   its service allows, as if it had not failed. A service that responds with readings that are too old
  ///   is retried later in any case: no restart makes them newer.
  mutating func restore(_ fetch: Fetch, _ kept: FetchState, backsOff: Bool) {
    var entry = entries[fetch] ?? CacheEntry()
    entry.rest = kept.rest?.seconds ?? Seconds.past
    entry.retry = entry.rest
    let isOutdated = kept.responded.map { $0.counts < $0.at } ?? false
    if backsOff || isOutdated {
      entry.failures = kept.failures
      entry.failingSince = kept.failingSince?.seconds
      entry.retry = kept.retry?.seconds ?? entry.rest
    }
    #if Relapses
      if Relapse.isOn(.servicePauseIsForgotten) {
        entry.rest = Seconds.past
        entry.retry = Seconds.past
      }
    #endif
    entries[fetch] = entry
  }
}
