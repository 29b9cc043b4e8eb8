internal import OppModel

extension Operation {
  /// The operands of an `and` or an `or`; nil for another operation
  var junctionParts: [NodeID]? {
    if case .and(let parts) = self { return parts }
    if case .or(let parts) = self { return parts }
    return nil
  }

  /// The value of which it is a part, with the part; nil for another operation
  var partOf: (part: OppModel.Part, value: NodeID)? {
    if case .part(let part, let value) = self { (part, value) } else { nil }
  }

  /// The operand of a window over time, of rounding or of a default whose kind of value it keeps; nil for another
  var keptOperand: NodeID? {
    if case .otherwise(let inner, _) = self { return inner }
    if case .lastKnown(let inner) = self { return inner }
    if case .unary(_, let inner) = self { return traits.contains(.rounds) ? inner : nil }
    if case .window(let function, let inner, _) = self { return function.keepsKind ? inner : nil }
    return nil
  }
}

extension WindowFunction {
  /// `true` if it gives one of the values, or a mean of them
  fileprivate var keepsKind: Bool {
    switch self {
    case .average, .minimum, .maximum, .ago: true
    case .change, .total, .travelled, .increase, .times, .changes: false
    }
  }
}

extension LintSubject {
  /// `true` for the time of day, however it is written
  func isTimeOfDay(_ node: NodeID) -> Bool {
    let operation = graph[node].operation
    if operation == .clock(.time) { return true }
    return operation.partOf.map { $0.part == .time && graph[$0.value].operation == .clock(.now) }
      ?? false
  }

  /// `true` for a comparison of times of day, or a window of them
  func comparesTimeOfDay(_ node: NodeID) -> Bool {
    let operation = graph[node].operation
    if case .compare(_, let left, _) = operation { return graph[left].type == .timeOfDay }
    if case .inRange(let value, _, _, _) = operation { return graph[value].type == .timeOfDay }
    return false
  }
}
