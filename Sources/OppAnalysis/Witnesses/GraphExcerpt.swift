internal import OppModel

/// The nodes below some nodes as a graph of their own, so that an engine over it is small
///
/// Declarations keep their indices, nodes and requests get new ones, in the same order. Rules are left out.
///
/// - Complexity: O(*n*) in the nodes below the roots, and a copy of the declarations.
struct GraphExcerpt: OperationMapping, Sendable {
  /// The small graph
  private(set) var graph = ConditionGraph()

  /// The node of the excerpt for each node of the whole that is in it
  private var nodes: [NodeID: NodeID] = [:]

  /// The request of the excerpt for each request that is read
  private var requests: [RequestID: RequestID] = [:]

  init(of whole: ConditionGraph, below roots: [NodeID]) {
    graph.sources = whole.sources
    graph.tables = whole.tables
    graph.wellKnown = whole.wellKnown
    graph.enumerations = whole.enumerations
    graph.scopes = whole.scopes
    graph.scopeDepths = whole.scopeDepths
    graph.settings = whole.settings
    graph.settings.quiet = nil
    var seen = Set(roots)
    var stack = roots
    while let next = stack.popLast() {
      whole.forEachOperand(of: whole[next].operation) { operand in
        if seen.insert(operand).inserted { stack.append(operand) }
      }
    }
    // In ascending order, so that operands are there before the nodes made of them.
    for id in seen.sorted() { add(id, of: whole) }
  }

  /// The nodes of the whole that are in the excerpt, each with its node there
  var places: [NodeID: NodeID] { nodes }

  /// The node of the excerpt that a node of the whole is
  func node(_ id: NodeID) -> NodeID { nodes[id] ?? id }

  func request(_ id: RequestID) -> RequestID { requests[id] ?? id }

  /// Adds a rule whose condition is a node, evaluated for each row of a table
  mutating func addRule(_ condition: NodeID, over table: TableID, _ scope: ScopeID) {
    graph.rules.append(
      Rule(
        name: "\(graph.rules.count)",
        rows: RowQuery(scope: scope, table: table, predicate: nil, value: nil), events: [],
        condition: node(condition), text: nil, recipient: nil, payload: [], record: nil,
        colour: nil, limit: nil, repetition: nil, snooze: 0, isUrgent: false, isDisabled: false))
  }

  /// Copies one node, and the request it reads if that is new
  private mutating func add(_ id: NodeID, of whole: ConditionGraph) {
    let node = whole[id]
    if case .reading(let request, _) = node.operation, requests[request] == nil {
      let old = whole.requests[Int(request.index)]
      requests[request] = RequestID(index: Int32(truncatingIfNeeded: graph.requests.count))
      graph.requests.append(
        Request(source: old.source, arguments: old.arguments.map { $0.map(self.node) }))
    }
    nodes[id] = NodeID(index: Int32(truncatingIfNeeded: graph.nodes.count))
    graph.nodes.append(
      Node(
        operation: operation(node.operation, node.type), type: node.type, scopes: node.scopes))
  }
}
