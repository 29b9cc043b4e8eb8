import Foundation
import OppEngine
import OppModel
import OppProviders
import OppReplay
import OppSemantics
import OppSession
import OppStore
import OppSyntax
import OppTestLimits
import OppTesting
import Testing

/// Charts over what a store has kept are those over everything that came
@Suite(.limited) struct KeptChartLawTests {
  private static let isLong = ProcessInfo.processInfo.environment["OPP_LONG_TESTS"] == "1"

  private static let values = [
    "x", "average(x, since period)", "total(on, since period)", "total(x > 3 for 2h, since period)",
    "times(on, since period)", "increase(x, since period)", "max(x, last 2d)", "ago(x, 1d)",
    "average(x, last 5h..30h)", "total(on until x > 4, since period)", "age(x) / 1h",
    "total(on within last 3h, last 1d)", #"p("a").y"#, #"average(p("b").y, last 1d)"#,
    "change(x, last 12h)", "average(x, since today + 0:00)", "x otherwise -1",
    #"(if on then p("a").y else x)"#, "total(known(x), since period)",
  ]

  /// A day somewhere before a change of the clocks
  private static let begins = Instant(seconds: 1_792_368_000)

  @Test func `charts are the same over what was kept and over everything`() throws {
    let zone = try ZoneDatabase().zone(named: "Europe/Berlin")
    let one = ProcessInfo.processInfo.environment["OPP_SEED"].flatMap { UInt64($0) }
    for seed in one.map({ $0...$0 }) ?? 1...(Self.isLong ? 1000 : 25) {
      var random = SplitMix64(seed: seed)
      let charts = (0..<3).map { index in
        let value = Self.values[Int(random.next() % UInt64(Self.values.count))]
        let period = ["hour last \(5 + random.next() % 40)", "day last \(1 + random.next() % 4)"]
        return #"chart "c\#(index)" of \#(value) per \#(period[Int(random.next() % 2)])"#
      }
      let rules = """
        source s\(random.next() % 2 == 0 ? " fresh for 5h" : "") { x: Number  on: Bool }
        source p(name: Text) { y: Number }
        \(charts.joined(separator: "\n"))
        """
      let analysis = RuleSet.analyze(rules)
      #expect(!analysis.hasErrors, "\(rules): \(analysis.diagnostics.map(\.headline))")
      try check(analysis.graph, zone, &random, "seed \(seed): \(rules)")
    }
  }

  private func check(
    _ graph: ConditionGraph, _ zone: Zone, _ random: inout SplitMix64, _ name: String
  ) throws {
    let store = try Store.inMemory()
    let live = graph.withoutCharts()
    let reach = ChartReach(graph)
    let entries = ChartEntries(live, sources: reach.names)
    var engine = Engine(graph: live, zone: zone, begins: Self.begins)
    var arrivals: [(at: Instant, arrival: Arrival)] = []
    var now = Self.begins
    var day: Int64 = 0
    for _ in 0..<120 {
      let arrived = try arrival(graph, at: now, &random)
      arrivals.append((now, arrived))
      _ = engine.step(at: now, arrived: [arrived])
      var record = StepRecord(at: now)
      let change = engine.memoryChange()
      record.memory = SessionMemoryChange(change, since: Self.begins)
      record.readings = entries.readings(in: change)
      record.keepsRepetitions = reach.hasAges
      if now.seconds / 86_400 != day {
        day = now.seconds / 86_400
        record.keptSince = reach.sources(at: now, zone)
      }
      try store.commit(record)
      if random.next() % 20 == 0, let memory = try store.loadMemory()?.engine {
        engine = Engine(graph: live, zone: zone, restoring: memory)
        var again = StepRecord(at: now)
        again.readings = entries.readings(in: memory)
        try store.commit(again)
      }
      now = now.advanced(by: Int64(1 + random.next() % (random.next() % 4 == 0 ? 60_000 : 9000)))
    }
    let replay = Replay(graph: graph, zone: zone, begins: Self.begins, arrivals: arrivals)
    let (whole, _) = ChartReplay(replay, to: now).run()
    let kept = try store.loadForCharts(firingsFrom: nil)
    let memory = try #require(kept.memory?.engine)
    let (found, problems) = ChartReplay(
      graph, zone, readings: kept.readings, firings: [], memory: memory, to: now
    ).run()
    #expect(problems == [], "\(name)")
    #expect(Self.agree(found, whole), "\(name)\n\(found)\n\(whole)")
    // Of the time before the charts look there is one reading of each source, at the day's sweep.
    for (source, since) in reach.sources(at: Instant(seconds: day * 86_400), zone) {
      let old = kept.readings.filter { $0.source == source && $0.at < since }
      let subjects = Set(old.map(\.parameters))
      #expect(old.count <= subjects.count, "\(name): \(old)")
    }
  }

  /// Whether all values are the same, but for rounding: sums over time begin at another reading
  private static func agree(_ found: [ChartSeriesList], _ whole: [ChartSeriesList]) -> Bool {
    guard found.map(\.periods) == whole.map(\.periods) else { return false }
    return zip(found, whole).allSatisfy { left, right in
      zip(left.series, right.series).allSatisfy { left, right in
        zip(left.values, right.values).allSatisfy { left, right in
          guard case .scalar(let one)? = left, case .scalar(let other)? = right else {
            return left == right
          }
          return (one - other).magnitude <= 1e-9 * max(1, other.magnitude)
        }
      }
    }
  }

  /// A reading of one of the sources, often what it was before, at times without a field, or that it cannot be read
  private func arrival(
    _ graph: ConditionGraph, at now: Instant, _ random: inout SplitMix64
  ) throws -> Arrival {
    let isFirst = random.next() % 2 == 0
    let name = isFirst ? "s" : "p"
    let source = try #require(graph.source(named: name))
    switch random.next() % 16 {
    case 0: return .unavailable(name: name, reason: "it is gone")
    case 1:
      let arguments: [Value?] = isFirst ? [] : [.text("a")]
      return .lost(.source(source, arguments), reason: "it is late")
    default: break
    }
    let number = FieldReading.known(.scalar(Double(random.next() % 6)))
    let truth = FieldReading.known(.truth(random.next() % 2 == 0))
    let x = random.next() % 10 == 0 ? .missing : number
    return .reading(
      SourceReading(
        source: source, arguments: isFirst ? [] : [.text(random.next() % 2 == 0 ? "a" : "b")],
        instant: now.advanced(by: -Int64(random.next() % 600)),
        fields: isFirst ? [x, random.next() % 10 == 0 ? .missing : truth] : [x],
        freshness: random.next() % 2 == 0 ? nil : Int64(600 + random.next() % 30_000),
        isLasting: random.next() % 5 == 0))
  }
}
