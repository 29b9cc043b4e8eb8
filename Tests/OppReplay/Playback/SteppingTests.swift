import OppEngine
import OppModel
import OppReplay
import OppSemantics
import OppTesting
import OppTestLimits
import OppTimelines
import Testing

/// How often anything is sampled never changes the answer
@Suite(.limited) struct SteppingTests {
  static let cases: [(rules: String, lines: String)] = [
    (
      #"opp "x" when free >= 30min for 5min notify "{free} from {time}""#,
      """
      00:05 busy 01:00..01:10
      01:20 busy 01:20..01:40
      """
    ),
    (
      """
      opp "hot" when average(temp, last 20min) > 20C
      opp "rising" when change(temp, last 30min) > 3C at most 2 per 1h
      """,
      """
      00:00 temp=15C
      00:20 temp=22C
      00:50 temp=26C
      01:10 temp=?
      01:30 temp=21C
      """
    ),
    (
      """
      table log by at { at: Instant }
      opp "a" on every 7min when count(log) < 5 at most 3 per 30min record log { at: now }
      opp "b" when now - max(log.at) > 6min again every 3min
      """,
      "00:00 log"
    ),
    (
      """
      table tasks by id { id: Text  due: Instant }
      opp "due" for each t in tasks on t.due - 10min or row removed notify "{t.id} at {t.due}"
      opp "late" for each t in tasks when now - t.due > 5min again every 11min
      """,
      """
      00:00 tasks + id=a due=00:30
      00:10 tasks + id=b due=00:40
      00:15 tasks + id=a due=00:50
      00:40 tasks - a
      01:00 lost tasks the disk is full
      01:10 tasks + id=a due=01:12
      """
    ),
    (
      """
      set quiet 00:30..01:00
      opp "walked" when travelled(last 20min) > 150m and not (near @0,0 within last 10min)
      """,
      """
      00:00 position=@0,0
      00:10 position=@0,0.001
      00:20 position=@0,0.002
      00:40 position=@0,0.004
      01:10 position=@0,0.004
      """
    ),
  ]

  @Test(arguments: cases.indices)
  func `replaying only at wakes, or at every second, says the same`(index: Int) throws {
    let agreement = try agreement(index)
    #expect(agreement.differenceFromReference() == nil)
    #expect(agreement.differenceWhenStepped(at: [], wakes: true) == nil)
    let every = Array(from.seconds..<to.seconds)
    #expect(agreement.differenceWhenStepped(at: every, wakes: false) == nil)
  }

  @Test(arguments: cases.indices)
  func `steps at random seconds more change nothing`(index: Int) throws {
    let agreement = try agreement(index)
    var random = SplitMix64(seed: UInt64(index))
    for count in [1, 10, 100, 1000] {
      let extra = (0..<count).map { _ in
        from.seconds + Int64(random.number(in: 0...Int(to.seconds - from.seconds) - 1))
      }
      #expect(agreement.differenceWhenStepped(at: extra, wakes: false) == nil)
    }
  }

  @Test(arguments: cases.indices)
  func `what arrives at one second may be taken in bit by bit`(index: Int) throws {
    let agreement = try agreement(index)
    var random = SplitMix64(seed: UInt64(index))
    for _ in 0..<5 { #expect(agreement.differenceInRounds(&random) == nil) }
  }

  @Test(arguments: cases.indices)
  func `a replay cut in two says what it says as one`(index: Int) throws {
    let agreement = try agreement(index)
    for minutes: Int64 in [1, 13, 30, 59, 60, 90] {
      #expect(agreement.differenceWhenCut(at: from.advanced(by: 60 * minutes)) == nil)
    }
  }

  @Test(arguments: cases.indices)
  func `what arrived before memory begins arrives at once at its first second`(
    index: Int
  ) throws {
    for minutes: Int64 in [1, 25, 55, 75] {
      let agreement = try agreement(index, from: from.advanced(by: 60 * minutes))
      #expect(agreement.differenceFromReference() == nil)
      #expect(agreement.differenceWhenStepped(at: [], wakes: true) == nil)
    }
  }

  @Test(arguments: cases.indices)
  func `a replay in portions says what it says in one go`(index: Int) throws {
    let subject = try subject(of: Self.cases[index])
    let replay = subject.timeline.replay
    let nodes = subject.analysis.graph.nodes.indices.map { NodeID(index: Int32($0)) }.filter {
      subject.analysis.graph[$0].scopes.isEmpty && subject.analysis.graph[$0].type == .bool
    }
    let whole = replay.run(from: from, to: to, watching: nodes, conditions: true)
    for (count, stretch) in [(1, Int64.max), (1, 60), (3, 977), (.max, 1)] as [(Int, Int64)] {
      var run = ReplayRun(replay, from: from, to: to, watching: nodes, conditions: true)
      while run.advance(by: count, stretch: stretch) {}
      #expect(run.result.firings == whole.firings)
      #expect(run.result.conditions == whole.conditions)
      #expect(run.result.values.map(\.stretches) == whole.values.map(\.stretches))
      let goesOn = run.advance(by: count)
      #expect(!goesOn)
    }
  }

  @Test(arguments: cases.indices)
  func `what is handed out in portions is what fires in the whole`(index: Int) throws {
    let replay = try subject(of: Self.cases[index]).timeline.replay
    let whole = replay.run(from: from, to: to)
    var run = ReplayRun(replay, from: from, to: to)
    var (firings, records): ([Firing], [Record]) = ([], [])
    func take() {
      let settled = run.takeSettled()
      firings += settled.firings
      records += settled.records
      // What waits is handed out when its delivery is known.
      #expect(!settled.firings.contains { $0.delivery == .waiting })
    }
    while run.advance(by: 1) { take() }
    let early = firings.count
    run.settleDeliveries()
    take()
    #expect(firings == whole.firings && records == whole.records)
    #expect(run.result.firings.isEmpty && run.result.records.isEmpty)
    #expect(early > 0 || whole.firings.count < 2)
  }

  @Test(arguments: cases.indices)
  func `a replay that pauses goes on as if it had not, and so does each copy of it`(
    index: Int
  ) throws {
    let replay = try subject(of: Self.cases[index]).timeline.replay
    var random = SplitMix64(seed: UInt64(index))
    for conditions in [false, true] {
      let whole = replay.run(from: from.advanced(by: 600), to: to, conditions: conditions)
      func expectWhole(_ result: ReplayResult) {
        #expect(result.firings == whole.firings)
        #expect(result.records == whole.records)
        #expect(result.conditions == whole.conditions)
      }
      var run = ReplayRun(
        replay, from: from.advanced(by: 600), to: to, conditions: conditions)
      var second = from
      while run.run(until: second) {
        if random.oneIn(8) {
          var copy = run
          while copy.advance(by: .max) {}
          expectWhole(copy.result)
        }
        second = second.advanced(by: Int64(random.number(in: 0...900)))
      }
      expectWhole(run.result)
    }
  }

  @Test func `what drifts is noted as of the first second that is reported`() throws {
    let subject = try subject(of: ("", "00:00 busy 01:30..01:40"))
    let nodes = try ["free", "now + 0s", "time"].map { try subject.node($0).node }
    for late in [1, 1234, 5399] as [Int64] {
      let start = from.advanced(by: late)
      let traces = subject.timeline.replay.run(from: start, to: to, watching: nodes).values
      let first = traces.map { $0.stretches.first }
      #expect(first.map { $0?.from } == [start, start, start])
      #expect(
        first.map { $0?.value } == [
          .scalar(Double(5400 - late)), .scalar(Double(start.seconds)), .scalar(Double(late)),
        ])
    }
  }

  @Test func `each of these rule sets fires`() throws {
    for item in Self.cases {
      let subject = try subject(of: item)
      let result = subject.timeline.replay.run(from: from, to: to)
      #expect(!result.firings.isEmpty, "\(item.rules)")
    }
  }

  private let from = Instant(seconds: 1_782_000_000)
  private var to: Instant { from.advanced(by: 7200) }

  private func subject(of item: (rules: String, lines: String)) throws -> EngineCheck {
    let subject = try EngineCheck(
      item.rules, item.lines, zone: "UTC", day: "2026-06-21", from: "00:00", to: "02:00")
    try #require(subject.from == from && subject.to == to)
    return subject
  }

  private func agreement(_ index: Int, from: Instant? = nil) throws -> Agreement {
    let subject = try subject(of: Self.cases[index])
    return Agreement(
      graph: subject.analysis.graph, zone: subject.clockface.zone,
      arrivals: subject.timeline.arrivals, from: from ?? subject.from, to: subject.to,
      watching: [])
  }
}
