internal import OppModel

/// The parts of a question in groups that have nothing in common
///
/// Parts that read no common signal, and of which at most one depends on time and one on positions, can
/// each hold or fail independently of the others. So they all hold together at some second unless those of one
/// group never do.
///
/// ```
/// temp > 30C, sky == rain, temp < 10C, time > 8:00
///   → [temp > 30C, temp < 10C]   [sky == rain]   [time > 8:00]
/// ```
///
/// The first group is refuted without any thought for the others.
///
/// - Complexity: O(*n*) in the nodes below the parts, each visited once for all questions.
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

  /// The parts in their groups, in the order of their first parts
  ///
  /// Parts that share a signal are beside each other once all pairs of a signal and a part are sorted by signal.
  ///
  /// - Complexity: O(*n* log *n*) in the signals of the parts.
  mutating func groups(of parts: [Part], in graph: ConditionGraph) -> [[Part]] {
    guard parts.count > 1 else { return parts.isEmpty ? [] : [parts] }
    var uses: [(signal: Int32, part: Int)] = []
    for (index, part) in parts.enumerated() {
      for signal in signals(below: part.node, in: graph) { uses.append((signal, index)) }
    }
    uses.sort { ($0.signal, $0.part) < ($1.signal, $1.part) }
    var leaders = DisjointIndices(count: parts.count)
    for (left, right) in zip(uses, uses.dropFirst()) where left.signal == right.signal {
      leaders.join(left.part, right.part)
    }
    var groups: [[Part]] = []
    var places = [Int](repeating: -1, count: parts.count)
    for (index, part) in parts.enumerated() {
      let leader = leaders.first(of: index)
      if places[leader] < 0 {
        places[leader] = groups.count
        groups.append([])
      }
      groups[places[leader]].append(part)
    }
    return groups
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
    if case .reading(let request, let field) = node.operation {
      if node.type == .position { return .position }
      return PreludeLaws.source(of: request, in: graph)?.name == "calendar"
        ? .request(request) : .field(request, field)
    }
    if case .aggregate(_, let query) = node.operation { return .table(query.table) }
    if case .rowField(let scope, _) = node.operation {
      return .table(graph.scopes[Int(scope.index)])
    }
    if case .row(let scope) = node.operation { return .table(graph.scopes[Int(scope.index)]) }
    if case .clock = node.operation { return .time }
    if node.operation.placeOfSun != nil { return .time }
    if case .began = node.operation { return .time }
    if case .lastChange = node.operation { return .time }
    // All else that reads data reads positions: distances, addresses, the nearest place.
    return node.operation.traits.contains(.readsData) ? .position : nil
  }
}

/// Indices in sets, of which any two can be joined
///
/// ```
/// 0 1 2 3 4     join(1, 3)   join(3, 4)     first(of: 4) is 1
/// ```
private struct DisjointIndices {
  /// An earlier index of the same set, or the index itself if it is the first
  private var earlier: [Int]

  init(count: Int) { earlier = Array(0..<count) }

  /// The first index of the set that an index is in
  mutating func first(of index: Int) -> Int {
    var index = index
    while earlier[index] != index {
      earlier[index] = earlier[earlier[index]]
      index = earlier[index]
    }
    return index
  }

  /// Makes one set of the sets of two indices
  mutating func join(_ left: Int, _ right: Int) {
    let (left, right) = (first(of: left), first(of: right))
    earlier[max(left, right)] = min(left, right)
  }
}
