import OppEngine
import OppModel
import OppProviders
import OppSemantics
import OppSession
import OppSyntax
import OppTesting
import OppTestLimits
import OppTimelines
import Testing

/// A session that is thrown away after every step, and goes on from its memory, does what one does that stays
@Suite(.limited) struct EvictionLawTests {
  private static let zones = ["UTC", "Europe/Berlin", "America/New_York", "Australia/Lord_Howe"]

  @Test func `evicting after every step changes nothing of rules that fetch`() throws {
    var failures = 0
    var count = 0
    for seed in LawSeeds.seeds(4, long: 1000, failed: [200_469, 300_297, 500_333]) {
      let rules = RandomRules(seed: seed)
      if RuleSet.analyze(rules.text).hasErrors { continue }
      let check = try EngineCheck(
        rules.text, rules.lines, zone: "UTC", day: "2026-06-21", from: "00:00", to: "06:00")
      let recorded = EvictionCase(
        graph: check.analysis.graph, zone: .utc, from: check.from, to: check.to,
        arrivals: check.timeline.arrivals.map { ($0.at, $0.arrival) }, seed: seed)
      let stayed = try recorded.lines(isEvicted: false)
      count += stayed.count
      guard let difference = try recorded.difference(from: stayed) else { continue }
      failures += 1
      Issue.record("OPP_SEED=\(seed): \(difference)\n\(rules.text)")
      if failures == 5 { return }
    }
    #expect(count > 100)
  }

  @Test func `evicting as a row leaves changes nothing of what is remembered of it`() throws {
    // At 00:51 the last second of the row was five minutes ago. One that came and left at that second was never there.
    for (line, fires) in ["00:20 tasks + id=c level=4": true, "00:46 tasks + id=c level=7": false] {
      let check = try EngineCheck(
        """
        table tasks by id { id: Text  level: Number }
        opp "x" for each t in tasks when t.level > 3 within last 5min
        """,
        """
        00:00 tasks
        \(line)
        00:46 tasks - c
        00:51 tasks + id=c level=3
        """, zone: "UTC", day: "2026-06-21", from: "00:00", to: "01:00")
      let recorded = EvictionCase(
        graph: check.analysis.graph, zone: .utc, from: check.from, to: check.to,
        arrivals: check.timeline.arrivals.map { ($0.at, $0.arrival) }, seed: 1)
      let second = try #require(check.clockface.instant("00:51")).seconds
      let lines = try recorded.lines(isEvicted: true)
      #expect(lines.contains { $0.contains("fires x of \(second)") } == fires, "\(line)")
      #expect(try recorded.difference(from: recorded.lines(isEvicted: false)) == nil)
    }
  }

  @Test func `evicting after every step changes nothing of a random graph`() throws {
    var failures = 0
    var count = 0
    for seed in LawSeeds.seeds(4, long: 1000, failed: [200_929, 300_241, 400_473, 400_975]) {
      var random = SplitMix64(seed: ~seed)
      let graph = RandomGraph(seed: seed).graph
      let zone = try ZoneDatabase().zone(named: random.pick(Self.zones))
      let recording = RandomRecording(seed: seed, graph: graph, zone: zone)
      let recorded = EvictionCase(
        graph: graph, zone: zone, from: recording.from, to: recording.to,
        arrivals: recording.arrivals.map { ($0.at, $0.arrival) }, seed: seed)
      let stayed = try recorded.lines(isEvicted: false)
      count += stayed.count
      guard let difference = try recorded.difference(from: stayed) else { continue }
      failures += 1
      let text = GraphText(graph)
      let rules = graph.rules.map { text.text($0) }.joined(separator: "\n")
      Issue.record("OPP_SEED=\(seed): \(difference)\n\(rules)")
      if failures == 5 { return }
    }
    #expect(count > 100)
  }
}

/// A recording whose responses are late, fail now and then, or never come
private struct EvictionCase {
  let graph: ConditionGraph
  let zone: Zone
  let from: Instant
  let to: Instant
  let arrivals: [(at: Instant, arrival: Arrival)]
  let seed: UInt64

  /// The first difference between a session that stays and one that is evicted; nil where there is none
  ///
  /// - Parameter stayed: the lines of the one that stays.
  func difference(from stayed: [String]) throws -> String? {
    let evicted = try lines(isEvicted: true)
    guard stayed != evicted else { return nil }
    let place = zip(stayed, evicted).enumerated().first { $1.0 != $1.1 }?.offset
    let index = place ?? min(stayed.count, evicted.count)
    func part(_ lines: [String]) -> String {
      lines[max(0, index - 4)..<min(lines.count, index + 4)].joined(separator: "\n  ")
    }
    return "stayed\n  \(part(stayed))\nevicted\n  \(part(evicted))"
  }

  /// Every request, firing, miss and change of health with its second
  ///
  /// A session wakes at its own seconds, at some of which nothing happens.
  func lines(isEvicted: Bool) throws -> [String] {
    var random = SplitMix64(seed: seed &+ 5)
    let latency = random.oneIn(3) ? nil : random.number(in: 1...4)
    var world = RecordedWorld(graph: graph, arrivals: arrivals)
    var session = try EvictedSession(
      graph: graph, zone: zone, begins: from,
      providers: world.providers(cell: random.oneIn(2) ? 0.1 : nil),
      settings: SessionSettings(
        respondsAtOnce: latency == nil, seed: seed, requestLimit: SessionSettings.longestRequest),
      isEvicted: isEvicted)
    var underWay: [(at: Instant, response: FetchResponse)] = []
    var lines: [String] = []
    var next: Instant? = from
    while let now = next, now < to {
      let answers = underWay.filter { $0.at <= now }
      underWay.removeAll { $0.at <= now }
      var fetches = session.open(
        at: now, arrived: world.arrivals(upTo: now), responses: answers.map(\.response))
      while !fetches.isEmpty {
        let meanings = fetches.map { graph.meaning(of: $0) }
        lines += meanings.sorted().map { "\(now.seconds) asks \($0)" }
        var responses: [FetchResponse] = []
        for (fetch, meaning) in zip(fetches, meanings) {
          let response = response(to: fetch, meaning, at: now, &world)
          if latency == nil {
            responses.append(response.response)
          } else if let delay = response.delay {
            underWay.append((now.advanced(by: min(delay, Int64(latency ?? 0))), response.response))
          }
        }
        if responses.isEmpty { break }
        fetches = session.receive(responses)
      }
      let step = try session.close()
      lines += Self.lines(of: step, at: now)
      next = step.wake
      for instant in [world.nextPush] + underWay.map({ $0.at }) {
        if let instant { next = min(next ?? instant, max(instant, now.advanced(by: 1))) }
      }
    }
    return lines
  }

  /// The response to a fetch, and after how many seconds it comes, which is the same whoever asks; nil for never
  private func response(
    to fetch: Fetch, _ meaning: String, at now: Instant, _ world: inout RecordedWorld
  ) -> (response: FetchResponse, delay: Int64?) {
    var hash = seed ^ UInt64(now.seconds)
    for byte in meaning.utf8 { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
    var random = SplitMix64(seed: hash)
    let delay = random.oneIn(20) ? nil : Int64(random.number(in: 1...4))
    if random.oneIn(12) {
      let failure = FetchFailure(random.oneIn(3) ? .limited : .broken, "503", retryAfter: 70)
      return (FetchResponse(fetch: fetch, outcome: .failed(failure)), delay)
    }
    return (world.response(to: fetch, at: now), delay)
  }

  private static func lines(of step: LiveStep, at now: Instant) -> [String] {
    var lines = step.firings.map { firing in
      "\(now.seconds) fires \(firing.opp) of \(firing.at.seconds) \(firing.row?.key ?? []): \(firing.text ?? "-"), \(firing.delivery), \(firing.payload)"
    }
    lines += step.deliveries.map { "\(now.seconds) delivers \($0)" }
    lines += step.records.map { "\(now.seconds) records \($0)" }
    lines += step.missed.map { "\(now.seconds) misses \($0.opp) of \($0.at.seconds)" }
    lines += step.health.map { "\(now.seconds) \($0.provider) \($0.state)" }
    lines += step.problems.map { "\(now.seconds) \($0)" }
    return lines
  }
}
