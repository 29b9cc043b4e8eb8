internal import OppModel

/// The difference between *unknown* and *not fetched yet*
///
/// While something is missing that a session can fetch, whatever depends on it is *undecided*: it is not
/// taken for unknown, not even by `otherwise` and `known`, until there is a response or a failure.
///
///     s.n otherwise 50     s was never fetched: undecided      s was fetched in vain: 50
///     known(s.n)           undecided                           false
///
/// This is the counterpart of what is open (``Residual``): an instance that is undecided is open, so that
/// what it waits for is fetched once it matters.
struct UndecidedEvaluation {
  let instance: InstanceID

  init(_ instance: InstanceID) { self.instance = instance }

  /// A reading of an instance, undecided where it waits for something that can be fetched
  func undecided(
    _ reading: Reading, _ ahead: inout Ahead?, _ evaluator: inout Evaluator
  ) -> Reading {
    guard ahead?.forgetsReadings != true, isUndecided(reading, &ahead, &evaluator) else {
      return reading
    }
    return .undecided(until: reading.until)
  }

  /// Whether an instance waits for something that can be fetched
  ///
  /// Most operators are undecided where an operand is and the result is not known without it: `a and b` with `a` false
  /// is false, whatever b is. Those that turn unknown into something else, `known` and `otherwise`, are undecided with
  /// their operand. A comparison with an operand that is unknown for good is unknown, whatever the other waits for.
  private func isUndecided(
    _ reading: Reading, _ ahead: inout Ahead?, _ evaluator: inout Evaluator
  ) -> Bool {
    let template = evaluator.instances.template[instance]
    switch evaluator.code[template].traits.dependence {
    case .tested: return hasUndecidedOperand(&ahead, &evaluator)
    case .otherwise: return isOtherwiseUndecided(&ahead, &evaluator)
    case .rows: return reading.isUndecided
    case .earlier: return false
    case .joined(.choice): return !reading.isKnown && isChoiceUndecided(&ahead, &evaluator)
    case .source:
      return !reading.isKnown && !hasUnknownOperand(&ahead, &evaluator)
        && (hasUndecidedOperand(&ahead, &evaluator) || evaluator.facts.isAwaited(leaf: instance))
    case .row:
      guard !reading.isKnown, let row = evaluator.instances.row(of: instance) else { return false }
      return evaluator.facts.isAwaited(table: evaluator.facts.rows[row].table)
    case .place:
      return !reading.isKnown
        && (hasUndecidedOperand(&ahead, &evaluator) || evaluator.isAwaited(place: instance))
    case .rowPart:
      return !reading.isKnown
        && (hasUndecidedOperand(&ahead, &evaluator) || evaluator.isAwaited(rowsBelow: template))
    case .strict:
      return !reading.isKnown && !hasUnknownOperand(&ahead, &evaluator)
        && hasUndecidedOperand(&ahead, &evaluator)
    case .joined(.not), .joined(.and), .joined(.or), .lastKnown, .past, .operands:
      return !reading.isKnown && hasUndecidedOperand(&ahead, &evaluator)
    }
  }

  /// Whether the condition of a choice waits, or else the operand that it chooses
  private func isChoiceUndecided(_ ahead: inout Ahead?, _ evaluator: inout Evaluator) -> Bool {
    let condition = evaluator.operand(0, instance, &ahead)
    switch condition.truth {
    case .true: return evaluator.operand(1, instance, &ahead).isUndecided
    case .false: return evaluator.operand(2, instance, &ahead).isUndecided
    case .unknown: return condition.isUndecided
    }
  }

  /// Whether the first operand of `otherwise` waits, or, where it is unknown for good, the second
  private func isOtherwiseUndecided(_ ahead: inout Ahead?, _ evaluator: inout Evaluator) -> Bool {
    let first = evaluator.operand(0, instance, &ahead)
    if first.isKnown || first.isUndecided { return first.isUndecided }
    return evaluator.operand(1, instance, &ahead).isUndecided
  }

  /// Whether any operand waits
  private func hasUndecidedOperand(_ ahead: inout Ahead?, _ evaluator: inout Evaluator) -> Bool {
    hasOperand(.undecided, &ahead, &evaluator)
  }

  /// Whether an operand is unknown for good, and the instance with it
  private func hasUnknownOperand(_ ahead: inout Ahead?, _ evaluator: inout Evaluator) -> Bool {
    hasOperand(.unknown, &ahead, &evaluator)
  }

  /// Whether the reading of any operand is of a kind
  private func hasOperand(
    _ kind: Reading.Kind, _ ahead: inout Ahead?, _ evaluator: inout Evaluator
  ) -> Bool {
    for index in 0..<evaluator.instances.operandCount(of: instance)
    where evaluator.operand(index, instance, &ahead).kind == kind {
      return true
    }
    return false
  }
}
