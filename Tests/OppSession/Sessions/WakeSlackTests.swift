import OppEngine
import OppModel
import OppSemantics
import OppSession
import OppSyntax
import OppTestLimits
import OppTesting
import OppTimelines
import Testing

/// How late a wake may be: a step to a later second changes nothing but when somebody is told
@Suite(.limited) struct WakeSlackTests {
  private static let begins = Instant(seconds: CountedSession.begins)

  /// The wake after a step at midnight, in seconds, and its slack
  private func slack(
    _ rules: String, pushed: [String: Value] = [:], freshness: Int64? = nil
  ) throws -> (wake: Int64, slack: Int64) {
    let graph = RuleSet.analyze(rules).graph
    var arrivals: [Arrival] = []
    var responses: [(Fetch) -> FetchResponse] = []
    let providers = graph.sources.enumerated().filter { $1.name.hasPrefix("s") }.map {
      index, source in
      let id = SourceID(index: Int32(index))
      if let value = pushed[source.name] {
        arrivals.append(.reading(Self.reading(of: id, value)))
        return Provider(name: source.name, served: [.source(id)], isPushed: true)
      }
      responses.append { fetch in
        FetchResponse(
          fetch: fetch, outcome: .arrived([.reading(Self.reading(of: id, .scalar(10)))]))
      }
      return Provider(name: source.name, served: [.source(id)], freshness: freshness)
    }
    var session = try LiveSession(
      CompiledRules(graph), zone: .utc, restoring: SessionMemory(), providers: providers,
      settings: SessionSettings(spreads: true), at: Self.begins)
    let fetches = session.open(at: Self.begins, arrived: arrivals)
    if let first = fetches.first, let response = responses.first {
      _ = session.receive([response(first)])
    }
    let step = session.close()
    let wake = try #require(step.wake, "\(rules)")
    return (wake.seconds(since: Self.begins), step.slack)
  }

  private static func reading(of source: SourceID, _ value: Value) -> SourceReading {
    SourceReading(
      source: source, arguments: [], instant: begins, fields: [.known(value)], freshness: nil,
      isLasting: false)
  }

  @Test func `a firing may be a minute late, an urgent one not at all`() throws {
    #expect(try slack(#"opp "a" when time in 8:00..9:00"#) == (8 * 3600, 60))
    #expect(try slack(#"opp "a" when time in 8:00..9:00 urgent"#) == (8 * 3600, 0))
    let both = #"opp "a" when time in 8:00..9:00 opp "b" when time in 8:00:25..9:00 urgent"#
    #expect(try slack(both) == (8 * 3600, 25))
    let later = #"opp "a" when time in 8:00..9:00 opp "b" when time in 8:02..9:00 urgent"#
    #expect(try slack(later) == (8 * 3600, 60))
  }

  @Test func `readings before an event may be fetched half of the lead late`() throws {
    #expect(try slack(#"opp "a" on 8:00"#) == (8 * 3600 - 20, 10))
    #expect(try slack(#"opp "a" on 8:00 urgent"#) == (8 * 3600 - 20, 10))
    #expect(try slack(#"opp "a" when time in 7:59:35..9:00 opp "b" on 8:00 urgent"#).slack == 15)
  }

  @Test func `a refresh is due a sixtieth of its freshness earlier, and may be so late`() throws {
    let rule = "source s fresh for 15min { n: Number }\nopp \"x\" when s.n > 20"
    // 3 s before the end for a response of a second, and 15 s for the slack.
    #expect(try slack(rule) == (900 - 3 - 15, 15))
    let hourly = "source s fresh for 2h { n: Number }\nopp \"x\" when s.n > 20"
    #expect(try slack(hourly) == (7200 - 3 - 60, 60))
  }

  @Test func `an urgent Opp whose condition is not known allows no slack`() throws {
    let rules = """
      source s fresh for 15min { n: Number }
      opp "a" when time in 8:00..9:00
      opp "b" when s.n > 3 urgent
      """
    let graph = RuleSet.analyze(rules).graph
    var session = try LiveSession(
      CompiledRules(graph), zone: .utc, restoring: SessionMemory(), providers: [],
      settings: SessionSettings(spreads: true), at: Self.begins)
    _ = session.open(at: Self.begins)
    let step = session.close()
    #expect(step.slack == 0)
  }

  @Test func `a reading that grows too old is on time for an urgent Opp`() throws {
    let source = "source s fresh for 15min { n: Number }\n"
    let stale = try slack(source + #"opp "x" when not known(s.n)"#, pushed: ["s": .scalar(1)])
    #expect(stale == (901, 60))
    let urgent = try slack(
      source + #"opp "x" when not known(s.n) urgent"#, pushed: ["s": .scalar(1)])
    #expect(urgent == (901, 0))
  }

  // MARK: The law

  @Test func `a late step fires what one in time fires, and urgent Opps in time`() throws {
    var count = 0
    var lateCount = 0
    for seed in LawSeeds.seeds(20, long: 2000) {
      let rules = RandomRules(seed: seed)
      let text = rules.text.split(separator: "\n", omittingEmptySubsequences: false).map {
        $0.hasPrefix("opp \"Opp 1\"") ? $0 + " urgent" : String($0)
      }.joined(separator: "\n")
      if RuleSet.analyze(text).hasErrors { continue }
      let check = try EngineCheck(
        text, rules.lines, zone: "UTC", day: "2026-06-21", from: "00:00", to: "06:00")
      let prompt = try run(check, seed: seed, isLate: false)
      let late = try run(check, seed: seed, isLate: true)
      count += prompt.firings.count
      lateCount += late.delays.filter { $0.seconds > 0 }.count
      #expect(late.firings == prompt.firings, "OPP_SEED=\(seed)\n\(text)")
      for delay in late.delays {
        #expect(delay.seconds <= (delay.opp == "Opp 1" ? 0 : 60), "OPP_SEED=\(seed): \(delay)")
      }
    }
    #expect(count > 100 && (lateCount > 20 || !LawSeeds.isLong))
  }

  private func run(
    _ check: EngineCheck, seed: UInt64, isLate: Bool
  ) throws -> (firings: [String], delays: [(opp: String, seconds: Int64)]) {
    let graph = check.analysis.graph
    var providers: [Provider] = []
    for (index, source) in graph.sources.enumerated() {
      let id = SourceID(index: Int32(index))
      providers.append(Provider(name: source.name, served: [.source(id)], isPushed: true))
    }
    for (index, table) in graph.tables.enumerated() where table.firings == nil {
      let id = TableID(index: Int32(index))
      providers.append(Provider(name: table.name, served: [.table(id)], isPushed: true))
    }
    var session = try LiveSession(
      CompiledRules(graph), zone: .utc, restoring: SessionMemory(), providers: providers,
      settings: SessionSettings(spreads: true), at: check.from)
    var random = SplitMix64(seed: seed)
    var arrivals = check.timeline.arrivals.map { (at: $0.at, arrival: $0.arrival) }[...]
    var firings: [String] = []
    var delays: [(opp: String, seconds: Int64)] = []
    var next: Instant? = check.from
    while let now = next, now < check.to {
      let own = arrivals.prefix { $0.at <= now }
      arrivals = arrivals.dropFirst(own.count)
      _ = session.open(at: now, arrived: own.map(\.arrival))
      let step = session.close()
      for firing in step.firings {
        firings.append(
          "\(firing.at.seconds) \(firing.opp) \(firing.row?.key ?? []) \(firing.text ?? "")")
        delays.append((firing.opp, now.seconds(since: firing.at)))
      }
      next = step.wake.map {
        isLate ? $0.advanced(by: Int64(random.number(in: 0...Int(step.slack)))) : $0
      }
      if let first = arrivals.first { next = min(next ?? first.at, first.at) }
      next = next.map { max($0, now.advanced(by: 1)) }
    }
    // What fires at the end of the day and is found out later is of both.
    _ = session.open(at: check.to)
    for firing in session.close().firings where firing.at < check.to {
      firings.append(
        "\(firing.at.seconds) \(firing.opp) \(firing.row?.key ?? []) \(firing.text ?? "")")
    }
    return (firings, delays)
  }
}
