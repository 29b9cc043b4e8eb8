package import OppModel

/// Two condition graphs as one, so that a condition of each can stand in one question
///
/// The first graph keeps its indices. The declarations of the second are matched by name: sources, their parameters
/// and fields, tables, enums and their cases. Those that the first does not have are added. Nodes that mean the
/// same become one node, as within one graph.
///
/// Rules and settings stay those of the first graph.
///
/// ```
/// first    enum Mood { good bad }        source me { mood, energy }
/// second   enum Mood { fine good bad }   source me { energy, mood, sleep }
/// union    enum Mood { good bad fine }   source me { mood, energy, sleep }
///
/// the cases of the second's Mood: fine 2, good 0, bad 1
/// ```
package struct GraphUnion {
  /// The union so far, with a table of its nodes by meaning
  private var interner: GraphInterner

  /// - Parameter first: kept with all its indices.
  package init(_ first: ConditionGraph) {
    interner = GraphInterner(first)
  }

  /// The union; its first nodes are those of the first graph
  package var graph: ConditionGraph { interner.graph }

  /// Adds the nodes of a second graph
  ///
  /// - Returns: for each node of the second graph, in its order, the node of the union.
  /// - Complexity: O(*n*) in the nodes and declarations of both.
  package mutating func add(_ second: ConditionGraph) -> [NodeID] {
    // 1. Declarations, by name.
    // `names` knows the counterparts found so far; each step needs those before it.
    var names = Translation(of: second)
    names.enumerations = second.enumerations.map { enumeration(like: $0) }
    names.tables = addTables(of: second, names)
    names.sources = addSources(of: second, names)
    interner.graph.findWellKnown()
    // 2. Scopes, then requests as the nodes that read them come, since arguments are nodes.
    for (index, table) in second.scopes.enumerated() {
      let depth = second.scopeDepths.indices.contains(index) ? second.scopeDepths[index] : 0
      names.scopes.append(interner.scope(over: names.tables[Int(table.index)].id, depth: depth))
    }
    names.requests = Array(repeating: nil, count: second.requests.count)
    // 3. Nodes, operands first: each finds its equal, or is added.
    for node in second.nodes {
      if case .reading(let request, _) = node.operation { addRequest(request, &names) }
      names.nodes.append(
        interner.node(
          names.operation(node.operation, node.type), names.type(node.type),
          node.scopes.map(names.scope)))
    }
    return names.nodes
  }

  // MARK: Declarations

  /// The enum of the name, with the cases of both; and the case of the union for each of the second's
  ///
  /// Cases in another order than that of the first graph compare in another way, so they are of an enum of their own.
  private mutating func enumeration(like second: Enumeration) -> Translation.Enumeration {
    guard let index = interner.graph.enumerations.firstIndex(where: { $0.name == second.name })
    else { return newEnumeration(like: second) }
    var all = interner.graph.enumerations[index].cases
    var cases: [Int] = []
    // All names of a case count as one; the first one is compared.
    for names in second.cases {
      if let known = all.firstIndex(where: { $0.first == names.first }) {
        cases.append(known)
      } else {
        all.append(names)
        cases.append(all.count - 1)
      }
    }
    let isOrdered = interner.graph.enumerations[index].isOrdered || second.isOrdered
    if isOrdered, cases != cases.sorted() { return newEnumeration(like: second) }
    interner.graph.enumerations[index] = Enumeration(
      name: second.name, cases: all, isOrdered: isOrdered)
    return Translation.Enumeration(id: EnumerationID(index: Int32(index)), cases: cases)
  }

  /// An enum of the second graph that the first does not have
  private mutating func newEnumeration(like second: Enumeration) -> Translation.Enumeration {
    interner.graph.enumerations.append(second)
    return Translation.Enumeration(
      id: EnumerationID(index: Int32(interner.graph.enumerations.count - 1)),
      cases: Array(second.cases.indices))
  }

  /// The tables of the second graph; all get their indices before the types of their fields are translated
  ///
  /// Fields may have rows of any table as their type, also of one declared further down.
  private mutating func addTables(
    of second: ConditionGraph, _ names: Translation
  ) -> [Translation.Schema<TableID>] {
    var result: [Translation.Schema<TableID>] = []
    for table in second.tables {
      if let index = interner.graph.tables.lastIndex(where: {
        $0.name == table.name && $0.isComputed == table.isComputed
      }) {
        result.append(.init(id: TableID(index: Int32(index)), fields: []))
      } else {
        interner.graph.tables.append(
          Table(
            name: table.name, fields: [], key: table.key, freshness: table.freshness,
            firings: table.firings, isComputed: table.isComputed, isKept: table.isKept))
        result.append(.init(id: TableID(index: Int32(interner.graph.tables.count - 1)), fields: []))
      }
    }
    // Types are translated with the indices of all tables known.
    var names = names
    names.tables = result
    for (index, table) in second.tables.enumerated() {
      let id = Int(result[index].id.index)
      let own = interner.graph.tables[id]
      let (fields, places) = merged(own.fields, table.fields.map(names.field))
      interner.graph.tables[id] = Table(
        name: own.name, fields: fields, key: own.key, freshness: own.freshness,
        firings: own.firings, isComputed: own.isComputed, isKept: own.isKept)
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
      guard let index = interner.graph.sourceIndex(named: source.name),
        interner.graph.sources[index].parameters == parameters
      else {
        interner.graph.sources.append(
          Source(
            name: source.name, parameters: parameters,
            defaults: names.values(source.defaults, of: source.parameters),
            freshness: source.freshness, cost: source.cost, fields: source.fields.map(names.field)))
        return .init(
          id: SourceID(index: Int32(interner.graph.sources.count - 1)),
          fields: Array(source.fields.indices))
      }
      // The first keeps its defaults and its freshness; only fields are added.
      let own = interner.graph.sources[index]
      let (fields, places) = merged(own.fields, source.fields.map(names.field))
      interner.graph.sources[index] = Source(
        name: own.name, parameters: own.parameters, defaults: own.defaults,
        freshness: own.freshness, cost: own.cost, fields: fields)
      return .init(id: SourceID(index: Int32(index)), fields: places)
    }
  }

  /// Fields of both, and where those of the second stand among them
  ///
  /// A field is the same if name and type are; `places` are the indices in the merged list for each of `second`.
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

  /// Adds a request to the union; a default that is another one in the first graph is written out
  ///
  /// `source me(day: Number = 1)` before and `= 2` now: `me` of the new version becomes `me(day: 2)`.
  private mutating func addRequest(_ old: RequestID, _ names: inout Translation) {
    guard names.requests[Int(old.index)] == nil else { return }
    let request = names.graph.requests[Int(old.index)]
    let source = names.graph.sources[Int(request.source.index)]
    let own = names.sources[Int(request.source.index)].id
    // An argument that is written, a default that differs, or the same default, which stays left out.
    var arguments: [NodeID?] = []
    for (index, argument) in request.arguments.enumerated() {
      let parameter = source.parameters[index]
      let type = names.type(parameter.type)
      if let argument {
        arguments.append(names.nodes[Int(argument.index)])
      } else if let value = source.defaults[index].map({ names.value($0, of: parameter.type) }),
        value != interner.graph.sources[Int(own.index)].defaults[index]
      {
        arguments.append(interner.node(.constant(value), type, []))
      } else {
        arguments.append(nil)
      }
    }
    names.requests[Int(old.index)] = interner.request(own, arguments)
  }
}
