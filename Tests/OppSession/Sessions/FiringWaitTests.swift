import OppEngine
import OppModel
import OppReplay
import OppSemantics
import OppSession
import OppTesting
import OppTestLimits
import OppTimelines
import Testing

/// Live, whoever reads the firings of an Opp waits while that Opp waits for a reading
@Suite(.limited) struct FiringWaitTests {
  /// Checks what fires, as of which second and at which one
  ///
  /// - Parameter latency: of each response, in seconds; nil for responses that come at once.
  private func expect(
    _ rules: String, _ lines: String, latency: Int64?, _ expected: String,
    _ location: SourceLocation = #_sourceLocation
  ) throws {
    let check = try EngineCheck(
      "source s fresh for 30min { wet: Bool, n: Number }\n" + rules, lines, zone: "UTC",
      day: "2026-06-21", from: "07:00", to: "09:00")
    var simulation = Simulation(
      graph: check.analysis.graph, zone: .utc, begins: check.from,
      arrivals: check.timeline.arrivals.map { (at: $0.at, arrival: $0.arrival) },
      latency: latency.map { Latency($0...$0) })
    var found: [String] = []
    simulation.run(to: check.to) { now, _, step in
      for firing in step.firings {
        let late = firing.at == now ? "" : " at \(check.clockface.text(now))"
        found.append("\(firing.opp) \(check.clockface.text(firing.at))\(late)")
      }
    }
    #expect(found.joined(separator: ", ") == expected, sourceLocation: location)
  }

  private static let pair = """
    opp "A" on 8:00 when wet
    opp "B" on 8:00:05 when none(firings("A"))
    """

  @Test func `who reads firings waits until it is known what has fired`() throws {
    for (wet, expected) in [
      (true, "A 08:00 at 08:00:30"), (false, "B 08:00:05 at 08:00:31"),
    ] {
      try expect(Self.pair, "07:50 wet=\(wet)", latency: 50, expected)
    }
    try expect(Self.pair, "07:50 wet=true", latency: nil, "A 08:00")
    try expect(Self.pair, "07:50 wet=false", latency: nil, "B 08:00:05")
  }

  @Test func `a condition without an event is waited for as well`() throws {
    let rules = """
      opp "A" when time in 8:00..8:30 and wet
      opp "B" on 8:00:05 when none(firings("A"))
      """
    try expect(rules, "07:50 wet=true", latency: 50, "A 08:00:50")
    try expect(rules, "07:50 wet=false", latency: 50, "B 08:00:05 at 08:00:51")
  }

  @Test(arguments: [
    ("8:00 or 8:10", "1 per 10min", "A 08:00 at 08:00:30, A 08:10"),
    ("7:59:50 or 8:20", "1 per hour", "A 07:59:50 at 08:00:20, A 08:20"),
    ("8:00 or 8:20", "1 per hour", "A 08:00 at 08:00:30"),
    ("8:00 or 8:10", "1 per 11min", "A 08:00 at 08:00:30"),
  ])
  func `a firing that has waited counts for its limit at its own second`(
    _ events: String, _ limit: String, _ expected: String
  ) throws {
    try expect(
      "opp \"A\" on \(events) when wet at most \(limit)", "07:50 wet=true", latency: 50,
      expected)
  }

  @Test func `so is a text, although it is certain that the Opp fires`() throws {
    let rules = """
      opp "A" on 8:00 notify "{n}"
      opp "B" on 8:00:05 when any(firings("A") where text == "3")
      """
    try expect(
      rules, "07:50 n=3", latency: 50, "A 08:00 at 08:00:50, B 08:00:05 at 08:00:51")
    try expect(rules, "07:50 n=4", latency: 50, "A 08:00 at 08:00:50")
  }

  @Test func `waiting is passed on`() throws {
    let rules = """
      opp "A" on 8:00 when wet
      opp "B" on 8:00:02 when none(firings("A"))
      opp "C" on 8:00:04 when none(firings("B"))
      """
    try expect(rules, "07:50 wet=true", latency: 50, "A 08:00 at 08:00:30, C 08:00:04 at 08:00:32")
    try expect(rules, "07:50 wet=false", latency: 50, "B 08:00:02 at 08:00:31")
  }

  @Test func `in a circle nobody waits for the others alone`() throws {
    let rules = """
      opp "A" on 8:00 when none(firings("B")) at most once per day
      opp "B" on 8:00 when none(firings("A")) at most once per day
      """
    try expect(rules, "", latency: 50, "A 08:00, B 08:00")
    // The earlier one waits for a reading alone, because nothing was waited for at its second, and the other waits for it.
    let waiting = """
      opp "A" on 8:00 when none(firings("B")) and wet at most once per day
      opp "B" on 8:00:02 when none(firings("A")) at most once per day
      """
    try expect(waiting, "07:50 wet=true", latency: nil, "A 08:00")
    try expect(waiting, "07:50 wet=true", latency: 50, "A 08:00 at 08:00:30")
    try expect(waiting, "07:50 wet=false", latency: 50, "B 08:00:02 at 08:00:31")
  }

  @Test func `an Opp that nobody's readings keep waiting is not waited for`() throws {
    let rules = """
      opp "A" on 8:00 when wet disabled
      opp "Other" on 8:00 when wet
      opp "B" on 8:00:05 when none(firings("A"))
      """
    try expect(rules, "07:50 wet=true", latency: 50, "B 08:00:05, Other 08:00 at 08:00:30")
  }

  @Test func `what never comes is waited for a minute`() throws {
    let rules = """
      opp "A" on 8:00 when wet
      opp "B" on 8:00:05 when none(firings("A"))
      """
    try expect(rules, "07:50 wet=true", latency: 300, "B 08:00:05 at 08:01:01")
  }

  /// Opps that each read the firings of those before them, with whatever latency
  @Test func `whatever takes its time, what fires is what fires in a replay`() throws {
    var count = 0
    for seed in LawSeeds.seeds(40, long: 2000) {
      var random = SplitMix64(seed: seed &+ 5)
      var rules =
        "source s fresh for 30min { wet: Bool }\nsource t fresh for 30min { dark: Bool }\n"
      let names = ["A", "B", "C", "D", "E"]
      for (place, name) in names.enumerated() {
        func part() -> String {
          guard place > 0, !random.oneIn(3) else { return random.pick(["wet", "dark", "not wet"]) }
          let other = names[random.number(in: 0...place - 1)]
          return "\(random.pick(["none", "any"]))(firings(\"\(other)\"))"
        }
        let (left, right) = (part(), part())
        let condition = random.oneIn(2) ? left : "\(left) \(random.pick(["and", "or"])) \(right)"
        rules += "opp \"\(name)\" on 8:00:0\(place * 2) when \(condition)\n"
      }
      let lines = "07:50 wet=\(random.oneIn(2)) dark=\(random.oneIn(2))"
      let check = try EngineCheck(
        rules, lines, zone: "UTC", day: "2026-06-21", from: "07:00", to: "09:00")
      let arrivals = check.timeline.arrivals.map { (at: $0.at, arrival: $0.arrival) }
      let replayed = Replay(
        graph: check.analysis.graph, zone: .utc, begins: check.from, arrivals: arrivals
      ).run(from: check.from, to: check.to).firings
      var simulation = Simulation(
        graph: check.analysis.graph, zone: .utc, begins: check.from, arrivals: arrivals,
        latency: Latency(0...50, seed: seed))
      var lived: [Firing] = []
      simulation.run(to: check.to) { _, _, step in lived += step.firings }
      lived.sort { $0.at < $1.at }
      count += replayed.count
      #expect(
        check.text(lived) == check.text(replayed), "OPP_SEED=\(seed)\n\(lines)\n\(rules)")
    }
    #expect(count > 0)
  }
}
