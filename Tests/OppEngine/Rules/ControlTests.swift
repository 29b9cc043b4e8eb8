import OppModel
import OppSemantics
import OppSyntax
import OppTesting
import OppTestLimits
import Testing

@testable import OppEngine

/// Opps that are enabled, disabled and snoozed while the engine runs
@Suite(.limited) struct ControlTests {
  private static let noon: Int64 = 1_782_043_200  // 2026-06-21T12:00Z

  /// Minutes from noon at which an Opp fires from -60 to 240, with what is said of it at some minutes
  ///
  /// - Parameter restarts: whether the engine is stopped and goes on from its memory after each.
  private func firings(
    _ rule: String, _ changes: [(at: Int64, change: ControlChange)], restarts: Bool
  ) -> [Int64] {
    let analysis = RuleSet.analyze(rule)
    #expect(!analysis.diagnostics.contains { $0.severity == .error }, "\(rule)")
    func instant(_ minute: Int64) -> Instant { Instant(seconds: Self.noon + minute * 60) }
    var engine = Engine(graph: analysis.graph, zone: .utc, begins: instant(-60))
    var result: [Int64] = []
    for change in changes {
      result += engine.step(at: instant(change.at)).firings.map(minute)
      let isKnown = engine.control(change.change)
      #expect(isKnown)
      guard restarts else { continue }
      let memory = engine.memory()
      engine = Engine(graph: analysis.graph, zone: .utc, restoring: memory)
    }
    let last = engine.step(at: instant(240))
    #expect(last.problems == [])
    return result + last.firings.map(minute)
  }

  private func minute(_ firing: Firing) -> Int64 {
    (firing.at.seconds - Self.noon).quotientAndRemainder(dividingBy: 60).quotient
  }

  private func snooze(_ minutes: Int64) -> ControlChange {
    .snooze(opp: "a", row: nil, until: Instant(seconds: Self.noon + minutes * 60))
  }

  private func check(
    _ rule: String, _ changes: [(at: Int64, change: ControlChange)], _ expected: [Int64],
    _ location: SourceLocation = #_sourceLocation
  ) {
    #expect(firings(rule, changes, restarts: false) == expected, sourceLocation: location)
    #expect(
      firings(rule, changes, restarts: true) == expected, "restarted", sourceLocation: location)
  }

  @Test func `a snoozed Opp fires at the end if its condition is true then`() {
    check(#"opp "a" when time in 12:00..13:00"#, [(5, snooze(30))], [0, 30])
    check(#"opp "a" when time in 12:00..13:00"#, [(-5, snooze(30))], [30])
    check(
      #"opp "a" when time in 12:00..13:00 at most once per day"#, [(5, snooze(30))], [0, 30])
  }

  @Test func `or else when it is next true`() {
    check(#"opp "a" when time in 12:00..13:00"#, [(5, snooze(90))], [0])
    check(
      #"opp "a" when time in 12:00..13:00 or time in 14:00..15:00"#, [(5, snooze(90))], [0, 120])
  }

  @Test func `an event that happened during a snooze is delivered at its end`() {
    check(#"opp "a" on 12:00"#, [(-5, snooze(30))], [30])
    check(#"opp "a" on 12:00"#, [(5, snooze(30))], [0, 30])
    check(#"opp "a" on 12:00"#, [(-50, snooze(-30))], [0])
  }

  @Test func `a snooze can be ended`() {
    check(
      #"opp "a" when time in 12:00..13:00"#,
      [(5, snooze(30)), (10, .endSnooze(opp: "a", row: nil))], [0, 10])
  }

  @Test func `a snooze that is over is not ended again`() {
    for change in [ControlChange.enable(opp: "a"), .endSnooze(opp: "a", row: nil)] {
      check(#"opp "a" when time in 12:00..14:00"#, [(5, snooze(30)), (60, change)], [0, 30])
      check(#"opp "a" on 12:00 or 13:00"#, [(5, snooze(30)), (70, change)], [0, 30, 60])
      check(#"opp "a" when time in 12:00..14:00"#, [(60, change)], [0])
    }
  }

  @Test func `an Opp that is enabled is no longer snoozed`() {
    check(
      #"opp "a" when time in 12:00..14:00"#, [(5, snooze(90)), (60, .enable(opp: "a"))], [0, 60])
    check(
      #"opp "a" when time in 12:00..14:00"#,
      [(5, snooze(90)), (10, .disable(opp: "a")), (60, .enable(opp: "a"))], [0, 60])
  }

  @Test(arguments: [false, true])
  func `the snooze of a row ends as its Opp is enabled`(_ restarts: Bool) throws {
    let graph = RuleSet.analyze(
      """
      table tasks by id { id: Text }
      opp "a" for each t in tasks when time in 12:00..14:00
      """
    ).graph
    let table = TableID(index: Int32(graph.tables.firstIndex { $0.name == "tasks" } ?? -1))
    let rows = ["one", "two"].map { [Value.text($0)] as [Value?] }
    let noon = Instant(seconds: Self.noon)
    var engine = Engine(graph: graph, zone: .utc, begins: noon)
    let first = engine.step(
      at: noon, arrived: [.rows(TableChange(table: table, rows: rows, removedKeys: []))])
    #expect(first.firings.count == 2)
    engine.control(.snooze(opp: "a", row: [.text("one")], until: noon.advanced(by: 5400)))
    _ = engine.step(at: noon.advanced(by: 600))
    if restarts { engine = Engine(graph: graph, zone: .utc, restoring: engine.memory()) }
    engine.control(.enable(opp: "a"))
    let rest = engine.step(at: noon.advanced(by: 7000)).firings
    #expect(rest.map { $0.at.seconds - Self.noon } == [601])
    #expect(rest.first?.row?.key == [.text("one")])
  }

  @Test func `a disabled Opp is silent until it is enabled`() {
    let rule = #"opp "a" when time in 12:00..13:00"#
    check(rule, [(-5, .disable(opp: "a"))], [])
    check(rule, [(-5, .disable(opp: "a")), (20, .enable(opp: "a"))], [20])
    check(rule + " disabled", [], [])
    check(rule + " disabled", [(-5, .enable(opp: "a"))], [0])
  }

  @Test func `a series ends with its Opp, and does not go on once that is enabled`() {
    let off: [(at: Int64, change: ControlChange)] = [
      (5, .disable(opp: "a")), (50, .enable(opp: "a")),
    ]
    check(#"opp "a" on 12:00 again every 20min for 2h"#, [], [0, 20, 40, 60, 80, 100, 120])
    check(#"opp "a" on 12:00 again every 20min for 2h"#, off, [0])
    check(
      #"opp "a" on 12:00 or 13:00 again every 20min for 1h"#, off, [0, 60, 80, 100, 120])
    check(
      #"opp "a" on 12:00 again every 20min for 2h"#, off + off.map { ($0.at + 60, $0.change) }, [0])
    // An Opp without events counts as just written, and has a series from then on.
    check(
      #"opp "a" when time in 12:00..14:00 again every 20min for 1h"#, off, [0, 50, 70, 90, 110])
  }

  @Test func `what was said last counts, the rules or the person`() {
    let rule = #"opp "a" when time in 12:00..13:00"#
    func graph(_ text: String) -> ConditionGraph { RuleSet.analyze(text).graph }
    let begins = Instant(seconds: Self.noon - 3600)
    var engine = Engine(graph: graph(rule), zone: .utc, begins: begins)
    _ = engine.step(at: begins)
    engine.control(.disable(opp: "a"))
    engine = Engine(graph: graph(rule + " colour red"), zone: .utc, restoring: engine.memory())
    #expect(engine.monitor.isDisabled(rule: 0, of: engine.graph))
    engine = Engine(graph: graph(rule + " disabled"), zone: .utc, restoring: engine.memory())
    #expect(engine.monitor.isDisabled(rule: 0, of: engine.graph))
    engine = Engine(graph: graph(rule), zone: .utc, restoring: engine.memory())
    #expect(!engine.monitor.isDisabled(rule: 0, of: engine.graph))
  }

  @Test func `there is no Opp of another name`() {
    let graph = RuleSet.analyze(#"opp "a" when time in 12:00..13:00"#).graph
    var engine = Engine(graph: graph, zone: .utc, begins: Instant(seconds: 0))
    let isKnown = engine.control(.disable(opp: "b"))
    #expect(!isKnown)
  }
}
