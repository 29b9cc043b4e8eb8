import OppEngine
import OppModel
import OppSemantics
import OppTestLimits
import Testing

/// Opps that wait for events are examined at their events
///
/// What is counted is how often they are, not how long it takes.
@Suite(.limited) struct ExaminationTests {
  @Test func `rows are not examined whenever the condition changes that they share`() throws {
    let analysis = RuleSet.analyze(
      """
      source room { warm: Bool }
      table tasks by id { id: Text  due: Instant }
      opp "Due" for each t in tasks on t.due when room.warm
      """)
    #expect(analysis.diagnostics.isEmpty)
    let graph = analysis.graph
    let table = TableID(index: Int32(graph.tables.firstIndex { $0.name == "tasks" } ?? -1))
    let room = SourceID(index: Int32(graph.sources.firstIndex { $0.name == "room" } ?? -1))
    let dues = (0..<100).map { 1000 + 7 * Int64($0) }
    let rows = dues.map { [Value.text("\($0)"), Value.scalar(Double($0))] as [Value?] }
    var arrivals: [(at: Instant, arrival: Arrival)] = [
      (Instant(seconds: 1), .rows(TableChange(table: table, rows: rows, removedKeys: [])))
    ]
    func isWarm(_ second: Int64) -> Bool { (second / 10).isMultiple(of: 2) }
    for second in stride(from: 10, to: 2000, by: 10) as StrideTo<Int64> {
      let instant = Instant(seconds: second)
      let reading = SourceReading(
        source: room, arguments: [], instant: instant, fields: [.known(.truth(isWarm(second)))],
        freshness: nil, isLasting: false)
      arrivals.append((instant, .reading(reading)))
    }
    let replay = Replay(
      graph: graph, zone: .utc, begins: Instant(seconds: 0), arrivals: arrivals)
    let result = replay.run(from: Instant(seconds: 0), to: Instant(seconds: 2000))
    #expect(result.firings.map(\.at.seconds) == dues.filter(isWarm))
    // One for the row, a few for its event: 200 changes times 100 rows are 20,000.
    #expect(result.work.examinations < 1000)
  }
}
