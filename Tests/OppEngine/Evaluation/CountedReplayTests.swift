import OppEngine
import OppModel
import OppReplay
import OppSemantics
import OppTestLimits
import OppTesting
import Testing

/// Windows over readings of each second, and memories of conditions, fire the same whether they are counted or evaluated
@Suite(.limited) struct CountedReplayTests {
  private static let start = Instant(seconds: 1_782_000_000)

  private static let windows = [
    "average(x, last 20s) > 4.5m/s", "average(x, last 7s) == 5m/s",
    "average(x, last 7s) in 3m/s..6m/s", "total(x, last 5s) != 20m", "change(x, last 4s) > 2m/s",
    "average(x, last 1min) <= 5m/s and total(x, last 9s) > 40m",
    "total(x, last 30s) >= 150m or not (average(x, last 3s) < 6m/s)",
    "2 * average(x, last 8s) > 9m/s", "average(x, last 8s) > total(x, last 2s) / 2s",
    "average(x, last 11s) > 5m/s for 3s", "average(x, last 11s) > 5m/s within last 9s",
  ]

  private static let memories = [
    "x > 4m/s for 2s", "(x > 4m/s or x < 2m/s) for 3s and y", "not (x > 8m/s within last 10s)",
    "y for 0s", "(y within last 3s) for 4s", "((x > 3m/s for 1s) and not y) within last 6s",
    "(x > 3m/s for 2s) otherwise y", "if y then x > 2m/s for 2s else x < 8m/s within last 3s",
    "(x > 5m/s for 1s) == (y within last 2s)", "(y until x > 7m/s) for 2s",
    // What began is evaluated where its condition turns, but not where anything reads it at another second.
    "known(began(x > 6m/s))", "now - began(x > 6m/s) in 2s..9s",
    "now - began((x > 3m/s for 2s) or y) >= 5s for 2s",
    "now - began(now - began(y) > 3s) < 4s", "(now - began(y) >= 5s) within last 3s",
    "change(now - began(x > 5m/s), last 4s) < 4s", "average(x, since began(y)) > 5m/s",
    "(now - began(time in 00:02..00:05) < 5s) within next 20s",
    "began(time in 00:02..00:05) > began(y) for 10s",
  ]

  /// Of a number that drifts while `y` is true
  private static let number = "(if y then now - began(x > 6m/s) else x / 1m/s * 1s)"

  private static let drifting = [4, 30, 9, 60].map { "change(\(number), last \($0)s) > 3s" }

  /// Of a number that is too large for sums while `y` is true
  private static let large = ["average", "change", "max", "change"].enumerated().map {
    "\($1)(if y then x * 1000000000 * 1000000000 else x, last \(4 + $0 * 9)s) > 3m/s"
  }

  /// Readings of nearly every second, some of them unknown or as before, and now and then none for long
  private func replay(_ conditions: [String], _ seed: UInt64) -> Replay {
    let text =
      "source s { x: Speed  y: Bool }\n"
      + conditions.enumerated().map { "opp \"rule \($0)\" when \($1)\n" }.joined()
    let analysis = RuleSet.analyze(text)
    #expect(!analysis.hasErrors, "\(analysis.diagnostics)")
    let source = analysis.graph.sources.firstIndex { $0.name == "s" } ?? 0
    var random = SplitMix64(seed: seed)
    var arrivals: [(at: Instant, arrival: Arrival)] = []
    var second: Int64 = 0
    for _ in 0..<400 {
      second += random.oneIn(40) ? Int64(random.number(in: 2...90)) : 1
      let at = Self.start.advanced(by: second)
      let x = Value.scalar(Double(random.number(in: 0...10)))
      let fields: [FieldReading] = [
        random.oneIn(25) ? .missing : .known(x),
        random.oneIn(15) ? .missing : .known(.truth(random.oneIn(3))),
      ]
      let reading = SourceReading(
        source: SourceID(index: Int32(source)), arguments: [], instant: at, fields: fields,
        freshness: nil, isLasting: false)
      arrivals.append((at, .reading(reading)))
    }
    return Replay(graph: analysis.graph, zone: .utc, begins: Self.start, arrivals: arrivals)
  }

  @Test(
    arguments: [windows, memories, drifting, large], LawSeeds.seeds(2, long: 500))
  func `firings are the same`(conditions: [String], seed: UInt64) {
    let replay = replay(conditions, seed)
    let end = Self.start.advanced(by: 3000)
    let counted = replay.run(from: Self.start, to: end).firings
    var stepped = EvaluatedReplay(replay)
    let evaluated = stepped.run(until: end.advanced(by: -1))
    for (index, condition) in conditions.enumerated() {
      let seconds = [counted, evaluated].map { firings in
        firings.filter { $0.rule == index }.map { $0.at.seconds - Self.start.seconds }
      }
      #expect(seconds[0] == seconds[1], "\(condition)")
    }
    #expect(counted == evaluated)
    #expect(Set(counted.map { $0.rule }).count > conditions.count - 3)
  }

  @Test(arguments: [windows, memories, drifting, large], LawSeeds.seeds(2, long: 100))
  func `so are truths at any second`(conditions: [String], seed: UInt64) {
    let replay = replay(conditions, seed)
    let end = Self.start.advanced(by: 3000)
    var run = ReplayRun(replay, from: Self.start, to: end)
    var evaluated = EvaluatedReplay(replay)
    func truths(_ engine: Engine) -> [Truth] {
      var engine = engine
      return engine.conditions().map { $0.truth }
    }
    for second in stride(from: Int64(1), to: 400, by: LawSeeds.isLong ? 19 : 38) {
      let at = Self.start.advanced(by: second)
      _ = run.run(until: at)
      _ = evaluated.run(until: at)
      #expect(truths(run.engine) == truths(evaluated.engine), "second \(second)")
      // An engine that has lived these seconds alone is the same.
      if second % 190 == 1 && (LawSeeds.isLong || second == 191) {
        #expect(truths(run.engine) == truths(replay.engine(at: at)))
      }
    }
  }

  @Test func `a window that turns out to hold for longer leaves no other asleep`() {
    // The first window leads the others at the second at which x is 9, and then 5 again, as at the second before.
    let conditions = [
      "average(x, last 1s) > 8m/s", "average(x, last 60s) > 4.8m/s", "total(x, last 50s) < 240m",
    ]
    let replay = replay(conditions, 1)
    let source = replay.graph.sources.firstIndex { $0.name == "s" } ?? 0
    func firings(counts: Bool) -> [Firing] {
      var engine = Engine(graph: replay.graph, zone: .utc, begins: Self.start)
      if counts { engine.beginCounting() }
      var firings: [Firing] = []
      func reading(_ x: Int, at second: Int64) -> Arrival {
        .reading(
          SourceReading(
            source: SourceID(index: Int32(source)), arguments: [],
            instant: Self.start.advanced(by: second),
            fields: [.known(.scalar(Double(x))), .missing], freshness: nil, isLasting: false))
      }
      for second in 1...Int64(70) {
        let x = second == 70 ? 9 : second > 65 ? 5 : Int(second * 7 % 10)
        engine.open(Self.start.advanced(by: second), arrived: [reading(x, at: second)])
        if second == 70 { engine.take([reading(5, at: second)]) }
        firings += engine.close().firings
      }
      return firings + engine.step(at: Self.start.advanced(by: 140)).firings
    }
    let (counted, evaluated) = (firings(counts: true), firings(counts: false))
    #expect(counted == evaluated && evaluated.contains { $0.at > Self.start.advanced(by: 70) })
  }

  @Test func `a condition that turns each second sets one alarm each duration`() {
    let replay = replay(["x > 4m/s for 100s"], 1)
    var run = ReplayRun(replay, from: Self.start, to: Self.start.advanced(by: 3000))
    _ = run.run(until: Self.start.advanced(by: 3000))
    let steps = Set(replay.arrivals.map { $0.at }).count
    #expect(run.engine.work.seconds < steps + 15)
  }
}

/// An engine of which nothing is counted, on its way through a recording
private struct EvaluatedReplay {
  private(set) var engine: Engine
  private var arrivals: ArraySlice<(at: Instant, arrival: Arrival)>

  init(_ replay: Replay) {
    engine = Engine(graph: replay.graph, zone: replay.zone, begins: replay.begins)
    arrivals = replay.arrivals[...]
  }

  /// Steps to each second at which something arrives, and then to a second; returns the firings on the way
  @discardableResult
  mutating func run(until end: Instant) -> [Firing] {
    var firings: [Firing] = []
    while let next = arrivals.first?.at, next <= end {
      let arrived = arrivals.prefix { $0.at == next }
      arrivals = arrivals.dropFirst(arrived.count)
      firings += engine.step(at: next, arrived: arrived.map { $0.arrival }).firings
    }
    if engine.present < end { firings += engine.step(at: end).firings }
    return firings
  }
}
