internal import OppEngine
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
        || second < $0.value.retry
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
    entry = CacheEntry()
    entry.arrivals = arrivals
    entry.responded = second
    entry.counts = counts
    entries[fetch] = entry
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
  }

  /// Makes failed fetches due again as soon as their services allow
  mutating func retryFailed(_ isMeant: (Fetch) -> Bool = { _ in true }) {
    for (fetch, entry) in failed where entry.retry > entry.rest && isMeant(fetch) {
      entries[fetch]?.retry = entry.rest
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

  /// Forgets that a request is under way
  mutating func forgetRequest(_ fetch: Fetch) {
    entries[fetch]?.requested = nil
    underWay.remove(fetch)
  }

  /// Makes failed fetches due as soon as their services allow, as if they had not failed
  ///
  /// A service that responded with readings that are too old is retried later in any case, because no restart makes
  /// them newer.
  mutating func forgetFailures() {
    for (fetch, failed) in failed where failed.failure?.kind != .outdated {
      var entry = failed
      entry.failures = 0
      entry.failingSince = nil
      entry.failure = nil
      entry.retry = entry.rest
      #if Relapses
        if Relapse.isOn(.servicePauseIsForgotten) {
          entry.rest = Seconds.past
          entry.retry = Seconds.past
        }
      #endif
      entries[fetch] = entry
    }
  }
}
