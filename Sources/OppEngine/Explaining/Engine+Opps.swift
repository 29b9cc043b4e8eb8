package import OppModel

/// The Opps at the present second, for those that run an engine and look on
extension Engine {
  /// The number of Opps, one for each row of `for each`: new ones come at the end, and none goes
  package var oppCount: Int { monitor.opps.count }

  /// The Opps of a rule in the order of their rows
  package func opps(of rule: Int) -> [OppID] {
    let order = monitor.order(evaluator.facts.rows)
    return order.sorted(OppID.all(in: monitor.opps).filter { monitor.opps[$0].rule == rule })
  }

  /// The rule that an Opp is of
  package func rule(ofOpp opp: OppID) -> Int { monitor.opps[opp].rule }

  /// The row of an Opp that is `for each`
  package func row(ofOpp opp: OppID) -> RowID? {
    evaluator.facts.rowID(monitor.opps[opp].row)
  }

  /// The key of an Opp's row
  package func key(ofOpp opp: OppID) -> [Value]? {
    guard let row = monitor.opps[opp].row else { return nil }
    return evaluator.facts.rows[row].key
  }

  /// Whether an Opp has a row, and that is in its table
  package func hasPresentRow(_ opp: OppID) -> Bool {
    guard let row = monitor.opps[opp].row else { return false }
    return evaluator.facts.rows[row].isPresent
  }

  /// The truth of an Opp's whole condition; true for one without
  package func truth(ofOpp opp: OppID) -> Truth { evaluator.truth(monitor.opps[opp].whole) }

  /// The truth of a node for the row of an Opp; `nil` if it is not evaluated for it
  package func truth(of node: NodeID, forOpp opp: OppID) -> Truth? {
    let environment = monitor.opps[opp].environment
    guard let instance = evaluator.knownInstance(of: TemplateID(node), in: environment) else {
      return nil
    }
    return evaluator.truth(instance)
  }

  /// The last firing of an Opp
  package func lastFiring(ofOpp opp: OppID) -> Instant? {
    monitor.opps[opp].lastFired.map { Instant(seconds: $0) }
  }

  /// The conditions below an Opp that are kept up to date, its whole condition included, each once
  package func conditions(belowOpp opp: OppID) -> [InstanceID] {
    guard let whole = monitor.opps[opp].whole else { return [] }
    var found: [InstanceID] = []
    var seen: Set<InstanceID> = []
    var pending = [whole]
    while let instance = pending.popLast() {
      guard seen.insert(instance).inserted else { continue }
      let template = evaluator.program.templates[evaluator.instances.template[instance]]
      if template.type == .bool, template.isMaintained { found.append(instance) }
      for operand in 0..<evaluator.instances.operandCount(of: instance) {
        pending.append(evaluator.instances.operand(operand, of: instance))
      }
    }
    return found
  }

  /// The truth of a condition below an Opp
  package func truth(ofInstance instance: InstanceID) -> Truth { evaluator.truth(instance) }

  /// The value of an Opp's whole condition, and of all that it depends on; `nil` for an Opp without one
  package mutating func explanation(ofOpp opp: OppID) -> Explanation? {
    guard monitor.opps.has(opp), let whole = monitor.opps[opp].whole else { return nil }
    var builder = ExplanationBuilder(monitor.opps[opp])
    return builder.explain(whole, &evaluator)
  }

  /// Has every Opp examined at every change of its condition, so that all of them can be read
  package mutating func followChanges() { monitor.followChanges(&evaluator) }

  /// Notes from now on which firings `at most` or `disabled` holds back (``Step/heldBack``)
  package mutating func noteHeldBack() { monitor.notesHeldBack = true }
}
