internal import OppAnalysis
internal import OppModel

/// A proof that two versions of a rule set fire at the same seconds
///
/// Conditions, events and rows are compared by ``RuleSetComparison``. Beside it, a condition may differ where
/// none of the events can happen, and a limit that the clock never reaches is as none. Texts and recipients are
/// taken as they are.
struct MeaningProof {
  private let comparison: RuleSetComparison
  private let old: ConditionGraph
  private let new: ConditionGraph
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
    var builder = ProofGraph(comparison.graph)
    let times = before.events.map { LintProofs.times(of: $0, &builder) }
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
  fileprivate var withoutLimit: Rule {
    Rule(
      name: name, rows: rows, events: events, condition: condition, text: text,
      recipient: recipient, payload: payload, record: record, colour: colour, limit: nil,
      repetition: repetition, snooze: snooze, isUrgent: isUrgent, isDisabled: isDisabled)
  }
}
