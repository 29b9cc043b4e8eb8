import OppModel
import OppStore
import OppTestLimits
import Testing

/// Refreshes that commands leave in the store for a daemon
@Suite(.limited) struct RefreshTests {
  private let now = Instant(seconds: 1_782_043_200)

  @Test func `a refresh stays until a step has carried it out`() throws {
    let folder = try StoreFolder()
    let store = try folder.open()
    try store.refresh("hall", at: now)
    try store.refresh(nil, at: now)
    let refreshes = try store.refreshes()
    #expect(refreshes.map(\.name) == [nil, "hall"])
    #expect(try store.refreshes() == refreshes, "reading them changes nothing")
    var record = StepRecord(at: now)
    record.finishedRefreshes = [try #require(refreshes.last)]
    try store.commit(record)
    #expect(try store.refreshes().map(\.name) == [nil])
  }

  @Test func `a refresh that was requested again meanwhile stays`() throws {
    let folder = try StoreFolder()
    let store = try folder.open()
    try store.refresh("hall", at: now)
    var record = StepRecord(at: now)
    record.finishedRefreshes = try store.refreshes()
    try store.refresh("hall", at: now.advanced(by: 1))
    try store.commit(record)
    #expect(try store.refreshes().map(\.name) == ["hall"])
  }
}
