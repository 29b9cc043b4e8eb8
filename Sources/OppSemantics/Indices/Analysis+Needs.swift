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
    var reader = NeedReader(graph: graph)
    reader.read(rule)
    return reader.sources.sorted { $0.index < $1.index }.map { graph.sources[Int($0.index)].name }
      + reader.tables.sorted { $0.index < $1.index }.map { graph.tables[Int($0.index)].name }
  }

  /// The type of a let; nil where it is wrong
  package func letType(_ id: SymbolID) -> ValueType? {
    guard case .let(let index) = id, checker.definitions.lets.indices.contains(index),
      case .checked(let result) = checker.definitions.lets[index].state
    else { return nil }
    return result.type
  }
}

/// Walks the nodes below a rule
///
/// Each node is looked at once, however many others use it: linear in the nodes below the rule.
private struct NeedReader {
  /// The graph whose nodes are read
  let graph: ConditionGraph
  var sources: Set<SourceID> = []
  var tables: Set<TableID> = []
  /// The nodes that were read
  private var seen: Set<NodeID> = []

  init(graph: ConditionGraph) { self.graph = graph }

  /// Reads everything that a rule depends on
  mutating func read(_ rule: Rule) {
    var waiting = [rule.condition, rule.rows?.predicate].compactMap { $0 }
    waiting += rule.noticeNodes + rule.recordNodes + rule.events.compactMap { $0.node }
    if let rows = rule.rows { tables.insert(rows.table) }
    while let node = waiting.popLast() {
      guard seen.insert(node).inserted else { continue }
      read(graph.nodes[Int(node.index)].operation, into: &waiting)
    }
  }

  /// Reads one operation, and adds its operands to what is waiting
  private mutating func read(_ operation: Operation, into waiting: inout [NodeID]) {
    if case .reading(let request, _) = operation {
      sources.insert(graph.requests[Int(request.index)].source)
    }
    if case .aggregate(_, let query) = operation { tables.insert(query.table) }
    graph.forEachOperand(of: operation) { waiting.append($0) }
  }
}
