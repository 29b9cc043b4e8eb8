import OppEngine
import OppModel
import OppReplay
import OppSemantics
import OppSyntax
import OppTesting
import OppTestLimits
import Testing

/// Answers to firings, the series of `again every` that they end, and the firings that rules read
@Suite(.limited) struct AnswerTests {
  private static let noon: Int64 = 1_782_043_200  // 2026-06-21T12:00Z

  /// An answer at a minute from noon, and the minute of the end of a snooze
  private func answer(_ minute: Int64, _ answer: Answer, _ row: String? = nil, until: Int64? = nil)
    -> (at: Int64, answer: GivenAnswer)
  {
    (
      minute,
      GivenAnswer(
        opp: "a", row: row, answer: answer,
        until: until.map { Instant(seconds: Self.noon + $0 * 60) })
    )
  }

  /// The firings as `minute name`, or `minute.seconds name`, from noon on
  private func firings(
    _ rules: String, _ answers: [(at: Int64, answer: GivenAnswer)], rows: [[Value?]],
    restarts: Bool
  ) -> [String] {
    let analysis = RuleSet.analyze(rules)
    #expect(!analysis.diagnostics.contains { $0.severity == .error }, "\(rules)")
    func instant(_ minute: Int64) -> Instant { Instant(seconds: Self.noon + minute * 60) }
    var engine = Engine(graph: analysis.graph, zone: .utc, begins: instant(-60))
    var result: [String] = []
    if let table = analysis.graph.table(named: "chores") {
      let change = TableChange(table: table, rows: rows, removedKeys: [])
      result += engine.step(at: instant(-60), arrived: [.rows(change)]).firings.map(text)
    }
    for answer in answers {
      let arrived = [Arrival.answer(answer.answer)]
      result += engine.step(at: instant(answer.at), arrived: arrived).firings.map(text)
      if restarts {
        engine = Engine(graph: analysis.graph, zone: .utc, restoring: engine.memory())
      }
    }
    let last = engine.step(at: instant(240))
    #expect(last.problems == [])
    return result + last.firings.map(text)
  }

  private func text(_ firing: Firing) -> String {
    let (minute, second) = (firing.at.seconds - Self.noon).quotientAndRemainder(dividingBy: 60)
    var row = ""
    for case .text(let key) in firing.row?.key ?? [] { row += "/" + key }
    return "\(minute)\(second == 0 ? "" : ".\(second)") \(firing.opp)\(row)"
  }

  private func check(
    _ rules: String, _ answers: [(at: Int64, answer: GivenAnswer)] = [],
    rows: [[Value?]] = [[.text("x"), .truth(false)], [.text("y"), .truth(false)]],
    _ expected: String..., location: SourceLocation = #_sourceLocation
  ) {
    #expect(
      firings(rules, answers, rows: rows, restarts: false) == expected, sourceLocation: location)
    #expect(
      firings(rules, answers, rows: rows, restarts: true) == expected, "restarted",
      sourceLocation: location)
  }

  // MARK: Series

  @Test func `an answer ends a series, and no more`() {
    let rule = #"opp "a" on every 2h again every 30min for 1h"#
    check(rule, [], "0 a", "30 a", "60 a", "120 a", "150 a", "180 a", "240 a")
    check(rule, [answer(10, .done)], "0 a", "120 a", "150 a", "180 a", "240 a")
    check(
      rule, [answer(40, .dismissed)], "0 a", "30 a", "120 a", "150 a", "180 a", "240 a")
  }

  @Test func `an answer counts before what fires at its second`() {
    let rule = #"opp "a" on every 2h again every 30min for 1h"#
    check(rule, [answer(30, .done)], "0 a", "120 a", "150 a", "180 a", "240 a")
    // The event of that second happens, and stays unanswered.
    check(
      rule, [answer(120, .done)], "0 a", "30 a", "60 a", "120 a", "150 a", "180 a",
      "240 a")
  }

  @Test func `a series with a condition ends where that is false`() {
    check(
      #"opp "a" when time in 12:00..13:30 again every 20min for 1h"#, [], "0 a", "20 a", "40 a",
      "60 a")
    // With `on` it is looked at when it would fire again: at 12:20 it is false, and the series is over.
    check(
      #"opp "a" on 12:00 when time in 11:00..12:10 or time in 12:30..13:00 again every 20min"#, [],
      "0 a")
    check(
      #"opp "a" on 12:00 when time in 11:00..12:10 or time in 12:15..13:00 again every 20min"#, [],
      "0 a", "20 a", "40 a")
  }

  @Test func `an unknown condition leaves a repetition out`() {
    check(
      #"""
      source s { c: Bool }
      opp "a" on 12:00 when time < 12:10 or time >= 12:30 or s.c again every 20min for 1h
      """#, [], "0 a", "40 a", "60 a")
  }

  @Test func `after a snooze a series continues, up to its own end`() {
    let rule = #"opp "a" on 12:00 again every 20min for 1h"#
    check(rule, [answer(5, .snoozed, until: 30)], "0 a", "30 a", "50 a")
    check(rule, [answer(5, .snoozed, until: 90)], "0 a", "90 a")
    check(rule, [answer(5, .snoozed, until: 30), answer(10, .done)], "0 a")
    check(
      rule, [answer(5, .snoozed, until: 30), answer(10, .snoozed, until: 15)],
      "0 a", "15 a", "35 a", "55 a")
  }

  @Test func `a snooze without an end is as long as the Opp says`() {
    check(#"opp "a" on 12:00 snooze 45min"#, [answer(5, .snoozed)], "0 a", "50 a")
    check(#"opp "a" on 12:00"#, [answer(5, .snoozed)], "0 a", "65 a")
  }

  @Test func `a series is over where its condition is not true at the end of a snooze`() {
    check(
      #"opp "a" on 12:00 when time < 12:20 or time >= 12:40 again every 30min"#,
      [answer(5, .snoozed, until: 25)], "0 a")
  }

  // MARK: Rows

  private let chores = "table chores by id { id: Text, done: Bool }\n"

  @Test func `a snooze that is over leaves that of rows to come as it is`() throws {
    let rules = chores + #"opp "a" for each c in chores on c added"#
    let analysis = RuleSet.analyze(rules)
    #expect(!analysis.hasErrors)
    let table = try #require(analysis.graph.table(named: "chores"))
    func instant(_ minute: Int64) -> Instant { Instant(seconds: Self.noon + minute * 60) }
    func rows(_ keys: [String]) -> Arrival {
      .rows(TableChange(table: table, rows: keys.map { [.text($0), nil] }, removedKeys: []))
    }
    var engine = Engine(graph: analysis.graph, zone: .utc, begins: instant(0))
    #expect(engine.step(at: instant(0), arrived: [rows(["x"])]).firings.isEmpty)
    for given in [answer(5, .snoozed, until: 90), answer(10, .snoozed, until: 10)] {
      _ = engine.step(at: instant(given.at), arrived: [.answer(given.answer)])
    }
    #expect(engine.step(at: instant(20), arrived: [rows(["y"])]).firings.isEmpty)
    #expect(engine.step(at: instant(240)).firings.map(text) == ["90 a/y"])
  }

  @Test func `a row is answered by itself, or with all others`() {
    let rule = chores + #"opp "a" for each c in chores on 12:00 again every 1h for 2h"#
    check(rule, [answer(30, .done, "x")], "0 a/x", "0 a/y", "60 a/y", "120 a/y")
    check(rule, [answer(30, .done, "[\"y\"]")], "0 a/x", "0 a/y", "60 a/x", "120 a/x")
    check(rule, [answer(30, .done)], "0 a/x", "0 a/y")
    check(
      rule, [answer(30, .done, "z")], "0 a/x", "0 a/y", "60 a/x", "60 a/y", "120 a/x", "120 a/y")
  }

  @Test(arguments: [false, true])
  func `an answer is to a row that comes after it at the same second`(inRounds: Bool) throws {
    let analysis = RuleSet.analyze(chores + #"opp "a" for each c in chores when not c.done"#)
    #expect(!analysis.hasErrors)
    let table = try #require(analysis.graph.table(named: "chores"))
    func row(_ key: String) -> Arrival {
      .rows(TableChange(table: table, rows: [[.text(key), .truth(false)]], removedKeys: []))
    }
    let snooze = Arrival.answer(answer(0, .snoozed, "x", until: 30).answer)
    var engine = Engine(
      graph: analysis.graph, zone: .utc, begins: Instant(seconds: Self.noon - 60))
    engine.open(Instant(seconds: Self.noon))
    let rounds = inRounds ? [[snooze], [row("x")], [row("y")]] : [[snooze, row("x"), row("y")]]
    for round in rounds { engine.take(round) }
    #expect(engine.close().firings.map(text) == ["0 a/y"])
    #expect(engine.step(at: Instant(seconds: Self.noon + 3600)).firings.map(text) == ["30 a/x"])
  }

  // MARK: Firings

  @Test func `firings are rows from the next second on, with their answers`() {
    let rules = #"""
      opp "a" on every 30min
      opp "b" when count(firings("a") where answer == unanswered) >= 2 at most 9 per day
      """#
    check(
      rules, [answer(-15, .snoozed, until: -10), answer(5, .done), answer(20, .dismissed)],
      "-60 a", "-30 a", "-29.-59 b", "-10 a", "-10 b", "0 a", "30 a", "60 a", "60.1 b", "90 a",
      "120 a",
      "150 a", "180 a", "210 a", "240 a")
  }

  @Test func `firings of rows have their keys, and firings by themselves can be rows`() {
    let rules =
      chores + #"""
        opp "a" for each c in chores on 12:00
        opp "b" for each f in firings where f.opp == "a" on f.answer changes to done notify "{f.row} {f.text}" at most 9 per day
        """#
    check(rules, [answer(5, .done, "y"), answer(6, .dismissed)], "0 a/x", "0 a/y", "5 b/a/y")
  }

  @Test func `a later answer is to what is not answered for good`() {
    let rules = #"""
      opp "a" on every 30min when time >= 12:00
      opp "b" for each f in firings("a") on f.answer changes notify "{f.answer}" at most 9 per day
      """#
    func check(_ answers: [(at: Int64, answer: GivenAnswer)], _ expected: String...) {
      for restarts in [false, true] {
        let found = firings(rules, answers, rows: [], restarts: restarts)
        #expect(found.filter { $0.contains(" b") } == expected, "restarted: \(restarts)")
      }
    }
    // Once for each firing, and not once more for the one of noon.
    check([answer(5, .done), answer(35, .dismissed)], "5 b/a/", "35 b/a/")
    check([answer(5, .done), answer(10, .dismissed)], "5 b/a/")
    check([answer(5, .dismissed), answer(10, .snoozed, until: 20)], "5 b/a/")
    check([answer(35, .done), answer(65, .done)], "35 b/a/", "35 b/a/", "65 b/a/")
    // A snooze is an answer until its end, the last one if there are several.
    check([answer(5, .snoozed, until: 15)], "5 b/a/", "15 b/a/")
    check([answer(5, .snoozed, until: 15), answer(10, .snoozed, until: 25)], "5 b/a/", "25 b/a/")
    check([answer(5, .snoozed, until: 25), answer(10, .snoozed, until: 15)], "5 b/a/", "15 b/a/")
    check([answer(5, .snoozed, until: 25), answer(10, .done)], "5 b/a/", "10 b/a/")
    // The end of the snooze fires, so that two firings are snoozed.
    check(
      [answer(5, .snoozed, until: 15), answer(20, .snoozed, until: 25)],
      "5 b/a/", "15 b/a/", "20 b/a/", "20 b/a/", "25 b/a/", "25 b/a/")
  }

  @Test func `a firing leaves after 400 days`() {
    let analysis = RuleSet.analyze(
      #"""
      opp "a" on 2026-06-21T12:00
      opp "b" when count(firings("a")) == 0 and now > 2026-06-22T00:00
      """#)
    var engine = Engine(graph: analysis.graph, zone: .utc, begins: Instant(seconds: Self.noon - 1))
    _ = engine.step(at: Instant(seconds: Self.noon + 86_400))
    engine = Engine(graph: analysis.graph, zone: .utc, restoring: engine.memory())
    let firings = engine.step(at: Instant(seconds: Self.noon + 500 * 86_400)).firings
    #expect(firings.map { $0.at.seconds - Self.noon } == [400 * 86_400 + 1])
  }

  @Test func `the end of the snooze of a row outlives a restart while the others are snoozed`() {
    let rule = chores + #"opp "a" for each c in chores on 12:00"#
    check(
      rule,
      [
        answer(-10, .snoozed, until: 20), answer(-5, .snoozed, "x", until: -4),
        answer(-3, .done, "x"),
      ],
      "0 a/x", "20 a/y")
  }

  @Test func `an answer that arrives late counts from when it was given`() {
    let analysis = RuleSet.analyze(
      #"""
      opp "a" on 12:00 again every 20min for 2h
      opp "b" when any(firings("a") where answer == done)
      """#)
    var engine = Engine(graph: analysis.graph, zone: .utc, begins: Instant(seconds: Self.noon - 60))
    _ = engine.step(at: Instant(seconds: Self.noon))
    let late = GivenAnswer(
      opp: "a", answer: .done, given: Instant(seconds: Self.noon + 30 * 60))
    let firings = engine.step(
      at: Instant(seconds: Self.noon + 90 * 60), arrived: [.answer(late)]
    ).firings
    #expect(firings.map(text) == ["20 a", "30 b"])
  }

  @Test func `plain Opps that are read fire as others do`() {
    let rules = #"""
      opp "a" when time in 12:00..12:10 or time in 12:30..12:40
      opp "b" when count(firings("a")) >= 2
      """#
    let analysis = RuleSet.analyze(rules)
    let replay = Replay(
      graph: analysis.graph, zone: .utc, begins: Instant(seconds: Self.noon - 60),
      arrivals: [
        (
          Instant(seconds: Self.noon + 60),
          .answer(GivenAnswer(opp: "a", answer: .snoozed, until: nil))
        )
      ])
    let result = replay.run(
      from: Instant(seconds: Self.noon - 60), to: Instant(seconds: Self.noon + 7200))
    #expect(result.firings.map(text) == ["0 a"])
  }
}
