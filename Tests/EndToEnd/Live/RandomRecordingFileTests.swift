import Foundation
import OppEngine
import OppModel
import OppOutputs
import OppProviders
import OppSemantics
import OppTestLimits
import OppTesting
import Testing

@testable import opp

/// Random rule sets and recordings as files, for whoever reads files
///
/// `OPP_RULE_FOLDER=FOLDER` has them written there and kept, one folder a seed, as `.ci/test-web` compares the WebAssembly
/// module with the tool over them.
@Suite(.limited) struct RandomRecordingFileTests {
  private static let zones = ["UTC", "Europe/Berlin", "America/New_York", "Australia/Lord_Howe"]

  @Test func `a random recording is written, read and replayed`() throws {
    let temporary = try TemporaryFolder()
    let kept = ProcessInfo.processInfo.environment["OPP_RULE_FOLDER"]
    let root = kept.map { URL(filePath: $0) } ?? temporary.url
    for seed in LawSeeds.seeds(kept == nil ? 3 : 20, long: 100) {
      let program = RandomProgram(seed: seed)
      let analysis = RuleSet.analyze(program.text)
      guard !analysis.hasErrors else { continue }
      var random = SplitMix64(seed: ~seed)
      let zoneName = random.pick(Self.zones)
      let zone = try ZoneDatabase().zone(named: zoneName)
      let recording = RandomRecording(seed: seed, graph: analysis.graph, zone: zone)
      let folder = root.appending(path: "seed-\(seed)")
      var writer = try RecordingWriter(
        graph: analysis.graph, zone: zone, zoneName: zoneName,
        folder: folder.appending(path: "data").path)
      for arrival in recording.arrivals { try writer.write([arrival.arrival], at: arrival.at) }
      try writer.end(at: recording.to.advanced(by: -1))
      try Data(program.text.utf8).write(to: folder.appending(path: "rules.opp"))
      let rules = kept == nil ? temporary.run(["eval", "seed-\(seed)"]) : nil
      #expect(
        rules.map { $0.status == .success || $0.status == .problems } ?? true,
        "OPP_SEED=\(seed): \(rules?.text ?? "")")
    }
  }
}
