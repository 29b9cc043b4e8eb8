internal import OppModel

/// The parts of a question in groups that have nothing in common
///
/// Parts that read no common signal, and of which at most one depends on time and one on positions, can
/// each hold or fail whatever the others do. So they all hold together at some second unless those of one
/// group never do.
///
/// - Complexity: O(*n*) in the nodes below the parts, each looked at once for all questions.
struct IndependentParts: Sendable {
  /// Something that parts can have in common
  private enum Signal: Hashable {
    case field(RequestID, Int)
    /// All fields of a request, between which the prelude has laws
    case request(RequestID)
    case table(TableID)
    case time
    case position
  }

  private var signals: [NodeID: Set<Signal>] = [:]

  /// The parts in their groups, in the order of their first parts
  mutating func groups(of parts: [Part], in graph: ConditionGraph) -> [[Part]] {
    var groups: [(signals: Set<Signal>, parts: [(index: Int, part: Part)])] = []
    for (index, part) in parts.enumerated() {
      var signals = self.signals(below: part.node, in: graph)
      var members = [(index: index, part: part)]
      groups.removeAll { group in
        guard !group.signals.isDisjoint(with: signals) else { return false }
        signals.formUnion(group.signals)
        members = group.parts + members
        return true
      }
      groups.append((signals, members))
    }
    let sorted = groups.map { group in group.parts.sorted { $0.index < $1.index } }
    return sorted.sorted { ($0.first?.index ?? 0) < ($1.first?.index ?? 0) }.map { group in
      group.map { $0.part }
    }
  }

  private mutating func signals(below root: NodeID, in graph: ConditionGraph) -> Set<Signal> {
    if let known = signals[root] { return known }
    var found: Set<Signal> = []
    var seen: Set<NodeID> = [root]
    var stack = [root]
    while let next = stack.popLast() {
      if let signal = Self.signal(of: graph[next], in: graph) { found.insert(signal) }
      graph.forEachOperand(of: graph[next].operation) { operand in
        if seen.insert(operand).inserted { stack.append(operand) }
      }
    }
    signals[root] = found
    return found
  }

  private static func signal(of node: Node, in graph: ConditionGraph) -> Signal? {
    switch node.operation {
    case .clock, .sun, .began: .time
    case .reading(let request, let field):
      if node.type == .position {
        .position
      } else if PreludeLaws.source(of: request, in: graph)?.name == "calendar" {
        .request(request)
      } else {
        .field(request, field)
      }
    case .rowField(let scope, _), .row(let scope): .table(graph.scopes[Int(scope.index)])
    case .aggregate(_, let query): .table(query.table)
    case .distance, .nearest, .address: .position
    case .constant, .not, .and, .or, .conditional, .otherwise, .known, .lastKnown, .compare,
      .inRange, .element, .containsText, .arithmetic, .unary, .part, .text, .textFunction,
      .placeName, .placePosition, .placeNamed, .list, .rowPart, .lasting, .withinLast,
      .withinNext, .window, .aggregateList:
      nil
    }
  }
}
