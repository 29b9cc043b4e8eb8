import OppEngine
import OppModel
import OppProviders
import OppTesting
import OppTestLimits
import Testing

/// Laws that hold of every rule set and every recording, on random ones made without the front end
@Suite(.limited) struct AgreementLawTests {
  private static let zones = [
    "UTC", "Europe/Berlin", "America/New_York", "Australia/Lord_Howe", "Asia/Beirut",
  ]

  @Test func `the engine says what the reference says, however it is stepped`() throws {
    var failures = 0
    for seed in LawSeeds.seeds(4, long: 3000, failed: [898, 908, 2929, 201_981, 202_967, 400_360]) {
      var random = SplitMix64(seed: ~seed)
      let rules = RandomGraph(seed: seed)
      let zone = try ZoneDatabase().zone(named: random.pick(Self.zones))
      let recording = RandomRecording(seed: seed, graph: rules.graph, zone: zone)
      // Sometimes memory begins when something has arrived before.
      let length = Int(recording.to.seconds - recording.from.seconds)
      let skipped = random.oneIn(4) ? random.number(in: 0...length / 2) : 0
      let agreement = Agreement(
        graph: rules.graph, zone: zone, arrivals: recording.arrivals,
        from: recording.from.advanced(by: Int64(skipped)), to: recording.to,
        watching: rules.roots)
      guard let difference = agreement.firstDifference(&random) else { continue }
      failures += 1
      Issue.record("OPP_SEED=\(seed), from \(recording.from.seconds): \(difference)")
      if failures == 10 { return }
    }
  }
}
