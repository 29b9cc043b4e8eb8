import OppEngine
import OppModel
import OppSemantics
import OppSession
import OppSyntax
import OppTesting
import OppTestLimits
import Testing

/// Rounds of `opp run --once` remember what a daemon does, if readings count for longer than their distance
@Suite(.limited) struct RoundTests {
  private static let noon = Instant(seconds: 1_782_043_200)

  /// A rule set in rounds, whose source s is on from the second round on, with 100 W
  private func rounds(
    _ rules: String, isOn: @escaping (Instant) -> Bool = { $0 > noon.advanced(by: 60) },
    fails: @escaping (Instant) -> Bool = { _ in false }
  ) throws -> RoundSession {
    let analysis = RuleSet.analyze(
      "source s fresh for 20min { on: Bool  p: Power  n: Number }\nsource t fresh for 20min { b: Bool }\n"
        + rules)
    for problem in analysis.diagnostics where problem.severity == .error {
      Issue.record("\(problem.headline) in \(rules)")
    }
    let graph = analysis.graph
    let providers = graph.sources.enumerated().compactMap { index, source -> Provider? in
      guard ["s", "t"].contains(source.name) else { return nil }
      return Provider(name: source.name, served: [.source(SourceID(index: Int32(index)))])
    }
    return RoundSession(graph: graph, providers: providers) { fetch, now in
      guard !fails(now), case .source(let source, let arguments) = fetch.subject else {
        return FetchResponse(fetch: fetch, outcome: .failed(FetchFailure(.broken, "503")))
      }
      let fields = graph.sources[Int(source.index)].fields.map { field -> FieldReading in
        switch field.name {
        case "on": .known(.truth(isOn(now)))
        case "p": .known(.scalar(100))
        case "b": .known(.truth(true))
        default: .missing
        }
      }
      let reading = SourceReading(
        source: source, arguments: arguments, instant: now, fields: fields, freshness: nil,
        isLasting: false)
      return FetchResponse(fetch: fetch, outcome: .arrived([.reading(reading)]))
    }
  }

  /// `12:36:01 Used` for each firing
  private func text(_ firings: [Firing]) -> [String] {
    firings.map { "\($0.at.rfc3339.dropFirst(11).dropLast()) \($0.opp)" }
  }

  private func text(_ requests: [(at: Instant, fetch: Fetch)]) -> [String] {
    requests.map { String($0.at.rfc3339.dropFirst(11).dropLast()) }
  }

  private static let remembering = """
    opp "Hot" when s.on for 1h
    opp "Used" when total(s.p, last 30min) > 1Wh
    """

  @Test(arguments: [60, 120, 300, 360, 420, 840, 1100] as [Int64])
  func `holds and sums go on from round to round, at any distance that readings outlast`(
    distance: Int64
  ) throws {
    var rounds = try rounds(Self.remembering)
    for second in stride(from: 0, through: 10_800, by: Int(distance)) {
      // A timer is late by up to two seconds.
      try rounds.round(at: Self.noon.advanced(by: Int64(second + second / 7 % 3)))
    }
    #expect(rounds.lapses.isEmpty)
    #expect(Set(rounds.firings.map(\.opp)) == ["Hot", "Used"])
    let used = try #require(rounds.firings.first { $0.opp == "Used" })
    #expect(used.at == Self.noon.advanced(by: 1801))
    let hot = try #require(rounds.firings.first { $0.opp == "Hot" })
    let seen = rounds.responses.first { $0.at > Self.noon.advanced(by: 60) }
    #expect(hot.at == seen?.at.advanced(by: 3600))
  }

  @Test func `a month of rounds at random distances keeps every hold`() throws {
    // On for two of each six hours, as far as a request finds it
    var rounds = try rounds(
      #"opp "Hot" when s.on for 1h"#,
      isOn: { $0.seconds(since: Self.noon) % 21_600 >= 14_400 })
    rounds.stated = 840
    var random = SplitMix64(seed: 7)
    var (second, days) = (Int64(0), Int64(LawSeeds.isLong ? 31 : 3))
    while second < days * 86_400 {
      try rounds.round(at: Self.noon.advanced(by: second))
      second += Int64(random.number(in: 60...840) + random.number(in: 0...2) - 1)
    }
    #expect(rounds.lapses.isEmpty)
    #expect(rounds.firings.count == Int(days) * 4)
    for firing in rounds.firings {
      let seen = firing.at.advanced(by: -3600)
      #expect(rounds.responses.contains { $0.at == seen }, "\(firing.at.rfc3339)")
    }
  }

  @Test func `a reading is requested in the last round before it ends, and not in each`() throws {
    var rounds = try rounds(#"opp "Hot" when s.on for 1h"#)
    for minute in stride(from: 0, through: 60, by: 5) {
      try rounds.round(at: Self.noon.advanced(by: Int64(minute * 60)))
    }
    #expect(text(rounds.requests) == ["12:00:00", "12:15:00", "12:30:00", "12:45:00", "13:00:00"])
  }

  @Test func `the stated distance counts in place of the last ones`() throws {
    var rounds = try rounds(#"opp "Hot" when s.on for 1h"#)
    rounds.stated = 900
    for minute in [0, 1, 2, 15, 30, 45, 60, 75, 90] {
      try rounds.round(at: Self.noon.advanced(by: Int64(minute * 60)))
    }
    #expect(rounds.lapses.isEmpty)
    #expect(text(rounds.firings) == ["13:15:01 Hot"])
  }

  @Test func `what a condition needs only after this round is requested in it`() throws {
    var rounds = try rounds(
      #"opp "Open" when (time in 13:00..14:00 and s.on) for 10min"#)
    for minute in stride(from: 0, through: 80, by: 6) {
      try rounds.round(at: Self.noon.advanced(by: Int64(minute * 60)))
    }
    #expect(text(rounds.firings) == ["13:10:00 Open"])
    #expect(text(rounds.requests).first == "12:54:00")
  }

  @Test func `an event between two rounds happens at its second with the reading of that second`()
    throws
  {
    var rounds = try rounds(
      """
      opp "At" on 13:01 when s.on
      opp "Each" on every 7min when s.on at most once per 20min
      """)
    for minute in stride(from: 0, through: 70, by: 6) {
      try rounds.round(at: Self.noon.advanced(by: Int64(minute * 60)))
    }
    let fired = text(rounds.firings)
    #expect(fired.contains("13:01:00 At"), "\(fired)")
    #expect(fired.filter { $0.hasSuffix("Each") }.count >= 3, "\(fired)")
    #expect(rounds.missed.isEmpty)
  }

  @Test func `an event of the first round is not decided by the minutes until the next`() throws {
    var rounds = try rounds(
      #"opp "Hour" on every 1h when s.on for 5min"#, isOn: { _ in true })
    for minute in stride(from: 0, through: 70, by: 7) {
      try rounds.round(at: Self.noon.advanced(by: Int64(minute * 60)))
    }
    #expect(text(rounds.firings) == ["13:00:00 Hour"])
    #expect(rounds.missed.map(\.at) == [Self.noon])
  }

  @Test func `a lapse between rounds is reported with what remembers the reading`() throws {
    var rounds = try rounds(
      Self.remembering + """

        opp "Now" when s.on and t.b
        opp "Later" when (time in 20:00..21:00 and t.b) for 10min
        """)
    for minute in [0, 5, 10, 35, 40] {
      try rounds.round(at: Self.noon.advanced(by: Int64(minute * 60)))
    }
    #expect(rounds.lapses.map(\.at) == [Self.noon.advanced(by: 35 * 60)])
    let lapse = try #require(rounds.lapses.first).lapse
    #expect(lapse.provider == "s")
    #expect(lapse.freshness == 1200)
    #expect(lapse.opps == ["Hot", "Used"])
  }

  @Test func `a reading that ends because its service fails is no lapse`() throws {
    var rounds = try rounds(Self.remembering, fails: { $0 > Self.noon.advanced(by: 500) })
    for minute in stride(from: 0, through: 40, by: 5) {
      try rounds.round(at: Self.noon.advanced(by: Int64(minute * 60)))
    }
    #expect(rounds.lapses.isEmpty)
  }
}
