import OppEngine
import OppModel
import OppSession
import OppTestLimits
import Testing

@testable import OppStore

/// The readings that are kept for charts
@Suite(.limited) struct ReadingTests {
  private func reading(
    _ seconds: Int64, _ fields: String, source: String = "room", _ parameters: String = "0",
    until: Int64? = nil
  ) -> KeptReading {
    KeptReading(
      source: source, parameters: parameters, at: .noon(seconds), instant: .noon(seconds),
      until: until.map { .noon($0) }, fields: fields)
  }

  private func commit(
    _ store: Store, _ readings: [KeptReading], at seconds: Int64 = 0, apart: Bool = false,
    since: [String: Instant]? = nil
  ) throws {
    var step = StepRecord(at: .noon(seconds))
    step.readings = readings
    step.keepsRepetitions = apart
    step.keptSince = since
    try store.commit(step)
  }

  /// `room 0 60: a until 90`
  private func kept(_ store: Store) throws -> [String] {
    try store.loadForCharts(firingsFrom: nil).readings.map { reading in
      let at = reading.at.seconds(since: .noon())
      let until = reading.until.map { " until \($0.seconds(since: .noon()))" } ?? ""
      return "\(reading.source) \(reading.parameters) \(at): \(reading.fields)\(until)"
    }
  }

  @Test func `a reading that repeats one that still counts makes it count for longer`() throws {
    let store = try Store.inMemory()
    try commit(store, [reading(0, "a", until: 61)])
    try commit(store, [reading(60, "a", until: 121)], at: 60)
    // It counts through 120, so that one of 121 goes on with it, and one of 122 would not.
    try commit(store, [reading(121, "a", until: 180)], at: 121)
    try commit(store, [reading(181, "a", until: 240)], at: 181)
    try commit(store, [reading(200, "b")], at: 200)
    try commit(store, [reading(210, "a")], at: 210)
    #expect(
      try kept(store)
        == [
          "room 0 0: a until 180", "room 0 181: a until 240", "room 0 200: b", "room 0 210: a",
        ])
  }

  @Test func `where ages matter, each reading is kept, once`() throws {
    let store = try Store.inMemory()
    try commit(store, [reading(0, "a", until: 61)], apart: true)
    try commit(store, [reading(60, "a", until: 121)], at: 60, apart: true)
    try commit(store, [reading(60, "a", until: 121)], at: 60, apart: true)
    #expect(try kept(store) == ["room 0 0: a until 61", "room 0 60: a until 121"])
  }

  @Test func `what no chart reaches is deleted but for what counts at the first second`() throws {
    let store = try Store.inMemory()
    for second in stride(from: Int64(0), to: 100, by: 10) {
      try commit(
        store, [reading(second, "\(second)"), reading(second, "\(second)", "1 t 1:a")], at: second)
    }
    // Those that are over, or could not be read, say no more than none.
    try commit(
      store,
      [
        reading(5, "x", "1 t 1:b", until: 20), reading(5, "", "1 t 1:c"),
        reading(5, "x", "1 t 1:d", until: 56), reading(60, "x", "1 t 1:e"),
        reading(5, "y", source: "hall"),
      ])
    try commit(store, [], at: 100, since: ["room": .noon(55)])
    #expect(
      try kept(store)
        == ["50: 50", "60: 60", "70: 70", "80: 80", "90: 90"].map { "room 0 " + $0 }
        + ["50: 50", "60: 60", "70: 70", "80: 80", "90: 90"].map { "room 1 t 1:a " + $0 }
        + ["room 1 t 1:d 5: x until 56", "room 1 t 1:e 60: x"])
    try commit(store, [], at: 200, since: [:])
    #expect(try kept(store) == [])
  }

  @Test func `the last known reading stays where charts have it`() throws {
    let store = try Store.inMemory()
    try commit(
      store,
      [
        reading(0, "a"), reading(10, "b", until: 20), reading(30, ""), reading(60, "c"),
      ])
    var step = StepRecord(at: .noon(100))
    step.keptSince = ["room": .noon(50)]
    step.keptLast = ["room"]
    try store.commit(step)
    #expect(try kept(store) == ["room 0 10: b until 20", "room 0 30: ", "room 0 60: c"])
  }

  @Test func `charts that are dropped take their readings with them`() throws {
    let store = try Store.inMemory()
    try store.declareCharts(["A", "B"], reading: ["room", "hall"])
    try commit(store, [reading(0, "a"), reading(0, "b", source: "hall")])
    try store.declareCharts(["B"], reading: ["hall"])
    #expect(try kept(store) == ["hall 0 0: b"])
    #expect(try store.loadForCharts(firingsFrom: nil).charts == ["B"])
    try store.declareCharts([], reading: [])
    #expect(try kept(store) == [])
    #expect(try store.loadTokens().isEmpty)
  }

  @Test func `without charts nothing is written`() throws {
    let folder = try StoreFolder()
    let store = try folder.open()
    let before = store.database.totalChanges
    try store.declareCharts([], reading: [])
    try commit(store, [])
    #expect(store.database.totalChanges == before)
    try store.declareCharts(["A"], reading: ["room"])
    let declared = store.database.totalChanges
    try store.declareCharts(["A"], reading: ["room"])
    #expect(store.database.totalChanges == declared)
  }

  @Test func `readings of a clock that was ahead are forgotten`() throws {
    let store = try Store.inMemory()
    try commit(store, [reading(0, "a"), reading(600, "b")])
    try store.beginAnew(with: SessionMemory(), at: .noon(60))
    #expect(try kept(store) == ["room 0 0: a"])
  }
}
