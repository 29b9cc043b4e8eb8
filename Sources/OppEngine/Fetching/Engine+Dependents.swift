internal import OppModel

/// The Opps that depend on a subject that is fetched
extension Engine {
  /// The names of the Opps, in their order, that cannot do without a subject: those whose condition
  /// or events have it below them
  ///
  /// An argument that is not a constant may be any value.
  ///
  /// ```
  /// opp "b" when c                               depends on s, the source of c
  /// opp "a" when c or stock("Lidl").count > 3    on s and stock(Lidl), not on stock(Aldi)
  /// opp "r" for each t in tasks on every 1h      on tasks
  /// opp "n" on every 1h notify "{c}"             on nothing: only its text has c
  /// ```
  ///
  /// Complexity: linear in the graph and the rules; called when health is reported, not at each second.
  package func dependents(on subject: FetchKey) -> [String] {
    var isBelow = Array(repeating: false, count: program.templates.count)
    for index in program.templates.indices {
      isBelow[index] =
        reads(index, for: subject)
        || program.templates[index].operands.contains { isBelow[Int($0)] }
    }
    var names: [String] = []
    for (index, rule) in program.rules.enumerated() where !isDisabled(rule: index) {
      var depends = rule.anchors.contains { isBelow[Int($0)] }
      if case .table(let table) = subject, graph.rules[index].rows?.table == table {
        depends = true
      }
      if depends { names.append(graph.rules[index].name) }
    }
    return names.sorted { KeyOrder.isLess($0, $1) }
  }

  /// Whether a template reads a subject itself
  private func reads(_ template: Int, for subject: FetchKey) -> Bool {
    guard template < graph.nodes.count else { return false }
    switch (graph.nodes[template].operation, subject) {
    case (.reading(let id, _), .source(let source, let values)):
      guard graph.requests.indices.contains(Int(id.index)) else { return false }
      let request = graph.requests[Int(id.index)]
      guard request.source == source, request.arguments.count == values.count else { return false }
      return zip(request.arguments, values).allSatisfy { mayBe($0, $1) }
    case (.aggregate(_, let query), .table(let table)): return query.table == table
    case (.rowPart(let row, _), .table(let table)): return graph[row].type == .row(table)
    case (.address(let node), .address(let text)): return mayBe(node, .text(text))
    case (.nearest(let node, _), .places(let category)): return mayBe(node, .text(category))
    default: return false
    }
  }

  /// Whether an argument may have a value; nil, the default, is only what is left out in both
  private func mayBe(_ node: NodeID?, _ value: Value?) -> Bool {
    guard let node else { return value == nil }
    guard case .constant(let constant) = graph[node].operation else { return value != nil }
    return constant == value
  }
}
