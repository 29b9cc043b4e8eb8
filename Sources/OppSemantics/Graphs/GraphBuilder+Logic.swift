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
    switch operation(of: list) {
    case .list(let elements): return elements
    case .constant(.list(let values)):
      guard case .list(let element) = type(of: list) else { return nil }
      return values.map { constant($0, element) }
    default: return nil
    }
  }

  /// A list of nodes: a constant where all of them are
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
  /// The same as a set, where there are many
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
