import OppEngine
import OppModel
import OppSession
import OppStore
import OppTestLimits
import Testing

/// What is left of a future that was none
@Suite(.limited) struct BeginningTests {
  private static let memory = SessionMemory(entries: [
    "session": "1 \(Instant.noon().seconds) \(Instant.noon().seconds) -", "control 4:Walk": "1",
  ])

  @Test func `memory is what life begins anew with`() throws {
    let store = try StoreFolder().open()
    var step = StepRecord(at: .noon(900))
    step.memory = SessionMemoryChange(set: ["truth a": "1", "fetch source 4:hall": "1"])
    try store.commit(step)
    try store.beginAnew(with: Self.memory, at: .noon())
    #expect(try store.loadMemory() == Self.memory)
  }

  @Test func `a firing of the future waits no longer, and can happen again`() throws {
    let store = try StoreFolder().open()
    for text in ["Told.", "Waits."] {
      try store.commit(.firing(NewFiring(opp: text, at: .noon(900), text: text)))
    }
    try store.markDelivered(NewFiring(opp: "Told.", at: .noon(900), text: nil).id, at: .noon(900))
    try store.beginAnew(with: Self.memory, at: .noon())
    #expect(try store.waiting(at: .noon()).map(\.firing.opp) == ["Waits."])
    #expect(try store.history().count == 2)
    let again = NewFiring(opp: "Told.", at: .noon(900), text: "Again.")
    for _ in 0..<2 { try store.commit(.firing(again)) }
    #expect(try store.firing(again.id)?.state == .waiting)
    try store.markDelivered(again.id, at: .noon(900))
    // Now it is of this life: nothing makes it happen twice.
    try store.commit(.firing(again))
    #expect(try store.firing(again.id)?.state == .delivered)
    #expect(try store.history().count == 2)
  }

  @Test func `a snooze is as long as it was`() throws {
    let store = try StoreFolder().open()
    try store.snooze("Walk", until: .noon(10_000), by: "t", at: .noon(9_000))
    try store.snooze("Bath", until: .noon(500), by: "t", at: .noon(-100))
    try store.setEnabled("Tea", false, by: "t", at: .noon(9_000))
    try store.beginAnew(with: Self.memory, at: .noon())
    let overrides = try store.loadOverrides()
    #expect(overrides.flatMap(\.snoozes).map(\.until) == [.noon(500), .noon(1_000)])
    #expect(overrides.compactMap(\.choice?.at) == [.noon()])
  }

  @Test func `a store in memory is nobody else's`() throws {
    let store = try Store.inMemory()
    try store.setEnabled("Tea", false, by: "t", at: .noon())
    #expect(store.isInMemory)
    #expect(try store.loadOverrides().count == 1)
    #expect(try Store.inMemory().loadOverrides().isEmpty)
  }
}
