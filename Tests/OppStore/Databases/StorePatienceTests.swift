import OppModel
import OppTestLimits
import Testing

@testable import OppStore

/// A daemon goes on trying where its store cannot be written for a while
@Suite(.limited) struct StorePatienceTests {
  /// A firing that needs some pages
  private func firing(_ second: Int64) -> NewFiring {
    NewFiring(opp: "A", at: .noon(second), text: String(repeating: "x", count: 100_000))
  }

  @Test func `a change for which a disk has no room is tried again, and reported once`() throws {
    let folder = try StoreFolder()
    let store = try folder.open()
    try store.commit(.firing(firing(0)))
    try store.database.script("PRAGMA max_page_count = 1")
    var reports: [StoreFailure.Kind?] = []
    var waits = 0
    store.patience = StorePatience(
      report: { reports.append($0?.kind) },
      wait: {
        waits += 1
        if waits == 3 { try? store.database.script("PRAGMA max_page_count = 100000") }
        return true
      })
    try store.commit(.firing(firing(1)))
    #expect(reports == [.full, nil] && waits == 3)
    try store.commit(.firing(firing(2)))
    #expect(reports == [.full, nil])
    #expect(try store.history().count == 3)
  }

  @Test func `a daemon that is to end does not wait for ever, and what was kept stays`() throws {
    let folder = try StoreFolder()
    let store = try folder.open()
    try store.commit(.firing(firing(0)))
    try store.database.script("PRAGMA max_page_count = 1")
    var waits = 0
    store.patience = StorePatience(
      report: { _ in },
      wait: {
        waits += 1
        return waits < 2
      })
    #expect(throws: StoreFailure(.full, path: store.path)) { try store.commit(.firing(firing(1))) }
    #expect(try folder.open().history().count == 1)
  }

  @Test func `a store that is damaged is not tried again`() {
    var reports = 0
    let patience = StorePatience(report: { _ in reports += 1 }, wait: { true })
    for kind in [.corrupt, .notWritable, .missing, .broken(reason: "")] as [StoreFailure.Kind] {
      #expect(!patience.retries(after: StoreFailure(kind, path: "s")))
    }
    #expect(patience.retries(after: StoreFailure(.locked, path: "s")) && reports == 1)
  }
}
