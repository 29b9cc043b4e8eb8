internal import OppModel

/// The parts of a question in groups that have nothing in common
///
/// Parts that read no common signal, and of which at most one depends on time and one on positions, can
/// each hold or fail whatever the others do. So they all hold together at some second unless those of one
/// group never do.
///
/// ```
/// temp > 30C, sky == rain, temp < 10C, time > 8:00
///   → [temp > 30C, temp < 10C]   [sky == rain]   [time > 8:00]
/// ```
///
/// The first group is refuted without any thought for the others.
///
/// - Complexity: O(*n*) in the nodes below the parts, each looked at once for all questions.
struct IndependentParts: Sendable {
  /// Something that parts can have in common
  private enum Signal: Hashable {
    /// A field of a request, by its index in the source
    case field(RequestID, Int)
    /// All fields of a request, between which the prelude has laws
    case request(RequestID)
    /// The rows of a table: two parts may range over the same ones
    case table(TableID)
    /// The present second, which `time`, `weekday` and the sun share
    case time
    /// All positions and distances, which triangles relate to each other
    case position
  }

  /// The number of each signal, in the order in which they were met
  private var numbers: [Signal: Int32] = [:]

  /// The numbers of the signals below nodes, ascending
  private var signals: [NodeID: [Int32]] = [:]

  /// Parts that have something in common
  private struct Group {
    /// The numbers of the signals of all its parts, each once, unsorted
    var signals: [Int32]

    /// Their indices, ascending
    var parts: [Int]

    /// Joins the signals and parts of another group, or of one new part
    mutating func add(_ others: [Int32], _ members: [Int]) {
      for signal in others where !signals.contains(signal) { signals.append(signal) }
      parts += members
    }
  }

  /// The parts in their groups, in the order of their first parts
  mutating func groups(of parts: [Part], in graph: ConditionGraph) -> [[Part]] {
    var groups: [Group] = []
    for (index, part) in parts.enumerated() {
      // A part joins the first group it touches, and draws in the other groups it touches.
      let signals = self.signals(below: part.node, in: graph)
      var first: Int?
      for place in groups.indices where groups[place].signals.contains(where: signals.contains) {
        guard let target = first else {
          groups[place].add(signals, [index])
          first = place
          continue
        }
        groups[target].add(groups[place].signals, groups[place].parts)
        groups[place].parts = []
        groups[place].signals = []
      }
      if first == nil { groups.append(Group(signals: signals, parts: [index])) }
    }
    return groups.filter { !$0.parts.isEmpty }.map { group in group.parts.sorted().map { parts[$0] }
    }
  }

  /// The numbers of the signals below a node, ascending; remembered, since questions share their parts
  private mutating func signals(below root: NodeID, in graph: ConditionGraph) -> [Int32] {
    if let known = signals[root] { return known }
    var found: Set<Int32> = []
    var seen: Set<NodeID> = [root]
    var stack = [root]
    while let next = stack.popLast() {
      if let signal = Self.signal(of: graph[next], in: graph) {
        let number = numbers[signal] ?? Int32(truncatingIfNeeded: numbers.count)
        numbers[signal] = number
        found.insert(number)
      }
      graph.forEachOperand(of: graph[next].operation) { operand in
        if seen.insert(operand).inserted { stack.append(operand) }
      }
    }
    signals[root] = found.sorted()
    return found.sorted()
  }

  /// The signal that a node reads; nil of an operation, which has the signals of its operands
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
