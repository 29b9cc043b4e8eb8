import OppEngine
import OppModel
import OppSemantics
import OppSession
import OppTestLimits
import Testing

/// What a session asks for, when, and what it says of services that fail
@Suite(.limited) struct LiveSessionTests {
  private let sky = """
    source sky_now fresh for 1h { dry: Bool }
    source diary fresh for 1h cost 3 { idle: Bool }

    """

  private func check(_ opps: String) throws -> SessionCheck {
    try SessionCheck(sky + opps).connecting("sky_now").connecting("diary")
      .answering { name, _ in .success([name == "diary" ? "idle" : "dry": .truth(true)]) }
  }

  // MARK: When it asks

  @Test func `nothing is requested while a window is closed, and once for all when it opens`()
    throws
  {
    let log = try check(
      """
      opp "x" when dry and time in 12:00..13:00
      opp "y" when dry and time in 12:00..12:30
      """
    ).log("08:00", "12:50")
    #expect(log == ["12:00 asks sky_now", "12:00:02 fires x", "12:00:02 fires y"])
  }

  @Test func `what could only come too late is not requested`() throws {
    var slow = try SessionCheck(
      sky + """
        opp "x" when dry and time in 12:00..13:00
        opp "y" when known(dry) and time in 12:00..13:00
        """)
    slow.latency = 5
    let check = slow.connecting("sky_now")
      .answering { _, _ in .success(["dry": .truth(true)]) }
    #expect(try check.log("12:59:57", "13:30") == [])
    #expect(
      try check.log("12:59:50", "13:30") == [
        "12:59:50 asks sky_now", "12:59:55 fires x", "12:59:55 fires y",
      ])
  }

  @Test func `the cheap part that says no spares the dear one`() throws {
    let log = try check(#"opp "x" when dry and idle"#)
      .answering { name, _ in .success([name == "diary" ? "idle" : "dry": .truth(false)]) }
      .log("08:00", "08:50")
    #expect(log == ["08:00 asks sky_now"])
  }

  @Test func `a reading is renewed before it no longer counts, so that what lasts goes on`() throws
  {
    let log = try check(#"opp "x" when dry for 3h"#).log("08:00", "11:30")
    #expect(log.last == "11:00:02 fires x")
    let asked = log.filter { $0.hasSuffix("asks sky_now") }
    #expect(asked.count == 4)
  }

  @Test func `what an event needs is requested shortly before`() throws {
    let log = try check(#"opp "x" on 12:00 when dry"#).log("08:00", "13:00")
    #expect(log == ["11:59:40 asks sky_now", "12:00 fires x"])
  }

  @Test func `what an event some days ahead needs is requested shortly before`() throws {
    let day = Instant(seconds: 1_782_864_000)  // 2026-07-01
    let event = day.advanced(by: 3 * 86_400 + 8 * 3600)
    for opp in [
      #"opp "x" on 2026-07-04T08:00 when dry"#,
      #"table tasks by id { id: Text  due: Instant } opp "x" for each t in tasks on t.due when dry"#,
    ] {
      let graph = RuleSet.analyze(sky + opp).graph
      let sky = SourceID(index: Int32(graph.sources.firstIndex { $0.name == "sky_now" } ?? -1))
      var session = LiveSession(
        engine: Engine(graph: graph, zone: .utc, begins: day),
        providers: [Provider(name: "sky_now", served: [.source(sky)])])
      var arrivals: [Arrival] = []
      if let table = graph.tables.firstIndex(where: { $0.name == "tasks" }) {
        let row: [Value?] = [.text("a"), .scalar(Double(event.seconds))]
        arrivals = [
          .rows(
            TableChange(table: TableID(index: Int32(table)), rows: [row], removedKeys: []))
        ]
      }
      #expect(session.open(at: day, arrived: arrivals) == [])
      let wake = try #require(session.close().wake)
      #expect(wake.seconds(since: event) == -20, "\(opp)")
      #expect(session.open(at: wake) == [Fetch(subject: .source(sky, []))])
    }
  }

  @Test func `an event that nobody could foresee waits for its readings`() throws {
    let log = try check(
      """
      opp "x" on dry when idle
      """
    ).answering { name, now in
      if name == "diary" { return .success(["idle": .truth(true)]) }
      return .success(["dry": .truth(now.seconds % 86_400 > 9 * 3600)])
    }.log("08:00", "10:30")
    #expect(log.filter { $0.contains("diary") }.count == 1)
    #expect(log.contains { $0.contains("fires x of") })
  }

  @Test func `no rules, no requests and no wakes`() throws {
    let session = try SessionCheck("").connecting("weather")
    #expect(try session.log("00:00", "23:59") == [])
    var live = LiveSession(
      engine: Engine(graph: session.analysis.graph, zone: .utc, begins: Instant(seconds: 0)),
      providers: [])
    #expect(live.open(at: Instant(seconds: 0)).isEmpty)
    #expect(live.close().wake == nil)
  }

  @Test func `a step down the street is not another weather, the next town is`() throws {
    var check = try SessionCheck(#"opp "x" when temp > 20C"#)
      .connecting("weather", cell: 0.1)
      .answering { _, _ in .success(["temp": .scalar(25)]) }
    func position(_ latitude: Double) throws -> Position {
      try #require(Position(latitude: latitude, longitude: 8))
    }
    check.walk = [
      ("08:00", try position(50)), ("08:05", try position(50.001)), ("08:10", try position(50.2)),
      ("08:15", try position(50)),
    ]
    check.mayRequestMore = true
    let log = try check.log("08:00", "08:20")
    #expect(
      log == [
        "08:00 asks weather at 50.0,8.0", "08:00:02 fires x", "08:10 asks weather at 50.2,8.0",
      ])
  }

  @Test func `opening hours are fetched again when they change`() throws {
    func check(_ opp: String) throws -> [String] {
      try SessionCheck(opp).connecting("store").answering { _, now in
        let second = now.seconds % 86_400
        return .success([
          "open": .truth(second >= 9 * 3600 && second < 19 * 3600),
          "opens": .scalar(9 * 3600), "closes": .scalar(19 * 3600),
        ])
      }.log("08:00", "23:00")
    }
    let log = try check(#"opp "x" when store("a").open"#)
    #expect(log.filter { $0.contains("fires") } == ["09:00:02 fires x"])
    #expect(log.filter { $0.contains("asks") }.count <= 5)
    #expect(
      try !check(#"opp "x" when not store("a").open and time in 10:00..12:00"#)
        .contains { $0.contains("fires") })
  }

  // MARK: Faults

  @Test func `a failed request is repeated after longer and longer pauses, and reported once`()
    throws
  {
    let log = try check(#"opp "x" when dry"#)
      .answering { _, now in
        now.seconds % 86_400 < 10 * 3600
          ? .failure(FetchFailure(.broken, "the service answered 500"))
          : .success(["dry": .truth(true)])
      }.log("08:00", "10:50")
    #expect(log.filter { $0.contains("the service answered 500 (x)") }.count == 1)
    #expect(log.filter { $0.contains("works again") }.count == 1)
    #expect(log.filter { $0.contains("fires x") }.count == 1)
    #expect(log.filter { $0.contains("asks") }.count < 12)
  }

  @Test func `a service that says when to come back is left alone until then`() throws {
    let log = try check(#"opp "x" when dry"#)
      .answering { _, _ in
        .failure(FetchFailure(.limited, "the service answered 429", retryAfter: 1800))
      }.log("08:00", "08:40")
    #expect(
      log == ["08:00 asks sky_now", "08:30:02 asks sky_now"]
        + ["08:30:04 sky_now: the service answered 429 (x)"])
  }

  @Test func `a retry repeats failed requests at once, except where a service demands a pause`()
    throws
  {
    var restless = try check(#"opp "x" when dry"#)
      .answering { _, _ in .failure(FetchFailure(.refused, "no")) }
    restless.nudges = ["08:00:10"]
    #expect(
      try restless.log("08:00", "08:05").filter { $0.contains("asks") }
        == ["08:00 asks sky_now", "08:00:10 asks sky_now"])
    var resting = try check(#"opp "x" when dry"#)
      .answering { _, _ in .failure(FetchFailure(.limited, "429", retryAfter: 600)) }
    resting.nudges = ["08:00:10", "08:05"]
    #expect(
      try resting.log("08:00", "08:11").filter { $0.contains("asks") }
        == ["08:00 asks sky_now", "08:10:02 asks sky_now"])
  }

  @Test func `a refused password is said at once`() throws {
    let log = try check(#"opp "x" when dry"#)
      .answering { _, _ in .failure(FetchFailure(.refused, "the service refuses the key")) }
      .log("08:00", "08:05")
    #expect(log == ["08:00 asks sky_now", "08:00:02 sky_now: the service refuses the key (x)"])
  }

  @Test func `each loss of what is pushed is reported, and that it is there again`() throws {
    let graph = RuleSet.analyze(
      """
      table tasks by id { id: Text }
      opp "x" for each t in tasks notify "{t.id}"
      opp "y" when free >= 30min
      """
    ).graph
    let calendar = SourceID(index: Int32(graph.sources.firstIndex { $0.name == "calendar" } ?? -1))
    let table = TableID(index: Int32(graph.tables.firstIndex { $0.name == "tasks" } ?? -1))
    let noon = Instant(seconds: 1_782_043_200)
    var session = LiveSession(
      engine: Engine(graph: graph, zone: .utc, begins: noon),
      providers: [
        Provider(name: "tasks", served: [.table(table)], isPushed: true),
        Provider(name: "calendar", served: [.source(calendar)], isPushed: true),
      ])
    var second: Int64 = 0
    func lines(_ arrived: [Arrival], lost: [Int] = []) -> [String] {
      let failure = FetchFailure(.unreachable, "no")
      let losses = lost.map { ProviderLoss(provider: $0, failure: failure) }
      _ = session.open(at: noon.advanced(by: second), arrived: arrived, lost: losses)
      second += 60
      return session.close().health.map { change in
        if case .failing = change.state { return "\(change.provider) fails" }
        return "\(change.provider) works"
      }
    }
    let arrivals: [Arrival] = [
      .rows(TableChange(table: table, rows: [[.text("a")]], removedKeys: [], isWhole: true)),
      .schedule(
        Schedule { _ in
          Schedule.Stretch(isBusy: true, from: .distantPast, to: .distantFuture)
        }),
    ]
    #expect(lines(arrivals) == [])
    for _ in 0..<2 {
      #expect(lines([], lost: [0, 1]) == ["tasks fails", "calendar fails"])
      #expect(lines([], lost: [0, 1]) == [])
      #expect(lines(arrivals) == ["tasks works", "calendar works"])
      #expect(lines(arrivals) == [])
    }
  }

  @Test func `rules that do not need what fails go on`() throws {
    let log = try check(
      """
      opp "x" when dry and time in 12:00..13:00
      opp "y" when idle and time in 12:00..13:00
      """
    ).answering { name, _ in
      name == "diary"
        ? .success(["idle": .truth(true)]) : .failure(FetchFailure(.unreachable, "no answer"))
    }.log("08:00", "12:30")
    #expect(log.contains("12:00:02 fires y"))
  }

  @Test func `what nothing connects is said at the beginning`() throws {
    let log = try SessionCheck(sky + #"opp "x" when dry"#).log("08:00", "20:00")
    #expect(log == ["08:00 sky_now is not connected (x)"])
  }

  // MARK: Refreshing

  @Test func `what somebody wants fetched again is fetched, whether or not it matters now`() throws
  {
    var closed = try check(#"opp "x" when dry and idle and time in 12:00..13:00"#)
    closed.refreshes = [("08:10", nil), ("08:20", "diary"), ("08:30", "nothing")]
    #expect(
      try closed.log("08:00", "11:50")
        == ["08:10 asks sky_now", "08:10 asks diary", "08:20 asks diary"])
  }

  @Test func `what is fetched again keeps to quotas, and leaves a service its rest`() throws {
    var limited = try check(#"opp "x" when dry"#)
      .connecting("sky_now", quota: Quota(perMinute: 1))
    limited.refreshes = [("08:00:10", nil)]
    let asked = try limited.log("08:00", "08:10").filter { $0.contains("asks") }
    #expect(asked.count == 2)
    #expect(asked.last ?? "" >= "08:01")
    var resting = try check(#"opp "x" when dry"#)
      .answering { _, _ in .failure(FetchFailure(.limited, "429", retryAfter: 600)) }
    resting.refreshes = [("08:05", nil)]
    #expect(
      try resting.log("08:00", "08:11").filter { $0.contains("asks") }
        == ["08:00 asks sky_now", "08:10:02 asks sky_now"])
  }

  // MARK: Limits

  @Test func `a quota of a day is kept, and said once`() throws {
    let log = try check(#"opp "x" when dry for 20h"#)
      .connecting("sky_now", quota: Quota(perDay: 5)).log("00:00", "23:59")
    #expect(log.filter { $0.contains("asks") }.count == 5)
    #expect(log.filter { $0.contains("quota until") }.count == 1)
  }

  @Test func `the budget of the rule set is kept`() throws {
    let log = try check("set budget 7 per 1d\n" + #"opp "x" when idle for 20h"#)
      .log("00:00", "23:59")
    #expect(log.filter { $0.contains("asks") }.count == 2)
    #expect(log.filter { $0.contains("budget until") }.count == 1)
  }
}
