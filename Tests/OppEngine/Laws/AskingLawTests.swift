import OppEngine
import OppModel
import OppProviders
import OppReplay
import OppTesting
import OppTestLimits
import Testing

/// An engine that is told only what it asks for fires as one that is told everything
@Suite(.limited) struct AskingLawTests {
  private static let zones = ["UTC", "Europe/Berlin", "America/New_York", "Australia/Lord_Howe"]

  @Test func `what is not requested would have changed nothing`() throws {
    var failures = 0
    for seed in LawSeeds.seeds(60, failed: [70_019]) {
      var random = SplitMix64(seed: ~seed)
      guard let graph = RandomGraph(seed: seed).graph.withoutUntoldEvents else { continue }
      // What was last known of something, and its age, depend on how often it is asked for.
      if graph.nodes.contains(where: { dependsOnRequests($0.operation) }) { continue }
      let zone = try ZoneDatabase().zone(named: random.pick(Self.zones))
      let recording = RandomRecording(seed: seed, graph: graph, zone: zone)
      let told = Replay(
        graph: graph, zone: zone, begins: recording.from,
        arrivals: recording.arrivals.map { ($0.at, $0.arrival) }
      ).run(from: recording.from, to: recording.to, settling: false).firings
      var asked = AskedRecording(
        graph: graph, zone: zone, arrivals: recording.arrivals, from: recording.from,
        to: recording.to, random: random)
      let firings = asked.run()
      guard firings != told else { continue }
      failures += 1
      let text = GraphText(graph)
      let rules =
        graph.rules.map { text.text($0) } + [graph.settings.quiet.map { text.text($0) } ?? ""]
      Issue.record(
        "OPP_SEED=\(seed): \(difference(firings, told))\n\(rules.joined(separator: "\n"))")
      if failures == 5 { return }
    }
  }

  private func dependsOnRequests(_ operation: OppModel.Operation) -> Bool {
    switch operation {
    case .lastKnown, .age: true
    default: false
    }
  }

  private func difference(_ asked: [Firing], _ told: [Firing]) -> String {
    let index =
      zip(asked, told).enumerated().first { $1.0 != $1.1 }?.offset ?? min(asked.count, told.count)
    func text(_ firings: [Firing]) -> String {
      guard firings.indices.contains(index) else { return "none" }
      let firing = firings[index]
      return
        "\(firing.at.seconds) \(firing.opp) \(firing.row?.key ?? []): \(firing.text ?? "-"), \(firing.delivery), \(firing.payload)"
    }
    return
      "firing \(index) of \(asked.count) and \(told.count):\n asked \(text(asked))\n told \(text(told))"
  }
}
