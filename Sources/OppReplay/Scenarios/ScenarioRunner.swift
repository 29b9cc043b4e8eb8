internal import OppEngine
package import OppModel

/// Runs the tests of a rule set, one after the other, each from its own beginning
///
/// Memory begins at the instant of the first `at`: values given before it hold from that second on.
/// Given values stay as they were given, however old. A table that a test gives any row of, or takes
/// one from, is known from the beginning, and empty until a row is given; any other is unknown.
///
///     opp "a" when time in 12:10..12:11
///     test "t"
///       at 2026-06-21T12:00 expect "a" quiet
///       at 2026-06-21T12:30 expect "a" fires     // at 12:10, since the step before
///       at 2026-06-21T12:31 expect "a" fires     // fails: it is not true
package struct ScenarioRunner: Sendable {
  private let zone: Zone

  /// The index of the first shadow of the rules in ``shadowed``
  private let shadowStart: Int

  /// The graph with a silent rule more for each rule (``ConditionGraph/addingShadows(of:)``)
  private let shadowed: ConditionGraph
  package private(set) var coverage: ConditionCoverage

  /// The rules of the engines of all tests, once a test has run
  private var compiled: CompiledRules?

  package init(graph: ConditionGraph, zone: Zone) {
    self.zone = zone
    shadowStart = graph.rules.count
    shadowed = graph.addingShadows(of: graph.rules.indices)
    coverage = ConditionCoverage(graph)
  }

  /// A runner for a graph that has more nodes and tests than this one's, and the coverage so far
  ///
  /// - Requires: the nodes and rules of this runner's graph come first in the other.
  package func continued(over graph: ConditionGraph) -> ScenarioRunner {
    var runner = ScenarioRunner(graph: graph, zone: zone)
    runner.coverage = coverage
    return runner
  }

  /// The second of a step in the zone of the run
  package func instant(of step: ScenarioStep) -> Instant {
    switch step.instant {
    case .absolute(let instant): instant
    case .local(let day, let second):
      zone.instant(of: LocalDateTime(date: CivilDate(days: day), secondOfDay: second))
    }
  }

  /// Runs one test, and adds the truths that it covers to ``coverage``
  package mutating func run(_ scenario: Scenario) -> ScenarioResult {
    var result = ScenarioResult(name: scenario.name)
    guard let first = scenario.steps.first else { return result }
    let begins = instant(of: first)
    var engine = Engine(compiledRules(), zone: zone, begins: begins)
    engine.noteHeldBack()
    var run = ScenarioRun(engine: engine, shadowStart: shadowStart, begins: begins)
    var arrivals = run.emptyTables(of: scenario)
    for (index, step) in scenario.steps.enumerated() {
      let at = instant(of: step)
      let givens = index == 0 ? scenario.givens + step.givens : step.givens
      arrivals += run.arrivals(of: givens, at: max(at, run.present))
      run.run(to: at, arrivals, &coverage)
      arrivals = []
      for (number, expectation) in step.expectations.enumerated() {
        coverage.expect(expectation.rule)
        if let failure = run.failure(of: expectation, step: index, number: number) {
          result.failures.append(failure)
        }
      }
      run.beginStep()
    }
    return result
  }

  /// The rules with their shadows, of which each part of a condition is followed to the second
  private mutating func compiledRules() -> CompiledRules {
    if let compiled { return compiled }
    let parts = coverage.rules.flatMap { $0.parts.map { part in part.node } }
    let made = CompiledRules(shadowed, following: parts)
    compiled = made
    return made
  }
}

extension ConditionGraph {
  /// This graph with a silent rule more for each of some rules, which shows why an Opp did not fire: its events alone
  func addingShadows(of shadowed: Range<Int>) -> ConditionGraph {
    var copy = self
    copy.rules += rules[shadowed].map { $0.shadow }
    return copy
  }
}

extension Rule {
  /// The events of this rule, without condition, repetition, text, record and limit, and not disabled
  fileprivate var shadow: Rule {
    Rule(
      name: name, rows: rows, events: events, condition: nil, text: nil, recipient: nil,
      payload: [], record: nil, colour: nil, limit: nil, repetition: nil, snooze: snooze,
      isUrgent: isUrgent, isDisabled: false)
  }
}
