internal import OppModel

extension Operation {
  /// The part that the operation plays in a question
  var role: OperationRole { traits.role }

  /// The seconds before the present one over which the operation looks at its operand; a day if no length says
  /// so, `nil` if it looks at the present alone
  ///
  /// `raining for 2h` and `max(temp, last 2h)` look back 7200 seconds.
  var secondsBack: Int64? {
    switch past {
    case .none: nil
    case .last(let seconds): seconds
    case .since, .unbounded: 86_400
    }
  }

  /// `true` if the operation looks at other seconds of a condition
  ///
  /// `true` of `for` and both `within`, on exactly this operand
  func isHistory(of operand: NodeID) -> Bool {
    if case .lasting(operand, _) = self { return true }
    if case .withinLast(operand, _) = self { return true }
    if case .withinNext(operand, _) = self { return true }
    return false
  }

  /// The condition that has to hold in one way at some second for the operation to have a truth value
  ///
  /// `c within last 1h` is true only if `c` is true at some second, `c for 1h` is false only if `c` is false at some.
  ///
  /// - Returns: the operand, the truth of the operation that needs it, and how the operand has to hold.
  var someSecond: (operand: NodeID, truth: TruthMask, holds: Truthfulness)? {
    if case .withinLast(let operand, _) = self { return (operand, .true, .isTrue) }
    if case .withinNext(let operand, _) = self { return (operand, .true, .isTrue) }
    if case .lasting(let operand, _) = self { return (operand, .false, .isFalse) }
    return nil
  }

  /// The operands that all hold in a way if the operation holds in it
  ///
  /// `a and b` true has `a` and `b` true; `a or b` not true has both not true. Nil if any one would do.
  func operandsThatAll(_ holds: Truthfulness) -> [NodeID]? {
    if case .and(let operands) = self, holds == .isTrue || holds == .isNotFalse { return operands }
    if case .or(let operands) = self, holds == .isFalse || holds == .isNotTrue { return operands }
    return nil
  }

  /// The operands of which at least one holds in a way if the operation holds in it
  ///
  /// `a and b` is not true if `a` is not true or `b` is not.
  func operandsThatOne(_ holds: Truthfulness) -> [NodeID]? {
    if case .and(let operands) = self, holds == .isFalse || holds == .isNotTrue { return operands }
    if case .or(let operands) = self, holds == .isTrue || holds == .isNotFalse { return operands }
    return nil
  }

  /// The operand that has the same position: a place of which the operation changes other parts
  var samePosition: NodeID? {
    if case .placePosition(let place) = self { return place }
    if case .placeNamed(let place, _, _) = self { return place }
    return nil
  }
}
