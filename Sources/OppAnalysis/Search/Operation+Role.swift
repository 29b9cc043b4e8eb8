internal import OppModel

/// The part that an operation plays in a question, before any reasoning about its operands
///
/// A new operation gets its role here; all else in this module follows from the role, from the shape in
/// `NetworkBuilder+Shapes.swift` and from the domain in `NetworkBuilder+Domains.swift`.
enum OperationRole {
  /// A value written in the rules
  case constant
  /// A field of the present second
  case present
  /// A field of a source or of a row: it may have any value of its domain
  case data
  /// A time of the sun or `daylight`, which follow from the present second and a place
  case sun
  /// Order or membership of values
  case comparison
  /// A text, which is never unknown
  case text
  /// `known(x)`, which is true or false
  case knowledge
  /// A value that follows from those of the operands
  case computed
}

extension Operation {
  /// The role, the same for every operation of a kind: one table for the whole module
  var role: OperationRole {
    switch self {
    case .constant: .constant
    case .clock: .present
    case .reading, .rowField: .data
    case .sun: .sun
    case .compare, .inRange: .comparison
    case .text: .text
    case .known: .knowledge
    case .address, .nearest, .row, .not, .and, .or, .conditional, .otherwise, .lastKnown, .element,
      .containsText, .arithmetic, .unary, .part, .distance, .textFunction, .placeName,
      .placePosition, .placeNamed, .list, .rowPart, .lasting, .withinLast, .withinNext, .window,
      .began, .aggregate, .aggregateList:
      .computed
    }
  }

  /// Whether the operation gives whole numbers whatever its operands are
  var isWhole: Bool {
    switch self {
    case .part, .sun, .textFunction, .began: true
    case .aggregate(let aggregate, _), .aggregateList(let aggregate, _): aggregate == .count
    case .unary(let function, _): function == .floor || function == .ceiling || function == .round
    case .constant, .clock, .reading, .address, .nearest, .rowField, .row, .not, .and, .or,
      .conditional, .otherwise, .known, .lastKnown, .compare, .inRange, .element, .containsText,
      .arithmetic, .distance, .text, .placeName, .placePosition, .placeNamed, .list, .rowPart,
      .lasting, .withinLast, .withinNext, .window:
      false
    }
  }

  /// The seconds before the present one over which the operation looks at its operand; a day where that
  /// depends on the operand, nil where it looks at the present alone
  ///
  /// `raining for 2h` and `max(temp, last 2h)` look back 7200 seconds.
  var secondsBack: Int64? {
    if case .lasting(_, let seconds) = self { return seconds }
    if case .withinLast(_, let seconds) = self { return seconds }
    if case .window(_, _, .last(let seconds)) = self { return seconds }
    if case .window(_, _, .since) = self { return 86_400 }
    if case .began = self { return 86_400 }
    return nil
  }

  /// Whether the operation looks at other seconds of a condition
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

  /// The operands that all hold in a way where the operation holds in it
  ///
  /// `a and b` true has `a` and `b` true; `a or b` not true has both not true. Nil where any one would do.
  func operandsThatAll(_ holds: Truthfulness) -> [NodeID]? {
    if case .and(let operands) = self, holds == .isTrue || holds == .isNotFalse { return operands }
    if case .or(let operands) = self, holds == .isFalse || holds == .isNotTrue { return operands }
    return nil
  }

  /// The operands of which at least one holds in a way where the operation holds in it
  ///
  /// `a and b` is not true where `a` is not true or `b` is not.
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
