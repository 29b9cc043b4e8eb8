import OppEngine
import OppModel
import OppSession
import OppStore
import OppTestLimits
import Testing

@Suite(.limited) struct OverrideTests {
  @Test func `the last word about an Opp counts, with who said it`() throws {
    let folder = try StoreFolder()
    let store = try folder.open()
    #expect(try store.loadOverrides().isEmpty)
    try store.setEnabled("Walk", false, by: "opp disable", at: .noon())
    try store.setEnabled("Walk", true, by: "opp enable", at: .noon(1))
    try store.setEnabled("Bath", false, by: "ntfy", at: .noon(2))
    #expect(
      try folder.open().loadOverrides() == [
        OppOverrides(opp: "Bath", choice: .init(isEnabled: false, by: "ntfy", at: .noon(2))),
        OppOverrides(opp: "Walk", choice: .init(isEnabled: true, by: "opp enable", at: .noon(1))),
      ])
  }

  @Test func `a command that read the clock before the last step counts from that step`() throws {
    let store = try StoreFolder().open()
    var step = StepRecord(at: .noon(10))
    step.memory = SessionMemoryChange(set: ["session": "1 0 \(step.at.seconds) -"])
    try store.commit(step)
    try store.setEnabled("Walk", false, by: "t", at: .noon(8))
    try store.snooze("Bath", until: .noon(60), by: "t", at: .noon(9))
    // The snooze of a clock that is set back has ended for the engine.
    try store.snooze("Lamp", until: .noon(10), by: "t", at: .noon(-60))
    try store.setEnabled("Tea", true, by: "t", at: .noon(11))
    let kept = try store.loadOverrides()
    #expect(kept.map { $0.choice?.at } == [nil, nil, .noon(11), .noon(10)])
    #expect(kept.flatMap { $0.snoozes.map(\.at) } == [.noon(10), .noon(-60)])
  }

  @Test func `an Opp is enabled after the snoozes that end with it`() throws {
    let store = try StoreFolder().open()
    try store.snooze("Walk", until: .noon(60), by: "t", at: .noon(2))
    try store.enable("Walk", by: "t", at: .noon(1))
    let kept = try store.loadOverrides()
    #expect(kept.map { $0.choice?.at } == [.noon(2)])
    #expect(kept.allSatisfy { $0.snoozes.isEmpty })
  }

  @Test func `an Opp and its rows are snoozed each on its own`() throws {
    let store = try StoreFolder().open()
    try store.snooze("Chore", row: "[\"dishes\"]", until: .noon(60), by: "t", at: .noon())
    try store.snooze("Chore", until: .noon(30), by: "t", at: .noon())
    try store.snooze("Chore", until: .noon(90), by: "t", at: .noon(1))
    #expect(
      try store.loadOverrides() == [
        OppOverrides(
          opp: "Chore",
          snoozes: [
            .init(row: "", until: .noon(90), by: "t", at: .noon(1)),
            .init(row: "[\"dishes\"]", until: .noon(60), by: "t", at: .noon()),
          ])
      ])
    try store.forgetSnoozes(endedBy: .noon(60))
    #expect(try store.loadOverrides().flatMap(\.snoozes).map(\.row) == [""])
    try store.endSnooze("Chore")
    #expect(try store.loadOverrides().isEmpty)
  }

  @Test func `a dismissed firing is not delivered`() throws {
    let store = try StoreFolder().open()
    for second in Int64(0)..<4 {
      try store.commit(.firing(NewFiring(opp: "A", at: .noon(second), text: "t")))
    }
    try store.commit(.firing(NewFiring(opp: "B", at: .noon(), text: "t")))
    let all = try store.history(HistoryFilter(opp: "A"))
    for told in [0, 1, 3] { try store.markDelivered(all[told].id, at: .noon(9)) }
    // The one that waits, and those that were told: all of it is dealt with.
    #expect(try store.dismiss("A", at: .noon(10)).map(\.firing.at) == (0..<4).map { .noon($0) })
    #expect(
      try store.history(HistoryFilter(opp: "A")).map(\.state)
        == Array(repeating: .dismissed, count: 4))
    #expect(try store.dismiss("A", at: .noon(11)).isEmpty)
    // The notifier was at work meanwhile.
    try store.markDelivered(all[2].id, at: .noon(12))
    #expect(try store.firing(all[2].id)?.state == .dismissed)
    #expect(try store.waiting(at: .noon(20)).map(\.firing.opp) == ["B"])
  }

  @Test func `one row is dismissed alone`() throws {
    let store = try StoreFolder().open()
    for row in ["x", "y"] {
      try store.commit(.firing(NewFiring(opp: "A", row: row, at: .noon(), text: "t")))
    }
    #expect(try store.dismiss("A", row: "x", at: .noon(1)).map(\.firing.row) == ["x"])
    #expect(try store.waiting(at: .noon(1)).map(\.firing.row) == ["y"])
  }

  @Test func `done answers, and disables nothing`() throws {
    let store = try StoreFolder().open()
    try store.commit(.firing(NewFiring(opp: "A", at: .noon(), text: "t")))
    #expect(try store.done("A", by: "opp done", at: .noon(1)).count == 1)
    #expect(try store.loadOverrides().isEmpty)
    #expect(try store.waiting(at: .noon(2)).isEmpty)
    #expect(try store.history().map(\.answer) == [.done])
    #expect(try store.history().map(\.answered) == [.noon(1)])
    // What fires later has no answer, and what has one gets no other.
    try store.commit(.firing(NewFiring(opp: "A", at: .noon(3), text: "t")))
    #expect(try store.dismiss("A", at: .noon(4)).map(\.firing.at) == [.noon(3)])
    #expect(try store.history().map(\.answer) == [.done, .dismissed])
  }

  @Test func `delivered firings can be dismissed, and a snooze dismisses only what waits`() throws {
    let store = try StoreFolder().open()
    for second in [0, 1, 2] as [Int64] {
      try store.commit(.firing(NewFiring(opp: "A", at: .noon(second), text: "t")))
    }
    for firing in try store.waiting(at: .noon(1)).prefix(2) {
      try store.markDelivered(firing.id, at: .noon(3))
    }
    try store.snooze("A", until: .noon(60), by: "t", at: .noon(4))
    #expect(try store.history().map(\.state) == [.delivered, .delivered, .dismissed])
    #expect(try store.history().map { $0.answer(at: .noon(59)) } == [.snoozed, .snoozed, .snoozed])
    #expect(try store.history().map { $0.answer(at: .noon(60)) } == [nil, nil, nil])
    #expect(try store.dismiss("A", at: .noon(5)).count == 3)
    #expect(try store.loadOverrides().isEmpty)
    #expect(try store.dismiss("A", at: .noon(6)).isEmpty)
  }

  @Test func `a row is answered alone, and a daemon takes each answer once`() throws {
    let store = try StoreFolder().open()
    for row in ["x", "y"] {
      try store.commit(.firing(NewFiring(opp: "A", row: row, at: .noon(), text: "t")))
    }
    #expect(try store.done("A", row: "x", by: "opp done", at: .noon(1)).map(\.firing.row) == ["x"])
    #expect(try store.history().map(\.answer) == [.done, nil])
    try store.snooze("A", row: "y", until: .noon(60), by: "t", at: .noon(2))
    let answers = try store.answers(after: store.takenAnswers())
    #expect(answers.map { "\($0.opp) \($0.row) \($0.answer.name)" } == ["A x done", "A y snoozed"])
    #expect(answers.map(\.until) == [nil, .noon(60)])
    var step = StepRecord(at: .noon(3))
    step.takenAnswers = answers[0].number
    try store.commit(step)
    #expect(try store.answers(after: store.takenAnswers()).map(\.row) == ["y"])
    #expect(try store.answers(from: .noon(2)).map(\.row) == ["y"])
  }

  @Test func `enabling ends a snooze`() throws {
    let store = try StoreFolder().open()
    try store.snooze("A", row: "[1]", until: .noon(60), by: "t", at: .noon())
    try store.snooze("B", until: .noon(60), by: "t", at: .noon())
    #expect(try store.rows(of: "A") == ["[1]"])
    try store.enable("A", by: "t", at: .noon(1))
    #expect(try store.loadOverrides().map(\.snoozes.count) == [0, 1])
  }

  @Test func `the Opps of the rules are noted, those of before forgotten`() throws {
    let store = try StoreFolder().open()
    let walk = DeclaredOpp(name: "Walk", colour: nil, snooze: 3600, isDisabled: false)
    let bath = DeclaredOpp(name: "Bath", colour: 0xFFFFFF, snooze: 60, isDisabled: true)
    #expect(try store.loadDeclared().isEmpty)
    try store.declare([walk])
    try store.declare([walk, bath])
    #expect(try store.loadDeclared() == [bath, walk])
    #expect(try store.declaredZone() == nil)
    try store.declare([bath], zone: "Europe/Berlin")
    #expect(try store.loadDeclared() == [bath])
    #expect(try store.declaredZone() == "Europe/Berlin")
    try store.declare([bath])
    #expect(try store.declaredZone() == nil)
  }

  @Test func `the list has every Opp that was heard of, with its last firing`() throws {
    let store = try StoreFolder().open()
    for (opp, second) in [("B", 0), ("B", 5), ("A", 3)] {
      try store.commit(.firing(NewFiring(opp: opp, at: .noon(Int64(second)), text: "t")))
    }
    try store.setEnabled("C", false, by: "t", at: .noon())
    let list = try store.list()
    #expect(list.map(\.overrides.opp) == ["A", "B", "C"])
    #expect(list.map(\.last?.firing.at) == [.noon(3), .noon(5), nil])
    #expect(list.map(\.waiting) == [1, 2, 0])
  }
}
