internal import OppModel

extension GraphBuilder {
  /// The conjunction of parts, nested ones flattened; nil of none
  func conjunction(_ parts: [NodeID]) -> NodeID? {
    var operands: [NodeID] = []
    for part in parts {
      if case .and(let inner) = operation(of: part) {
        operands.append(contentsOf: inner)
      } else {
        operands.append(part)
      }
    }
    guard operands.count > 1 else { return operands.first }
    return node(.and(operands), .bool)
  }

  /// The disjunction of parts, nested ones flattened; nil of none
  func disjunction(_ parts: [NodeID]) -> NodeID? {
    var operands: [NodeID] = []
    for part in parts {
      if case .or(let inner) = operation(of: part) {
        operands.append(contentsOf: inner)
      } else {
        operands.append(part)
      }
    }
    guard operands.count > 1 else { return operands.first }
    return node(.or(operands), .bool)
  }

  /// `x in [a, b]`: the disjunction of `x == a`, `x == b`; false of no elements
  func membership(_ value: NodeID, in elements: [NodeID]) -> NodeID {
    let parts = elements.map { node(.compare(.equal, value, $0), .bool) }
    return disjunction(parts) ?? constant(.truth(false), .bool)
  }

  /// The elements of a list that is written out, or a constant
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
