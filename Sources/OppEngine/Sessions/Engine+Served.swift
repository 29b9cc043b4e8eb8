internal import OppModel

/// The parts of the world that a rule set uses, and the Opps that use them
extension Engine {
  /// Everything that rules read and that only the world can provide, each with its name
  func served() -> [(served: Provider.Offer, name: String)] {
    var result: [(served: Provider.Offer, name: String)] = []
    var seen: Set<Provider.Offer> = []
    func add(_ served: Provider.Offer, _ name: String) {
      if seen.insert(served).inserted { result.append((served, name)) }
    }
    let recorded = Set(graph.rules.compactMap { $0.record?.table })
    for node in graph.nodes {
      switch node.operation {
      case .reading(let request, _):
        guard graph.requests.indices.contains(Int(request.index)) else { continue }
        let source = graph.requests[Int(request.index)].source
        guard graph.sources.indices.contains(Int(source.index)) else { continue }
        if source != graph.wellKnown.clock, source != graph.wellKnown.sun {
          add(.source(source), graph[source].name)
        }
      case .address: add(.addresses, "addresses")
      case .nearest: add(.places, "places")
      default: break
      }
    }
    for table in graph.scopes where !recorded.contains(table) {
      guard graph.tables.indices.contains(Int(table.index)) else { continue }
      add(.table(table), graph.tables[Int(table.index)].name)
    }
    return result
  }

  /// The names of the Opps that need any of what is served
  func opps(dependingOn served: Provider.Offer) -> Set<String> {
    // One pass over the nodes, operands first: a node is reached if it reads from what is served, or has an operand
    // that is reached.
    var reached = Array(repeating: false, count: graph.nodes.count)
    for (index, node) in graph.nodes.enumerated() {
      var isReached = isServed(node.operation, by: served)
      graph.forEachOperand(of: node.operation) { operand in
        if reached[Int(operand.index)] { isReached = true }
      }
      reached[index] = isReached
    }
    var names: Set<String> = []
    for (index, rule) in graph.rules.enumerated() where !isDisabled(rule: index) {
      var isReached = false
      if case .table(let table) = served, rule.rows?.table == table { isReached = true }
      rule.forEachCondition { if reached[Int($0.index)] { isReached = true } }
      if isReached { names.insert(rule.name) }
    }
    return names
  }

  /// Whether an operation itself reads from what is served
  private func isServed(_ operation: Operation, by served: Provider.Offer) -> Bool {
    switch (operation, served) {
    case (.reading(let request, _), .source(let source)):
      graph.requests.indices.contains(Int(request.index))
        && graph.requests[Int(request.index)].source == source
    case (.aggregate(_, let query), .table(let table)): query.table == table
    case (.rowField(let scope, _), .table(let table)), (.row(let scope), .table(let table)):
      graph.scopes.indices.contains(Int(scope.index)) && graph.scopes[Int(scope.index)] == table
    case (.address, .addresses), (.nearest, .places): true
    default: false
    }
  }
}

extension Rule {
  /// Calls `body` with each node that decides when the rule fires
  func forEachCondition(_ body: (NodeID) -> Void) {
    if let condition { body(condition) }
    if let predicate = rows?.predicate { body(predicate) }
    for event in events {
      switch event {
      case .becomes(let node), .timeOfDay(let node), .instant(let node), .changes(let node):
        body(node)
      case .sun(_, let place, _): body(place)
      case .every, .rowAdded, .rowRemoved: break
      }
    }
  }
}
