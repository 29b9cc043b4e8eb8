import OppEngine
import OppModel
import OppSession
import OppStore
import OppTestLimits
import Testing

/// The parts of notifiers in firings
@Suite(.limited) struct DeliveryTests {
  private let ann = "notifications(\"Ann\") (ntfy)"
  private let home = "notifications (webhook)"

  /// Keeps firings to Ann and Bo at some seconds, each with a part of two notifiers
  private func fire(
    _ store: Store, at seconds: Int64..., isHeld: Bool = false, expires: Int64? = nil
  ) throws {
    for second in seconds {
      let firing = NewFiring(
        opp: "A", at: .noon(second), text: "t", recipients: ["Ann", "Bo"],
        expires: expires.map { .noon(second + $0) }, isHeld: isHeld)
      var step = StepRecord(at: firing.at)
      step.firings = [firing]
      step.parts[firing.id] = [
        DeliveryPart(notifier: ann, recipients: ["Ann"]),
        DeliveryPart(notifier: home, recipients: ["Bo"]),
      ]
      try store.commit(step)
    }
  }

  private func id(_ second: Int64) -> String {
    FiringIdentity.text(opp: "A", row: "", at: .noon(second))
  }

  private func states(_ store: Store) throws -> [StoredFiring.State] {
    try store.history().map(\.state)
  }

  @Test func `each notifier delivers its part once`() throws {
    let folder = try StoreFolder()
    var store = try folder.open()
    try fire(store, at: 0)
    #expect(try store.waiting(for: ann, at: .noon()).map(\.part.recipients) == [["Ann"]])
    try store.markDelivered(id(0), by: ann, at: .noon(1))
    try store.markAttempt(id(0), by: home, at: .noon(2), reason: "503", next: .noon(17))
    store = try folder.open()
    #expect(try store.waiting(for: ann, at: .noon(99)).isEmpty)
    #expect(try store.nextDelivery(of: home) == .noon(17))
    #expect(try store.waiting(for: home, at: .noon(17)).map(\.part.recipients) == [["Bo"]])
    #expect(try store.firing(id(0))?.next == .noon(17))
    #expect(try states(store) == [.waiting])
    try store.markDelivered(id(0), by: home, at: .noon(18))
    #expect(try states(store) == [.delivered])
    #expect(try store.firing(id(0))?.error == nil)
    #expect(throws: StoreFailure(.corrupt, path: folder.path)) {
      try store.markDelivered(id(0), by: home, at: .noon(19))
    }
  }

  @Test func `a firing that one notifier refuses has failed once the others have it`() throws {
    let store = try StoreFolder().open()
    try fire(store, at: 0)
    try store.markAttempt(id(0), by: ann, at: .noon(1), reason: "too long", next: nil)
    #expect(try states(store) == [.waiting])
    try store.markDelivered(id(0), by: home, at: .noon(2))
    #expect(try states(store) == [.failed])
    #expect(try store.firing(id(0))?.error == "too long")
  }

  @Test func `a notifier that fails has all that waits for it wait, and no other`() throws {
    let store = try StoreFolder().open()
    try fire(store, at: 0, 10)
    try store.markAttempt(id(0), by: home, at: .noon(10), reason: "503", next: .noon(25))
    let failing = FailingNotifier(
      name: home, failures: 1, since: .noon(10), retry: .noon(70), isAsked: false, reason: "503")
    try store.keep(failing, at: .noon(10))
    #expect(try store.failingNotifiers() == [failing])
    #expect(try store.nextDelivery(of: home) == .noon(70))
    #expect(try store.waiting(for: ann, at: .noon(10)).count == 2)
    try fire(store, at: 20)
    #expect(try store.waiting(for: home, at: .noon(20)).map(\.firing.firing.at) == [.noon(20)])
    try store.markDelivered(id(20), by: home, at: .noon(21))
    try store.release(home, at: .noon(21))
    try store.forgetFailure(of: home)
    #expect(
      try store.waiting(for: home, at: .noon(21)).map(\.firing.firing.at) == [.noon(0), .noon(10)])
    #expect(try store.waitingCount(for: home) == 2)
  }

  @Test func `an attempt in which the process ends is counted, and keeps its pause`() throws {
    let folder = try StoreFolder()
    var store = try folder.open()
    try fire(store, at: 0, 10)
    try store.beginAttempt(id(0), by: home, number: 1, at: .noon(10), next: .noon(25))
    store = try folder.open()
    #expect(try store.waiting(for: home, at: .noon(24)).map(\.firing.id) == [id(10)])
    // It is not due with the others, neither as another is taken nor as the notifier fails.
    try store.markDelivered(id(10), by: home, at: .noon(11))
    try store.release(home, at: .noon(11))
    #expect(try store.nextDelivery(of: home) == .noon(25))
    try store.keep(
      FailingNotifier(
        name: home, failures: 1, since: .noon(12), retry: .noon(20), isAsked: false, reason: "503"),
      at: .noon(12))
    #expect(try store.nextDelivery(of: home) == .noon(25))
    #expect(try store.waiting(for: home, at: .noon(20), upTo: .noon(25)).isEmpty)
    #expect(try store.waiting(for: home, at: .noon(25)).map(\.attempts) == [1])
    // Its failure is of the attempt that was counted.
    try store.beginAttempt(id(0), by: home, number: 2, at: .noon(25), next: .noon(55))
    try store.markAttempt(id(0), by: home, at: .noon(26), reason: "503", next: .noon(56))
    #expect(try store.waiting(for: home, at: .noon(56)).map(\.attempts) == [2])
    try store.release(home, at: .noon(30))
    #expect(try store.nextDelivery(of: home) == .noon(30))
    #expect(try store.waiting(for: ann, at: .noon(10)).map(\.attempts) == [0, 0])
  }

  @Test func `a notifier recovers in the transaction of the firing that it takes`() throws {
    let store = try StoreFolder().open()
    try fire(store, at: 0)
    let failing = FailingNotifier(
      name: home, failures: 1, since: .noon(1), retry: .noon(16), isAsked: false, reason: "503")
    try store.keep(failing, at: .noon(1))
    #expect(throws: StoreFailure.self) {
      try store.markDelivered("unknown", by: home, at: .noon(2), hasRecovered: true)
    }
    #expect(try store.failingNotifiers().map { $0.name } == [home])
    try store.markDelivered(id(0), by: home, at: .noon(2), hasRecovered: true)
    #expect(try store.failingNotifiers().isEmpty)
  }

  @Test func `what is held is of its notifiers, and waits for none`() throws {
    let store = try StoreFolder().open()
    try fire(store, at: 0, isHeld: true)
    #expect(try store.nextDelivery(of: ann) == nil)
    #expect(try store.awaitedNotifiers() == [home, ann].sorted())
    var step = StepRecord(at: .noon(60))
    step.settled = [SettledFiring(id: id(0), .due(.noon(60)))]
    try store.commit(step)
    #expect(try store.nextDelivery(of: ann) == .noon(60))
  }

  @Test(arguments: [false, true])
  func `what has not been delivered in time has expired`(isHeld: Bool) throws {
    let store = try StoreFolder().open()
    try fire(store, at: 0, 5, isHeld: isHeld, expires: 30)
    try fire(store, at: 7, isHeld: isHeld)
    #expect(try store.nextExpiry() == .noon(31))
    try store.expire(at: .noon(30))
    #expect(try store.nextExpiry() == .noon(31))
    try store.expire(at: .noon(31))
    let other: StoredFiring.State = isHeld ? .held : .waiting
    #expect(try states(store) == [.expired, other, other])
    #expect(try store.nextExpiry() == .noon(36))
    try store.expire(at: .noon(36))
    #expect(try store.nextExpiry() == nil)
    // It was under way, and has come after all.
    try store.markDelivered(id(0), by: ann, at: .noon(37))
    #expect(try states(store) == [.delivered, .expired, other])
    // So was the part of the other notifier.
    try store.markDelivered(id(0), by: home, at: .noon(38))
    #expect(try states(store) == [.delivered, .expired, other])
  }

  @Test func `an answer ends all parts`() throws {
    let store = try StoreFolder().open()
    try fire(store, at: 0)
    _ = try store.dismiss("A", at: .noon(5))
    #expect(try store.nextDelivery(of: ann) == nil)
    #expect(try store.awaitedNotifiers() == [])
    try store.markDelivered(id(0), by: home, at: .noon(6))
    #expect(try states(store) == [.dismissed])
  }

  @Test func `a firing without notifiers gets those of the rules`() throws {
    let store = try StoreFolder().open()
    try store.commit(
      .firing(NewFiring(opp: "A", at: .noon(), text: "t", recipients: ["Ann", "Bo"])))
    try store.assign { recipients in
      recipients.map { DeliveryPart(notifier: "of \($0)", recipients: [$0]) }
    }
    #expect(try store.awaitedNotifiers() == ["of Ann", "of Bo"])
    #expect(try store.waiting(for: "of Bo", at: .noon()).map(\.part.recipients) == [["Bo"]])
    try store.assign { _ in [] }
    #expect(try store.awaitedNotifiers() == ["of Ann", "of Bo"])
  }
}
