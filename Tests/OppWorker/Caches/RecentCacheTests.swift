import OppTestLimits
import Testing

@testable import OppWorker

/// The values that are kept, and those that are forgotten
@Suite(.limited) struct RecentCacheTests {
  @Test func `the values that were used least recently are forgotten`() {
    var cache = RecentCache<Int>(limit: 4)
    for number in 0..<4 { cache.keep(number, as: "\(number)") }
    #expect(cache.use("0") == 0)
    cache.keep(4, as: "4")
    #expect(cache.count == 3)
    #expect(cache.use("0") == 0 && cache.use("4") == 4 && cache.use("3") == 3)
    #expect(cache.use("1") == nil && cache.use("2") == nil)
  }

  @Test func `a value that is taken is there no longer`() {
    var cache = RecentCache<Int>(limit: 1)
    cache.keep(1, as: "a")
    #expect(cache.take("a") == 1 && cache.take("a") == nil && cache.count == 0)
    cache.keep(1, as: "a")
    cache.keep(2, as: "b")
    #expect(cache.use("b") == 2)
  }
}
