import OppEngine
import OppModel
import OppReplay
import OppSemantics
import OppTestLimits
import Testing

/// A row that has left its table
@Suite(.limited) struct RemovedRowTests {
  @Test func `its opp describes it as it last was`() throws {
    let analysis = RuleSet.analyze(
      """
      table chores by id { id, owner: Text  left: Number }
      opp "Gone" for each c in chores where left > 0 on row removed notify "{c.id} of {c.owner}: {c.left}"
      opp "Some" when count(chores) > 0 notify "{first(chores).owner}"
      """)
    #expect(analysis.diagnostics.isEmpty)
    let graph = analysis.graph
    let table = TableID(index: Int32(graph.tables.firstIndex { $0.name == "chores" } ?? -1))
    func rows(_ rows: [[Value?]], removed: [[Value]] = []) -> Arrival {
      .rows(TableChange(table: table, rows: rows, removedKeys: removed))
    }
    let begin = Instant(seconds: 0)
    let replay = Replay(
      graph: graph, zone: .utc, begins: begin,
      arrivals: [
        (Instant(seconds: 10), rows([[.text("a"), .text("Ann"), .scalar(2)]])),
        (Instant(seconds: 20), rows([[.text("a"), .text("Bob"), .scalar(3)]])),
        (Instant(seconds: 30), rows([], removed: [[.text("a")]])),
      ])
    let result = replay.run(from: begin, to: Instant(seconds: 100))
    let told = result.firings.map { "\($0.at.seconds) \($0.opp): \($0.text ?? "")" }
    #expect(told == ["10 Some: Ann", "30 Gone: a of Bob: 3"])
  }
}
