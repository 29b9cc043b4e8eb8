internal import OppEngine
internal import OppModel

/// The conditions that a condition is made of, which share the odds that are learned
extension FetchDemand {
  /// The way in which a condition is made of its operands
  enum ConditionPart {
    /// A comparison, a count or a reading, whose odds are learned by themselves if it is a node
    case leaf(NodeID?)

    /// A truth that no fetch changes
    case settled(Truth)

    /// It joins its operands
    case joined(Connective)
  }

  /// The way in which an instance below an atom of the needs that were found last is made of its operands
  @inline(__always)
  func part(_ instance: InstanceID, _ engine: borrowing Engine) -> ConditionPart {
    guard let residual = residuals[instance], !residual.isSettled else {
      return .settled(engine.truth(ofInstance: instance))
    }
    if let connective = engine.connective(of: instance) { return .joined(connective) }
    return .leaf(engine.node(of: instance))
  }
}
