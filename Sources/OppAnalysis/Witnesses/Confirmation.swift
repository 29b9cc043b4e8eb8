internal import OppEngine
internal import OppModel

/// Asks the engine whether literals hold at the second of a witness
struct Confirmation: Sendable {
  let graph: ConditionGraph
  let zone: Zone
  let literals: [(NodeID, Truthfulness)]

  func confirms(_ witness: Witness) -> Bool {
    var excerpt = GraphExcerpt(of: graph, below: literals.map { $0.0 })
    let plain = literals.filter { graph[$0.0].scopes.isEmpty }
    let scoped = literals.filter { !graph[$0.0].scopes.isEmpty }
    for (node, _) in scoped {
      // A condition has one row of `for each` at most.
      guard graph[node].scopes.count == 1, let scope = graph[node].scopes.first else {
        return false
      }
      excerpt.addRule(node, over: graph.scopes[Int(scope.index)], scope)
    }
    let watched = plain.map { excerpt.node($0.0) }
    let arrivals = witness.arrivals(in: graph)
    let begins = arrivals.first?.at ?? witness.instant
    var engine = Engine(graph: excerpt.graph, zone: zone, begins: begins, watching: watched)
    for (instant, arrived) in arrivals { _ = engine.step(at: instant, arrived: arrived) }
    _ = engine.step(at: witness.instant)
    for ((node, holds), own) in zip(plain, watched) {
      guard holds.mask.contains(truth(of: engine.value(of: own), graph[node].type)) else {
        return false
      }
    }
    guard !scoped.isEmpty else { return true }
    return confirms(engine.conditions(), witness, scoped)
  }

  private func confirms(
    _ conditions: [(rule: Int, row: RowID?, truth: Truth, reasons: [UnknownReason])],
    _ witness: Witness, _ scoped: [(NodeID, Truthfulness)]
  ) -> Bool {
    guard let row = witness.rows.first(where: { $0.scope != nil }) else { return false }
    let key = graph.tables[Int(row.table.index)].keyValues(of: row.values)
    return scoped.enumerated().allSatisfy { index, literal in
      conditions.contains { condition in
        guard condition.rule == index, condition.row?.key == key else { return false }
        return literal.1.mask.contains(TruthMask(condition.truth))
      }
    }
  }

  private func truth(of value: Value?, _ type: ValueType) -> TruthMask {
    switch value {
    case .truth(let isTrue): isTrue ? .true : .false
    case .some: .true
    case nil: .unknown
    }
  }
}

extension TruthMask {
  init(_ truth: Truth) {
    switch truth {
    case .false: self = .false
    case .unknown: self = .unknown
    case .true: self = .true
    }
  }
}
