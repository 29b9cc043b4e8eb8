import Foundation
import OppEngine
import OppModel
import OppProviders
import OppSemantics
import OppSyntax
import OppTesting
import Testing

/// A session that asks only for what it needs fires as a replay that is told everything
@Suite struct SimulationTests {
  @Test func `the rules of the examples fire as in a replay, with a tenth of the requests`() throws
  {
    let names = ["weather", "time", "places", "errands", "everything"]
    let analysis = try RuleSet.analyze(
      files: names.map {
        SourceFile(path: $0, text: try Repository.text("examples/opportunity/\($0).opp"))
      })
    let folder = Repository.root.appending(path: "examples/opportunity/data").path
    let graph = analysis.graph
    let recorded = try #require(RecordedExample(folder: folder, graph: graph))
    let from = recorded.from
    let to = from.advanced(by: 60 * 86_400)
    let arrivals = recorded.arrivals.map { (at: $0.at, arrival: $0.arrival) }
    let replayed = Replay(graph: graph, zone: recorded.zone, begins: from, arrivals: arrivals)
      .run(from: from, to: to).firings.filter { $0.opp != "Hardware before it closes" }
    var simulation = Simulation(
      graph: graph, zone: recorded.zone, begins: from, arrivals: arrivals)
    var firings: [Firing] = []
    simulation.run(to: to) { _, _, step in firings += step.firings }
    func text(_ firing: Firing) -> String {
      "\(firing.at.seconds) \(firing.opp) \(firing.row?.key ?? []): \(firing.text ?? "")"
    }
    #expect(firings.map(text) == replayed.map(text))
    #expect(!replayed.isEmpty)
    let requests = simulation.session.work.fetches.values.reduce(0, +)
    #expect(requests < 60 * 24 * 3)
  }
}
