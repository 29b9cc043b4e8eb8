internal import OppModel

/// The graph of a rule set with nodes added that rules ask about: a time of day, a window
///
/// They are added before anything is proved, because a prover holds its graph.
///
/// Nodes of the rules keep their ids, so that literals of both can be in one question.
struct ProofGraph {
  /// The graph of the rules, with the added nodes at its end
  private(set) var graph: ConditionGraph

  /// The nodes that could be wanted again, by their operations
  private var known: [Operation: NodeID] = [:]

  init(_ graph: ConditionGraph) {
    self.graph = graph
    for (index, node) in graph.nodes.enumerated() where Self.canAdd(node.operation) {
      known[node.operation] = known[node.operation] ?? NodeID(index: Int32(index))
    }
  }

  /// `true` for an operation of a kind that is added
  private static func canAdd(_ operation: Operation) -> Bool {
    if case .compare(.equal, _, _) = operation { return true }
    if case .inRange(_, _, _, .timeOfDay) = operation { return true }
    if case .constant(.scalar) = operation { return true }
    if case .sun = operation { return true }
    return if case .clock = operation { true } else { false }
  }

  /// The node of an operation, that of the graph if it has one
  mutating func node(
    _ operation: Operation, _ type: ValueType, scopes: [ScopeID] = []
  ) -> NodeID {
    if let node = known[operation] { return node }
    let id = NodeID(index: Int32(truncatingIfNeeded: graph.nodes.count))
    graph.nodes.append(Node(operation: operation, type: type, scopes: scopes))
    known[operation] = id
    return id
  }

  /// A node that is true at a time of day
  mutating func time(is node: NodeID) -> NodeID {
    let time = self.node(.clock(.time), .timeOfDay)
    return self.node(.compare(.equal, time, node), .bool, scopes: graph[node].scopes)
  }

  /// A node that is true at a time of day in seconds
  mutating func time(is seconds: Int64) -> NodeID {
    let constant = node(.constant(.scalar(Double(seconds))), .timeOfDay)
    return time(is: constant)
  }

  /// A node that is true at a crossing of the sun
  mutating func time(is field: SunField, _ place: NodeID) -> NodeID {
    let scopes = graph[place].scopes
    return time(is: node(.sun(field, place: place), .timeOfDay, scopes: scopes))
  }

  /// A node that is true at an instant
  mutating func now(is node: NodeID) -> NodeID {
    let now = self.node(.clock(.now), .instant)
    return self.node(.compare(.equal, now, node), .bool, scopes: graph[node].scopes)
  }

  /// A node that is true in a window of times of day
  mutating func time(in hours: QuietHours) -> NodeID {
    let time = self.node(.clock(.time), .timeOfDay)
    let low = node(.constant(.scalar(Double(hours.start))), .timeOfDay)
    let high = node(.constant(.scalar(Double(hours.end))), .timeOfDay)
    return node(.inRange(time, low: low, high: high, kind: .timeOfDay), .bool)
  }
}
