internal import OppModel

extension GraphBuilder {
  /// The conjunction of parts, nested ones flattened and equal ones one; nil of none
  ///
  ///     raining and (busy and charging) and raining   →   (and raining busy charging)
  func conjunction(_ parts: [NodeID]) -> NodeID? {
    var operands = OperandList()
    for part in parts {
      if case .and(let inner) = operation(of: part) {
        operands.add(inner)
      } else {
        operands.add(part)
      }
    }
    guard operands.nodes.count > 1 else { return operands.nodes.first }
    return node(.and(operands.nodes), .bool)
  }

  /// The disjunction of parts, nested ones flattened and equal ones one; nil of none
  func disjunction(_ parts: [NodeID]) -> NodeID? {
    var operands = OperandList()
    for part in parts {
      if case .or(let inner) = operation(of: part) {
        operands.add(inner)
      } else {
        operands.add(part)
      }
    }
    guard operands.nodes.count > 1 else { return operands.nodes.first }
    return node(.or(operands.nodes), .bool)
  }

  /// The greatest number of pairs of junctions that ``atLeast(_:of:)`` makes of written-out conditions
  private static let countLimit = 200

  /// Whether so many of some conditions are true: as junctions if these are few, so that all that is known of junctions
  /// holds here as well
  ///
  ///     at least 2 of [a, b, c]   →   (or (and a (or b c)) (and b c)): one of b and c beside a, or both
  ///
  /// In three-valued logic that is the same, because no condition is negated.
  func atLeast(_ least: Int, of conditions: [NodeID]) -> NodeID {
    if least <= 0 { return constant(.truth(true), .bool) }
    if least > conditions.count { return constant(.truth(false), .bool) }
    guard least * (conditions.count - least + 1) <= Self.countLimit else {
      return node(.aggregateList(.atLeast(least), list(conditions, of: .bool)), .bool)
    }
    // By number: whether at least so many of the last conditions are true; nil for more than there are.
    var suffix: [NodeID?] = [NodeID?](repeating: nil, count: least + 1)
    for condition in conditions.reversed() {
      for number in stride(from: least, through: 1, by: -1) {
        let others =
          number == 1 ? condition : suffix[number - 1].map { [condition, $0] }.flatMap(conjunction)
        suffix[number] = disjunction([others, suffix[number]].compactMap { $0 })
      }
    }
    return suffix[least] ?? constant(.truth(false), .bool)
  }

  /// `x in [a, b]`: the disjunction of `x == a`, `x == b`; false of no elements
  ///
  ///     sky in [rain, drizzle]   →   (or (== weather.sky rain) (== weather.sky drizzle))
  func membership(_ value: NodeID, in elements: [NodeID]) -> NodeID {
    let parts = elements.map { node(.compare(.equal, value, $0), .bool) }
    return disjunction(parts) ?? constant(.truth(false), .bool)
  }

  /// The elements of a list that is written out, or a constant
  ///
  ///     [mon, tue] → its two nodes     agenda.title → nil: only the run knows them
  func elements(of list: NodeID) -> [NodeID]? {
    let operation = operation(of: list)
    if case .list(let elements) = operation { return elements }
    guard case .constant(.list(let values)) = operation, case .list(let element) = type(of: list)
    else { return nil }
    return values.map { constant($0, element) }
  }

  /// A list of nodes: a constant if all of them are
  func list(_ elements: [NodeID], of element: ValueType) -> NodeID {
    var values: [Value] = []
    for node in elements {
      guard let value = constantValue(of: node) else {
        return self.node(.list(elements), .list(element))
      }
      values.append(value)
    }
    return constant(.list(values), .list(element))
  }
}

/// The operands of a junction, each once
///
/// A chain of `let a2 = a1 and a1` would otherwise double them with each of its links.
private struct OperandList {
  /// In the order in which they came
  private(set) var nodes: [NodeID] = []
  /// The same as a set, if there are many
  private var known: Set<NodeID> = []

  /// The number of operands from which on a set is quicker than a look at each
  private static let setSize = 16

  /// Adds those that are not there yet
  mutating func add(_ more: [NodeID]) {
    for node in more { add(node) }
  }

  /// Adds a node, if it is not there yet
  mutating func add(_ node: NodeID) {
    if nodes.count < Self.setSize {
      guard !nodes.contains(node) else { return }
    } else {
      if nodes.count == Self.setSize { known = Set(nodes) }
      guard known.insert(node).inserted else { return }
    }
    nodes.append(node)
  }
}
