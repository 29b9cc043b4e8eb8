internal import OppModel

/// One entry a fetch: what it brought, until when that counts, and whether it is under way
package struct FetchCache: Sendable {
  private var entries: [Fetch: CacheEntry] = [:]

  /// How many entries are kept; of more, those that no longer count go
  static let limit = 4096

  package subscript(fetch: Fetch) -> CacheEntry? { entries[fetch] }

  /// Those whose last fetch came to nothing
  var failed: [(fetch: Fetch, entry: CacheEntry)] {
    entries.compactMap { $0.value.failures > 0 ? ($0.key, $0.value) : nil }
  }

  mutating func ask(_ fetch: Fetch, at second: Int64) {
    entries[fetch, default: CacheEntry()].asked = second
    if entries.count > Self.limit { forget(at: second) }
  }

  private mutating func forget(at second: Int64) {
    entries = entries.filter {
      $0.value.asked != nil || $0.value.failures > 0 || second <= $0.value.counts
    }
  }

  /// Takes an answer in
  ///
  /// - Parameter counts: the last second at which it counts.
  /// - Returns: how many seconds the answer took; nil where it was not awaited.
  mutating func settle(
    _ fetch: Fetch, _ arrivals: [Arrival], at second: Int64, counts: Int64
  ) -> Int64? {
    var entry = entries[fetch] ?? CacheEntry()
    let took = entry.asked.map { second - $0 }
    entry = CacheEntry()
    entry.arrivals = arrivals
    entry.answered = second
    entry.counts = counts
    entries[fetch] = entry
    return took
  }

  mutating func fail(
    _ fetch: Fetch, _ failure: FetchFailure, at second: Int64, chance: Double
  ) {
    var entry = entries[fetch] ?? CacheEntry()
    entry.asked = nil
    entry.failures += 1
    entry.failingSince = entry.failingSince ?? second
    entry.failure = failure
    let delay = Backoff(after: failure).delay(
      failures: entry.failures, chance: chance, retryAfter: failure.retryAfter)
    entry.retry = Seconds.add(second, delay)
    entries[fetch] = entry
  }
}
