import OppModel
import OppTestLimits
import Testing

@testable import OppStore

/// Firings that wait until it is quiet no longer
@Suite(.limited) struct HeldFiringTests {
  private func firing(_ seconds: Int64, _ row: String = "") -> NewFiring {
    NewFiring(opp: "A", row: row, at: .noon(seconds), text: "Late.", isHeld: true)
  }

  private func store(_ folder: StoreFolder, holding firings: [NewFiring]) throws -> Store {
    let store = try folder.open()
    var step = StepRecord(at: .noon())
    step.firings = firings
    try store.commit(step)
    return store
  }

  private func settle(
    _ store: Store, _ firing: NewFiring, _ outcome: SettledFiring.Outcome, at now: Instant
  ) throws {
    var step = StepRecord(at: now)
    step.settled = [SettledFiring(id: firing.id, outcome)]
    try store.commit(step)
  }

  @Test func `what is held is not due, and is listed as waiting`() throws {
    let folder = try StoreFolder()
    let store = try store(folder, holding: [firing(0), firing(0, "[1]")])
    #expect(try store.nextDelivery() == nil)
    #expect(try store.waiting(at: .noon(86_400)).isEmpty)
    #expect(try !store.hasUndelivered(at: .noon(86_400)))
    #expect(try store.history().map(\.state) == [.held, .held])
    #expect(try store.list().map(\.waiting) == [2])
  }

  @Test func `it becomes due, is replaced, or is dismissed`() throws {
    let folder = try StoreFolder()
    let firings = [firing(0), firing(10), firing(20)]
    let store = try store(folder, holding: firings)
    try settle(store, firings[0], .superseded, at: .noon(10))
    try settle(store, firings[1], .dismissed, at: .noon(15))
    try settle(store, firings[2], .due(.noon(30)), at: .noon(40))
    #expect(try store.history().map(\.state) == [.superseded, .dismissed, .waiting])
    let due = try #require(try store.waiting(at: .noon(30)).first)
    #expect(due.firing.delivered == .noon(30))
    try store.markDelivered(due.id, at: .noon(41))
    // What was settled once stays so.
    try settle(store, firings[2], .superseded, at: .noon(50))
    try settle(store, firings[0], .due(.noon(50)), at: .noon(50))
    #expect(try store.history().map(\.state) == [.superseded, .dismissed, .delivered])
  }

  @Test func `one that fires and is replaced in one step is replaced`() throws {
    let folder = try StoreFolder()
    let store = try folder.open()
    var step = StepRecord(at: .noon(10))
    step.firings = [firing(0), firing(10)]
    step.settled = [SettledFiring(id: firing(0).id, .superseded)]
    try store.commit(step)
    #expect(try store.history().map(\.state) == [.superseded, .held])
  }

  @Test func `an answer ends the wait`() throws {
    let folder = try StoreFolder()
    let store = try store(folder, holding: [firing(0), firing(0, "[1]")])
    try store.answer("A", row: "[1]", .done, by: "opp done", at: .noon(5))
    try store.dismiss(id: firing(0).id, at: .noon(6))
    #expect(try store.history().map(\.state) == [.dismissed, .dismissed])
    try settle(store, firing(0), .due(.noon(30)), at: .noon(30))
    #expect(try store.waiting(at: .noon(60)).isEmpty)
  }

  @Test func `what nobody waits with any more is due at once`() throws {
    let folder = try StoreFolder()
    let firings = [firing(0), firing(0, "[1]")]
    let store = try store(folder, holding: firings)
    try store.releaseHeld(but: [firings[1].id], at: .noon(7))
    #expect(try store.history().map(\.state) == [.waiting, .held])
    #expect(try store.waiting(at: .noon(7)).map(\.firing.delivered) == [.noon(7)])
  }
}
