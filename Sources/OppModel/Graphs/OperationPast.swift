/// The part of the past that an operation looks at itself, besides its operands' parts
///
/// ```
/// temp > 20C              none
/// raining for 2h          last 7,200 s
/// max(temp, since 6:00)   since an operand
/// began(raining)          unbounded
/// ```
package enum OperationPast: Hashable, Sendable {
  /// It looks at the present second alone, or ahead
  case none

  /// The seconds up to the present one
  case last(seconds: Int64)

  /// From the instant that an operand has on
  case since(NodeID)

  /// All of the past
  case unbounded
}
