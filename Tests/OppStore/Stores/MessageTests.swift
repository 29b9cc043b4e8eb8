import OppModel
import OppTestLimits
import Testing

@testable import OppStore

/// Messages of services that send them until they are acknowledged
@Suite(.limited) struct MessageTests {
  private func message(
    _ identity: String, _ content: String = "x", connection: String = "a (mqtt)",
    isRepeated: Bool = false, until: Instant? = nil
  ) -> StoredMessage {
    StoredMessage(
      connection: connection, identity: identity, at: .noon(), content: content, until: until,
      isRepeated: isRepeated)
  }

  private func take(_ numbers: [Int64?], at now: Instant, _ store: Store) throws {
    var record = StepRecord(at: now)
    record.takenMessages = numbers.compactMap { $0 }
    try store.commit(record)
  }

  private func contents(_ store: Store, at now: Instant = .noon()) throws -> [String] {
    try store.loadMessages(at: now).map {
      $0.message.content + ($0.message.isTaken ? " taken" : "")
    }
  }

  @Test func `a message stays until a step has taken it, over restarts too`() throws {
    let folder = try StoreFolder()
    let numbers = try folder.open().keep([message("1", "one"), message("2", "two")])
    let store = try folder.open()
    #expect(try contents(store) == ["one", "two"])
    try take([numbers[0]], at: .noon(), store)
    #expect(try contents(folder.open()) == ["two"])
  }

  @Test func `a message that comes again is kept once`() throws {
    let store = try Store.inMemory()
    let first = try store.keep([message("7 ab")])
    #expect(try store.keep([message("7 ab", isRepeated: true)]) == [nil])
    try take(first, at: .noon(), store)
    #expect(try store.keep([message("7 ab", isRepeated: true)]) == [nil])
    #expect(try contents(store) == [])
    // Another message may have its number and its content.
    #expect(try store.keep([message("7 ab")])[0] != nil)
    #expect(try store.keep([message("8 ab", isRepeated: true)])[0] != nil)
    #expect(try store.keep([message("7 ab", connection: "b", isRepeated: true)])[0] != nil)
  }

  @Test func `a message with rows stays as long as they count`() throws {
    let store = try Store.inMemory()
    let numbers = try store.keep([message("1", "press", until: .noon(60))])
    try take(numbers, at: .noon(), store)
    #expect(try contents(store, at: .noon(60)) == ["press taken"])
    #expect(try contents(store, at: .noon(61)) == [])
    try take(try store.keep([message("2")]), at: .noon(61), store)
    #expect(try store.database.number("SELECT count(*) FROM message WHERE content <> ''") == 0)
  }

  @Test func `the last thousand identities of each connection stay`() throws {
    let store = try Store.inMemory()
    try take(try store.keep([message("other", connection: "b")]), at: .noon(), store)
    let all = (0..<1500).map { message("\($0)") }
    try take(try store.keep(all), at: .noon(), store)
    #expect(try store.database.number("SELECT count(*) FROM message") == 1001)
    #expect(try store.keep([message("1499", isRepeated: true)]) == [nil])
    #expect(try store.keep([message("other", connection: "b", isRepeated: true)]) == [nil])
    // Those that no step has taken stay, however many.
    _ = try store.keep((0..<1500).map { message("w\($0)") })
    try take([], at: .noon(), store)
    #expect(try contents(store).count == 1500)
  }

  @Test func `a store keeps its random name, and another has another`() throws {
    let folder = try StoreFolder()
    let name = try folder.open().installation()
    #expect(try folder.open().installation() == name)
    #expect(try Store.inMemory().installation() != name)
  }
}
