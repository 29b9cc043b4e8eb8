package import OppModel

/// Two condition graphs as one, so that a condition of each can stand in one question
///
/// The first graph keeps its indices. What the second has is matched by name: sources, their parameters
/// and fields, tables, enums and their cases. What the first does not have is added. Nodes that mean the
/// same become one node, as within one graph.
///
/// Rules and settings stay those of the first graph.
package struct GraphUnion {
  package private(set) var graph: ConditionGraph
  private var identities: [Identity: NodeID] = [:]
  private var requestIdentities: [Request: RequestID] = [:]
  private var scopeIdentities: [ScopeKey: ScopeID] = [:]

  /// What makes two nodes one
  private struct Identity: Hashable {
    let operation: Operation
    let type: ValueType
  }

  private struct ScopeKey: Hashable {
    let table: TableID
    let depth: Int
  }

  package init(_ first: ConditionGraph) {
    graph = first
    for (index, node) in first.nodes.enumerated() {
      identities[Identity(operation: node.operation, type: node.type)] = NodeID(index: Int32(index))
    }
    for (index, request) in first.requests.enumerated() {
      requestIdentities[request] = RequestID(index: Int32(index))
    }
    for (index, table) in first.scopes.enumerated() {
      let depth = first.scopeDepths.indices.contains(index) ? first.scopeDepths[index] : 0
      scopeIdentities[ScopeKey(table: table, depth: depth)] = ScopeID(index: Int32(index))
    }
  }

  /// Adds the nodes of a second graph
  ///
  /// - Returns: for each node of the second graph, in its order, the node of the union.
  /// - Complexity: O(*n*) in the nodes and declarations of both.
  package mutating func add(_ second: ConditionGraph) -> [NodeID] {
    var names = Translation(of: second)
    names.enumerations = second.enumerations.map { enumeration(like: $0) }
    names.tables = addTables(of: second, names)
    names.sources = addSources(of: second, names)
    for (index, table) in second.scopes.enumerated() {
      let depth = second.scopeDepths.indices.contains(index) ? second.scopeDepths[index] : 0
      names.scopes.append(scope(over: names.tables[Int(table.index)].id, depth: depth))
    }
    names.requests = Array(repeating: nil, count: second.requests.count)
    for node in second.nodes {
      let type = names.type(node.type)
      let operation: Operation
      if case .reading(let old, let field) = node.operation {
        let request = request(old, &names)
        let source = names.sources[Int(second.requests[Int(old.index)].source.index)]
        operation = .reading(request, field: source.fields[field])
      } else {
        operation = names.operation(node.operation, node.type)
      }
      names.nodes.append(self.node(operation, type, node.scopes.map(names.scope)))
    }
    return names.nodes
  }

  private mutating func node(
    _ operation: Operation, _ type: ValueType, _ scopes: [ScopeID]
  ) -> NodeID {
    let identity = Identity(operation: operation, type: type)
    if let known = identities[identity] { return known }
    let id = NodeID(index: Int32(truncatingIfNeeded: graph.nodes.count))
    graph.nodes.append(Node(operation: operation, type: type, scopes: scopes))
    identities[identity] = id
    return id
  }

  // MARK: Declarations

  /// The enum of the name, with the cases of both; and the case of the union for each of the second's
  private mutating func enumeration(like second: Enumeration) -> Translation.Enumeration {
    guard let index = graph.enumerations.firstIndex(where: { $0.name == second.name }) else {
      graph.enumerations.append(second)
      return Translation.Enumeration(
        id: EnumerationID(index: Int32(graph.enumerations.count - 1)),
        cases: Array(second.cases.indices))
    }
    var all = graph.enumerations[index].cases
    var cases: [Int] = []
    for names in second.cases {
      if let known = all.firstIndex(where: { $0.first == names.first }) {
        cases.append(known)
      } else {
        all.append(names)
        cases.append(all.count - 1)
      }
    }
    graph.enumerations[index] = Enumeration(name: second.name, cases: all)
    return Translation.Enumeration(id: EnumerationID(index: Int32(index)), cases: cases)
  }

  /// The tables of the second graph; all get their indices before the types of fields are looked at
  private mutating func addTables(
    of second: ConditionGraph, _ names: Translation
  ) -> [Translation.Schema<TableID>] {
    var result: [Translation.Schema<TableID>] = []
    for table in second.tables {
      if let index = graph.tableIndex(named: table.name) {
        result.append(.init(id: TableID(index: Int32(index)), fields: []))
      } else {
        graph.tables.append(
          Table(name: table.name, fields: [], key: table.key, freshness: table.freshness))
        result.append(.init(id: TableID(index: Int32(graph.tables.count - 1)), fields: []))
      }
    }
    var names = names
    names.tables = result
    for (index, table) in second.tables.enumerated() {
      let id = Int(result[index].id.index)
      let own = graph.tables[id]
      let (fields, places) = merged(own.fields, table.fields.map(names.field))
      graph.tables[id] = Table(
        name: own.name, fields: fields, key: own.key, freshness: own.freshness)
      result[index].fields = places
    }
    return result
  }

  /// The sources of the second graph; one with other parameters is another source
  private mutating func addSources(
    of second: ConditionGraph, _ names: Translation
  ) -> [Translation.Schema<SourceID>] {
    second.sources.map { source in
      let parameters = source.parameters.map(names.field)
      guard let index = graph.sourceIndex(named: source.name),
        graph.sources[index].parameters == parameters
      else {
        graph.sources.append(
          Source(
            name: source.name, parameters: parameters,
            defaults: names.values(source.defaults, of: source.parameters),
            freshness: source.freshness, cost: source.cost, fields: source.fields.map(names.field)))
        return .init(
          id: SourceID(index: Int32(graph.sources.count - 1)), fields: Array(source.fields.indices))
      }
      let own = graph.sources[index]
      let (fields, places) = merged(own.fields, source.fields.map(names.field))
      graph.sources[index] = Source(
        name: own.name, parameters: own.parameters, defaults: own.defaults,
        freshness: own.freshness, cost: own.cost, fields: fields)
      return .init(id: SourceID(index: Int32(index)), fields: places)
    }
  }

  /// Fields of both, and where those of the second stand among them
  private func merged(_ first: [Field], _ second: [Field]) -> ([Field], [Int]) {
    var all = first
    var places: [Int] = []
    for field in second {
      if let known = all.firstIndex(of: field) {
        places.append(known)
      } else {
        all.append(field)
        places.append(all.count - 1)
      }
    }
    return (all, places)
  }

  private mutating func scope(over table: TableID, depth: Int) -> ScopeID {
    let key = ScopeKey(table: table, depth: depth)
    if let known = scopeIdentities[key] { return known }
    let id = ScopeID(index: Int32(graph.scopes.count))
    graph.scopes.append(table)
    while graph.scopeDepths.count < graph.scopes.count - 1 { graph.scopeDepths.append(0) }
    graph.scopeDepths.append(depth)
    scopeIdentities[key] = id
    return id
  }

  /// The request of the union; a default that is another one in the first graph is written out
  private mutating func request(_ old: RequestID, _ names: inout Translation) -> RequestID {
    if let known = names.requests[Int(old.index)] { return known }
    let request = names.graph.requests[Int(old.index)]
    let source = names.graph.sources[Int(request.source.index)]
    let own = names.sources[Int(request.source.index)].id
    var arguments: [NodeID?] = []
    for (index, argument) in request.arguments.enumerated() {
      let parameter = source.parameters[index]
      let type = names.type(parameter.type)
      if let argument {
        arguments.append(names.nodes[Int(argument.index)])
      } else if let value = source.defaults[index].map({ names.value($0, of: parameter.type) }),
        value != graph.sources[Int(own.index)].defaults[index]
      {
        arguments.append(node(.constant(value), type, []))
      } else {
        arguments.append(nil)
      }
    }
    let new = Request(source: own, arguments: arguments)
    let id: RequestID
    if let known = requestIdentities[new] {
      id = known
    } else {
      id = RequestID(index: Int32(graph.requests.count))
      graph.requests.append(new)
      requestIdentities[new] = id
    }
    names.requests[Int(old.index)] = id
    return id
  }
}
