import OppEngine
import OppModel
import OppSemantics
import OppSession
import OppTestLimits
import OppTimelines
import Testing

/// What is missing because it has not been fetched yet is no fact: no rule sees it
@Suite(.limited) struct UndecidedTests {
  private let sources = """
    source s fresh for 10min { n: Number }
    source t fresh for 10min { m: Number }

    """

  private func check(_ opps: String, n: Double = 10, m: Double = 1) throws -> SessionCheck {
    try SessionCheck(sources + opps).connecting("s").connecting("t")
      .answering { name, _ in .success([name == "s" ? "n" : "m": .scalar(name == "s" ? n : m)]) }
  }

  private func firings(
    _ opps: String, n: Double = 10, m: Double = 1, _ from: String = "11:00", _ to: String = "13:00"
  ) throws -> [String] {
    try check(opps, n: n, m: m).log(from, to).filter { $0.contains("fires") }
  }

  // MARK: What is known only afterwards

  private func alarm(_ at: String, latency: Int64 = 2) throws -> [String] {
    var check = try SessionCheck(
      """
      source s fresh for 1h { at: Instant }
      opp "x" on s.at
      """)
    check.latency = latency
    let instant = try #require(check.clockface.instant(at))
    return try check.connecting("s")
      .answering { _, _ in .success(["at": .scalar(Double(instant.seconds))]) }
      .log("11:00", "11:30").filter { !$0.contains("asks") }
  }

  @Test func `an instant that was undecided in its second fires when the response comes`() throws {
    #expect(try alarm("11:00:01") == ["11:00:02 fires x of 11:00:01"])
    #expect(try alarm("11:00") == ["11:00:02 fires x of 11:00"])
    #expect(try alarm("11:00:40", latency: 50) == ["11:00:50 fires x of 11:00:40"])
  }

  @Test func `an instant fires once, and none from before its request`() throws {
    #expect(try alarm("11:00:02") == ["11:00:02 fires x"])
    #expect(try alarm("11:00:03") == ["11:00:03 fires x"])
    #expect(try alarm("10:59:59") == [])
    #expect(try alarm("11:00:40", latency: 70) == [])
  }

  // MARK: What nobody looks at

  @Test(arguments: [[], ["11:50"]])
  func `what became true while an Opp was idle fires nothing, over a restart or not`(
    _ restarts: [String]
  ) throws {
    var check = try SessionCheck(
      sources + """
        opp "x" when s.n > 38 at most once per hour
        opp "y" when s.n > 1000 and time in 11:00..11:30
        """)
    check.latency = 30
    check.restarts = restarts
    let firings = try check.connecting("s").connecting("t")
      .answering { _, now in
        let minute = now.seconds % 86_400 / 60 - 11 * 60
        return .success(["n": .scalar((10..<45).contains(minute) ? 10 : 60)])
      }
      .log("11:00", "12:30").filter { $0.contains("fires") }
    #expect(firings == ["11:00:30 fires x"])
  }

  // MARK: While a request is under way

  @Test(arguments: [
    #"opp "x" when (s.n otherwise 50) > 38"#,
    #"opp "x" when time in 12:00..13:00 and (s.n otherwise 50) > 38"#,
    #"opp "x" when not known(s.n)"#,
    #"opp "x" when not known(s.n) or (t.m > 5)"#,
    #"opp "x" when if known(s.n) then s.n > 38 else true"#,
    #"opp "x" when "{s.n}" contains "?""#,
    #"opp "x" when none([s.n > 38]) and s.n > 38"#,
    #"opp "x" on not known(s.n)"#,
    #"opp "x" on 12:00:00 when not known(s.n)"#,
    #"opp "x" when (not known(s.n)) within last 5min"#,
    #"opp "x" when (not known(s.n)) for 1s"#,
    #"opp "x" when (s.n otherwise 50) > 38 again every 1s"#,
  ])
  func `nothing fires because a response is still to come`(_ opp: String) throws {
    #expect(try firings(opp) == [])
  }

  @Test func `what the response makes true fires when it comes`() throws {
    #expect(
      try firings(#"opp "x" when time in 12:00..13:00 and (s.n otherwise 50) > 38"#, n: 60)
        == ["12:00:02 fires x"])
    #expect(try firings(#"opp "x" when known(s.n)"#) == ["11:00:02 fires x"])
  }

  @Test func `a window does not remember a second that was undecided`() throws {
    let log = try check(#"opp "x" when min(s.n, last 10min) > 5 and time in 12:00..13:00"#)
      .answering { _, now in .success(["n": .scalar(now.seconds % 86_400 < 11 * 3600 ? 10 : 1)]) }
      .log("10:55", "13:00")
    #expect(!log.contains { $0.contains("fires") })
  }

  @Test func `a firing waits for what it says, and is of its own second`() throws {
    var told = try check(#"opp "x" on 12:00 when t.m > 0 notify "s is {s.n}""#)
    told.showsTexts = true
    told.latency = 30
    #expect(
      try told.log("11:00", "13:00").filter { $0.contains("fires") }
        == ["12:00:40 fires x of 12:00:10: s is 10"]
        || (try told.log("11:00", "13:00")).contains { $0.hasSuffix("fires x of 12:00: s is 10") })
    var stating = try check(#"opp "x" when time in 12:00..13:00 notify "s is {s.n}""#)
    stating.showsTexts = true
    #expect(
      try stating.log("11:00", "12:30").filter { $0.contains("fires") }
        == ["12:00:02 fires x of 12:00: s is 10"])
  }

  // MARK: Failure and the limit

  @Test func `after a failure it is unknown, and stays so while it is tried again`() throws {
    let failing = { (opp: String) in
      try check(opp).answering { _, _ in .failure(FetchFailure(.broken, "500")) }
        .log("11:00", "13:00").filter { $0.contains("fires") }
    }
    #expect(try failing(#"opp "x" when not known(s.n)"#) == ["11:00:02 fires x"])
    #expect(try failing(#"opp "x" when (not known(s.n)) for 1h"#) == ["12:00:02 fires x"])
    #expect(
      try failing(#"opp "x" when (s.n otherwise 50) > 38 and time in 12:00..13:00"#)
        == ["12:00:02 fires x"])
  }

  @Test func `what does not come within a minute is unknown`() throws {
    var slow = try check(#"opp "x" when not known(s.n)"#)
    slow.latency = 600
    let log = try slow.log("11:00", "11:15")
    #expect(log.filter { $0.contains("fires") } == ["11:01 fires x"])
  }

  @Test func `what nothing connects is unknown at once`() throws {
    let log = try SessionCheck(sources + #"opp "x" when not known(s.n)"#).log("11:00", "11:10")
    #expect(log.contains("11:00 fires x"))
  }

  @Test func `what was given up long ago is undecided when it is needed again`() throws {
    let log = try check(
      #"opp "x" when time in 12:00..12:01 or time in 14:00..15:00 and (s.n otherwise 50) > 38"#
    )
    .answering { _, now in
      now.seconds % 86_400 < 13 * 3600
        ? .failure(FetchFailure(.broken, "500")) : .success(["n": .scalar(10)])
    }.log("11:00", "15:00")
    #expect(log.filter { $0.contains("fires") } == ["12:00 fires x"])
  }

  @Test func `what failed and was not needed since is looked at when it matters again`() throws {
    let log = try check(
      #"opp "x" when (time in 11:00..11:05 or average(t.m, last 10min) > 50) and not ((s.n otherwise 50) > 38)"#
    )
    .answering { name, now in
      let second = now.seconds % 86_400
      if name == "t" { return .success(["m": .scalar(second < 12 * 3600 ? 0 : 90)]) }
      return second < 11 * 3600 + 600
        ? .failure(FetchFailure(.broken, "500")) : .success(["n": .scalar(10)])
    }.log("11:00", "12:30")
    // The first 90 comes at 12:09:41, the mean passes 50 at 12:15:15, and the response takes two seconds.
    #expect(log.filter { $0.contains("fires") } == ["12:15:17 fires x"])
  }

  // MARK: What must be fetched

  @Test
  func `an Opp that cannot become true requests nothing, whether or not anything else is missing`()
    throws
  {
    var check = try SessionCheck(
      """
      source s fresh for 1h { n: Number }
      source t fresh for 1h { m: Number }
      place shop = @50,8 within 150m
      opp "x" when n > 5 and m > 5
      opp "y" near shop
      """
    ).connecting("s").connecting("t").answering { name, _ in
      // The response of s has no reading of n.
      .success(name == "s" ? [:] : ["m": .scalar(10)])
    }
    let shop = try #require(Position(latitude: 50, longitude: 8))
    check.walk = [("08:10", shop), ("08:20", shop)]
    let log = try check.log("08:00", "08:30")
    #expect(log == ["08:00 asks s", "08:10 fires y"])
  }

  @Test func `what looks at known beside a hold is fetched when the hold is true`() throws {
    #expect(
      try firings(#"opp "x" when known(t.m) and (s.n > 5 for 10s)"#).count == 1)
    #expect(
      try firings(#"opp "x" when (t.m otherwise 0) > 0 and (s.n > 5 for 10s)"#).count == 1)
  }
}
