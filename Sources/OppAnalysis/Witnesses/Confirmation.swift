internal import OppEngine
internal import OppModel

/// Asks the engine whether literals hold at the second of a witness
///
/// A model is made by exact arithmetic and leaves out the memory of conditions; the engine has the last word.
///
/// ```
/// excerpt of the literals → engine → arrivals of the witness, in order → step at its second → truths of the literals
/// ```
struct Confirmation: Sendable {
  let graph: ConditionGraph
  let zone: Zone

  /// The truth that each node is to have at the second
  let literals: [(NodeID, Truthfulness)]

  /// `true` if all literals hold; false as well if one literal ranges over more than one row
  ///
  /// Two literals may be about rows of different tables, as those of two Opps `for each` are.
  func confirms(_ witness: Witness) -> Bool {
    var excerpt = GraphExcerpt(of: graph, below: literals.map { $0.0 })
    let plain = literals.filter { graph[$0.0].scopes.isEmpty }
    let scoped = literals.filter { !graph[$0.0].scopes.isEmpty }
    // A node of a scope is made the condition of a rule `for each`, whose truths by row the engine reports.
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
    // Plain nodes are watched, and read after the last step.
    for ((node, holds), own) in zip(plain, watched) {
      guard holds.mask.contains(truth(of: engine.value(of: own), graph[node].type)) else {
        return false
      }
    }
    guard !scoped.isEmpty else { return true }
    return confirms(engine.conditions(), witness, scoped)
  }

  /// `true` if each scoped literal has its truth for the row of the witness that stands for its scope
  ///
  /// - Parameter conditions: the truths by rule and row; rule *n* is that of the *n*th scoped literal.
  private func confirms(
    _ conditions: [(rule: Int, row: RowID?, truth: Truth, reasons: [UnknownReason])],
    _ witness: Witness, _ scoped: [(NodeID, Truthfulness)]
  ) -> Bool {
    scoped.enumerated().allSatisfy { index, literal in
      // The row of the literal's own scope.
      guard let scope = graph[literal.0].scopes.first,
        let row = witness.rows.first(where: { $0.scope == scope })
      else { return false }
      let key = graph.tables[Int(row.table.index)].keyValues(of: row.values)
      return conditions.contains { condition in
        guard condition.rule == index, condition.row?.key == key else { return false }
        return literal.1.mask.contains(TruthMask(condition.truth))
      }
    }
  }

  /// The truth of a value: known values of types other than Bool count as true
  private func truth(of value: Value?, _ type: ValueType) -> TruthMask {
    switch value {
    case .truth(let isTrue): isTrue ? .true : .false
    case .some: .true
    case nil: .unknown
    }
  }
}

extension TruthMask {
  /// The set of one truth of the engine
  init(_ truth: Truth) {
    switch truth {
    case .false: self = .false
    case .unknown: self = .unknown
    case .true: self = .true
    }
  }
}
