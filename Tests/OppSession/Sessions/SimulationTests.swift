import Foundation
import OppEngine
import OppModel
import OppProviders
import OppReplay
import OppSemantics
import OppSession
import OppSyntax
import OppTesting
import OppTestLimits
import Testing

/// A session that asks only for what it needs fires as a replay that is told everything
@Suite(.limited) struct SimulationTests {
  @Test func `the rules of the examples fire as in a replay, with a tenth of the requests`() throws
  {
    let names = ["weather", "time", "places", "errands", "everything"]
    let analysis = try RuleSet.analyze(
      files: names.map {
        SourceFile(path: $0, text: try Repository.text("examples/opportunity/\($0).opp"))
      })
    let requests = try check(analysis, days: 14)
    #expect(requests < 14 * 24 * 3)
  }

  @Test
  func `the calendar is requested while its events can matter, and the night loses none of them`()
    throws
  {
    let requests = try check(
      RuleSet.analyze(
        """
        opp "Before a meeting" for each event in agenda
          on event.begins - 10min
          when event.busy and time in 8:00..18:00
        """),
      days: 8)
    // Each answer counts for an hour.
    #expect(requests == 8 * 10)
  }

  /// Checks that a session fires as a replay does
  ///
  /// - Returns: how many fetches it made.
  private func check(
    _ analysis: Analysis, days: Int64, _ location: SourceLocation = #_sourceLocation
  ) throws -> Int {
    let folder = FileManager.default.temporaryDirectory.appending(path: "opp-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: folder) }
    try ExampleCopy.write(into: folder, to: "2013-02-01")
    let graph = analysis.graph
    let data = folder.appending(path: "examples/opportunity/data").path
    let recorded = try #require(RecordedExample(folder: data, graph: graph))
    let from = recorded.from
    let to = from.advanced(by: days * 86_400)
    let arrivals = recorded.arrivals.map { (at: $0.at, arrival: $0.arrival) }
    let replayed = Replay(graph: graph, zone: recorded.zone, begins: from, arrivals: arrivals)
      .run(from: from, to: to).firings
    var simulation = Simulation(
      graph: graph, zone: recorded.zone, begins: from, arrivals: arrivals)
    var firings: [Firing] = []
    simulation.run(to: to) { _, _, step in firings += step.firings }
    func text(_ firing: Firing) -> String {
      "\(firing.at.seconds) \(firing.opp) \(firing.row?.key ?? []): \(firing.text ?? "")"
    }
    #expect(firings.map(text) == replayed.map(text), sourceLocation: location)
    #expect(!replayed.isEmpty, sourceLocation: location)
    return simulation.session.work.fetches.values.reduce(0, +)
  }
}
