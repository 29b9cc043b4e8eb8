import OppModel
import OppStore
import OppTestLimits
import Testing

@Suite(.limited) struct FiringTests {
  private let walk = NewFiring(
    opp: "Lunch walk", at: .noon(), text: "Go, \"now\".", recipients: ["ann", "böb"],
    payload: #"{"a":1}"#, colour: 0x00FF7F, isUrgent: true)

  @Test func `a firing is as it was, with its identity`() throws {
    let folder = try StoreFolder()
    try folder.open().commit(.firing(walk))
    let kept = try #require(try folder.open().waiting(at: .noon()).first)
    #expect(kept.firing == walk)
    #expect(kept.id == "2026-06-21T12:00:00Z/Lunch%20walk")
    #expect(kept.attempts == 0)
    #expect(kept.state == .waiting)
  }

  @Test func `the firings of 400 days are those that a limit may count`() throws {
    let store = try StoreFolder().open()
    let now = Instant.noon()
    func add(
      _ opp: String, _ row: String = "", days: Int64, text: String? = nil, expires: Int64? = nil,
      isMissed: Bool = false
    ) throws {
      let at = now.advanced(by: -days * 86_400)
      try store.commit(
        .firing(
          NewFiring(
            opp: opp, row: row, at: at, text: text, expires: expires.map { at.advanced(by: $0) },
            isMissed: isMissed)))
    }
    try add("A", days: 401)
    try add("A", days: 399)
    try add("A", days: 2, isMissed: true)
    try add("A", days: 1)
    // With `expires`, an event that was missed has expired, and so has a firing that nobody got.
    try add("A", "missed", days: 2, expires: 300, isMissed: true)
    try add("A", "told", days: 2, text: "Tea.", expires: 300)
    try store.expire(at: now)
    try add("A", #"["x"]"#, days: 3)
    try add("B", days: 1)
    let past = try store.pastFirings(of: ["A", "C"], until: now)
    #expect(past.keys.sorted() == ["A"])
    #expect(past["A"]?[""] == [now.advanced(by: -399 * 86_400), now.advanced(by: -86_400)])
    #expect(past["A"]?[#"["x"]"#] == [now.advanced(by: -3 * 86_400)])
    #expect(past["A"]?["missed"] == nil)
    #expect(past["A"]?["told"] == [now.advanced(by: -2 * 86_400)])
  }

  @Test(arguments: [
    ("A", "", "2026-06-21T12:00:00Z/A"),
    ("A/B", "[\"x\"]", "2026-06-21T12:00:00Z/A%2FB/%5B%22x%22%5D"),
    ("ü", "", "2026-06-21T12:00:00Z/%C3%BC"),
  ])
  func `an identity can be a part of a URL`(opp: String, row: String, id: String) {
    #expect(NewFiring(opp: opp, row: row, at: .noon(), text: nil).id == id)
  }

  @Test func `the same firing again changes nothing`() throws {
    let folder = try StoreFolder()
    let store = try folder.open()
    try store.commit(.firing(walk))
    try store.markDelivered(walk.id, at: .noon(1))
    try store.commit(.firing(NewFiring(opp: "Lunch walk", at: .noon(), text: "Other words.")))
    let all = try store.history()
    #expect(all.map(\.state) == [.delivered])
    #expect(all.map(\.firing) == [walk])
    #expect(try store.waiting(at: .noon(9)).isEmpty)
  }

  @Test func `the title of a row is that of its last firing`() throws {
    let store = try StoreFolder().open()
    for (row, title, second): (String, String?, Int64) in [
      ("b", "Beds", 60), ("a", "Dishes", 0), ("a", "Pans", 30), ("b", nil, 90), ("c", nil, 0),
      ("a", "Dishes and pans", 90), ("a", "Pots", 60),
    ] {
      try store.commit(
        .firing(NewFiring(opp: "A", row: row, title: title, at: .noon(second), text: "t")))
    }
    try store.commit(
      .firing(NewFiring(opp: "B", row: "a", title: "Other", at: .noon(99), text: "t")))
    #expect(try store.titles(of: "A") == ["a": "Dishes and pans", "b": "Beds"])
    #expect(try store.titles(of: "B") == ["a": "Other"])
    #expect(try store.titles(of: "C").isEmpty)
  }

  /// Makes the index of what waits hold other firings than it says
  private func deceive(_ folder: StoreFolder, by condition: String) throws {
    let says =
      "CREATE INDEX delivery_waiting ON delivery (notifier, next) WHERE state = ''waiting''"
    let other = try Blocker(path: folder.path)
    try other.run(
      """
      DROP INDEX delivery_waiting;
      CREATE INDEX delivery_waiting ON delivery (notifier, next) \(condition)
      """)
    try other.run(
      """
      PRAGMA writable_schema = ON;
      UPDATE sqlite_master SET sql = '\(says)' WHERE name = 'delivery_waiting';
      """)
  }

  @Test func `an index that lies is damage, and has nothing delivered twice`() throws {
    let folder = try StoreFolder()
    var step = StepRecord.firing(walk)
    step.parts[walk.id] = ["", "home"].map { DeliveryPart(notifier: $0, recipients: []) }
    try folder.open().commit(step)
    try folder.open().markDelivered(walk.id, at: .noon(1))
    let damage = StoreFailure(.corrupt, path: folder.path)
    #expect(throws: damage) { try folder.open().markDelivered(walk.id, at: .noon(2)) }
    // The other part waits still.
    try deceive(folder, by: "")
    let store = try folder.open()
    #expect(throws: damage) { try store.waiting(at: .noon(2)) }
    #expect(throws: damage) { try store.verifyFirings() }
  }

  @Test func `an index without a firing is damage`() throws {
    let folder = try StoreFolder()
    try folder.open().commit(.firing(walk))
    try folder.open().verifyFirings()
    try deceive(folder, by: "WHERE state = 'told'")
    let store = try folder.open()
    #expect(throws: StoreFailure(.corrupt, path: folder.path)) { try store.verifyFirings() }
  }

  @Test func `quiet hours delay the delivery`() throws {
    let folder = try StoreFolder()
    let store = try folder.open()
    try store.commit(
      .firing(NewFiring(opp: "A", at: .noon(), text: "Late.", delivered: .noon(3600))))
    #expect(try store.waiting(at: .noon(3599)).isEmpty)
    #expect(try store.nextDelivery() == .noon(3600))
    #expect(try store.waiting(at: .noon(3600)).map(\.firing.at) == [.noon()])
  }

  @Test func `a delivery is retried when it may succeed, and never after a final refusal`() throws {
    let folder = try StoreFolder()
    let store = try folder.open()
    try store.commit(.firing(walk))
    try store.markAttempt(walk.id, at: .noon(1), reason: "it answered 503", next: .noon(31))
    #expect(try store.waiting(at: .noon(30)).isEmpty)
    let again = try #require(try store.waiting(at: .noon(31)).first)
    #expect(again.attempts == 1)
    #expect(again.error == "it answered 503")
    try store.markAttempt(walk.id, at: .noon(31), reason: "the address is gone", next: nil)
    #expect(try store.nextDelivery() == nil)
    let failed = try #require(try store.firing(walk.id))
    #expect(failed.state == .failed)
    #expect(failed.attempts == 2)
    #expect(failed.error == "the address is gone")
    #expect(failed.changed == .noon(31))
  }

  @Test func `a firing without a notification, or that was missed, does not wait`() throws {
    let folder = try StoreFolder()
    let store = try folder.open()
    try store.commit(.firing(NewFiring(opp: "A", at: .noon(), text: nil)))
    try store.commit(.firing(NewFiring(opp: "B", at: .noon(), text: "Tea.", isMissed: true)))
    #expect(try store.waiting(at: .noon(1)).isEmpty)
    #expect(try store.history().map(\.state) == [.silent, .missed])
  }

  @Test func `an unknown firing cannot be marked as delivered`() throws {
    let store = try StoreFolder().open()
    #expect(throws: StoreFailure(.noFiring(id: "x"), path: store.path)) {
      try store.markDelivered("x", at: .noon())
    }
  }

  @Test(arguments: [
    (HistoryFilter(), ["A0", "A0x", "B0", "B60", "A120"]),
    (HistoryFilter(opp: "A"), ["A0", "A0x", "A120"]),
    (HistoryFilter(opp: "A", row: "x"), ["A0x"]),
    (HistoryFilter(opp: "A", row: ""), ["A0", "A120"]),
    (HistoryFilter(from: .noon(60)), ["B60", "A120"]),
    (HistoryFilter(from: .noon(60), to: .noon(120)), ["B60"]),
    (HistoryFilter(last: 2), ["B60", "A120"]),
    (HistoryFilter(opp: "B", last: 1), ["B60"]),
    (HistoryFilter(last: 0), []),
    (HistoryFilter(opp: "C"), []),
  ])
  func `history is in the order of time, name and row`(
    filter: HistoryFilter, expected: [String]
  ) throws {
    let store = try StoreFolder().open()
    for (opp, row, second) in [("A", "", 120), ("B", "", 60), ("B", "", 0), ("A", "x", 0)]
      + [("A", "", 0)]
    {
      try store.commit(
        .firing(NewFiring(opp: opp, row: row, at: .noon(Int64(second)), text: "t")))
    }
    let found = try store.history(filter).map {
      "\($0.firing.opp)\($0.firing.at.seconds(since: .noon()))\($0.firing.row)"
    }
    #expect(found == expected)
  }
}
