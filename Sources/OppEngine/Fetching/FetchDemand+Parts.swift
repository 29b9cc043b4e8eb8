internal import OppModel

/// The conditions that a condition is made of: what is learned of one is learned of its parts
extension FetchDemand {
  /// The way in which a condition is made of its operands
  enum ConditionPart {
    /// It is compared, counted or read: it is learned of by itself, where it is a node
    case leaf(NodeID?)

    /// Its truth, whatever is fetched
    case settled(Truth)

    /// It joins its operands
    case joined(InstructionTraits.Connective)
  }

  /// The way in which an instance below an atom of the needs that were found last is made of its operands
  @inline(__always)
  func part(_ instance: InstanceID, _ evaluator: borrowing Evaluator) -> ConditionPart {
    guard let residual = residuals[instance], !residual.isSettled else {
      return .settled(evaluator.instances.readings[instance].truth)
    }
    let template = evaluator.instances.template[instance]
    if let connective = evaluator.code[template].traits.connective {
      return .joined(connective)
    }
    return .leaf(evaluator.graph.node(of: template))
  }
}
