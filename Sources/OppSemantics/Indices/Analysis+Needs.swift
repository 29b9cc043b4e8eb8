package import OppModel

extension Analysis {
  /// The names of the sources and tables that an Opp reads, in the order of their declaration
  ///
  /// ```opp
  /// opp "A" for each e in agenda on row added when temp > 20C and any(forecast where raining)
  /// // weather, agenda, forecast: sources first
  /// ```
  ///
  /// Read are its rows, events and condition, the text, the recipient and the values of its notification, and the
  /// values of `record`.
  package func needs(ofOpp name: String) -> [String] {
    let graph = graph
    guard let rule = graph.rules.first(where: { $0.name == name }) else { return [] }
    var roots = [rule.condition, rule.rows?.predicate].compactMap { $0 }
    roots += rule.noticeNodes + rule.recordNodes + rule.events.compactMap { $0.node }
    var sources: Set<SourceID> = []
    for node in graph.nodes(below: roots) {
      guard case .reading(let request, _) = graph[node].operation else { continue }
      sources.insert(graph.requests[Int(request.index)].source)
    }
    var tables = graph.tables(below: roots)
    if let rows = rule.rows { tables.insert(rows.table) }
    return sources.sorted { $0.index < $1.index }.map { graph.sources[Int($0.index)].name }
      + tables.sorted { $0.index < $1.index }.map { graph.tables[Int($0.index)].name }
  }

  /// The type of a let; `nil` if it is wrong
  package func letType(_ id: SymbolID) -> ValueType? {
    guard case .let(let index) = id, checker.definitions.lets.indices.contains(index),
      case .checked(let result) = checker.definitions.lets[index].state
    else { return nil }
    return result.type
  }
}
