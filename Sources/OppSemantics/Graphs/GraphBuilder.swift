internal import OppModel

/// Builds a condition graph in which equal expressions are one node
///
/// A class, because it is the one thing that all parts of the checker add to.
final class GraphBuilder {
  private(set) var graph = ConditionGraph()

  /// What each node of the graph is like, by its index
  private(set) var traits: [NodeTraits] = []
  private var identities: [Node: NodeID] = [:]
  private var requestIdentities: [Request: RequestID] = [:]
  private var scopeIdentities: [ScopeKey: ScopeID] = [:]

  /// How many scopes lie around each scope
  private var scopeDepths: [Int] = []

  private struct ScopeKey: Hashable {
    let table: TableID
    let depth: Int
  }

  // MARK: Nodes

  /// The node of an operation: the one there is, or a new one
  func node(_ operation: Operation, _ type: ValueType) -> NodeID {
    let node = Node(operation: operation, type: type, scopes: scopes(of: operation))
    if let known = identities[node] { return known }
    let id = NodeID(index: Int32(truncatingIfNeeded: graph.nodes.count))
    traits.append(traits(of: operation, type: type))
    graph.nodes.append(node)
    identities[node] = id
    return id
  }

  func constant(_ value: Value, _ type: ValueType) -> NodeID {
    node(.constant(value), type)
  }

  func type(of node: NodeID) -> ValueType { graph[node].type }

  func traits(of node: NodeID) -> NodeTraits { traits[Int(node.index)] }

  /// The value of a node that is a constant
  func constantValue(of node: NodeID) -> Value? {
    guard case .constant(let value) = graph[node].operation else { return nil }
    return value
  }

  func constantScalar(of node: NodeID) -> Double? {
    guard case .constant(.scalar(let value)) = graph[node].operation else { return nil }
    return value
  }

  // MARK: Trying

  /// A point to which ``forget(after:)`` goes back
  struct Mark {
    fileprivate let nodes: Int
  }

  func mark() -> Mark { Mark(nodes: graph.nodes.count) }

  /// Takes back every node made since `mark`, where an expression was only tried
  ///
  /// Requests and scopes stay: they name no text, and an unused one asks for nothing.
  func forget(after mark: Mark) {
    for node in graph.nodes[mark.nodes...] { identities[node] = nil }
    graph.nodes.removeSubrange(mark.nodes...)
    traits.removeSubrange(mark.nodes...)
  }

  // MARK: What nodes refer to

  func request(_ source: SourceID, _ arguments: [NodeID?]) -> RequestID {
    let request = Request(source: source, arguments: arguments)
    if let known = requestIdentities[request] { return known }
    let id = RequestID(index: Int32(truncatingIfNeeded: graph.requests.count))
    graph.requests.append(request)
    requestIdentities[request] = id
    return id
  }

  /// The scope over a table below `depth` other scopes
  ///
  /// Scopes of one table and depth are one, so that equal conditions on rows are one node.
  func scope(over table: TableID, depth: Int) -> ScopeID {
    let key = ScopeKey(table: table, depth: depth)
    if let known = scopeIdentities[key] { return known }
    let id = ScopeID(index: Int32(truncatingIfNeeded: graph.scopes.count))
    graph.scopes.append(table)
    scopeDepths.append(depth)
    scopeIdentities[key] = id
    return id
  }

  func add(_ source: Source) -> SourceID {
    graph.sources.append(source)
    return SourceID(index: Int32(truncatingIfNeeded: graph.sources.count - 1))
  }

  func add(_ table: Table) -> TableID {
    graph.tables.append(table)
    return TableID(index: Int32(truncatingIfNeeded: graph.tables.count - 1))
  }

  func add(_ enumeration: Enumeration) -> EnumerationID {
    graph.enumerations.append(enumeration)
    return EnumerationID(index: Int32(truncatingIfNeeded: graph.enumerations.count - 1))
  }

  func add(_ rule: Rule) { graph.rules.append(rule) }

  func source(_ id: SourceID) -> Source { graph.sources[Int(id.index)] }
  func table(_ id: TableID) -> Table { graph.tables[Int(id.index)] }
  func enumeration(_ id: EnumerationID) -> Enumeration { graph.enumerations[Int(id.index)] }

  func replaceSettings(_ settings: Settings) { graph.settings = settings }

  // MARK: Scopes and traits

  /// The scopes that an operation uses, outermost first
  private func scopes(of operation: Operation) -> [ScopeID] {
    switch operation {
    case .rowField(let scope, _), .row(let scope): return [scope]
    default: break
    }
    var result: [ScopeID] = []
    graph.forEachOperand(of: operation) { operand in
      for scope in graph[operand].scopes where !result.contains(scope) { result.append(scope) }
    }
    if case .aggregate(_, let query) = operation { result.removeAll { $0 == query.scope } }
    if result.count > 1 {
      result.sort {
        (scopeDepths[Int($0.index)], $0.index) < (scopeDepths[Int($1.index)], $1.index)
      }
    }
    return result
  }

  private func traits(of operation: Operation, type: ValueType) -> NodeTraits {
    var below: NodeTraits = []
    graph.forEachOperand(of: operation) { below.formUnion(traits[Int($0.index)]) }
    return NodeTraits(of: operation, type: type, below: below, in: graph)
  }
}

/// What the checker knows of a node beside its type
struct NodeTraits: OptionSet {
  let rawValue: UInt8

  /// The value moves between events, as the clock and `free` do
  static let drifts = NodeTraits(rawValue: 1)

  /// The value in the future is not known now
  static let unforeseeable = NodeTraits(rawValue: 2)

  init(rawValue: UInt8) { self.rawValue = rawValue }

  init(of operation: Operation, type: ValueType, below: NodeTraits, in graph: ConditionGraph) {
    var result = below
    switch operation {
    case .clock(.now), .clock(.time): result = .drifts
    case .clock, .constant: result = []
    case .reading(let request, let field):
      result = .unforeseeable
      let source = graph.sources[Int(graph.requests[Int(request.index)].source.index)]
      if source.name == "calendar" {
        result = source.fields[field].name == "free" ? .drifts : []
      }
    case .sun: result = []
    case .rowField(let scope, _), .row(let scope):
      result = graph.tables[Int(graph.scopes[Int(scope.index)].index)].traits
    case .unary(.round, _), .unary(.floor, _), .unary(.ceiling, _), .began, .known,
      .part(.year, _), .part(.month, _), .part(.day, _), .part(.weekday, _), .part(.hour, _),
      .part(.minute, _), .part(.date, _):
      result.remove(.drifts)
    case .window(let function, _, _):
      switch function {
      case .average, .total: result.insert(.drifts)
      case .minimum, .maximum, .travelled: result.remove(.drifts)
      case .change: break
      }
    case .aggregate(let aggregate, let query):
      result.formUnion(graph.tables[Int(query.table.index)].traits)
      if aggregate == .count { result.remove(.drifts) }
    default: break
    }
    if type == .bool { result.remove(.drifts) }
    self = result
  }
}

extension Table {
  /// Rows stand still, and only those of the calendar are known ahead
  fileprivate var traits: NodeTraits { name == "agenda" ? [] : .unforeseeable }
}
