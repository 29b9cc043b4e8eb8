import OppEngine
import OppModel
import OppProviders
import OppSemantics
import OppSyntax
import OppTesting
import OppTestLimits
import Testing

/// An engine that is stopped and goes on from its memory says what one says that was never stopped
@Suite(.limited) struct RestartLawTests {
  private static let zones = [
    "UTC", "Europe/Berlin", "America/New_York", "Australia/Lord_Howe", "America/Santiago",
  ]

  @Test func `restarting anywhere changes nothing of a random graph`() throws {
    var failures = 0
    for seed in LawSeeds.seeds(10, failed: [8322]) {
      var random = SplitMix64(seed: ~seed)
      let graph = RandomGraph(seed: seed).graph
      var reordered = graph
      reordered.rules.reverse()
      let zone = try ZoneDatabase().zone(named: random.pick(Self.zones))
      let recording = RandomRecording(seed: seed, graph: graph, zone: zone)
      let restarts = Restarts(
        graph: graph, zone: zone, arrivals: recording.arrivals, from: recording.from,
        to: recording.to)
      let difference = restarts.difference(
        cuttingAt: Self.cuts(recording, &random), others: [graph, reordered]
      ) { arrival, _ in arrival }
      guard let difference else { continue }
      failures += 1
      Issue.record("OPP_SEED=\(seed), from \(recording.from.seconds): \(difference)")
      if failures == 10 { return }
    }
  }

  @Test func `neither does another Opp before it, nor another order of Opps`() throws {
    var failures = 0
    for seed in LawSeeds.seeds(8) {
      let program = RandomProgram(seed: seed)
      let analysis = RuleSet.analyze(program.text)
      if analysis.diagnostics.contains(where: { $0.severity == .error }) { continue }
      let others = Self.edited(program.text).map { text in
        let other = RuleSet.analyze(text)
        for problem in other.diagnostics where problem.severity == .error {
          Issue.record("OPP_SEED=\(seed): \(problem.headline)\n\(text)")
        }
        return other.graph
      }
      var random = SplitMix64(seed: ~seed)
      let zone = try ZoneDatabase().zone(named: random.pick(Self.zones))
      let recording = RandomRecording(seed: seed, graph: analysis.graph, zone: zone)
      let restarts = Restarts(
        graph: analysis.graph, zone: zone, arrivals: recording.arrivals, from: recording.from,
        to: recording.to)
      let difference = restarts.difference(
        cuttingAt: Self.cuts(recording, &random), others: others
      ) { $0.renumbered(from: analysis.graph, to: $1) }
      guard let difference else { continue }
      failures += 1
      Issue.record(
        """
        OPP_SEED=\(seed), from \(recording.from.seconds): \(difference)
        \(program.text.dropFirst(RandomProgram.declarations.count))
        """)
      if failures == 10 { return }
    }
  }

  private static func cuts(_ recording: RandomRecording, _ random: inout SplitMix64) -> [Instant] {
    let length = Int(recording.to.seconds - recording.from.seconds)
    var seconds: Set<Int64> = []
    for _ in 0..<3 { seconds.insert(Int64(random.number(in: 0...length - 2))) }
    return seconds.sorted().map { recording.from.advanced(by: $0) }
  }

  /// The text with an Opp, a source, a table and an enum more in front, and then with its Opps in
  /// another order too
  private static func edited(_ text: String) -> [String] {
    let more = """
      enum Omega { one, two }
      source before { omega: Omega, size: Number }
      table earlier by id { id: Text, size: Number }
      opp "omega"
        for each entry in earlier where size > 3
        on omega changes or 12:00
        when (before.size > 3 for 10min) and average(level, last 7min) > 2
          and any(chores where effort > 2) and total(lit, last 3min) > 1min

      """
    let parts = split(text)
    return [more + text, parts.declarations + more + parts.opps.reversed().joined()]
  }

  private static func split(_ text: String) -> (declarations: String, opps: [String]) {
    var declarations = ""
    var opps: [String] = []
    for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
      if line.hasPrefix("opp ") { opps.append("") }
      if opps.isEmpty {
        declarations += line + "\n"
      } else {
        opps[opps.count - 1] += line + "\n"
      }
    }
    return (declarations, opps)
  }
}
