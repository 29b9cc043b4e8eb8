import OppEngine
import OppModel
import OppSemantics
import OppSession
import OppTestLimits
import OppTimelines
import Testing

/// When readings are fetched anew: in time for their use, and not for nothing
@Suite(.limited) struct RenewalTests {
  // MARK: Short freshness

  @Test func `a reading that counts for 20 s is fetched anew before it ends`() throws {
    var check = try SessionCheck(
      """
      source s fresh for 20s { a: Bool }
      opp "x" when a for 2min
      """
    ).answering { _, _ in .success(["a": .truth(true)]) }
    check.latency = 1
    let log = try check.connecting("s").log("08:00", "08:05")
    #expect(log.filter { $0.contains("fires") } == ["08:02:01 fires x"])
    #expect((15...18).contains(log.count { $0.hasSuffix("asks s") }), "\(log)")
  }

  @Test(arguments: [1, 2, 5, 60] as [Int64])
  func `whatever the freshness, a quick service leaves no gap`(freshness: Int64) throws {
    var check = try SessionCheck(
      """
      source s fresh for \(freshness)s { a: Bool }
      opp "x" when a for 2min
      """
    ).answering { _, _ in .success(["a": .truth(true)]) }
    check.latency = 1
    let log = try check.connecting("s").log("08:00", "08:03")
    #expect(log.filter { $0.contains("fires") } == ["08:02:01 fires x"])
  }

  @Test func `the cheap part that says no spares the dear one, however short they count`() throws {
    var check = try SessionCheck(
      """
      source big fresh for 20s cost 20 { b: Bool }
      source cheap fresh for 20s { a: Bool }
      opp "x" when b and a
      """
    ).answering { name, _ in .success([name == "big" ? "b" : "a": .truth(name == "big")]) }
    check.latency = 1
    let log = try check.connecting("big").connecting("cheap").log("08:00", "08:30")
    #expect(log.count { $0.hasSuffix("asks big") } == 0)
  }

  @Test
  func `a service with times of its own is not requested again and again for the same reading`()
    throws
  {
    var check = try SessionCheck(
      """
      source s fresh for 1h { a: Bool }
      opp "x" when a for 9h
      """
    ).answering { _, _ in .success(["a": .truth(true)]) }
    check.age = { $0.seconds.quotientAndRemainder(dividingBy: 3600).remainder }
    let log = try check.connecting("s").log("08:00", "12:30")
    // Shortly before the hour, and at its end when that has brought nothing.
    #expect(log.count { $0.hasSuffix("asks s") } <= 2 * 5, "\(log)")
    #expect(log.contains { $0.hasPrefix("09:00:0") })
  }

  @Test func `a renewal that fails is tried again while the reading lasts`() throws {
    var check = try SessionCheck(
      """
      source s fresh for 15min { a: Number }
      opp "x" when a > 3
      """)
    check.latency = 1
    check.bundles["s"] = { graph, now in
      let minute = now.seconds % 86_400 / 60 - 8 * 60
      guard !(10..<30).contains(minute),
        let source = graph.sources.firstIndex(where: { $0.name == "s" })
      else { return nil }
      // The service says that its readings last for an hour.
      return [
        .reading(
          SourceReading(
            source: SourceID(index: Int32(source)), arguments: [], instant: now,
            fields: [.known(.scalar(minute < 30 ? 1 : 5))], freshness: 3600, isLasting: false))
      ]
    }
    let log = try check.connecting("s").log("08:00", "09:30")
    let asks = log.filter { $0.hasSuffix("asks s") }
    #expect(asks.count { $0 > "08:15" && $0 < "08:30" } >= 3, "\(log)")
    // As early as a service that is tried in vain for a quarter of an hour is tried again.
    let fires = try #require(log.first { $0.contains("fires x") })
    #expect(fires > "08:30" && fires < "08:50", "\(log)")
  }

  // MARK: Answers that are too old

  private func stale(_ hours: ClosedRange<Int64>) throws -> SessionCheck {
    var check = try SessionCheck(
      """
      source s fresh for 15min { a: Bool }
      opp "x" when a
      """
    ).answering { _, _ in .success(["a": .truth(true)]) }
    check.age = { now in
      let hour = now.seconds.quotientAndRemainder(dividingBy: 86_400).remainder / 3600
      return hours.contains(hour) ? 3600 : 0
    }
    return check.connecting("s")
  }

  @Test
  func
    `a response that is too old is fetched again after longer and longer pauses, and reported once`()
    throws
  {
    let log = try stale(0...23).log("08:00", "20:00")
    #expect(log.count { $0.hasSuffix("asks s") } <= 22)
    let said = log.filter {
      $0.contains("its last reading is 60 min old") || $0.contains("1 h old")
    }
    #expect(said.count == 1 && said[0].contains("and counts for 15 min (x)"), "\(said)")
    let second = try #require(log.filter { $0.hasSuffix("asks s") }.dropFirst().first)
    #expect(second > "08:00:23" && second < "08:00:33")
  }

  @Test func `when it says something of now again, the Opps that waited go on`() throws {
    let log = try stale(8...9).log("08:00", "12:00")
    #expect(log.count { $0.contains("works again") } == 1)
    #expect(log.count { $0.contains("fires x") } == 1)
  }

  @Test func `a round says at once what a daemon gives a second try`() throws {
    let check = try stale(0...23)
    let graph = check.analysis.graph
    let begins = try #require(check.clockface.instant("08:00"))
    let source = try #require(graph.sources.firstIndex { $0.name == "s" })
    var session = LiveSession(
      engine: Engine(graph: graph, zone: .utc, begins: begins),
      providers: [Provider(name: "s", served: [.source(SourceID(index: Int32(source)))])],
      settings: SessionSettings(tolerance: 1))
    let asked = session.open(at: begins)
    let fetch = try #require(asked.first)
    _ = session.receive([FetchResponse(fetch: fetch, outcome: .arrived([]))])
    #expect(session.close().health.map(\.opps) == [["x"]])
    #expect(session.unanswered().map(\.provider) == ["s"])
  }

  // MARK: Without `fresh for`

  /// A service whose reading of 07:00 says one thing until some second of the day, and from then on the other
  private func turning(
    at second: Int64, to isLit: Bool, freshness: Int64? = nil, _ condition: String = "s.lit"
  ) throws -> SessionCheck {
    func isTurned(_ now: Instant) -> Bool { secondOfDay(now) >= second }
    var check = try SessionCheck(
      """
      source s { lit: Bool }
      opp "x" when \(condition)
      """
    ).answering { _, now in .success(["lit": .truth(isTurned(now) == isLit)]) }
    check.age = { now in secondOfDay(now) - (isTurned(now) ? second : 7 * 3600) }
    check.latency = 1
    return check.connecting("s", freshness: freshness)
  }

  private func secondOfDay(_ instant: Instant) -> Int64 {
    instant.seconds.quotientAndRemainder(dividingBy: 86_400).remainder
  }

  @Test(arguments: [(60, 9...13), (nil, 1...2)] as [(Int64?, ClosedRange<Int>)])
  func `a source without fresh for is requested again at its pace while it says the same`(
    freshness: Int64?, requests: ClosedRange<Int>
  ) throws {
    let change: Int64 = 8 * 3600 + 330
    let log = try turning(at: change, to: true, freshness: freshness).log("08:00", "08:10")
    #expect(requests.contains(log.count { $0.hasSuffix("asks s") }), "\(log)")
    let later = try turning(at: change, to: true, freshness: freshness).log("08:00", "08:20")
    #expect(later.count { $0.hasSuffix("fires x") } == 1, "\(later)")
    // However old its reading is, it is of now.
    #expect(!later.contains { $0.contains("s: ") }, "\(later)")
  }

  @Test func `what a source without fresh for said earlier decides nothing later`() throws {
    let hours = "(time in 8:00..8:01 or time in 10:00..10:30) and s.lit"
    let was = try turning(at: 9 * 3600, to: false, hours).log("08:00", "10:10")
    #expect(was.filter { $0.contains("fires") }.map { $0.prefix(5) } == ["08:00"], "\(was)")
    let becomes = try turning(at: 9 * 3600, to: true, hours).log("08:00", "10:10")
    #expect(becomes.contains("10:00 asks s"), "\(becomes)")
    #expect(becomes.filter { $0.contains("fires") }.map { $0.prefix(5) } == ["10:00"])
  }

  @Test func `after a restart a source without fresh for is requested as before`() throws {
    var check = try turning(at: 8 * 3600 + 1200, to: true)
    check.restarts = ["08:10"]
    let log = try check.log("08:00", "08:40")
    #expect(log.count { $0.hasSuffix("fires x") } == 1, "\(log)")
  }

  // MARK: One answer for all values

  private static let rooms =
    "source room(name: Text) fresh for 15min { warm: Bool }\n"
    + (1...5).map { "opp \"\($0)\" when room(\"r\($0)\").warm" }.joined(separator: "\n")

  private func counted(missing: Set<String> = []) -> CountedSession {
    var counted = CountedSession(Self.rooms) { graph in
      graph.sources.enumerated().filter { $1.name == "room" }.map { index, source in
        Provider(
          name: source.name, served: [.source(SourceID(index: Int32(index)))], hasAllValues: true)
      }
    }
    counted.answering = { fetch, now in
      guard case .source(let id, _) = fetch.subject else { return nil }
      return (1...5).map { "r\($0)" }.filter { !missing.contains($0) }.map { name in
        .reading(
          SourceReading(
            source: id, arguments: [.text(name)], instant: Instant(seconds: now),
            fields: [.known(.truth(true))], freshness: nil, isLasting: false))
      }
    }
    return counted
  }

  @Test func `one response that has all rooms is fetched once`() {
    var counted = counted()
    counted.live(seconds: 800)
    #expect(counted.requests.count == 1)
    #expect(counted.firings == ["1", "2", "3", "4", "5"])
    counted.live(seconds: 3600)
    #expect((5...6).contains(counted.requests.count))
  }

  @Test
  func
    `a room that the response does not have is requested after longer and longer pauses, the others are known`()
  {
    var counted = counted(missing: ["r3"])
    counted.live(seconds: 12 * 3600)
    #expect(counted.firings == ["1", "2", "4", "5"])
    // The others are renewed four times an hour.
    #expect(counted.requests.count <= 12 * 4 + 7)
  }

  // MARK: Tables

  @Test func `a table without rows is fetched once the rest of a condition may be true`() {
    var counted = CountedSession(
      """
      table tasks by id { id: Text  cost: Number }
      opp "x" for each t in tasks when time in 8:00..18:00 and t.cost > 3
      """
    ) { graph in
      [Provider(name: "tasks", served: [.table(Self.tasks(graph))], freshness: 14 * 3600)]
    }
    let table = Self.tasks(counted.analysis.graph)
    counted.answering = { _, _ in
      [.rows(TableChange(table: table, rows: [], removedKeys: [], isWhole: true))]
    }
    counted.live(seconds: 3 * 86_400)
    let opening: Int64 = 8 * 3600
    #expect(
      counted.requests.map { $0.at - CountedSession.begins } == [
        opening, opening + 86_400, opening + 2 * 86_400,
      ])
  }

  private static func tasks(_ graph: ConditionGraph) -> TableID {
    TableID(index: Int32(graph.tables.firstIndex { $0.name == "tasks" } ?? 0))
  }
}
