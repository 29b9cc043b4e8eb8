import OppEngine
import OppModel
import OppProviders
import OppTestLimits
import OppTesting
import Synchronization
import Testing

@testable import OppReplay

/// Replays and explanations that continue from a checkpoint, against those from the beginning
@Suite(.limited) struct CheckpointedReplayTests {
  private static let zones = ["UTC", "America/New_York", "Australia/Lord_Howe"]

  /// The number of seconds that an explanation looks ahead
  ///
  /// A condition that never turns is followed through all of them.
  private static let futureLimit = LawSeeds.isLong ? ExplanationRun.longestFuture : 1000

  /// A random rule set over an hour, with checkpoints so close that there are several
  private func subject(
    _ seed: UInt64, _ random: inout SplitMix64
  ) throws -> (replay: Replay, to: Instant, every: CheckpointDistance) {
    let rules = RandomGraph(seed: seed)
    let zone = try ZoneDatabase().zone(named: random.pick(Self.zones))
    let recording = RandomRecording(seed: seed, graph: rules.graph, zone: zone, seconds: 3600)
    let replay = Replay(
      graph: rules.graph, zone: zone, begins: recording.from,
      arrivals: recording.arrivals.map { ($0.at, $0.arrival) })
    return (
      replay, recording.to, .init(seconds: 300, steps: random.number(in: 2...40))
    )
  }

  private func second(
    _ replay: Replay, _ to: Instant, _ random: inout SplitMix64
  ) -> Instant {
    replay.begins.advanced(
      by: Int64(random.number(in: 0...Int(to.seconds - replay.begins.seconds) - 1)))
  }

  @Test func `any part of a replay is as it is when all of it is replayed`() throws {
    for seed in LawSeeds.seeds(5, long: 200) {
      var random = SplitMix64(seed: seed &+ 5)
      let (replay, to, distance) = try subject(seed, &random)
      let whole = replay.run(from: replay.begins, to: to)
      var run = CheckpointedReplay(replay, to: to, every: distance)
      var reached = replay.begins
      while run.run(until: reached, by: random.number(in: 1...60)) {
        if run.present >= reached {
          reached = reached.advanced(by: Int64(random.number(in: 1...900)))
        }
        guard random.oneIn(4) else { continue }
        let (one, other) = (second(replay, to, &random), second(replay, to, &random))
        let (from, end) = (min(one, other), max(one, other).advanced(by: 1))
        let expected = TruthReplay(replay).run(from: from, to: end)
        let found = run.truths(from: from, to: end)
        #expect(found.opps == expected.opps, "OPP_SEED=\(seed)")
        #expect(found.firings == expected.firings, "OPP_SEED=\(seed)")
      }
      #expect(run.result.firings == whole.firings, "OPP_SEED=\(seed)")
      #expect(run.result.records == whole.records, "OPP_SEED=\(seed)")
      for _ in 0..<4 {
        let at = second(replay, to, &random)
        var (engine, expected) = (run.engine(at: at), replay.engine(at: at))
        let conditions = engine.conditions().map { "\($0)" }
        #expect(conditions == expected.conditions().map { "\($0)" }, "OPP_SEED=\(seed)")
        for rule in replay.graph.rules.indices {
          #expect(
            engine.truths(ofRule: rule) == expected.truths(ofRule: rule), "OPP_SEED=\(seed)")
        }
      }
    }
  }

  @Test func `an Opp is explained as it is without checkpoints`() throws {
    for seed in LawSeeds.seeds(4, long: 100) {
      var random = SplitMix64(seed: seed &+ 6)
      let (replay, to, distance) = try subject(seed, &random)
      for rule in replay.graph.rules.indices.prefix(4) {
        var explanations: [String: CheckpointedExplanations] = [:]
        for _ in 0..<4 {
          let at = second(replay, to, &random)
          var engine = replay.engine(at: at)
          let key = replay.graph.rules[rule].rows == nil ? nil : engine.nearestKey(of: rule)
          let name = "\(String(describing: key))"
          var kept =
            explanations[name]
            ?? CheckpointedExplanations(replay, rule: rule, row: key, every: distance)
          if random.oneIn(2) { kept.run(until: second(replay, to, &random), by: 20) }
          var whole = ExplanationRun(replay, rule: rule, at: at)
          whole.futureLimit = Self.futureLimit
          while whole.advance(by: .max) {}
          #expect(
            Self.text(kept.explain(at: at, futureLimit: Self.futureLimit))
              == Self.text(whole.result),
            "OPP_SEED=\(seed), rule \(rule) at \(at.seconds)")
          explanations[name] = kept
        }
      }
    }
  }

  @Test func `without looking ahead it is not said until when`() throws {
    var random = SplitMix64(seed: 1)
    let (replay, to, distance) = try subject(3, &random)
    for rule in replay.graph.rules.indices where replay.graph.rules[rule].rows == nil {
      var kept = CheckpointedExplanations(replay, rule: rule, row: nil, every: distance)
      let at = second(replay, to, &random)
      let (short, long) = (kept.explain(at: at, futureLimit: 0), kept.explain(at: at))
      #expect(short.condition?.until == nil && short.nextEvent == nil)
      #expect(short.condition?.since == long.condition?.since)
      #expect(short.condition?.truth == long.condition?.truth)
      #expect(short.lastFiring == long.lastFiring)
    }
  }

  @Test(arguments: [(1 << 20, 64), (800, 8), (1, 4)])
  func `checkpoints become rarer as a recording grows`(budget: Int, limit: Int) {
    var checkpoints = Checkpoints(
      Seconds(), every: .init(seconds: 10, steps: 1000), budget: budget)
    let hasMore = checkpoints.run(until: Instant(seconds: 10_000), by: .max)
    #expect(hasMore && checkpoints.run.stepCount == 10_000)
    #expect(checkpoints.count <= limit && checkpoints.count >= limit / 2)
    let last = checkpoints.run(before: Instant(seconds: 7_000)).stepCount
    #expect(last < 7_000 && last >= 7_000 - 20_000 / limit)
    #expect(checkpoints.run(before: Instant(seconds: 1)).stepCount == 0)
  }

  @Test func `a run before the second of a checkpoint continues from the one before`() {
    var checkpoints = Checkpoints(
      Seconds(), every: .init(seconds: 10, steps: 1000), budget: 1 << 20)
    _ = checkpoints.run(until: Instant(seconds: 100), by: .max)
    let table: [(second: Int64, steps: Int)] = [
      (10, 0), (11, 10), (50, 40), (51, 50), (100, 90), (101, 100),
    ]
    for (second, steps) in table {
      let run = checkpoints.run(before: Instant(seconds: second))
      #expect(run.stepCount == steps, "before \(second)")
    }
  }

  @Test func `the runs that were requested last are kept`() {
    let day: Int64 = 86_400
    var checkpoints = Checkpoints(
      Seconds(), every: .init(seconds: 100 * day, steps: .max), budget: 1)
    _ = checkpoints.run(until: Instant(seconds: 9 * day), by: .max)
    func made(_ second: Int64) -> Int {
      let before = checkpoints.run.tally.count.withLock { $0 }
      _ = checkpoints.run(before: Instant(seconds: second))
      return checkpoints.run.tally.count.withLock { $0 } - before
    }
    // A way to the beginning of the day before is made once for the seconds of a day.
    #expect(made(5 * day + 7) == Int(4 * day - 1))
    #expect(made(5 * day + 9) == 0)
    #expect(made(7 * day) == Int(2 * day))
    #expect(made(5 * day + 8) == 0)
    #expect(made(3 * day) == Int(2 * day - 1))
    #expect(made(7 * day) == 0)
    // The third has taken the place of the first.
    #expect(made(5 * day) == Int(2 * day))
  }

  /// A run with one step a second
  private struct Seconds: Checkpointed {
    var stepCount = 0

    /// The steps of all copies together
    let tally = Tally()

    final class Tally: Sendable {
      let count = Mutex(0)
    }

    var present: Instant { Instant(seconds: Int64(stepCount)) }
    var approximateSize: Int { 100 }

    mutating func run(until second: Instant, by count: Int) -> Bool {
      let steps = min(Int(second.seconds) - stepCount, count)
      stepCount += steps
      tally.count.withLock { $0 += steps }
      return true
    }

    func copy() -> Seconds { self }
  }

  /// All of an explanation, with the titles of rows in order
  private static func text(_ explanation: OppExplanation) -> String {
    let titles = explanation.titles.map { "\($0.key): \($0.value)" }.sorted()
    var other = explanation
    other.titles = [:]
    return "\(other) \(titles)"
  }
}
