internal import OppAnalysis
internal import OppModel

/// A proof that two versions of a rule set fire at the same seconds
///
/// Conditions, events and rows are compared by ``RuleSetComparison``. Beyond that, a condition may differ when
/// none of the events can happen, and a limit that the clock never reaches is as none. Texts and recipients are
/// taken as they are.
///
/// ```
/// old    opp "A" on 9:00 when time >= 8:00 and raining       new    opp "A" on 9:00 when raining
/// ```
///
/// The conditions differ at 7:00, but the Opp fires only at 9:00, if they have the same value: the proof holds.
///
/// - Complexity: as of ``RuleSetComparison``, and two questions for each event of an Opp whose condition changed.
struct MeaningProof {
  /// The comparison of both, whose graph has the nodes of both
  private let comparison: RuleSetComparison

  /// The old version, without limits that are never reached
  private let old: ConditionGraph

  /// The new version, in the same way
  private let new: ConditionGraph

  /// `nil` if it is not known
  private let zone: Zone?

  init(old: ConditionGraph, new: ConditionGraph, zone: Zone?) {
    self.old = old.withoutUnreachedLimits
    self.new = new.withoutUnreachedLimits
    self.zone = zone
    comparison = RuleSetComparison(old: self.old, new: self.new, zone: zone)
  }

  /// `true` if it is proved that every Opp fires as before
  var holds: Bool {
    comparison.settings.isEmpty
      && comparison.changes.allSatisfy { !$0.kind.changesFirings || isSameAtEvents($0) }
  }

  /// `true` if a condition has the same value as before in every second of the Opp's events
  private func isSameAtEvents(_ change: RuleChange) -> Bool {
    guard let before = change.old.map({ old.rules[$0] }),
      let after = change.new.map({ new.rules[$0] }), !before.events.isEmpty,
      change.clauses.allSatisfy({ $0 == .when })
    else { return false }
    // 1. Nodes that are true at the events, beside the nodes of both versions.
    var builder = ProofGraph(comparison.graph)
    let times = before.events.map { LintProofs.times(of: $0, &builder) }
    // 2. Both ways: neither condition is true when the other is not, at any of these times, for rows that count.
    var prover = Prover(graph: builder.graph, zone: zone)
    let rows = before.rows?.predicate.map { [Literal($0, .isTrue)] } ?? []
    let conditions = (before.condition, after.condition.map { comparison.node(ofNew: $0) })
    for event in times {
      guard let nodes = event.nodes, !event.isMovedByClock else { return false }
      for node in nodes {
        let known = rows + [Literal(node, .isTrue)]
        guard implies(conditions.0, conditions.1, known, &prover),
          implies(conditions.1, conditions.0, known, &prover)
        else { return false }
      }
    }
    return true
  }

  /// `true` if a condition is true wherever another is; no condition is always true
  ///
  /// A condition that is nil has no part in a question, as an Opp without one fires at all its events.
  private func implies(
    _ first: NodeID?, _ second: NodeID?, _ known: [Literal], _ prover: inout Prover
  ) -> Bool {
    guard let second else { return true }
    let premise = first.map { [Literal($0, .isTrue)] } ?? []
    return prover.isNever(known + premise + [Literal(second, .isNotTrue)])
  }
}

extension ConditionGraph {
  /// The graph without the limits that the clock never reaches
  ///
  /// `on 9:00 at most 2 per day` fires once a day: the limit is as none.
  fileprivate var withoutUnreachedLimits: ConditionGraph {
    var graph = self
    graph.rules = rules.map { rule in
      guard let limit = rule.limit, let schedule = DailySchedule(rule, self),
        let most = schedule.most(in: limit.period), most <= limit.count
      else { return rule }
      return rule.withoutLimit
    }
    return graph
  }
}

extension Rule {
  /// The same Opp without `at most`
  fileprivate var withoutLimit: Rule {
    Rule(
      name: name, rows: rows, events: events, condition: condition, text: text,
      recipient: recipient, payload: payload, record: record, colour: colour, limit: nil,
      repetition: repetition, repetitionSpan: repetitionSpan, snooze: snooze, expires: expires,
      isUrgent: isUrgent, isDisabled: isDisabled)
  }
}
