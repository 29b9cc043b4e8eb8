internal import OppModel

/// What lies below some nodes as a graph of its own, so that an engine over it is small
struct GraphExcerpt: Sendable {
  private(set) var graph = ConditionGraph()
  private var nodes: [NodeID: NodeID] = [:]
  private var requests: [RequestID: RequestID] = [:]

  init(of whole: ConditionGraph, below roots: [NodeID]) {
    graph.sources = whole.sources
    graph.tables = whole.tables
    graph.enumerations = whole.enumerations
    graph.scopes = whole.scopes
    graph.scopeDepths = whole.scopeDepths
    graph.settings = whole.settings
    var seen = Set(roots)
    var stack = roots
    while let next = stack.popLast() {
      whole.forEachOperand(of: whole[next].operation) { operand in
        if seen.insert(operand).inserted { stack.append(operand) }
      }
    }
    for id in seen.sorted() { add(id, of: whole) }
  }

  /// The node of the excerpt that a node of the whole is
  func node(_ id: NodeID) -> NodeID { nodes[id] ?? id }

  /// Adds a rule whose condition is a node, for each row of a table
  mutating func addRule(_ condition: NodeID, over table: TableID, _ scope: ScopeID) {
    graph.rules.append(
      Rule(
        name: "\(graph.rules.count)",
        rows: RowQuery(scope: scope, table: table, predicate: nil, value: nil), events: [],
        condition: node(condition), text: nil, recipient: nil, payload: [], record: nil,
        colour: nil, limit: nil, repetition: nil, snooze: 0, isUrgent: false, isDisabled: false))
  }

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
        operation: node.operation.replacing(self.node) { requests[$0] ?? $0 }, type: node.type,
        scopes: node.scopes))
  }
}

extension Operation {
  /// The same operation on other operands
  func replacing(
    _ node: (NodeID) -> NodeID, _ request: (RequestID) -> RequestID
  ) -> Operation {
    switch self {
    case .constant, .clock, .rowField, .row: self
    case .reading(let id, let field): .reading(request(id), field: field)
    case .sun(let field, let place): .sun(field, place: node(place))
    case .address(let text): .address(node(text))
    case .nearest(let category, let from):
      .nearest(category: node(category), from: node(from))
    case .not, .and, .or, .conditional, .otherwise, .known, .lastKnown:
      replacingLogic(node)
    case .compare(let comparison, let left, let right):
      .compare(comparison, node(left), node(right))
    case .inRange(let value, let low, let high, let kind):
      .inRange(node(value), low: node(low), high: node(high), kind: kind)
    case .element(let value, let list): .element(node(value), of: node(list))
    case .containsText(let whole, let part): .containsText(node(whole), node(part))
    case .arithmetic(let operation, let left, let right):
      .arithmetic(operation, node(left), node(right))
    case .unary(let function, let operand): .unary(function, node(operand))
    case .part(let part, let operand): .part(part, node(operand))
    case .distance(let left, let right): .distance(node(left), node(right))
    case .text, .textFunction, .placeName, .placePosition, .placeNamed, .list, .rowPart:
      replacingParts(node)
    case .lasting, .withinLast, .withinNext, .window, .began, .aggregate, .aggregateList:
      replacingPast(node)
    }
  }

  private func replacingLogic(_ node: (NodeID) -> NodeID) -> Operation {
    switch self {
    case .not(let operand): .not(node(operand))
    case .and(let parts): .and(parts.map(node))
    case .or(let parts): .or(parts.map(node))
    case .conditional(let condition, let then, let otherwise):
      .conditional(if: node(condition), then: node(then), else: node(otherwise))
    case .otherwise(let first, let second): .otherwise(node(first), node(second))
    case .known(let operand): .known(node(operand))
    case .lastKnown(let operand): .lastKnown(node(operand))
    default: self
    }
  }

  private func replacingParts(_ node: (NodeID) -> NodeID) -> Operation {
    switch self {
    case .text(let pieces):
      .text(
        pieces.map { piece in
          if case .value(let value) = piece { .value(node(value)) } else { piece }
        })
    case .textFunction(let function, let operand): .textFunction(function, node(operand))
    case .placeName(let operand): .placeName(node(operand))
    case .placePosition(let operand): .placePosition(node(operand))
    case .placeNamed(let operand, let name, let radius):
      .placeNamed(node(operand), name: name, radius: radius)
    case .list(let elements): .list(elements.map(node))
    case .rowPart(let row, let field): .rowPart(node(row), field: field)
    default: self
    }
  }

  private func replacingPast(_ node: (NodeID) -> NodeID) -> Operation {
    switch self {
    case .lasting(let operand, let seconds): .lasting(node(operand), seconds: seconds)
    case .withinLast(let operand, let seconds): .withinLast(node(operand), seconds: seconds)
    case .withinNext(let operand, let seconds): .withinNext(node(operand), seconds: seconds)
    case .window(let function, let operand, .since(let start)):
      .window(function, node(operand), .since(node(start)))
    case .window(let function, let operand, let span): .window(function, node(operand), span)
    case .began(let operand): .began(node(operand))
    case .aggregate(let aggregate, let query):
      .aggregate(
        aggregate,
        RowQuery(
          scope: query.scope, table: query.table, predicate: query.predicate.map(node),
          value: query.value.map(node)))
    case .aggregateList(let aggregate, let list): .aggregateList(aggregate, node(list))
    default: self
    }
  }
}
