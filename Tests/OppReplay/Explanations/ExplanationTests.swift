import OppEngine
import OppModel
import OppReplay
import OppSemantics
import OppTesting
import OppTestLimits
import OppTimelines
import Testing

/// Since when, until when, and when next
@Suite(.limited) struct ExplanationTests {
  @Test func `a part holds since and until what the recording says`() throws {
    try check(
      "opp \"a\" when temp > 20C and not raining",
      """
      00:00 temp=19C raining=false
      00:10 temp=21C raining=false
      00:30 temp=22C raining=false
      00:50 temp=22C raining=true
      """,
      at: "00:40",
      parts: [
        "true since 00:10 until 00:50", "true since 00:10 until 01:50:01",
        "true since 00:00 until 00:50",
      ])
  }

  @Test func `after the recording, what is known ahead ends it`() throws {
    try check(
      "opp \"a\" when time in 12:00..13:00 and free >= 30min", "11:00 busy 12:30..14:10",
      at: "12:00",
      parts: [
        "true since 12:00 until 12:00:01", "true since 12:00 until 13:00",
        "true since 11:00 until 12:00:01",
      ])
  }

  @Test func `the next time leaves out what is known to forbid it`() throws {
    let lines = "11:00 busy 12:30..14:10"
    try check("opp \"a\" when free >= 30min", lines, at: "12:08", next: "from 14:10")
    try check(
      "opp \"a\" when free >= 30min and time in 12:00..13:00", lines, at: "12:08",
      next: "from 06-22T12:00")
    try check(
      "opp \"a\" when temp > 20C and time >= 15:00", "11:00 temp=19C", at: "12:08",
      next: "from 15:00")
    try check("opp \"a\" when temp > 20C", "11:50 temp=19C", at: "12:08", next: "after a reading")
    try check("opp \"a\" when temp > 20C", "11:50 temp=21C", at: "12:08", next: "none")
    try check(
      "opp \"a\" when temp > 20C for 1h", "11:50 temp=19C", at: "12:08", next: "from 13:08:01")
    try check(
      "opp \"a\" when average(temp, last 1h) > 20C", "11:50 temp=19C", at: "12:08",
      next: "after a reading")
    try check("opp \"a\" when today == 2020-01-01", lines, at: "12:08", next: "never")
  }

  @Test func `rows can come at any time, but for what forbids it beside them`() throws {
    let table = "table tasks by id { id: Text  cost: Number }\n"
    let rows = "00:10 tasks + id=a cost=1"
    try check(
      table + "opp \"a\" when any(tasks where cost > 2)", rows, at: "12:08", next: "after a reading"
    )
    try check(
      table + "opp \"a\" when any(tasks where cost > 2) and time >= 15:00", rows, at: "12:08",
      next: "from 15:00")
    try check(
      table + "opp \"a\" for each t in tasks when t.cost > 2", rows, at: "12:08",
      next: "after a reading")
    try check(
      table + "opp \"a\" when any(tasks where cost > 2) and today == 2020-01-01", rows, at: "12:08",
      next: "never")
  }

  @Test func `events give their last and next instants`() throws {
    let explanation = try explain(
      "opp \"a\" on 12:00 when temp > 20C at most once",
      "00:00 temp=21C", at: "12:08", row: nil)
    let clockface = try subject("", "").clockface
    #expect(explanation.lastEvent.map(clockface.text) == "12:00")
    #expect(explanation.nextEvent.map(clockface.text) == "06-22T12:00")
  }

  @Test func `each row has its own events`() throws {
    let rules = """
      table tasks by id { id: Text  due: Instant }
      opp "a" for each t in tasks on t.due - 5h
      """
    let lines = "00:10 tasks + id=a due=13:00\n00:10 tasks + id=b due=14:00"
    let clockface = try subject("", "").clockface
    var found: [String] = []
    for row: Value in [.text("a"), .text("b")] {
      let explanation = try explain(rules, lines, at: "08:30", row: [row])
      for second in [explanation.lastFiring, explanation.lastEvent, explanation.nextEvent] {
        found.append(second.map(clockface.text) ?? "none")
      }
    }
    #expect(found == ["08:00", "08:00", "none", "none", "none", "09:00"])
  }

  @Test func `what at most held back is reported`() throws {
    let explanation = try explain(
      "opp \"a\" when temp > 20C at most once per day",
      "00:00 temp=21C\n00:10 temp=19C\n00:20 temp=21C", at: "00:30", row: nil)
    let clockface = try subject("", "").clockface
    #expect(explanation.lastFiring.map(clockface.text) == "00:00")
    #expect(explanation.lastHeldBack.map(clockface.text) == "00:20")
  }

  @Test func `at most is not named if it held nothing back`() throws {
    let rule = "source s { c: Bool } opp \"a\" on s.c at most once per 20min"
    let lines = "00:00 c=false\n00:05 c=true\n00:10 c=false\n00:15 c=?\n00:40 c=true"
    let explanation = try explain(rule, lines, at: "00:50", row: nil)
    let clockface = try subject("", "").clockface
    #expect(explanation.lastFiring.map(clockface.text) == "00:40")
    #expect(explanation.lastHeldBack == nil)
    let held = try explain(
      rule, "00:00 c=false\n00:05 c=true\n00:10 c=false\n00:15 c=true", at: "00:50", row: nil)
    #expect(held.lastFiring.map(clockface.text) == "00:05")
    #expect(held.lastHeldBack.map(clockface.text) == "00:15")
  }

  @Test func `of many rows, the first that is true is explained unless one is named`() throws {
    let rules = """
      table tasks by id { id: Text  cost: Number }
      opp "a" for each t in tasks when t.cost > 2
      """
    let lines = "00:10 tasks + id=a cost=1\n00:20 tasks + id=b cost=3"
    let chosen = try explain(rules, lines, at: "00:30", row: nil)
    #expect(chosen.row?.key == [.text("b")])
    #expect(chosen.rows.map(\.truth) == [.false, .true])
    let named = try explain(rules, lines, at: "00:30", row: [.text("a")])
    #expect(named.row?.key == [.text("a")])
    #expect(named.condition?.truth == .false)
    let missing = try explain(rules, lines, at: "00:30", row: [.text("c")])
    #expect(missing.condition == nil)
  }

  @Test func `the rows of a list are the places that it has now`() throws {
    for (list, count) in [
      ("distinct(tasks.cost) as n where n > 2", "1 of 2"),
      ("gaps(today + 0:00..today + 12:00, tasks) as g where g.length > 1h", "1 of 2"),
    ] {
      let condition = try #require(
        try explain(
          """
          table tasks by id { id: Text  cost: Number  begins: Instant  ends: Instant }
          opp "a" when any(\(list))
          """,
          """
          00:10 tasks + id=a cost=1 begins=00:10 ends=00:20
          00:10 tasks + id=b cost=2 begins=01:00 ends=02:00
          00:10 tasks + id=c cost=3 begins=04:00 ends=05:00
          00:20 tasks - b
          00:20 tasks + id=a cost=1 begins=00:00 ends=00:20
          00:30 tasks + id=c cost=3 begins=00:50 ends=10:20
          """, at: "00:40", row: nil
        ).condition)
      let rows = try #require(condition.rows ?? condition.parts.lazy.compactMap(\.rows).first)
      #expect("\(rows.members) of \(rows.count)" == count, "\(list)")
    }
  }

  @Test func `an explanation in portions is that of one go`() throws {
    let rules = """
      table tasks by id { id: Text  cost: Number }
      opp "a" for each t in tasks on 12:00 when t.cost > 2 and temp > 20C for 5min
      """
    let lines = "00:10 tasks + id=a cost=1\n00:20 tasks + id=b cost=3\n00:25 temp=21C"
    let subject = try subject(rules, lines)
    let replay = subject.timeline.replay
    let at = try #require(subject.clockface.instant("00:28"))
    var run = ExplanationRun(replay, rule: 0, at: at)
    var count = 1
    while run.advance(by: 1) { count += 1 }
    #expect(count > 5)
    #expect("\(run.result)" == "\(replay.explain(rule: 0, at: at))")
    #expect(run.result.row?.key == [.text("b")])
  }

  @Test func `the earliest time of an Opp is that of its soonest row`() throws {
    let rules = """
      table tasks by id { id: Text  hour: TimeOfDay }
      opp "a" for each t in tasks when time >= t.hour
      opp "b" when temp > 20C
      opp "c" on 8:00
      """
    let subject = try subject(
      rules, "00:10 tasks + id=a hour=15:00\n00:20 tasks + id=b hour=14:00\n00:25 temp=21C")
    var run = ReplayRun(subject.timeline.replay, from: subject.from, to: subject.to)
    _ = run.advance(by: 3)
    var engine = run.engine
    let soonest = try #require(subject.clockface.instant("14:00"))
    let found = (0..<3).map { engine.possibility(ofRule: $0) }
    #expect(found == [.from(soonest), nil, nil])
  }

  // MARK: Checks

  private func subject(_ rules: String, _ lines: String) throws -> EngineCheck {
    try EngineCheck(
      rules, lines, zone: "UTC", day: "2026-06-21", from: "00:00", to: "23:59")
  }

  private func explain(
    _ rules: String, _ lines: String, at: String, row: [Value]?
  ) throws -> OppExplanation {
    let subject = try subject(rules, lines)
    let replay = Replay(
      graph: subject.analysis.graph, zone: .utc,
      begins: subject.timeline.arrivals.first?.at ?? subject.from,
      arrivals: subject.timeline.arrivals.map { ($0.at, $0.arrival) })
    return replay.explain(rule: 0, row: row, at: try #require(subject.clockface.instant(at)))
  }

  /// - Parameter parts: the truths of the whole and of its parts, and since and until when.
  private func check(
    _ rules: String, _ lines: String, at: String, parts: [String],
    _ location: SourceLocation = #_sourceLocation
  ) throws {
    let condition = try #require(try explain(rules, lines, at: at, row: nil).condition)
    let clockface = try subject("", "").clockface
    let found = ([condition] + condition.parts).map { part in
      let since = part.since.map { " since \(clockface.text($0))" } ?? ""
      let until = part.until.map { " until \(clockface.text($0))" } ?? ""
      return "\(part.truth)\(since)\(until)"
    }
    #expect(found == parts, sourceLocation: location)
  }

  private func check(
    _ rules: String, _ lines: String, at: String, next: String,
    _ location: SourceLocation = #_sourceLocation
  ) throws {
    let clockface = try subject("", "").clockface
    let found =
      switch try explain(rules, lines, at: at, row: nil).possibility {
      case nil: "none"
      case .afterReading: "after a reading"
      case .from(let instant): "from \(clockface.text(instant))"
      case .notWithinSearch: "never"
      }
    #expect(found == next, "\(rules)", sourceLocation: location)
  }
}
