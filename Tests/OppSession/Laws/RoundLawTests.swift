import OppModel
import OppReplay
import OppSemantics
import OppSyntax
import OppTesting
import OppTestLimits
import OppTimelines
import Testing

@testable import OppEngine
@testable import OppSession

/// Rounds, each a session of its own over what was kept, fire what a session fires that stays
///
/// The services change between two rounds only, and say at each request what is so now.
@Suite(.limited) struct RoundLawTests {
  @Test func `rounds fire as a daemon, if readings count for longer than their distance`() throws {
    var (count, failures) = (0, 0)
    for seed in LawSeeds.seeds(3, long: 2000, failed: [150, 1240]) {
      let example = try RoundExample(seed: seed)
      count += try expectDaemon(example, seed, &failures)
      if failures == 3 { return }
    }
    #expect(count > 5)
  }

  @Test func `so they do for a month`() throws {
    var failures = 0
    // About half of the random texts are rule sets.
    for seed in LawSeeds.seeds(0, long: 110) {
      _ = try expectDaemon(RoundExample(seed: seed, days: 31), seed, &failures)
      if failures == 3 { return }
    }
  }

  /// Compares rounds that fetch all with a daemon that fetches all as each of them begins
  ///
  /// - Returns: the number of firings.
  private func expectDaemon(
    _ example: RoundExample, _ seed: UInt64, _ failures: inout Int
  ) throws -> Int {
    guard example.isChecked else { return 0 }
    // The daemon ends as the last round begins.
    let end = example.begins.last ?? example.check.to
    let rounds = try example.rounds(refreshes: true).firings.filter { $0.at <= end }
    let daemon = example.daemon()
    if rounds.map(example.text) != daemon.map(example.text) {
      failures += 1
      Issue.record("OPP_SEED=\(seed): \(example.difference(rounds, daemon))")
    }
    return daemon.count
  }

  /// Rounds that fetch what they need, with and without a stated distance
  ///
  /// Events and repetitions wait for responses, and a reading that is not fetched may be known to a daemon. So only
  /// conditions without events, repetitions and questions whether something is known are compared, without their texts,
  /// which wait for responses, too.
  @Test(arguments: [true, false])
  func `rounds fire as a replay of the responses that they had`(isStated: Bool) throws {
    for seed in LawSeeds.seeds(1, long: 1000) {
      let example = try RoundExample(seed: seed, isOfConditions: true)
      guard example.isChecked else { continue }
      let rounds = try example.rounds(refreshes: false, isStated: isStated)
      // Without a stated distance, a round may come after a reading has ended, which it reports.
      guard rounds.lapses.isEmpty else { continue }
      let end = example.begins.last ?? example.check.to
      // Those of one second come in another order where a text has waited.
      let fired = rounds.firings.filter { $0.at <= end }.map(example.place).sorted()
      #expect(
        fired == example.replayed(rounds).filter { $0.at <= end }.map(example.place).sorted(),
        "OPP_SEED=\(seed)\n\(example.rules)")
    }
  }

  @Test func `no event is missed because a reading was not requested`() throws {
    for seed in LawSeeds.seeds(4, long: 2000) {
      let example = try RoundExample(seed: seed)
      guard example.isChecked else { continue }
      let missed = try example.rounds(refreshes: false).missed.filter {
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

  /// - Parameters:
  ///   - days: the number of whole days, or 0 for the part of one.
  ///   - isOfConditions: leaves out the Opps with events or `again`, and those that ask whether something is known.
  init(seed: UInt64, days: Int = 0, isOfConditions: Bool = false) throws {
    let random = RandomRules(seed: seed, days: days)
    let text = [5, 10, 15].reduce(random.text) {
      $0.replacing("fresh for \($1)min", with: "fresh for 20min")
    }
    let lines = (text + Self.remembering(seed: seed)).split(separator: "\n").filter { line in
      !isOfConditions
        || [" on ", " again ", "known", "otherwise", "firings"].allSatisfy { !line.contains($0) }
    }
    rules = lines.joined(separator: "\n") + "\n"
    isChecked = !RuleSet.analyze(rules).hasErrors
    let end = CivilDate(days: RandomRules.day.days + Int64(days))
    check = try EngineCheck(
      isChecked ? rules : "", isChecked ? random.lines : "", zone: "UTC", day: "2026-06-21",
      from: "00:00", to: days > 0 ? "\(end.iso8601)T00:00" : "06:00")
    world = RecordedWorld(
      graph: check.analysis.graph,
      arrivals: check.timeline.arrivals.map { (at: $0.at, arrival: $0.arrival) })
    var numbers = SplitMix64(seed: seed &+ 11)
    // Months have fewer rounds where all their distances are random.
    let fixed = days > 0 ? 0 : numbers.pick([60, 120, 300, 420, 840, 0])
    var begins = [check.from]
    var longest: Int64 = 0
    while let last = begins.last, last < check.to {
      var distance = Int64(fixed > 0 ? fixed : numbers.number(in: 60...840))
      // A timer is late by up to two seconds; now and then a round is missed.
      distance += Int64(numbers.number(in: 0...2)) - 1
      // An event that a round finds more than 15 minutes later is missed.
      if distance < 480, numbers.oneIn(12) { distance = min(900, 2 * distance) }
      longest = max(longest, distance)
      begins.append(last.advanced(by: distance))
    }
    self.begins = begins
    self.longest = longest
  }

  /// Opps whose conditions remember what was so in earlier rounds
  private static func remembering(seed: UInt64) -> String {
    var random = SplitMix64(seed: seed &+ 5)
    let (i, j) = (random.number(in: 0...3), random.number(in: 0...3))
    let limit = random.number(in: 1...9) * 10
    return (0..<2).map { place in
      let condition = random.pick([
        "total(b\(i), last 40min) > 15min", "change(n\(i), last 1h) > \(limit)",
        "increase(n\(i), last 2h) > \(limit)", "times(b\(i), last 1h) > 1",
        "now - last_change(b\(i)) > 50min", "b\(i) for 3h", "max(n\(i), last 30min) > \(limit)",
        "now - began(b\(i)) > 35min and b\(j)", "average(n\(i), since began(b\(j))) > \(limit)",
        "ago(b\(i), 25min) and not b\(i)", "(n\(i) > \(limit) until b\(j)) for 10min",
      ])
      let event = random.pick(["", "", "on b\(j) ", "on n\(j) changes ", "on every 35min "])
      let limit = random.pick(["", " at most 2 per day", " at most once per 90min"])
      return "opp \"Memory \(place)\" \(event)when \(condition)\(limit) notify \"{n\(j)}\"\n"
    }.joined()
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

  func rounds(refreshes: Bool, isStated: Bool = true) throws -> RoundSession {
    var world = world
    var rounds = RoundSession(
      graph: graph, providers: world.providers(cell: nil), response: response)
    rounds.refreshes = refreshes
    rounds.stated = isStated ? longest : nil
    for begin in begins { try rounds.round(at: begin, arrived: world.arrivals(upTo: begin)) }
    return rounds
  }

  /// The firings of a session that stays, and fetches all as each round begins
  func daemon() -> [Firing] {
    var world = world
    var engine = Engine(graph: graph, zone: .utc, begins: check.from)
    engine.eventTimeouts = EventTimeouts()
    // It begins with the requests of the first round, which has a time to last for.
    let pace = RoundPace(begins: check.from, stated: longest)
    var session = LiveSession(
      engine: engine, providers: world.providers(cell: nil),
      settings: SessionSettings(tolerance: 1, pace: pace))
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

  /// The firings of a replay of what was pushed to rounds, and of their responses
  func replayed(_ rounds: RoundSession) -> [Firing] {
    var world = world
    var arrivals = begins.flatMap { begin in
      world.arrivals(upTo: begin).map { (at: begin, arrival: $0) }
    }
    for (at, response) in rounds.responses {
      guard case .arrived(let come) = response.outcome else { continue }
      arrivals += come.map { (at: at, arrival: $0) }
    }
    arrivals.sort { $0.at < $1.at }
    let replay = Replay(graph: graph, zone: .utc, begins: check.from, arrivals: arrivals)
    return replay.run(from: check.from, to: (begins.last ?? check.to).advanced(by: 1)).firings
  }

  /// A firing without its text
  func place(_ firing: Firing) -> String {
    "\(check.clockface.text(firing.at)) \(firing.opp) \(firing.row?.key ?? [])"
  }

  func text(_ firing: Firing) -> String {
    "\(place(firing)): \(firing.text ?? "")"
  }

  func difference(_ rounds: [Firing], _ daemon: [Firing]) -> String {
    let (left, right) = (rounds.map(text), daemon.map(text))
    let missing = right.filter { !left.contains($0) }.prefix(3)
    let extra = left.filter { !right.contains($0) }.prefix(3)
    return
      "missing \(missing.joined(separator: ", ")); extra \(extra.joined(separator: ", "))\n\(begins.prefix(8).map(check.clockface.text))\n\(rules)"
  }
}
