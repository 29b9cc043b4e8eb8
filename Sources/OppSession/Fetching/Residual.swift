internal import OppEngine
internal import OppModel

/// The part of an instance that fetches can still change
///
/// An instance is *open* while something below it is missing or due and could change its reading, else it is
/// *settled*: no fetch changes it, even if it is unknown. Something missing alone cannot change a reading
/// that is known without it, except through operators that test whether something is known.
///
///     c and d        // c is false, t is missing: settled. c is true: open until t is there
///     x > y          // s responded without x: settled and unknown, for every y
///     x otherwise y  // s is missing: open until s is there, for y counts only without x
///     known(x)       // s is missing: open, although it is false already
struct Residual: Sendable {
  /// The fetches that it waits for
  let waits: Waits

  /// Whether its present reading may change by a fetch, even if it is known
  let isProvisional: Bool

  /// The first second at which the fetches, as it is decided, may make it true
  ///
  /// ``Seconds/past`` if they may at any second, ``Seconds/never`` if only an arrival could change that.
  ///
  ///     c and d        // s responded without c: d cannot make it true
  ///     c for 10s and d  // c came back five seconds ago: d cannot make it true for another five
  let trueFrom: Int64

  /// The first second at which they may make it false
  let falseFrom: Int64

  /// Its node in the problem; nil while none has needed it
  var node: Int32?

  enum Waits {
    /// It is settled; the first second at which time alone may change that, ``Seconds/never`` for none
    ///
    /// The horizons of readings trust due readings, which still count. If another operand makes a due fetch
    /// needless, the condition is examined again at that operand's horizon: with d false until 12:20 and c due, `c and
    /// d` is settled until 12:20.
    case settled(until: Int64)
    /// One fetch, which decides all that lies below
    case fetch(Int)
    /// Several at once: a part of the lists of the problem
    case fetches(ListRange)
    /// A junction of operands that wait for several, each for itself
    case several

    var isSettled: Bool {
      if case .settled = self { return true }
      return false
    }

    /// The fetches of an instance that has this one below it
    var joined: Waits {
      switch self {
      case .settled, .fetch: self
      case .fetches, .several: .several
      }
    }
  }

  /// The residual of an instance that neither a fetch nor time changes before a second
  static func settled(until: Int64) -> Residual {
    Residual(
      waits: .settled(until: until), isProvisional: false, trueFrom: Seconds.never,
      falseFrom: Seconds.never)
  }

  /// The residual of an instance that waits for fetches, and may then have any value
  static func open(_ waits: Waits, isProvisional: Bool) -> Residual {
    Residual(
      waits: waits, isProvisional: isProvisional, trueFrom: Seconds.past, falseFrom: Seconds.past)
  }

  /// Of `not`
  static func negated(_ operand: Residual) -> Residual {
    Residual(
      waits: operand.waits.joined, isProvisional: operand.isProvisional,
      trueFrom: operand.falseFrom, falseFrom: operand.trueFrom)
  }

  /// The same for a choice that has chosen this operand, until its condition may change
  func chosen(until: Int64) -> Residual {
    Residual(
      waits: waits.joined, isProvisional: isProvisional, trueFrom: min(trueFrom, until),
      falseFrom: min(falseFrom, until))
  }

  /// The first second at which it may have a truth, given the truth that it has now if it is settled
  func mayBe(_ truth: Truth, now: Truth) -> Int64 {
    guard case .settled(let until) = waits else { return truth == .true ? trueFrom : falseFrom }
    return truth == now ? Seconds.past : until
  }

  var isSettled: Bool { waits.isSettled }
}
