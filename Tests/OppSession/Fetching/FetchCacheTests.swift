import OppModel
import OppTestLimits
import Testing

@testable import OppEngine
@testable import OppSession

/// The state of fetches: under way, fresh, failed
@Suite(.limited) struct FetchCacheTests {
  private let fetch = Fetch(subject: .source(SourceID(index: 0), []))

  private func fetch(_ number: Int) -> Fetch {
    Fetch(subject: .source(SourceID(index: 1), [.scalar(Double(number))]))
  }

  @Test func `a response counts up to its last second, and says how long it took`() {
    var cache = FetchCache()
    #expect(cache[fetch] == nil)
    cache.request(fetch, at: 10)
    #expect(cache[fetch]?.requested == 10)
    #expect(cache[fetch]?.isFresh(at: 10) == false)
    let took = cache.settle(fetch, [], at: 13, counts: 100)
    #expect(took == 3)
    #expect(cache[fetch]?.requested == nil)
    #expect(cache[fetch]?.isFresh(at: 100) == true)
    #expect(cache[fetch]?.isFresh(at: 101) == false)
    let pushed = cache.settle(fetch, [], at: 20, counts: 100)
    #expect(pushed == nil, "nothing was awaited")
  }

  @Test(
    arguments: [
      (.unreachable, nil, [40, 100, 220]), (.refused, nil, [610, 1240, 2500]),
      (.limited, 5000, [5010, 5040, 5100]), (.limited, 1_000_000, [86_410, 86_440, 86_500]),
      (.unreadable, 35, [45, 100, 220]),
    ] as [(FetchFailure.Kind, Int64?, [Int64])])
  func `failures in a row wait longer, and as long as the service says`(
    kind: FetchFailure.Kind, retryAfter: Int64?, retries: [Int64]
  ) {
    var cache = FetchCache()
    let failure = FetchFailure(kind, "no", retryAfter: retryAfter)
    var found: [Int64] = []
    for second: Int64 in [10, 40, 100] {
      cache.request(fetch, at: second)
      cache.fail(fetch, failure, at: second, chance: 0)
      found.append(cache[fetch]?.retry ?? 0)
    }
    #expect(found == retries)
    #expect(cache[fetch]?.failures == 3 && cache[fetch]?.failingSince == 10)
    #expect(cache.failed.map(\.fetch) == [fetch])
    _ = cache.settle(fetch, [], at: 5, counts: 9)
    #expect(cache.failed.isEmpty && cache[fetch]?.failure == nil)
  }

  @Test func `a failed fetch that is wanted again waits only as long as its service says`() {
    for (retryAfter, retry) in [(nil, Seconds.past), (70, 80)] as [(Int64?, Int64)] {
      var cache = FetchCache()
      cache.fail(
        fetch, FetchFailure(.refused, "no", retryAfter: retryAfter), at: 10, chance: 0)
      cache.retryFailed { _ in false }
      #expect(cache[fetch]?.retry == 610)
      cache.retryFailed()
      #expect(cache[fetch]?.retry == retry)
    }
  }

  @Test func `beyond the limit, what no longer counts is dropped`() {
    var cache = FetchCache()
    for number in 0..<FetchCache.limit { _ = cache.settle(fetch(number), [], at: 1, counts: 5) }
    _ = cache.settle(fetch(1), [], at: 1, counts: 50)
    cache.fail(fetch(2), FetchFailure(.broken, "no"), at: 1, chance: 0)
    cache.request(fetch, at: 10)
    #expect(cache[fetch(0)] == nil)
    #expect(cache[fetch(1)] != nil && cache[fetch(2)] != nil && cache[fetch] != nil)
  }

  @Test func `a restart forgets failures, but not how long a service wants to be left alone`() {
    var cache = FetchCache()
    _ = cache.settle(fetch, [], at: 5, counts: 9)
    cache.fail(fetch, FetchFailure(.limited, "no", retryAfter: 20), at: 10, chance: 0)
    cache.fail(fetch(1), FetchFailure(.outdated, "old"), at: 10, chance: 0)
    cache.forgetFailures()
    #expect(cache[fetch]?.responded == 5 && cache[fetch]?.counts == 9)
    #expect(cache[fetch]?.failures == 0 && cache[fetch]?.failure == nil)
    #expect(cache[fetch]?.retry == 30)
    // No restart makes readings newer.
    #expect(cache[fetch(1)]?.failures == 1 && cache[fetch(1)]?.retry == 40)
  }
}
