import OppEngine
import OppModel
import OppProviders
import OppReplay
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
    let seeds = LawSeeds.seeds(4, long: 3000)
    for seed in seeds {
      let program = RandomProgram(seed: seed)
      let analysis = RuleSet.analyze(program.text)
      let errors = analysis.diagnostics.filter { $0.severity == .error }
      if let error = errors.first {
        Issue.record("OPP_SEED=\(seed): \(error.headline)\n\(program.text)")
        return
      }
      let watching = (program.conditions + program.values).compactMap { text -> NodeID? in
        let checked = analysis.expression(text)
        if let error = checked.diagnostics.first(where: { $0.severity == .error }) {
          // A *let* of the program may change continuously, which the text of a value that uses it does not show.
          if error.headline.hasSuffix("of a value that changes continuously has no exact result") {
            return nil
          }
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

  /// What several Opps with one condition have in common is kept once, in the engine only
  @Test func `an Opp that is written twice under two names fires twice`() throws {
    var count = 0
    for seed in LawSeeds.seeds(60, long: 2000) {
      let program = RandomProgram(seed: seed)
      // What one records or fires, the other would read.
      if program.text.contains("record ") || program.text.contains("firings") { continue }
      // Opps with nothing but a condition, which an engine may keep together, are few among the random ones.
      let plain = program.conditions.enumerated().map { place, condition in
        "opp \"plain \(place)\"\n  when \(condition)\n"
      }
      let graph = RuleSet.analyze(Self.doubled(program.text + "\n" + plain.joined())).graph
      var random = SplitMix64(seed: ~seed)
      let zone = try ZoneDatabase().zone(named: random.pick(Self.zones))
      let recording = RandomRecording(seed: seed, graph: graph, zone: zone)
      // An answer is to one of them.
      let arrivals = recording.arrivals.filter {
        if case .answer = $0.arrival { false } else { true }
      }
      let replay = Replay(
        graph: graph, zone: zone, begins: recording.from,
        arrivals: arrivals.map { ($0.at, $0.arrival) })
      let result = replay.run(from: recording.from, to: recording.to)
      var firings: [String: [String]] = [:]
      for firing in result.firings {
        let text = (firing.text ?? "-").replacing(Self.twin, with: "")
        firings[firing.opp, default: []].append(
          "\(firing.at.seconds) \(firing.row.map { "\($0)" } ?? "-") \(text)")
      }
      for name in firings.keys where !name.hasSuffix(Self.twin) {
        #expect(firings[name] == firings[name + Self.twin], "OPP_SEED=\(seed), \(name)")
      }
      count += result.firings.count
    }
    #expect(count > 0)
  }

  /// The end of the name of a second Opp
  private static let twin = " twin"

  /// A program with each Opp of it twice
  private static func doubled(_ text: String) -> String {
    guard let rules = text.firstRange(of: "opp \"") else { return text }
    let twins = text[rules.lowerBound...].split(separator: "\n", omittingEmptySubsequences: false)
      .map { line in
        guard line.hasPrefix("opp \""), line.hasSuffix("\"") else { return String(line) }
        return line.dropLast() + Self.twin + "\""
      }
    return text + "\n" + twins.joined(separator: "\n") + "\n"
  }
}
