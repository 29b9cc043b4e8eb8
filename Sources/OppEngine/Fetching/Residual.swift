internal import OppPlanning

/// The part of an instance that fetches can still change
///
/// An instance is *open* while something below it is missing or due and could change its reading, else it is
/// *settled*: no fetch changes it, even where it is unknown. Something missing alone cannot change a reading
/// that is known without it, except through operators that test whether something is known.
///
///     c and d        // c is false, t is missing: settled. c is true: open until t is there
///     x > y          // s responded without x: settled and unknown, whatever y is
///     x otherwise y  // s is missing: open until s is there, for y counts only without x
///     known(x)       // s is missing: open, although it is false already
struct Residual: Sendable {
  /// The fetches that it waits for
  let waits: Waits

  /// Whether its present reading may change by a fetch, even where it is known
  let isProvisional: Bool

  /// Whether it may be true once it is decided, and whether false
  let mayBeTrue: Bool
  let mayBeFalse: Bool

  /// Its node in the problem; nil while none has needed it
  var node: Int32?

  enum Waits {
    /// It is settled; the first second at which time alone may change that, ``Seconds/never`` for none
    ///
    /// The horizons of readings trust what is due, for it still counts. Where another operand makes a due fetch
    /// needless, the condition is looked at again at that operand's horizon: with d false until 12:20 and c due, `c and
    /// d` is settled until 12:20.
    case settled(until: Int64)
    /// One fetch, which decides all that lies below
    case fetch(Int)
    /// Several at once: a part of the lists of the problem
    case fetches(ListRange)
    /// A junction of operands that wait for several, each for itself
    case several
  }

  /// Of what no fetch changes until a second, and time does not change before
  static func settled(until: Int64) -> Residual {
    Residual(
      waits: .settled(until: until), isProvisional: false, mayBeTrue: false, mayBeFalse: false)
  }

  /// Of what waits for fetches, and may then be anything
  static func open(_ waits: Waits, isProvisional: Bool) -> Residual {
    Residual(waits: waits, isProvisional: isProvisional, mayBeTrue: true, mayBeFalse: true)
  }

  /// Of `not`
  static func negated(_ operand: Residual, _ waits: Waits) -> Residual {
    Residual(
      waits: waits, isProvisional: operand.isProvisional, mayBeTrue: operand.mayBeFalse,
      mayBeFalse: operand.mayBeTrue)
  }

  /// The same for an instance that is what this one is; the node remains that of this one
  func passedOn(_ waits: Waits) -> Residual {
    Residual(
      waits: waits, isProvisional: isProvisional, mayBeTrue: mayBeTrue, mayBeFalse: mayBeFalse)
  }

  var isSettled: Bool {
    if case .settled = waits { return true }
    return false
  }
}
