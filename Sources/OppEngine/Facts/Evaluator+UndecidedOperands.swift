internal import OppModel

/// The difference between *unknown* and *not fetched yet*
///
/// While something is missing that a session can fetch, each reading that depends on it is *undecided*: it is not
/// taken for unknown, not even by `otherwise` and `known`, until there is a response or a failure.
///
///     s.n otherwise 50     s was never fetched: undecided      s was fetched in vain: 50
///     known(s.n)           undecided                           false
///
/// This is the counterpart of open instances (``Residual``): an instance that is undecided is open, so that
/// its missing readings are fetched once it matters.
extension Evaluator {
  /// A reading of an instance, undecided if it waits for something that can be fetched
  mutating func undecided(_ reading: Reading, of instance: InstanceID) -> Reading {
    guard !moment.forgetsReadings, isUndecided(instance, reading) else { return reading }
    return .undecided(until: reading.until)
  }

  /// Whether an instance waits for something that can be fetched
  ///
  /// Most operators are undecided if an operand is and the result is not known without it: `a and b` with `a` false
  /// is false, for any b. Those that turn unknown into something else, `known` and `otherwise`, are undecided with
  /// their operand. A comparison with an operand that is unknown for good is unknown, even while the other waits.
  private mutating func isUndecided(_ instance: InstanceID, _ reading: Reading) -> Bool {
    let template = instances.template[instance]
    switch code[template].traits.dependence {
    case .tested: return hasUndecidedOperand(instance)
    case .otherwise: return isOtherwiseUndecided(instance)
    case .rows: return reading.isUndecided
    case .earlier: return false
    case .joined(.choice): return !reading.isKnown && isChoiceUndecided(instance)
    case .source:
      return !reading.isKnown && !hasUnknownOperand(instance)
        && (hasUndecidedOperand(instance) || facts.isAwaited(leaf: instance))
    case .row:
      guard !reading.isKnown, let row = instances.row(of: instance) else { return false }
      return facts.isAwaited(table: facts.rows[row].table)
    case .place:
      return !reading.isKnown
        && (hasUndecidedOperand(instance) || isAwaited(place: instance))
    case .rowPart:
      return !reading.isKnown
        && (hasUndecidedOperand(instance) || isAwaited(rowsBelow: template))
    case .strict:
      return !reading.isKnown && !hasUnknownOperand(instance)
        && hasUndecidedOperand(instance)
    case .joined(.not), .joined(.and), .joined(.or), .lastKnown, .past, .operands:
      return !reading.isKnown && hasUndecidedOperand(instance)
    }
  }

  /// Whether the condition of a choice waits, or else the operand that it chooses
  private mutating func isChoiceUndecided(_ instance: InstanceID) -> Bool {
    let condition = operand(0, of: instance)
    switch condition.truth {
    case .true: return operand(1, of: instance).isUndecided
    case .false: return operand(2, of: instance).isUndecided
    case .unknown: return condition.isUndecided
    }
  }

  /// Whether the first operand of `otherwise` waits, or the second if the first is unknown for good
  private mutating func isOtherwiseUndecided(_ instance: InstanceID) -> Bool {
    let first = operand(0, of: instance)
    #if Relapses
      if Relapse.isOn(.otherwiseDecidesAtOnce) { return false }
    #endif
    if first.isKnown || first.isUndecided { return first.isUndecided }
    return operand(1, of: instance).isUndecided
  }

  /// Whether any operand waits
  private mutating func hasUndecidedOperand(_ instance: InstanceID) -> Bool {
    hasOperand(instance, .undecided)
  }

  /// Whether an operand is unknown for good, and the instance with it
  private mutating func hasUnknownOperand(_ instance: InstanceID) -> Bool {
    hasOperand(instance, .unknown)
  }

  /// Whether the reading of any operand is of a kind
  private mutating func hasOperand(_ instance: InstanceID, _ kind: Reading.Kind) -> Bool {
    for index in 0..<instances.operandCount(of: instance)
    where operand(index, of: instance).kind == kind {
      return true
    }
    return false
  }
}
