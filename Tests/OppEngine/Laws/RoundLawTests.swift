import OppEngine
import OppModel
import OppSemantics
import OppSyntax
import OppTesting
import OppTestLimits
import Testing

/// Rounds, each a session of its own over what was kept, fire what a session fires that stays
///
/// The services change between two rounds only, and say at each request what is so now.
@Suite(.limited) struct RoundLawTests {
  @Test func `rounds fire as a daemon, if readings count for longer than their distance`() throws {
    var (count, failures) = (0, 0)
    for seed in LawSeeds.seeds(4, long: 2000, failed: [150]) {
      let example = try RoundExample(seed: seed)
      guard example.isChecked else { continue }
      let (rounds, daemon) = (example.rounds(refreshes: true).firings, example.daemon())
      count += daemon.count
      guard rounds.map(example.text) != daemon.map(example.text) else { continue }
      failures += 1
      Issue.record("OPP_SEED=\(seed): \(example.difference(rounds, daemon))")
      if failures == 3 { return }
    }
    #expect(count > 5)
  }

  @Test func `no event is missed because a reading was not requested`() throws {
    for seed in LawSeeds.seeds(4, long: 2000) {
      let example = try RoundExample(seed: seed)
      guard example.isChecked else { continue }
      let missed = example.rounds(refreshes: false).missed.filter {
        $0.at > example.check.from && Self.lacksRequest($0.reason)
      }
      #expect(missed.isEmpty, "OPP_SEED=\(seed): \(missed)\n\(example.rules)")
    }
  }

  /// `true` if all that is unknown are readings that ended or never came; a service may also say that a value is unknown
  private static func lacksRequest(_ reason: MissedEvent.Reason) -> Bool {
    guard case .undecided(let unknown) = reason else { return false }
    return unknown.allSatisfy {
      switch $0 {
      case .stale, .noReading: true
      default: false
      }
    }
  }
}

/// A random rule set, its rounds, and what its services say
private struct RoundExample {
  let rules: String
  let isChecked: Bool
  let check: EngineCheck
  let begins: [Instant]

  private let world: RecordedWorld

  /// The longest distance of rounds
  let longest: Int64

  init(seed: UInt64) throws {
    let random = RandomRules(seed: seed)
    rules = [5, 10, 15].reduce(random.text) {
      $0.replacing("fresh for \($1)min", with: "fresh for 20min")
    }
    isChecked = !RuleSet.analyze(rules).hasErrors
    check = try EngineCheck(
      isChecked ? rules : "", isChecked ? random.lines : "", zone: "UTC", day: "2026-06-21",
      from: "00:00", to: "06:00")
    world = RecordedWorld(
      graph: check.analysis.graph,
      arrivals: check.timeline.arrivals.map { (at: $0.at, arrival: $0.arrival) })
    var numbers = SplitMix64(seed: seed &+ 11)
    let fixed = numbers.pick([60, 120, 300, 420, 840, 0])
    var begins = [check.from]
    var longest: Int64 = 0
    while let last = begins.last, last < check.to {
      var distance = Int64(fixed > 0 ? fixed : numbers.number(in: 60...840))
      // A timer is late by up to two seconds; now and then a round is missed.
      distance += Int64(numbers.number(in: 0...2)) - 1
      if distance < 480, numbers.oneIn(12) { distance *= 2 }
      longest = max(longest, distance)
      begins.append(last.advanced(by: distance))
    }
    self.begins = begins
    self.longest = longest
  }

  private var graph: ConditionGraph { check.analysis.graph }

  /// The response at a second: what was so as the last round began
  private func response(_ fetch: Fetch, _ now: Instant) -> FetchResponse {
    let round = begins.last { $0 <= now } ?? now
    var world = world
    guard case .arrived(let arrivals) = world.response(to: fetch, at: round).outcome else {
      return FetchResponse(fetch: fetch, outcome: .failed(FetchFailure(.broken, "503")))
    }
    let present = arrivals.map { arrival -> Arrival in
      guard case .reading(let reading) = arrival else { return arrival }
      return .reading(
        SourceReading(
          source: reading.source, arguments: reading.arguments, instant: now,
          fields: reading.fields, freshness: nil, isLasting: false))
    }
    return FetchResponse(fetch: fetch, outcome: .arrived(present))
  }

  func rounds(refreshes: Bool) -> RoundSession {
    var world = world
    var rounds = RoundSession(
      graph: graph, providers: world.providers(cell: nil), response: response)
    rounds.refreshes = refreshes
    rounds.stated = longest
    for begin in begins { rounds.round(at: begin, arrived: world.arrivals(upTo: begin)) }
    return rounds
  }

  /// The firings of a session that stays, and fetches all as each round begins
  func daemon() -> [Firing] {
    var world = world
    var engine = Engine(graph: graph, zone: .utc, begins: check.from)
    engine.eventTimeouts = EventTimeouts()
    var session = LiveSession(engine: engine, providers: world.providers(cell: nil))
    var firings: [Firing] = []
    var underWay: [(at: Instant, fetch: Fetch)] = []
    var open = begins[...]
    var next: Instant? = check.from
    while let now = next, now <= begins.last ?? now {
      if open.first == now {
        session.refresh()
        open.removeFirst()
      }
      let come = underWay.filter { $0.at <= now }.map { response($0.fetch, now) }
      underWay.removeAll { $0.at <= now }
      let arrived = begins.contains(now) ? world.arrivals(upTo: now) : []
      for fetch in session.open(at: now, arrived: arrived, responses: come) {
        underWay.append((now.advanced(by: 1), fetch))
      }
      let step = session.close()
      firings += step.firings
      next = ([step.wake, open.first] + underWay.map { $0.at }).compactMap { $0 }.min()
    }
    return firings
  }

  func text(_ firing: Firing) -> String {
    "\(check.clockface.text(firing.at)) \(firing.opp) \(firing.row?.key ?? []): \(firing.text ?? "")"
  }

  func difference(_ rounds: [Firing], _ daemon: [Firing]) -> String {
    let (left, right) = (rounds.map(text), daemon.map(text))
    let missing = right.filter { !left.contains($0) }.prefix(3)
    let extra = left.filter { !right.contains($0) }.prefix(3)
    return
      "missing \(missing.joined(separator: ", ")); extra \(extra.joined(separator: ", "))\n\(begins.prefix(8).map(check.clockface.text))\n\(rules)"
  }
}
