package import OppModel

/// The traces of an engine, which notes them while it steps
extension Engine {
  /// Begins to trace the watched nodes at the present second, and, if asked, the condition of every Opp
  package mutating func beginTracing(conditions: Bool) {
    if conditions { followChanges() }
    tracer.begin(conditions: conditions, watched, monitor.opps, &evaluator)
  }

  /// The traces of the watched nodes, in the order in which they were requested, up to the end of a period
  ///
  /// - Requires: the engine traces, and has reached the last second of the period.
  package func watchedTraces(to end: Instant) -> [ValueTrace] {
    var traces: [ValueTrace] = []
    for (watch, values) in tracer.values.enumerated() {
      var stretches = values
      if let last = stretches.indices.last { stretches[last].to = end }
      traces.append(ValueTrace(node: NodeID(index: watched[watch].index), stretches: stretches))
    }
    return traces
  }

  /// The traces of the conditions of all Opps, by name and row, up to the end of a period
  ///
  /// - Requires: the engine traces them, and has reached the last second of the period.
  package func conditionTraces(to end: Instant) -> [ConditionTrace] {
    let order = monitor.order(evaluator.facts.rows)
    var traces: [ConditionTrace] = []
    for index in order.sorted(OppID.all(in: tracer.conditions)) {
      let opp = monitor.opps[index]
      var stretches = tracer.conditions[index]
      if let last = stretches.indices.last { stretches[last].to = end }
      traces.append(
        ConditionTrace(
          rule: opp.rule, row: evaluator.facts.rowID(opp.row), title: title(of: opp.row),
          begins: beginning(of: opp.row), stretches: stretches))
    }
    return traces
  }
}
