internal import OppModel

/// The traces of conditions and of watched values over a period
///
/// The engine itself notes each change, from the second on at which it is asked to.
///
/// ```
///   from                                        to
///     ├─ false ──────┬─ true ──────┬─ unknown ───┤
///   begin(_:)                                  add(to:_:)
/// ```
struct Traces: Sendable {
  /// `true` if the conditions of all Opps are traced
  let conditions: Bool

  /// The second after the last one
  let to: Instant

  /// Begins at the present second of an engine
  func begin(_ engine: inout Engine) {
    if conditions { engine.monitor.followChanges(&engine.evaluator) }
    engine.tracer.begin(
      conditions: conditions, engine.watched, engine.monitor.opps, &engine.evaluator)
  }

  /// Adds the traces of an engine that has reached the end of the period to a result
  func add(to result: inout ReplayResult, _ engine: borrowing Engine) {
    for (watch, stretches) in engine.tracer.values.enumerated() {
      let node = NodeID(index: engine.watched[watch].index)
      result.values.append(ValueTrace(node: node, stretches: closed(stretches)))
    }
    guard conditions else { return }
    let order = engine.monitor.order(engine.evaluator.facts.rows)
    for index in order.sorted(OppID.all(in: engine.tracer.conditions)) {
      let opp = engine.monitor.opps[index]
      result.conditions.append(
        ConditionTrace(
          rule: opp.rule, row: engine.evaluator.facts.rowID(opp.row),
          title: engine.title(of: opp.row),
          begins: engine.beginning(of: opp.row),
          stretches: closed(engine.tracer.conditions[index])))
    }
  }

  /// Intervals of which the last ends with the period
  private func closed(_ stretches: [ValueStretch]) -> [ValueStretch] {
    var stretches = stretches
    if let last = stretches.indices.last { stretches[last].to = to }
    return stretches
  }

  /// Intervals of which the last ends with the period
  private func closed(_ stretches: [TruthStretch]) -> [TruthStretch] {
    var stretches = stretches
    if let last = stretches.indices.last { stretches[last].to = to }
    return stretches
  }
}
