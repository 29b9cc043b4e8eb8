internal import OppModel

/// Makes of the value of a chart that of the end of a period, if windows in it reach to the end
///
/// A value is that of the last second of a period. But `total(on, since period)` at the last second lacks this very second, and a
/// meter that is read on the hour has counted the hour when the next begins. So such windows are those of the second after the
/// last, and all other parts are a second old there, as is the instant from which the windows look back:
///
/// ```
/// level + total(on, since period)      (add (ago level 1s) (total on since (ago (period-start day) 1s)))
/// ```
struct ChartEnds {
  private let builder: GraphBuilder

  /// Whether a node has a window that reaches to the end, for the nodes visited so far
  private var windows: [NodeID: Bool] = [:]

  /// The node that another became
  private var results: [NodeID: NodeID] = [:]

  init(_ builder: GraphBuilder) { self.builder = builder }

  /// The value as of the end of a period; `nil` if no window reaches to it
  mutating func atEnd(of value: NodeID) -> NodeID? { hasWindow(value) ? shifted(value) : nil }

  /// `true` if a window that reaches to the end is the node, or below it
  private mutating func hasWindow(_ node: NodeID) -> Bool {
    if let known = windows[node] { return known }
    let operation = builder.operation(of: node)
    var found = operation.isWindowToEnd
    if !found { builder.forEachOperand(of: operation) { if hasWindow($0) { found = true } } }
    windows[node] = found
    return found
  }

  /// The node at the second after the last of a period, with the value at the last second except for its windows
  private mutating func shifted(_ node: NodeID) -> NodeID {
    if let known = results[node] { return known }
    let result = shiftedAnew(node)
    results[node] = result
    return result
  }

  private mutating func shiftedAnew(_ node: NodeID) -> NodeID {
    let operation = builder.operation(of: node)
    let type = builder.type(of: node)
    if case .window(let function, let operand, .since(let start)) = operation,
      operation.isWindowToEnd
    {
      return builder.node(.window(function, operand, .since(shifted(start))), type)
    }
    if operation.isWindowToEnd { return node }
    if hasWindow(node) { return builder.node(operation.mapOperands { shifted($0) }, type) }
    if case .constant = operation { return node }
    if !builder.traits(of: node).contains(.drifts) {
      return builder.node(.window(.ago, node, .last(seconds: 1)), type)
    }
    // A value that moves by itself has no past here; of its parts some are fixed, and the clock is a second on.
    if case .clock(.now) = operation {
      let second = builder.constant(.scalar(1), .duration)
      return builder.node(.arithmetic(.subtract, node, second), .instant)
    }
    if case .arithmetic = operation {
      return builder.node(operation.mapOperands { shifted($0) }, type)
    }
    return node
  }
}

extension Operation {
  /// `true` for a window that adds up the time before a second, and not that second itself
  fileprivate var isWindowToEnd: Bool {
    guard case .window(let function, _, let span) = self else { return false }
    if case .next = span { return false }
    switch function {
    case .average, .total, .times, .changes, .change, .increase, .travelled: return true
    case .minimum, .maximum, .ago: return false
    }
  }
}
