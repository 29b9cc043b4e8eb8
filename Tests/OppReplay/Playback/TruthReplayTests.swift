import OppEngine
import OppModel
import OppProviders
import OppReplay
import OppSemantics
import OppSyntax
import OppTestLimits
import OppTesting
import Testing

/// The strips of reports, against the reference and against engines that are stepped otherwise
@Suite(.limited) struct TruthReplayTests {
  private static let zones = ["UTC", "America/New_York", "Australia/Lord_Howe"]

  @Test func `strips agree with the reference, and parts with an engine at random seconds`() throws
  {
    for seed in LawSeeds.seeds(6, long: 300) {
      var random = SplitMix64(seed: seed &+ 77)
      let rules = RandomGraph(seed: seed)
      let zone = try ZoneDatabase().zone(named: random.pick(Self.zones))
      let recording = RandomRecording(seed: seed, graph: rules.graph, zone: zone, seconds: 3600)
      let reference = ReferenceRun(
        graph: rules.graph, zone: zone, arrivals: recording.arrivals, from: recording.from,
        to: recording.to)
      let replay = Replay(
        graph: rules.graph, zone: zone, begins: recording.from,
        arrivals: recording.arrivals.map { ($0.at, $0.arrival) })
      let length = Int(recording.to.seconds - recording.from.seconds)
      let from = recording.from.advanced(by: Int64(random.number(in: 0...length / 2)))
      let truths = TruthReplay(replay).run(from: from, to: recording.to)
      for opp in truths.opps {
        check(opp, reference, from: from, to: recording.to, seed)
        guard let part = opp.parts.first else { continue }
        for _ in 0..<3 {
          let at = from.advanced(
            by: Int64(random.number(in: 0...Int(recording.to.seconds - from.seconds) - 1)))
          var engine = replay.engine(at: at, watching: [part.node])
          #expect(
            truth(part.stretches, at) == engine.truth(of: part.node),
            "OPP_SEED=\(seed), rule \(opp.rule) at \(at.seconds)")
        }
      }
    }
  }

  /// Compares the conditions of an Opp with those of the reference, and the whole with both
  private func check(
    _ opp: OppTruths, _ reference: ReferenceRun, from: Instant, to: Instant, _ seed: UInt64
  ) {
    for trace in opp.conditions {
      let expected = reference.conditions.first { $0.rule == trace.rule && $0.row == trace.row }
      let found = trace.stretches.map { "\($0.truth) \($0.from.seconds) \($0.to.seconds)" }
      let wanted = expected?.stretches(from: from, to: to).map {
        "\($0.truth) \($0.from.seconds) \($0.to.seconds)"
      }
      #expect(found == wanted, "OPP_SEED=\(seed)")
    }
    var end = opp.whole.first?.from
    for stretch in opp.whole {
      #expect(stretch.from == end && stretch.from < stretch.to, "OPP_SEED=\(seed)")
      end = stretch.to
      let rows = opp.conditions.compactMap { trace in
        trace.stretches.first { $0.from <= stretch.from && stretch.from < $0.to }
      }
      #expect(stretch.truth == rows.map { $0.truth }.max() ?? .false, "OPP_SEED=\(seed)")
    }
  }

  private func truth(_ stretches: [TruthStretch], _ at: Instant) -> Truth? {
    stretches.first { $0.from <= at && at < $0.to }?.truth
  }

  @Test(arguments: [
    ("temp > 20C and not raining and free > 1h", 3),
    ("temp > 20C or raining", 2), ("raining or sky in [rain, fog]", 1), ("sky in [rain, fog]", 0),
    ("temp > 20C", 0),
    ("(temp > 20C or raining) and busy", 2), ("temp > 20C for 10min", 0),
  ])
  func `the parts are the operands of the outermost and or or`(condition: String, count: Int) {
    let graph = RuleSet.analyze("opp \"a\" when \(condition)").graph
    #expect(graph.outermostParts(of: graph.rules[0]).count == count)
  }

  @Test func `of rows, only what is the same for all of them is a part`() {
    let graph = RuleSet.analyze(
      """
      table chores by id { id: Number  done: Bool }
      opp "a" for each c in chores when not c.done and temp > 20C
      """
    ).graph
    #expect(graph.outermostParts(of: graph.rules[0]).count == 1)
  }
}
