import OppEngine
import OppModel
import OppProviders
import OppSemantics
import OppSyntax
import OppTesting
import OppTestLimits
import Testing

/// The same laws on random programs, from their text on
@Suite(.limited) struct ProgramLawTests {
  private static let zones = [
    "UTC", "Europe/Berlin", "America/New_York", "Australia/Lord_Howe", "America/Santiago",
  ]

  @Test func `the engine says of a program what the reference says`() throws {
    var failures = 0
    let seeds = LawSeeds.seeds(6)
    for seed in seeds {
      let program = RandomProgram(seed: seed)
      let analysis = RuleSet.analyze(program.text)
      let errors = analysis.diagnostics.filter { $0.severity == .error }
      if let error = errors.first {
        Issue.record("OPP_SEED=\(seed): \(error.headline)\n\(program.text)")
        return
      }
      let watching = (program.conditions + program.values).compactMap { text in
        let checked = analysis.expression(text)
        if let error = checked.diagnostics.first(where: { $0.severity == .error }) {
          Issue.record("OPP_SEED=\(seed): \(error.headline) in \(text)")
        }
        return checked.node
      }
      var random = SplitMix64(seed: ~seed)
      let zone = try ZoneDatabase().zone(named: random.pick(Self.zones))
      let recording = RandomRecording(seed: seed, graph: analysis.graph, zone: zone)
      let agreement = Agreement(
        graph: analysis.graph, zone: zone, arrivals: recording.arrivals, from: recording.from,
        to: recording.to, watching: watching)
      guard let difference = agreement.firstDifference(&random) else { continue }
      failures += 1
      Issue.record(
        """
        OPP_SEED=\(seed), from \(recording.from.seconds): \(difference)
        \(program.text.dropFirst(RandomProgram.declarations.count))
        watched: \((program.conditions + program.values).joined(separator: "; "))
        """)
      if failures == 10 { return }
    }
  }
}
