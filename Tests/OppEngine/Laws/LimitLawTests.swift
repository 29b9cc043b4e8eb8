import OppEngine
import OppModel
import OppSemantics
import OppSyntax
import OppTesting
import OppTestLimits
import Testing

/// The firings of Opps with events and `at most`: those that there are without the limit, as long as it allows them
@Suite(.limited) struct LimitLawTests {
  @Test func `a limit keeps the first firings of each period and adds none`() throws {
    var count = 0
    for seed in LawSeeds.seeds(60) {
      let random = try LimitedOpp(seed: seed)
      let limit = random.limits[0]
      let free = random.firings([nil]).flatMap { $0 }
      let kept = random.firings([limit]).flatMap { $0 }
      count += kept.count
      #expect(kept == limit.kept(free), "OPP_SEED=\(seed) \(random.text(limit))")
    }
    #expect(count > 100)
  }

  @Test func `an edit of a limit counts the firings before it, as a history has them`() throws {
    var count = 0
    for seed in LawSeeds.seeds(60, failed: [20, 277, 416, 448, 449, 3033]) {
      let random = try LimitedOpp(seed: seed)
      let free = random.events
      var wanted: [LimitedFiring] = []
      let lives = random.firings(random.limits, hasHistory: true)
      for (number, limit) in random.limits.enumerated() {
        let events = free.filter { random.lives[number].contains($0.at) }
        let kept = limit.kept(events, after: wanted)
        #expect(lives[number] == kept, "OPP_SEED=\(seed), life \(number): \(random.texts)")
        wanted += kept
      }
      count += wanted.count
    }
    #expect(count > 100)
  }

  @Test func `an edit to a limit of no more firings needs no history`() throws {
    for seed in LawSeeds.seeds(60) {
      var random = try LimitedOpp(seed: seed)
      random.limits.sort { $0.count > $1.count }
      for place in random.limits.indices { random.limits[place].isInAll = random.limits[0].isInAll }
      #expect(
        random.firings(random.limits) == random.firings(random.limits, hasHistory: true),
        "OPP_SEED=\(seed): \(random.texts)")
    }
  }
}

/// A firing, by its second and the key of its row
private struct LimitedFiring: Equatable {
  let at: Int64
  let row: String
}

/// A limit in words, and which firings it allows
private struct RandomLimit {
  var count: Int
  var isInAll: Bool

  /// The length of a period, and whether periods begin with those of the clock; 0 for no end
  private let length: Int64
  private let isOfClock: Bool

  init(_ random: inout SplitMix64, hasRows: Bool) {
    let period = random.pick([
      (0, true), (3600, true), (86_400, true), (2400, false), (7200, false),
    ])
    (length, isOfClock) = (Int64(period.0), period.1)
    count = period.0 == 0 ? 1 : random.number(in: 1...3)
    isInAll = hasRows && random.oneIn(2)
  }

  var text: String {
    let period = length == 3600 ? "hour" : length == 86_400 ? "day" : "\(length / 60)min"
    return "at most \(length == 0 ? "once" : "\(count) per \(period)")\(isInAll ? " in all" : "")"
  }

  /// The firings that are allowed of some in the order of time and rows, after others
  func kept(_ firings: [LimitedFiring], after earlier: [LimitedFiring] = []) -> [LimitedFiring] {
    var all = earlier
    for firing in firings {
      let counted = all.filter { other in
        guard isInAll || other.row == firing.row else { return false }
        if length == 0 { return true }
        return isOfClock
          ? other.at / length == firing.at / length : other.at > firing.at - length
      }
      if counted.count < (length == 0 ? 1 : count) { all.append(firing) }
    }
    return Array(all.dropFirst(earlier.count))
  }
}

/// A random Opp with events, lived through readings that are late, stale, missing and repeated, with a limit that is edited
private struct LimitedOpp {
  var limits: [RandomLimit] = []

  /// The seconds of each life of an engine, one a limit
  private(set) var lives: [Range<Int64>] = []

  private let rule: String
  private var steps: [(at: Int64, step: Reported)] = []
  private static let begin: Int64 = 1_782_000_000

  /// What becomes known at a second
  private enum Reported {
    case reading(c: Bool?, n: Double?, late: Int64)
    case row(String, n: Double?)
    case noRow(String)
  }

  init(seed: UInt64) throws {
    var random = SplitMix64(seed: seed &* 77 &+ 3)
    let hasRows = random.oneIn(2)
    rule =
      hasRows
      ? random.pick([
        "for each t in tasks on t.n > 3", "for each t in tasks where t.n > 3 on row added",
        "for each t in tasks where s.c and t.n > 3 on row removed",
        "for each t in tasks on t.n changes when s.c",
      ])
      : random.pick([
        "on s.c", "on not s.c", "on s.n > 3", "on s.n changes", "on s.c when known(s.n)",
        "on s.n changes to 2 or every 50min when s.c",
      ])
    for _ in 0..<3 { limits.append(RandomLimit(&random, hasRows: hasRows)) }
    var second = Self.begin
    while steps.count < 120 {
      second += Int64(random.pick([1, 40, 300, 700, 2400]))
      let n = random.oneIn(5) ? nil : Double(random.number(in: 1...6))
      let row = random.pick(["a", "b", "c"])
      if hasRows, !random.oneIn(4) {
        steps.append((second, random.oneIn(5) ? .noRow(row) : .row(row, n: n)))
      } else {
        let c = random.oneIn(5) ? nil : random.oneIn(2)
        steps.append(
          (second, .reading(c: c, n: n, late: Int64(random.pick([0, 0, 5, 400, 1000])))))
      }
    }
    let cuts = [steps[40].at + 1, steps[80].at + 1]
    lives = [Self.begin..<cuts[0], cuts[0]..<cuts[1], cuts[1]..<second + 1]
  }

  var texts: String { rule + " " + limits.map { $0.text }.joined(separator: ", ") }

  func text(_ limit: RandomLimit) -> String { rule + " " + limit.text }

  /// The firings of the Opp without a limit, restarted where the limit would be edited
  var events: [LimitedFiring] { firings([nil, nil, nil]).flatMap { $0 } }

  /// The firings of each life
  ///
  /// - Parameters:
  ///   - limits: one a life, or one for a single life.
  ///   - hasHistory: whether an engine that is restored is told the firings so far.
  func firings(_ limits: [RandomLimit?], hasHistory: Bool = false) -> [[LimitedFiring]] {
    var result: [[LimitedFiring]] = []
    var memory: EngineMemory?
    for (number, limit) in limits.enumerated() {
      let analysis = RuleSet.analyze(
        """
        source s fresh for 15min { c: Bool n: Number }
        table tasks by id { id: Text n: Number }
        opp "x" \(rule) \(limit?.text ?? "")
        """)
      #expect(!analysis.hasErrors)
      let graph = analysis.graph
      let life = limits.count == 1 ? Self.begin..<lives[2].upperBound : lives[number]
      var engine =
        memory.map { Engine(graph: graph, zone: .utc, restoring: $0) }
        ?? Engine(graph: graph, zone: .utc, begins: Instant(seconds: Self.begin))
      if hasHistory { tell(result.flatMap { $0 }, &engine) }
      var own: [LimitedFiring] = []
      for step in steps where life.contains(step.at) {
        own += Self.firings(
          engine.step(at: Instant(seconds: step.at), arrived: [arrival(step, graph)]))
      }
      own += Self.firings(engine.step(at: Instant(seconds: life.upperBound - 1)))
      result.append(own)
      memory = engine.memory()
    }
    return result
  }

  /// Has an engine count the firings so far, as a store does
  private func tell(_ firings: [LimitedFiring], _ engine: inout Engine) {
    for open in engine.openCounts {
      var key = ""
      if case .text(let text)? = open.row?.key.first { key = text }
      let own = firings.filter { open.countsAllRows || $0.row == key }
      engine.count(own.map { Instant(seconds: $0.at) }, for: open)
    }
  }

  private static func firings(_ step: Step) -> [LimitedFiring] {
    step.firings.map { firing in
      var key = ""
      if case .text(let text)? = firing.row?.key.first { key = text }
      return LimitedFiring(at: firing.at.seconds, row: key)
    }
  }

  private func arrival(_ step: (at: Int64, step: Reported), _ graph: ConditionGraph) -> Arrival {
    func change(_ rows: [[Value?]], removing keys: [[Value]]) -> Arrival {
      let table = graph.tables.firstIndex { $0.name == "tasks" } ?? 0
      return .rows(
        TableChange(table: TableID(index: Int32(table)), rows: rows, removedKeys: keys))
    }
    switch step.step {
    case .row(let id, let n): return change([[.text(id), n.map { .scalar($0) }]], removing: [])
    case .noRow(let id): return change([], removing: [[.text(id)]])
    case .reading(let c, let n, let late):
      let source = graph.sources.firstIndex { $0.name == "s" } ?? 0
      return .reading(
        SourceReading(
          source: SourceID(index: Int32(source)), arguments: [],
          instant: Instant(seconds: step.at - late),
          fields: [
            c.map { .known(.truth($0)) } ?? .missing, n.map { .known(.scalar($0)) } ?? .missing,
          ], freshness: nil, isLasting: false))
    }
  }
}
