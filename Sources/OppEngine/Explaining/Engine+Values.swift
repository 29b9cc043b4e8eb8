package import OppModel

/// Values at the present second, and why they are unknown
extension Engine {
  /// The value of a node outside all scopes at the present second; `nil` if it is unknown
  package mutating func value(of node: NodeID) -> Value? {
    evaluator.value(of: node, in: .empty)
  }

  /// The value of a node for a row of its one scope; `nil` if it is unknown
  package mutating func value(of node: NodeID, scope: ScopeID, row: RowIndex) -> Value? {
    let environment = evaluator.instances.environment(.empty, scope: scope, row: row)
    return evaluator.value(of: node, in: environment)
  }

  /// The reasons of a node outside all scopes, in the order of the text; none if it is known
  package mutating func reasons(of node: NodeID) -> [UnknownReason] {
    evaluator.reasons(of: evaluator.instance(of: TemplateID(node), in: .empty))
  }

  /// The truth of a node outside all scopes at the present second
  package mutating func truth(of node: NodeID) -> Truth {
    if let truth = evaluator.junctions.truth(of: InstanceID(TemplateID(node))) { return truth }
    guard case .truth(let isTrue)? = value(of: node) else { return .unknown }
    return isTrue ? .true : .false
  }

  /// The whole condition of each Opp at the present second, by name and row, and why it is unknown
  package mutating func conditions() -> [(
    rule: Int, row: RowID?, truth: Truth, reasons: [UnknownReason]
  )] {
    let order = monitor.order(evaluator.facts.rows)
    var result: [(rule: Int, row: RowID?, truth: Truth, reasons: [UnknownReason])] = []
    for index in order.sorted(OppID.all(in: monitor.opps)) {
      let opp = monitor.opps[index]
      let truth = evaluator.truth(opp.whole)
      var reasons: [UnknownReason] = []
      if truth == .unknown, let whole = opp.whole { reasons = evaluator.reasons(of: whole) }
      result.append((opp.rule, evaluator.facts.rowID(opp.row), truth, reasons))
    }
    return result
  }
}
