/// A condition graph to which nodes, requests and scopes are added so that equal ones are one
/// (hash-consing)
///
///     var interner = GraphInterner()
///     let twenty = interner.node(.constant(.scalar(20)), .temperature, [])
///     let again = interner.node(.constant(.scalar(20)), .temperature, [])     // the same id
///     let number = interner.node(.constant(.scalar(20)), .number, [])         // another one, by its type
///
/// The rows of `for each c in chores` and of `any(chores where …)` are one scope, of chores at depth 0, so that
/// `not c.done` in the one and `not done` in the other are one node.
///
/// - Complexity: O(1) expected for each addition, in the size of the added node.
package struct GraphInterner {
  /// The graph so far; its nodes, requests and scopes are added by the functions of this type alone
  package var graph: ConditionGraph

  /// The nodes by operation and type; their scopes follow from their operands
  private var nodes = NodeTable()

  /// The number of each request
  private var requests: [Request: RequestID] = [:]

  /// The number of each scope
  private var scopes: [ScopeIdentity: ScopeID] = [:]

  /// The part of a scope that identifies it
  private struct ScopeIdentity: Hashable {
    let table: TableID

    /// The number of scopes around it
    let depth: Int
  }

  /// An interner that continues a graph whose nodes are distinct
  ///
  /// - Complexity: O(*n*) in the nodes, requests and scopes of the graph.
  package init(_ graph: ConditionGraph = ConditionGraph()) {
    self.graph = graph
    for (index, node) in graph.nodes.enumerated() { nodes.add(node.operation, at: index) }
    for (index, request) in graph.requests.enumerated() {
      requests[request] = RequestID(index: Int32(truncatingIfNeeded: index))
    }
    for (index, table) in graph.scopes.enumerated() {
      let depth = graph.scopeDepths.indices.contains(index) ? graph.scopeDepths[index] : 0
      scopes[ScopeIdentity(table: table, depth: depth)] = ScopeID(
        index: Int32(truncatingIfNeeded: index))
    }
  }

  /// The node that an operation of a type already is; nil if there is none yet
  ///
  /// It changes nothing. But if an object holds the interner, a call of a function that does not mutate would copy
  /// all of it first.
  package mutating func known(_ operation: Operation, _ type: ValueType) -> NodeID? {
    nodes.node(operation, type, in: graph.nodes)
  }

  /// The node of an operation: the one there is, or a new one that uses the rows of `scopes`
  package mutating func node(
    _ operation: Operation, _ type: ValueType, _ scopes: [ScopeID]
  ) -> NodeID {
    known(operation, type) ?? append(Node(operation: operation, type: type, scopes: scopes))
  }

  /// Adds a node of which ``known(_:_:)`` has found none
  package mutating func append(_ node: Node) -> NodeID {
    let index = graph.nodes.count
    graph.nodes.append(node)
    nodes.add(node.operation, at: index)
    return NodeID(index: Int32(truncatingIfNeeded: index))
  }

  /// Removes every node from the index `first` on; requests and scopes stay
  package mutating func removeNodes(from first: Int) {
    while graph.nodes.count > first, let node = graph.nodes.popLast() {
      nodes.remove(node.operation, at: graph.nodes.count)
    }
  }

  /// The request for a source with arguments; nil takes the parameter's default
  package mutating func request(_ source: SourceID, _ arguments: [NodeID?]) -> RequestID {
    let request = Request(source: source, arguments: arguments)
    if let known = requests[request] { return known }
    let id = RequestID(index: Int32(truncatingIfNeeded: graph.requests.count))
    graph.requests.append(request)
    requests[request] = id
    return id
  }

  /// The scope over a table below `depth` other scopes
  ///
  /// Scopes of one table and depth are one, so that equal conditions on rows are one node.
  package mutating func scope(over table: TableID, depth: Int) -> ScopeID {
    let identity = ScopeIdentity(table: table, depth: depth)
    if let known = scopes[identity] { return known }
    let id = ScopeID(index: Int32(truncatingIfNeeded: graph.scopes.count))
    graph.scopes.append(table)
    while graph.scopeDepths.count < graph.scopes.count - 1 { graph.scopeDepths.append(0) }
    graph.scopeDepths.append(depth)
    scopes[identity] = id
    return id
  }
}
