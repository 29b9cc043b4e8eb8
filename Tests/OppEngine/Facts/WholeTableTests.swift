import OppModel
import OppSemantics
import OppTesting
import OppTestLimits
import OppTimelines
import Testing

@testable import OppEngine

/// An arrival that says what all the rows of a table are
@Suite(.limited) struct WholeTableTests {
  @Test func `rows that are not among all of them go`() throws {
    try check(
      "table tasks by id { id: Text  cost: Number }",
      """
      00:05 tasks = id=a cost=1
      00:10 tasks + id=b cost=2
      00:15 tasks + id=c cost=4
      00:20 tasks = id=b cost=8
      00:25 tasks =
      00:30 tasks = id=a cost=16
      """,
      [
        ("count(tasks)", "00:00 unknown, 00:05 1, 00:10 2, 00:15 3, 00:20 1, 00:25 0, 00:30 1"),
        (
          "sum(tasks.cost)",
          "00:00 unknown, 00:05 1, 00:10 3, 00:15 7, 00:20 8, 00:25 0, 00:30 16"
        ),
      ])
  }

  @Test func `the rows are those of the response, in any order, repeated and after a loss`() {
    for seed in LawSeeds.seeds(100, long: 5000) {
      var random = SplitMix64(seed: seed)
      var subject = Subject()
      for second in 0..<Int64(40) {
        switch random.number(in: 0...9) {
        case 0: subject.lose(at: second)
        case 1: subject.change([row(&random)], [key(&random)], isWhole: false, at: second)
        case 2: subject.change(subject.latest, [], isWhole: true, at: second)
        default:
          var rows = subject.latest
          for _ in 0..<random.number(in: 0...3) { edit(&rows, &random) }
          subject.change(rows, [], isWhole: true, at: second)
        }
        #expect(subject.found == subject.expected, "seed \(seed), second \(second)")
        if subject.found != subject.expected { return }
      }
    }
  }

  @Test func `only the rows that differ are evaluated again`() {
    var subject = Subject()
    var rows = (0..<500).map { [.text("key \($0)"), .scalar(Double($0))] as [Value?] }
    subject.change(rows, [], isWhole: true, at: 0)
    let before = subject.engine.work.evaluations
    rows[100][1] = .scalar(-1)
    rows.remove(at: 300)
    rows.insert([.text("new"), .scalar(7)], at: 200)
    subject.change(rows, [], isWhole: true, at: 1)
    #expect(subject.found == subject.expected)
    #expect(subject.engine.work.evaluations - before < 100)
  }

  private func key(_ random: inout SplitMix64) -> [Value] { [.text(random.pick(["a", "b", "c"]))] }

  private func row(_ random: inout SplitMix64) -> [Value?] {
    [
      .text(random.pick(["a", "b", "c", "d", "e", "f"])), .scalar(Double(random.number(in: 0...2))),
    ]
  }

  private func edit(_ rows: inout [[Value?]], _ random: inout SplitMix64) {
    let place = rows.isEmpty ? 0 : random.number(in: 0...(rows.count - 1))
    switch random.number(in: 0...4) {
    case 0: rows.insert(row(&random), at: place)
    case 1: if !rows.isEmpty { rows.remove(at: place) }
    case 2: if !rows.isEmpty { rows[place] = row(&random) }
    case 3: rows.shuffle(using: &random)
    default: rows.insert([nil, .scalar(1)], at: place)
    }
  }
}

/// An engine with one table, and what its rows should be
private struct Subject {
  var engine: Engine

  /// By key
  private(set) var expected: [String: Double] = [:]

  /// The rows of the latest response
  private(set) var latest: [[Value?]] = []
  private let table: TableID

  init() {
    let graph = RuleSet.analyze(
      """
      table tasks by id { id: Text  cost: Number }
      opp "each" for each task in tasks when task.cost > 1 and task.cost < 500
      opp "all" when count(tasks where cost > 0) > 2 or sum(tasks.cost) > 4
      """
    ).graph
    table = TableID(index: Int32(graph.tables.firstIndex { $0.name == "tasks" } ?? 0))
    engine = Engine(graph: graph, zone: .utc, begins: Instant(seconds: -1))
  }

  mutating func change(
    _ rows: [[Value?]], _ removed: [[Value]], isWhole: Bool, at second: Int64
  ) {
    if isWhole {
      expected = [:]
      latest = rows
    }
    for case .text(let key)? in removed.map(\.first) { expected[key] = nil }
    for row in rows {
      if case .text(let key)? = row[0], case .scalar(let cost)? = row[1] { expected[key] = cost }
    }
    let change = TableChange(table: table, rows: rows, removedKeys: removed, isWhole: isWhole)
    _ = engine.step(at: Instant(seconds: second), arrived: [.rows(change)])
  }

  mutating func lose(at second: Int64) {
    expected = [:]
    let loss = Arrival.unavailable(name: "tasks", reason: "the service is down")
    _ = engine.step(at: Instant(seconds: second), arrived: [loss])
  }

  var found: [String: Double] {
    var found: [String: Double] = [:]
    for row in engine.evaluator.facts.tables[table].ordered {
      let state = engine.evaluator.facts.rows[row]
      if state.isPresent, case .text(let key)? = state.key.first {
        found[key] = state.fields[1].first
      }
    }
    return found
  }
}
