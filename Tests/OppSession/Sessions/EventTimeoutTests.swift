import OppModel
import OppReplay
import OppSemantics
import OppTesting
import OppTestLimits
import OppTimelines
import Testing

@testable import OppEngine
@testable import OppSession

/// Events whose conditions are known only after their seconds, or that are slept through
@Suite(.limited) struct EventTimeoutTests {
  private let sources = "source s { c: Bool } source t { d: Bool }\n"

  @Test func `an event waits a minute for what its condition misses`() throws {
    let rules = sources + #"opp "x" on 12:00 when c"#
    try lives(rules, "12:00:20 c=true", "fires 12:00 at 12:00:20")
    try lives(rules, "12:00:20 c=false\n12:00:30 c=true", "")
    try lives(rules, "12:01 c=true", "fires 12:00 at 12:01")
    try lives(rules, "12:01:01 c=true", "misses 12:00 at 12:01")
    try lives(rules, "11:59 c=true", "fires 12:00 at 12:00")
  }

  @Test func `what the reading lacks is not waited for`() throws {
    try lives(sources + #"opp "x" on 12:00 when c"#, "11:59 c=?\n12:00:20 c=true", "")
  }

  @Test func `an event waits although its row leaves the table meanwhile`() throws {
    let rules =
      sources + """
        table tasks by id { id: Text  done: Bool }
        opp "x" for each t in tasks on t.done when c
        """
    let lines = "11:50 tasks\n11:51 tasks + id=a done=false\n12:00 tasks + id=a done=true\n"
    try lives(rules, lines + "12:00:20 c=true", "fires 12:00 at 12:00:20")
    try lives(rules, lines + "12:00:05 tasks - a\n12:00:20 c=true", "fires 12:00 at 12:00:20")
    try lives(rules, lines + "12:00:05 tasks - a\n12:00:20 c=false", "")
    try lives(rules, lines + "12:00:05 tasks - a", "misses 12:00 at 12:01")
  }

  @Test func `each event waits for itself`() throws {
    try lives(
      sources + #"opp "x" on every 30s when c"#, "00:01:10 c=true", from: "00:00:20",
      to: "00:01:31",
      "fires 00:00:30 at 00:01:10, fires 00:01 at 00:01:10, fires 00:01:30 at 00:01:30")
  }

  @Test func `a limit counts events that waited`() throws {
    try lives(
      sources + #"opp "x" on every 30s when c at most 1 per hour"#, "00:01:10 c=true",
      from: "00:00:20", to: "00:01:31", "fires 00:00:30 at 00:01:10")
  }

  @Test func `an event that a limit forbids is not missed`() throws {
    let sources = "source s fresh for 1min { c: Bool }\n"
    let rules = sources + #"opp "x" on every 1h when c at most once per day"#
    try lives(rules, "12:00 c=true", from: "11:30", to: "15:30", "fires 12:00 at 12:00")
    try lives(
      sources + #"opp "x" on every 1h when c at most 2 per day"#, "12:00 c=true", from: "11:30",
      to: "14:30", "fires 12:00 at 12:00, misses 13:00 at 13:01, misses 14:00 at 14:01")
  }

  @Test func `an event slept through is delivered up to a quarter of an hour late`() throws {
    let rules = #"opp "x" on 12:00"#
    try lives(rules, "", asleep: ("11:50", "12:15"), "fires 12:00 at 12:15")
    try lives(rules, "", asleep: ("11:50", "12:15:01"), "misses 12:00 at 12:15:01")
  }

  @Test func `an event is late by the clock, also while an earlier second is made up for`() throws {
    let subject = try EngineCheck(
      #"opp "x" on 12:00"#, "", zone: "UTC", day: "2026-06-21", from: "11:00", to: "13:00")
    for (clock, firings) in [("12:15", 1), ("12:15:01", 0)] {
      var engine = Engine(graph: subject.analysis.graph, zone: .utc, begins: subject.from)
      engine.eventTimeouts = EventTimeouts()
      engine.open(
        try #require(subject.clockface.instant("12:10")), clock: subject.clockface.instant(clock))
      let step = engine.close()
      #expect(step.firings.count == firings, "\(clock)")
      #expect(step.missed.count == 1 - firings, "\(clock)")
    }
  }

  @Test func `the time of expires takes the place of that after a sleep`() throws {
    for (lifetime, woken, expected) in [
      ("30min", "12:30", "fires 12:00 at 12:30"), ("30min", "12:30:01", "misses 12:00 at 12:30:01"),
      ("1min", "12:01", "fires 12:00 at 12:01"), ("1min", "12:01:01", "misses 12:00 at 12:01:01"),
    ] {
      try lives(
        #"opp "x" on 12:00 expires "# + lifetime, "", asleep: ("11:50", woken), expected)
    }
  }

  @Test func `an event slept through waits for its readings until it is too late to deliver`()
    throws
  {
    let rules = sources + #"opp "x" on 12:00 when c"#
    try lives(
      rules, "12:14 c=true", asleep: ("11:50", "12:10"), "fires 12:00 at 12:14")
    try lives(rules, "12:16 c=true", asleep: ("11:50", "12:10"), "misses 12:00 at 12:15")
    try lives(
      rules, "12:14 c=true", asleep: ("12:00:10", "12:10"), "fires 12:00 at 12:14")
  }

  @Test func `a sleep lengthens the wait for readings, not for time to pass`() throws {
    let rules = sources + #"opp "x" on 12:00 when c for 5min"#
    let asleep = ("12:00:10", "12:08")
    try lives(rules, "12:00:01 c=true", asleep: asleep, "misses 12:00 at 12:08")
    try lives(rules, "11:50 c=true", asleep: asleep, "fires 12:00 at 12:00")
    // A reading that is still missing decides.
    let two = sources + #"opp "x" on 12:00 when c for 5min and d"#
    try lives(two, "11:50 c=true\n12:09 d=true", asleep: asleep, "fires 12:00 at 12:09")
  }

  @Test func `a condition slept through is delivered if it is still true`() throws {
    let rules = #"opp "x" when time in 12:00..13:00"#
    try lives(rules, "", asleep: ("11:50", "12:10"), "fires 12:00 at 12:10")
    try lives(rules, "", asleep: ("11:50", "12:40"), "fires 12:40 at 12:40")
    try lives(rules, "", asleep: ("11:50", "13:20"), "")
  }

  @Test func `without a timeout an event is over with its second`() throws {
    let rules = sources + #"opp "x" on 12:00 when c"#
    try lives(rules, "12:00:20 c=true", eventTimeouts: nil, "")
    try lives(
      #"opp "x" on 12:00"#, "", asleep: ("11:50", "18:00"), eventTimeouts: nil,
      "fires 12:00 at 18:00")
  }

  @Test func `what waits is requested`() throws {
    let subject = try EngineCheck(
      sources + #"opp "x" on 12:00 when c"#, "", zone: "UTC", day: "2026-06-21", from: "11:00",
      to: "13:00")
    let graph = subject.analysis.graph
    var engine = Engine(graph: graph, zone: .utc, begins: subject.from)
    engine.eventTimeouts = EventTimeouts()
    var demand = FetchDemand()
    for (time, expected) in [
      ("11:59:50", ""), ("12:00", "x condition: s"), ("12:00:10", "x condition: s"), ("12:02", ""),
    ] {
      engine.open(try #require(subject.clockface.instant(time)))
      let needs = demand.needs(in: &engine)
      #expect(NeedsText(needs: needs, engine: engine).text == expected, "\(time)")
      _ = engine.close()
    }
  }

  // MARK: Upcoming

  @Test func `events by the clock and the sun are known to come`() throws {
    try comes(#"opp "x" on 12:00"#, at: "11:59", "x 12:00")
    try comes(#"opp "x" on 12:00"#, at: "11:50", "")
    try comes(#"opp "x" on 12:00"#, at: "12:00", "")
    try comes(#"opp "x" on 00:00"#, at: "23:59", "x 06-22T00:00")
    try comes(#"opp "x" on every 10min"#, at: "11:59", "x 12:00")
    try comes(#"opp "x" on every 10min disabled"#, at: "11:59", "")
    try comes(#"opp "x" on 2026-06-21T12:00"#, at: "11:59", "x 12:00")
    try comes(#"opp "x" on sunset"#, at: "18:04", "")
    try comes(sources + #"opp "x" on c"#, at: "11:59", "")
  }

  // MARK: Checks

  private func comes(
    _ rules: String, at second: String, _ expected: String,
    _ location: SourceLocation = #_sourceLocation
  ) throws {
    let subject = try EngineCheck(
      rules, "", zone: "UTC", day: "2026-06-21", from: "00:00", to: "23:59")
    let instant = try #require(subject.clockface.instant(second))
    var engine = subject.timeline.replay.engine(at: instant)
    let text = engine.upcomingEvents(within: 120).map {
      "\(subject.analysis.graph.rules[$0.opp.rule].name) \(subject.clockface.text($0.at))"
    }.joined(separator: ", ")
    #expect(text == expected, "\(rules)", sourceLocation: location)
  }

  /// Steps through arrivals and wakes, but for those that are slept through
  private func lives(
    _ rules: String, _ lines: String, from: String = "11:00", to: String = "19:00",
    asleep: (from: String, to: String)? = nil, eventTimeouts: EventTimeouts? = EventTimeouts(),
    _ expected: String, _ location: SourceLocation = #_sourceLocation
  ) throws {
    let subject = try EngineCheck(
      rules, lines, zone: "UTC", day: "2026-06-21", from: from, to: to)
    let clock = subject.clockface
    let sleep = (asleep?.from).flatMap { clock.instant($0) }
    let waking = (asleep?.to).flatMap { clock.instant($0) }
    var engine = Engine(graph: subject.analysis.graph, zone: .utc, begins: subject.from)
    engine.eventTimeouts = eventTimeouts
    var arrivals = subject.timeline.arrivals[...]
    var second = subject.from
    var texts: [String] = []
    while second < subject.to {
      var arrived: [Arrival] = []
      while let first = arrivals.first, first.at <= second {
        arrived.append(first.arrival)
        arrivals = arrivals.dropFirst()
      }
      let step = engine.step(at: second, arrived: arrived)
      texts += step.firings.map { "fires \(clock.text($0.at)) at \(clock.text(second))" }
      texts += step.missed.map { "misses \(clock.text($0.at)) at \(clock.text(second))" }
      var next = min(step.wake ?? subject.to, arrivals.first?.at ?? subject.to)
      if let sleep, let waking, next > sleep, second < waking { next = max(next, waking) }
      second = max(next, second.advanced(by: 1))
    }
    #expect(texts.joined(separator: ", ") == expected, "\(rules)", sourceLocation: location)
  }
}
