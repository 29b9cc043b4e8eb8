import OppEngine
import OppModel
import OppReplay
import OppSemantics
import OppSyntax
import OppTestLimits
import Testing

/// What a `test` gives, and what became of its expectations
@Suite(.limited) struct ScenarioRunnerTests {
  @Test func `the lunch walk of the reference passes`() throws {
    try check(
      """
      place park = @48.4133,-123.3655 within 300m
      opp "Lunch walk"
        when sky == sunny and time in 12:00..13:00 and free >= 30min
        near park
        at most once per day
      test "t"
        given sky = sunny, free = 45min, position = @48.4133,-123.3655
        at 2026-06-21T11:59  expect "Lunch walk" quiet
        at 2026-06-21T12:00  expect "Lunch walk" fires
        at 2026-06-21T12:20  given sky = clouds
        at 2026-06-21T12:40  given sky = sunny  expect "Lunch walk" quiet
      """, [])
  }

  @Test func `what waits while it is quiet has fired`() throws {
    try check(
      """
      set quiet when busy
      opp "a" when temp > 20C notify "{temp}"
      test "t"
        given busy = true, temp = 18C
        at 2026-06-21T12:00 expect "a" quiet
        at 2026-06-21T12:10 given temp = 21C expect "a" fires with "21°C"
        at 2026-06-21T12:20 given busy = false expect "a" quiet
      """, [])
  }

  @Test func `memory begins at the first step, with what is given before it`() throws {
    try check(
      """
      opp "a" when temp > 20C
      opp "b" when temp > 20C for 1h
      test "t"
        given temp = 21C
        at 2026-06-21T12:00 expect "a" fires expect "b" unknown
        at 2026-06-21T12:59:59 expect "b" quiet
        at 2026-06-21T13:00 expect "b" fires expect "a" quiet
      """, [])
  }

  @Test func `what is given stays, one field of a reading at a time`() throws {
    try check(
      """
      opp "a" when temp > 20C and raining
      opp "b" when humidity > 50%
      test "t"
        given temp = 21C
        at 2026-06-21T12:00 expect "a" unknown
        at 2026-06-25T12:00 given raining = true expect "a" fires expect "b" unknown
        at 2026-06-25T12:01 given raining = unknown expect "a" unknown
      """, [])
  }

  @Test func `fields of one source that are given together have their ages`() throws {
    try check(
      """
      source house { inside, outside: Temperature }
      opp "a" when age(house.outside) > 2h
      opp "b" when age(house.inside) > 1h
      test "t"
        at 2026-06-21T12:00 given house.outside = 24C, house.inside = 23C
          expect "a" quiet expect "b" quiet
        at 2026-06-21T13:30 given house.inside = 22C, house.outside = unknown expect "b" fires
        at 2026-06-21T14:30 expect "a" fires expect "b" quiet
        at 2026-06-21T14:31 expect "b" fires
      """, [])
  }

  @Test func `a table that a test gives rows of is known from the beginning`() throws {
    try check(
      """
      table chores by id { id: Text  due: Instant }
      table other by id { id: Text }
      opp "new" for each c in chores on row added
      opp "none" when none(chores)
      opp "other" when none(other)
      test "t"
        at 2026-06-21T12:00 expect "none" fires expect "new" quiet expect "other" unknown
        at 2026-06-21T12:10 given chores { id: "a", due: now + 30min }
          expect "new" for "a" fires expect "new" for "b" quiet
        at 2026-06-21T12:20 given no chores { id: "a" } expect "none" fires expect "new" quiet
      """, [])
  }

  @Test func `a table can be given as empty, at once or later`() throws {
    try check(
      """
      table chores by id { id: Text }
      opp "none" when none(chores)
      opp "gone" for each c in chores on row removed
      test "t"
        given no chores
        at 2026-06-21T12:00 expect "none" fires
        at 2026-06-21T12:10 given chores { id: "a" }, chores { id: "b" } expect "gone" quiet
        at 2026-06-21T12:20 given no chores expect "none" fires expect "gone" for "b" fires
      """, [])
  }

  @Test func `addresses and places of a kind are given by their positions`() throws {
    try check(
      """
      opp "shop" near any "grocery store" within 100m
      opp "none" when distance(any "park") > 1km
      opp "walk" near "12 Main St, Utrecht" within 100m
      test "t"
        given position = @52.0872,5.1395, address "12 Main St, Utrecht" = @52.0872,5.1395
        given any "park" = []
        at 2026-06-21T12:00 expect "walk" fires expect "shop" unknown expect "none" unknown
        at 2026-06-21T12:10 given any "grocery store" = [@52.2,5.1, @52.0875,5.1395], any "park" = [@52.2,5.1]
          expect "shop" fires expect "none" fires
        at 2026-06-21T12:20 given any "grocery store" = [] expect "shop" unknown
        at 2026-06-21T12:30 given address "12 Main St, Utrecht" = unknown expect "walk" unknown
      """, [])
  }

  @Test func `a time of day can be the first second of memory`() throws {
    try check(
      """
      table tasks by id { id: Text  at: TimeOfDay }
      opp "a" on 8:00
      opp "b" on 7:59
      opp "c" on 8:00 + 1min
      opp "d" for each t in tasks on t.at
      test "t"
        at 2026-06-21T08:00 expect "a" fires expect "b" quiet expect "c" quiet
        at 2026-06-21T08:05 given tasks { id: "x", at: 8:05 }, tasks { id: "y", at: 8:04 }
          expect "c" fires expect "d" for "x" fires expect "d" for "y" quiet
      """, [])
  }

  @Test func `an expectation looks back to the step before, and no further`() throws {
    try check(
      """
      opp "a" when time in 12:10..12:11
      test "t"
        at 2026-06-21T12:00 expect "a" quiet
        at 2026-06-21T12:30 expect "a" fires
        at 2026-06-21T12:31 expect "a" fires expect "a" quiet
      """, ["12:31 notTrue false"])
  }

  @Test(arguments: [
    ("12:10..12:11", ["12:30 fired unknown"]), ("12:10..12:31", ["12:30 fired true"]),
    ("12:31..12:40", []), ("11:50..12:01", ["12:00 fired true"]),
  ])
  func `what has fired since the step before is neither quiet nor unknown`(
    window: String, unknown: [String]
  ) throws {
    for expected in ["unknown", "quiet"] {
      try check(
        """
        opp "a" when temp > 20C or time in \(window)
        test "t"
          at 2026-06-21T12:00 given temp = unknown expect "a" \(expected)
          at 2026-06-21T12:30 expect "a" \(expected)
        """, unknown)
    }
  }

  @Test func `a text is compared whole`() throws {
    let results = try run(
      """
      opp "a" when temp > 20C notify "{temp} now"
      test "t"
        given temp = 21C
        at 2026-06-21T12:00 expect "a" fires with "21°C now" expect "a" fires with "21°C"
      """)
    let failure = try #require(results.first?.failures.first)
    #expect(results.first?.failures.count == 1)
    #expect(failure.expectedText == "21°C")
    #expect(failure.firings.map(\.text) == ["21°C now"])
  }

  @Test func `an Opp that is silent says why`() throws {
    try check(
      """
      opp "limited" when temp > 20C at most once
      opp "disabled" when temp > 20C disabled
      opp "event" on raining when temp > 20C
      opp "lasting" when temp > 20C
      test "t"
        given temp = 21C, raining = false
        at 2026-06-21T12:00 expect "limited" fires expect "disabled" fires expect "event" fires
        at 2026-06-21T12:01 expect "lasting" fires
        at 2026-06-21T12:02 given temp = 19C, raining = true expect "event" fires
        at 2026-06-21T12:03 given temp = 21C expect "limited" fires
      """,
      [
        "12:00 disabled true", "12:00 noEvent at the beginning true",
        "12:01 alreadyTrue since 12:00 true",
        "12:02 event 12:02 false", "12:03 limited 12:03 true",
      ])
  }

  @Test func `an event that did not happen says whether its condition was ever false`() throws {
    try check(
      """
      let dry = temp > 25C until temp < 15C
      opp "latch" on dry or sky changes
      opp "lasting" on temp > 20C
      opp "false" on temp > 40C
      test "t"
        given temp = 20C
        at 2026-06-21T12:00
        at 2026-06-21T12:01 given temp = 26C expect "latch" fires expect "lasting" fires
        at 2026-06-21T12:02 expect "lasting" fires expect "false" fires
        at 2026-06-21T12:03 given temp = 14C
        at 2026-06-21T12:04 given temp = 27C expect "latch" fires
        at 2026-06-21T12:05 given temp = unknown
        at 2026-06-21T12:06 given temp = 28C expect "latch" fires
      """,
      [
        "12:01 event never false true", "12:02 event since 12:01 true", "12:02 noEvent true",
        "12:06 event since 12:04 true",
      ])
  }

  @Test func `a condition that was true before a gap has been true since then`() throws {
    try check(
      """
      opp "a" when temp > 20C
      test "t"
        given temp = 21C
        at 2026-06-21T12:00 expect "a" fires
        at 2026-06-21T12:01 given temp = unknown
        at 2026-06-21T12:02 given temp = 22C expect "a" fires
      """, ["12:02 alreadyTrue since 12:00 true"])
  }

  @Test func `an event of each row has a past of its own`() throws {
    try check(
      """
      table plants by name { name: Text  dry: Bool }
      opp "Dry" for each p in plants on p.dry
      test "t"
        given plants { name: "Fern", dry: true } given plants { name: "Rose", dry: false }
        at 2026-06-21T12:00
        at 2026-06-21T12:01 given plants { name: "Rose", dry: true }
          expect "Dry" for "Fern" fires expect "Dry" for "Rose" fires
        at 2026-06-21T12:02 expect "Dry" for "Rose" fires
      """,
      ["12:01 event never false true", "12:02 event since 12:01 true"])
  }

  @Test func `coverage gives the truths that each part has had`() throws {
    let rules = try coverage(
      """
      opp "a" when temp > 20C and free > 1h
      opp "b" when temp > 30C
      test "t"
        given temp = 19C, free = 2h
        at 2026-06-21T12:00 expect "a" quiet
        at 2026-06-21T12:10 given temp = 21C expect "a" fires
        at 2026-06-21T12:20 given temp = unknown expect "a" unknown
      """
    ).rules
    #expect(rules.map(\.isExpected) == [true, false])
    #expect(rules.map(\.seen.missing) == [[], [.true]])
    #expect(rules[0].parts.map(\.seen.missing) == [[], [.false, .unknown]])
  }

  @Test func `parts are what is joined, held, negated or chosen, but no elements of a list`() throws
  {
    let found = try coverage(
      """
      opp "a" when (temp > 20C or wind > 5m/s or sky in [rain, fog]) for 10min and not (if free > 2h then free > 1h else temp > 1C)
      opp "b" when time in 12:00..13:00 and weekday == mon
      opp "c" when temp > 20C
      """
    ).rules
    // The hold, what it holds and its two parts; the choice and its three conditions.
    #expect(found.map(\.parts.count) == [8, 2, 0])
    #expect(found[1].parts.map(\.seen.canBeUnknown) == [false, false])
    #expect(found[0].parts.map(\.seen.canBeUnknown) == Array(repeating: true, count: 8))
  }

  // MARK: Checks

  private func coverage(_ rules: String) throws -> ConditionCoverage {
    let analysis = RuleSet.analyze(rules)
    #expect(analysis.diagnostics.map(\.headline) == [])
    var runner = ScenarioRunner(graph: analysis.graph, zone: .utc)
    for test in analysis.tests { _ = runner.run(test) }
    return runner.coverage
  }

  private func run(_ rules: String) throws -> [ScenarioResult] {
    let analysis = RuleSet.analyze(rules)
    #expect(analysis.diagnostics.filter { $0.severity == .error }.map(\.headline) == [])
    var runner = ScenarioRunner(graph: analysis.graph, zone: .utc)
    return analysis.tests.map { runner.run($0) }
  }

  /// - Parameter failures: of the one test: when, why it was silent, and the truth of its condition.
  private func check(
    _ rules: String, _ failures: [String], _ location: SourceLocation = #_sourceLocation
  ) throws {
    let found = try #require(try run(rules).first).failures.map { failure in
      "\(time(failure.at)) \(failure.silence.map { words($0) } ?? "fired") \(failure.truth)"
    }
    #expect(found == failures, sourceLocation: location)
  }

  private func words(_ silence: ScenarioFailure.Silence) -> String {
    switch silence {
    case .disabled: "disabled"
    case .limited(let at): "limited \(time(at))"
    case .noEvent: "noEvent"
    case .noEventAtBeginning: "noEvent at the beginning"
    case .eventNeverFalse: "event never false"
    case .eventLasts(_, let since): "event since \(time(since))"
    case .eventWithoutCondition(let at): "event \(time(at))"
    case .alreadyTrue(let since): "alreadyTrue since \(time(since))"
    case .notTrue: "notTrue"
    case .noRow: "noRow"
    }
  }

  private func time(_ instant: Instant) -> String {
    String(instant.rfc3339.dropFirst(11).prefix(5))
  }
}
