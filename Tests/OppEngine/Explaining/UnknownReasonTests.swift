import OppEngine
import OppModel
import OppReplay
import OppSemantics
import OppTesting
import OppTestLimits
import OppTimelines
import Testing

/// Every `unknown` carries why
@Suite(.limited) struct UnknownReasonTests {
  @Test func `a reading says what became of it`() throws {
    try check(
      "temp > 20C",
      """
      00:10 temp=20C
      01:20 lost weather the service answered 429
      01:30 sky=sunny
      """,
      reasons: [
        ("00:05", "weather.temp: no reading yet"),
        ("01:10", "known"),
        ("01:10:01", "weather.temp: stale since 2026-06-21T01:10:01"),
        ("01:15", "weather.temp: stale since 2026-06-21T01:10:01"),
        ("01:20", "weather.temp: the service answered 429"),
        ("01:40", "weather.temp: the reading of 2026-06-21T01:30 did not have it"),
      ])
  }

  @Test func `a table and its aggregates say what is missing`() throws {
    try check(
      rules: "table tasks by id { id: Text  cost: Number }", "min(tasks.cost) > 1",
      """
      00:10 tasks
      00:20 tasks + id=a cost=1
      00:30 tasks + id=a
      00:40 lost tasks the disk is full
      """,
      reasons: [
        ("00:05", "tasks: no reading yet"),
        ("00:10", "tasks: no rows"),
        ("00:20", "known"),
        ("00:30", "tasks.cost: the row does not say"),
        ("00:40", "tasks: the disk is full"),
      ])
  }

  @Test func `a table that is too old says so, whatever failed before`() throws {
    try check(
      rules: "table tasks by id { id: Text  cost: Number }", "min(tasks.cost) > 1",
      """
      00:10 lost tasks permission denied
      00:20 tasks + id=a cost=1
      00:20 counts tasks 00:30
      """,
      reasons: [
        ("00:15", "tasks: permission denied"),
        ("00:30", "known"),
        ("00:31", "tasks: its last response is too old"),
      ])
  }

  @Test func `what was lost before anything was known of it says so`() throws {
    try check(
      "temp > 20C", "00:10 lost weather it is not connected",
      reasons: [
        ("00:05", "weather.temp: no reading yet"), ("00:15", "weather.temp: it is not connected"),
      ])
    try check(
      rules: "table tasks by id { id: Text  cost: Number }", "min(tasks.cost) > 1",
      "00:10 lost tasks it is not connected",
      reasons: [("00:05", "tasks: no reading yet"), ("00:15", "tasks: it is not connected")])
    try check(
      rules: "source room(name: Text) { warm: Bool }", #"room("a").warm or room("b").warm"#,
      "00:10 lost room it is not connected",
      reasons: [("00:15", "room.warm: it is not connected")])
    try check(
      #"near "Nowhere""#,
      """
      00:00 position=@48.4,-123.4
      00:10 lost addresses it is not connected
      """,
      reasons: [
        ("00:05", "the address has not been looked up yet: Nowhere"),
        ("00:15", "the address Nowhere: it is not connected"),
      ])
  }

  @Test func `an address that is not found says so`() throws {
    try check(
      #"near "Nowhere""#,
      """
      00:00 position=@48.4,-123.4
      00:10 address Nowhere
      """,
      reasons: [
        ("00:00", "the address has not been looked up yet: Nowhere"),
        ("00:10", "no such address: Nowhere"),
      ])
  }

  @Test func `the sun says that it does not set here today`() throws {
    try check(
      "time > sunset", "00:00 position=@78.2,15.6",
      reasons: [("00:00", "the sun does not set here today")])
  }

  @Test func `windows say that memory begins too late, or what they have not seen`() throws {
    try check(
      "change(temp, last 30min) > 1C", "00:00 temp=20C",
      reasons: [
        ("00:10", "it depends on a time before the recording begins"),
        ("00:30", "known"),
      ])
  }

  @Test func `a window names its first second at which something was unknown`() throws {
    try check(
      rules: "source s { c: Bool }", "total(c, last 30min) > 1min",
      """
      00:00 c=true
      00:40 c=?
      00:50 c=true
      """,
      reasons: [
        ("00:35", "known"), ("01:00", "it was unknown at 2026-06-21T00:40"),
        ("01:15", "it was unknown at 2026-06-21T00:45"), ("01:30", "known"),
      ])
    try check(
      rules: "source s { c: Bool }", "total(c, since today + 00:10) > 1min",
      """
      00:00 c=true
      00:40 c=?
      00:50 c=true
      """,
      reasons: [("00:35", "known"), ("01:00", "it was unknown at 2026-06-21T00:40")])
  }

  @Test func `every table without rows is named`() throws {
    try check(
      rules: """
        table tasks by id { id: Text  cost: Number }
        table bills by id { id: Text  cost: Number }
        """, "min(tasks.cost) > min(bills.cost)",
      """
      00:10 tasks
      00:10 bills
      00:30 tasks + id=a
      """,
      reasons: [
        ("00:10", "tasks: no rows, bills: no rows"),
        ("00:30", "tasks.cost: the row does not say, bills: no rows"),
      ])
  }

  @Test func `a time beyond the first or the last year is unknown`() throws {
    let late = "2026-06-21T00:00Z + (9999-12-31T23:59:59Z - 2026-06-21T01:00Z)"
    try check(
      "(now + (9999-12-31T23:59:59Z - 2026-06-21T01:00:00Z)).date.year > 1", "00:00 temp=20C",
      reasons: [
        ("00:59:59", "known"), ("01:00", "known"),
        ("01:00:01", "the result is not in the years 1 to 9999"),
      ])
    try check(
      "now - (2026-06-21T01:00Z - 0001-01-01T00:00Z) < \(late)", "00:00 temp=20C",
      reasons: [
        ("00:59:59", "the result is not in the years 1 to 9999"), ("01:00", "known"),
      ])
    try check(
      "today + 4000000d > today", "00:00 temp=20C",
      reasons: [("00:10", "the result is not in the years 1 to 9999")])
    try check(
      "today - (2026-06-21 - 0001-01-01) < today and known(today + (9999-12-31 - 2026-06-21))",
      "00:00 temp=20C", reasons: [("00:10", "known")])
    try check(
      "known(today + (9999-12-31 - 2026-06-20)) or temp > 30C", "00:00 temp=20C",
      reasons: [("00:10", "known")])
  }

  /// Checks why an expression is unknown at some seconds
  private func check(
    rules: String = "", _ expression: String, _ lines: String,
    reasons table: [(second: String, words: String)],
    _ location: SourceLocation = #_sourceLocation
  ) throws {
    let subject = try EngineCheck(
      rules, lines, zone: "UTC", day: "2026-06-21", from: "00:00", to: "02:00")
    let node = try subject.node(expression).node
    for item in table {
      let second = try #require(subject.clockface.instant(item.second))
      let result = subject.timeline.replay.run(
        from: second, to: second.advanced(by: 1), watching: [node])
      let stretch = try #require(result.values.first?.stretches.first)
      let words = stretch.reasons.map {
        $0.message(in: subject.analysis.graph, zone: subject.clockface.zone)
      }
      let found = stretch.value == nil ? words.joined(separator: ", ") : "known"
      #expect(found == item.words, "at \(item.second)", sourceLocation: location)
      try checkRestart(rules, expression, lines, at: item.second, location)
    }
  }

  /// Checks that an engine which was started again at a second knows the same reasons
  private func checkRestart(
    _ rules: String, _ expression: String, _ lines: String, at text: String,
    _ location: SourceLocation
  ) throws {
    let subject = try EngineCheck(
      "\(rules)\nopp \"x\" when \(expression)", lines, zone: "UTC", day: "2026-06-21",
      from: "00:00",
      to: "02:00")
    let graph = subject.analysis.graph
    let second = try #require(subject.clockface.instant(text))
    var engine = Engine(graph: graph, zone: .utc, begins: subject.from)
    for (at, arrivals) in Dictionary(grouping: subject.timeline.arrivals, by: \.at)
      .sorted(by: { $0.key < $1.key }) where at <= second
    {
      _ = engine.step(at: at, arrived: arrivals.map(\.arrival))
    }
    _ = engine.step(at: second)
    var restarted = Engine(graph: graph, zone: .utc, restoring: engine.memory())
    func words(_ engine: inout Engine) -> [String] {
      engine.conditions().flatMap { $0.reasons.map { $0.message(in: graph, zone: .utc) } }
    }
    #expect(
      words(&restarted) == words(&engine), "started again at \(text)", sourceLocation: location)
  }
}
