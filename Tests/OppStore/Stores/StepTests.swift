import OppEngine
import OppModel
import OppSession
import OppStore
import OppTestLimits
import Testing

@Suite(.limited) struct StepTests {
  @Test func `all of a step is there in the next life`() throws {
    let folder = try StoreFolder()
    let whole = ["session": "1 0 9 -", "held": "1 2", "näher als 3 km": "\"\u{0}é"]
    let fetches = [
      FetchRecord(
        provider: "weather (openmeteo)", subject: "weather(@36,-79)", at: .noon(),
        outcome: .arrived, bytes: 812),
      FetchRecord(
        provider: "calendar (ical)", subject: "agenda", at: .noon(), outcome: .unchanged, bytes: 0),
      FetchRecord(
        provider: "addresses", subject: "Main Street 1", at: .noon(1),
        outcome: .failed(FetchFailure(.limited, "the service answered 429", retryAfter: 30)),
        bytes: 99),
    ]
    let addresses = [
      KnownAddress(text: "Main Street 1", position: Position(latitude: 36.1, longitude: -79.75)),
      KnownAddress(text: "Nowhere 7", position: nil),
    ]
    var step = StepRecord(at: .noon(1))
    step.memory = SessionMemoryChange(set: whole)
    step.fetches = fetches
    step.addresses = addresses
    step.tokens = ["calendar etag": "\"abc\"", "calendar sync": "7"]
    try folder.open().commit(step)

    let store = try folder.open()
    #expect(try store.loadMemory()?.entries == whole)
    #expect(try store.loadMemory()?.present == Instant(seconds: 9))
    #expect(try store.loadFetches(since: .noon()) == fetches)
    #expect(try store.loadFetches(since: .noon(1)) == [fetches[2]])
    #expect(try store.loadAddresses() == addresses)
    #expect(try store.address("Nowhere 7") == addresses[1])
    #expect(try store.address("Nowhere 8") == nil)
    #expect(try store.loadTokens() == ["calendar etag": "\"abc\"", "calendar sync": "7"])
  }

  @Test func `a change of memory keeps what it does not name`() throws {
    let folder = try StoreFolder()
    let store = try folder.open()
    #expect(try store.loadMemory() == nil)
    var step = StepRecord(at: .noon())
    step.memory = SessionMemoryChange(set: ["a": "1", "b": "2", "c": "3"])
    try store.commit(step)
    step.memory = SessionMemoryChange(set: ["b": "20", "d": "4"], removed: ["a"])
    step.tokens = ["x": "1"]
    try store.commit(step)
    #expect(try store.loadMemory()?.entries == ["b": "20", "c": "3", "d": "4"])
    step.memory = SessionMemoryChange()
    step.tokens = ["x": nil]
    try store.commit(step)
    #expect(try store.loadMemory()?.entries == ["b": "20", "c": "3", "d": "4"])
    #expect(try store.loadTokens().isEmpty)
  }

  @Test func `old requests are forgotten`() throws {
    let folder = try StoreFolder()
    let store = try folder.open()
    for day in Int64(0)..<40 {
      var step = StepRecord(at: .noon(day * 86_400))
      step.fetches = [
        FetchRecord(
          provider: "weather", subject: "weather", at: step.at, outcome: .arrived, bytes: 1)
      ]
      try store.commit(step)
    }
    #expect(try store.loadFetches(since: .distantPast).count == 33)
  }

  @Test func `a step that cannot be kept as a whole is not kept at all`() throws {
    let folder = try StoreFolder()
    let store = try folder.open()
    let held = try Blocker(path: folder.path)
    var step = StepRecord.firing(NewFiring(opp: "Walk", at: .noon(), text: "Go."))
    step.tokens = ["a": "1"]
    // The table of the tokens, the last of a step, is gone.
    try held.run("ALTER TABLE token RENAME TO tokens")
    #expect(throws: StoreFailure.self) { try store.commit(step) }
    #expect(try store.history().isEmpty)
    try held.run("ALTER TABLE tokens RENAME TO token")
    try store.commit(step)
    #expect(try store.history().count == 1)
  }
}
