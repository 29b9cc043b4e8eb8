internal import OppModel

/// Texts and lists, as people write them
struct TextEvaluation {
  let instance: InstanceID

  /// The second of the evaluation: the present one, or that of `ahead`
  let second: Int64

  init(_ instance: InstanceID, _ second: Int64) {
    self.instance = instance
    self.second = second
  }

  /// The reading of a text with pieces, which the pool then holds
  func text(_ ahead: inout Ahead?, _ evaluator: inout Evaluator) -> Reading {
    guard let (text, until) = words(&ahead, &evaluator) else { return .unknown }
    return .object(evaluator.pool.index(of: .text(text)), until: until)
  }

  /// The wording of a text that has pieces; nil for an instance that is none
  ///
  /// `"{temp}, free for {free}"` at 21 °C, with free falling, is `21°C, free for 40 min` for one second; `"? and ?"` is
  /// the wording of two pieces that are unknown.
  func words(
    _ ahead: inout Ahead?, _ evaluator: inout Evaluator
  ) -> (text: String, until: Int64)? {
    let template = evaluator.instances.template[instance]
    guard evaluator.graph.nodes.has(template),
      case .text(let pieces) = evaluator.graph.nodes[template].operation
    else { return nil }
    var result = ""
    var until = Seconds.never
    var index = 0
    for piece in pieces {
      switch piece {
      case .literal(let literal): result += literal
      case .value(let node, let format):
        let operand = evaluator.value(ofOperand: index, instance, at: second, &ahead)
        until = min(until, operand.until)
        result += wording(of: node, operand.value, format, &evaluator)
        index += 1
      }
    }
    return (result, until)
  }

  /// A value of a node in words; that of a scalar is kept, for all Opps whose texts contain it at one second
  ///
  /// A hundred rows that notify at 12:00 with `{temp}` in their texts need one conversion of it.
  private func wording(
    of node: NodeID, _ value: Value?, _ format: ValueFormat?, _ evaluator: inout Evaluator
  ) -> String {
    guard case .scalar(let scalar)? = value, format == nil else {
      return evaluator.written(value, evaluator.graph[node].type, format: format)
    }
    if let known = evaluator.wordings[node], known.scalar.bitPattern == scalar.bitPattern {
      return known.text
    }
    let text = evaluator.written(value, evaluator.graph[node].type)
    evaluator.wordings[node] = (scalar, text)
    return text
  }
}
