import OppEngine
import OppModel
import OppSemantics
import OppTestLimits
import OppTesting
import Testing

/// Windows over readings of each second fire the same whether their comparisons are counted or evaluated
@Suite(.limited) struct CountedWindowTests {
  private static let start = Instant(seconds: 1_782_000_000)

  private static let conditions = [
    "average(x, last 20s) > 4.5m/s", "average(x, last 7s) == 5m/s",
    "average(x, last 7s) in 3m/s..6m/s", "total(x, last 5s) != 20m", "change(x, last 4s) > 2m/s",
    "average(x, last 1min) <= 5m/s and total(x, last 9s) > 40m",
    "total(x, last 30s) >= 150m or not (average(x, last 3s) < 6m/s)",
    "2 * average(x, last 8s) > 9m/s", "average(x, last 8s) > total(x, last 2s) / 2s",
    "average(x, last 11s) > 5m/s for 3s", "average(x, last 11s) > 5m/s within last 9s",
  ]

  /// Readings of nearly every second, some of them unknown or as before, and now and then none for long
  private func replay(_ seed: UInt64) -> Replay {
    let text =
      "source s { x: Speed }\n"
      + Self.conditions.enumerated().map { "opp \"rule \($0)\" when \($1)\n" }.joined()
    let analysis = RuleSet.analyze(text)
    #expect(!analysis.hasErrors, "\(analysis.diagnostics)")
    let source = analysis.graph.sources.firstIndex { $0.name == "s" } ?? 0
    var random = SplitMix64(seed: seed)
    var arrivals: [(at: Instant, arrival: Arrival)] = []
    var second: Int64 = 0
    for _ in 0..<400 {
      second += random.oneIn(40) ? Int64(random.number(in: 2...90)) : 1
      let at = Self.start.advanced(by: second)
      let isKnown = !random.oneIn(25)
      let field =
        isKnown ? FieldReading.known(.scalar(Double(random.number(in: 0...10)))) : .missing
      let reading = SourceReading(
        source: SourceID(index: Int32(source)), arguments: [], instant: at, fields: [field],
        freshness: nil, isLasting: false)
      arrivals.append((at, .reading(reading)))
    }
    return Replay(graph: analysis.graph, zone: .utc, begins: Self.start, arrivals: arrivals)
  }

  @Test(arguments: LawSeeds.seeds(8)) func `firings are the same`(seed: UInt64) {
    let replay = replay(seed)
    let end = Self.start.advanced(by: 3000)
    let counted = replay.run(from: Self.start, to: end).firings
    let evaluated = replay.run(from: Self.start, to: end, conditions: true).firings
    #expect(counted == evaluated)
    #expect(Set(counted.map { $0.rule }).count > Self.conditions.count - 3)
  }

  @Test(arguments: LawSeeds.seeds(4)) func `so are truths at any second`(seed: UInt64) {
    let replay = replay(seed)
    var run = ReplayRun(replay, from: Self.start, to: Self.start.advanced(by: 3000))
    for second in stride(from: Int64(1), to: 400, by: 7) {
      let at = Self.start.advanced(by: second)
      _ = run.run(until: at)
      var (paused, plain) = (run.engine, replay.engine(at: at))
      let truths = (paused.conditions().map { $0.truth }, plain.conditions().map { $0.truth })
      #expect(truths.0 == truths.1, "second \(second)")
    }
  }
}
