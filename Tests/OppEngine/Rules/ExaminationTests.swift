import OppEngine
import OppModel
import OppReplay
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

  /// The same comparison is the condition of some Opps, an operand, an event, and what is true at one
  private static let comparisons = """
    source room { warmth: Temperature  isDry: Bool }
    opp "All" when room.warmth > 30C and room.isDry
    opp "At" on 0:20 or 0:35 when room.warmth > 30C
    opp "Cold" when room.warmth < 10C at most once
    opp "Event" on room.warmth > 30C
    opp "Hot" when room.warmth > 30C
    opp "Hot too" when room.warmth > 30C
    opp "Limited" when room.warmth > 30C at most 2 per hour
    opp "Shown" on room.isDry notify "{room.warmth > 30C}"
    """

  /// A replay of rules over 40 minutes of room, with 20 °C, 35 °C, nothing, 36 °C, 5 °C, 31 °C and so on
  private func replay(_ rules: String) -> Replay {
    let graph = RuleSet.analyze(rules).graph
    let room = SourceID(index: Int32(graph.sources.firstIndex { $0.name == "room" } ?? -1))
    let warmths: [Double?] = [20, 35, nil, 36, 5, 31]
    var arrivals: [(at: Instant, arrival: Arrival)] = []
    for minute in 0..<40 as Range<Int64> {
      let instant = Instant(seconds: minute * 60)
      var warmth = FieldReading.missing
      if let scalar = warmths[Int(minute % 6)] { warmth = .known(.scalar(scalar)) }
      let reading = SourceReading(
        source: room, arguments: [], instant: instant,
        fields: [warmth, .known(.truth(minute % 4 > 1))], freshness: nil, isLasting: false)
      arrivals.append((instant, .reading(reading)))
    }
    return Replay(graph: graph, zone: .utc, begins: Instant(seconds: 0), arrivals: arrivals)
  }

  @Test func `a condition of one comparison fires at its rises, whatever else reads it`() {
    let replay = replay(Self.comparisons)
    let end = Instant(seconds: 2400)
    let result = replay.run(from: Instant(seconds: 0), to: end)
    var minutes: [String: [Int64]] = [:]
    for firing in result.firings {
      minutes[firing.opp, default: []].append(firing.at.seconds / 60)
    }
    // 35 °C comes after 20 °C, and 31 °C after 5 °C; before 36 °C nothing known was false.
    let rises = (0..<40).filter { [1, 5].contains($0 % 6) } as [Int64]
    #expect(minutes["Hot"] == rises)
    #expect(minutes["Hot too"] == rises)
    #expect(minutes["Event"] == rises)
    #expect(minutes["Cold"] == [4])
    #expect(minutes["Limited"] == Array(rises.prefix(2)))
    #expect(minutes["At"] == [35])
    let traced = replay.run(from: Instant(seconds: 0), to: end, conditions: true)
    #expect(
      result.firings.map { $0.opp + " \($0.at.seconds)" }
        == traced.firings.map { $0.opp + " \($0.at.seconds)" })
  }

  @Test func `Opps of one comparison are examined where it comes true`() {
    let rules = (0..<30).map { number in
      #"opp "\#(number)" when room.warmth > \#(number)C at most 2 per day"#
    }
    let replay = replay(
      "source room { warmth: Temperature  isDry: Bool }\n" + rules.joined(separator: "\n"))
    let result = replay.run(from: Instant(seconds: 0), to: Instant(seconds: 2400))
    // At every change of the room they would be 900.
    #expect(result.work.examinations < 500)
    // Those below 5 °C come true once.
    #expect(result.firings.count == 55)
  }
}
