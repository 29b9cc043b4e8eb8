/// A fraction in lowest terms, exact as long as both its parts fit in 64 bits
///
/// A number that does not fit is ``invalid``, as is everything computed from it: code that concludes
/// anything from a fraction checks ``isValid`` first.
///
/// ```
/// Rational(nearest: 20.1) - .ratio(1, 10)     20/1       exactly 20, as Doubles would not give
/// .ratio(6, -8)                               -3/4
/// .ratio(1, 0)                                invalid: 0/0
/// ```
struct Rational: Hashable, Sendable {
  /// Carries the sign; 0 of an invalid fraction
  let numerator: Int64

  /// Positive; 0 of an invalid fraction
  let denominator: Int64

  static let zero = Rational(0)
  static let one = Rational(1)

  /// A number that does not fit in 64 bits, or a division by zero; two of them are equal, but neither is known
  static let invalid = Rational(numerator: 0, denominator: 0)

  /// The fraction *whole*/1
  init(_ whole: Int64) {
    self.init(numerator: whole, denominator: 1)
  }

  /// - Requires: both have no common divisor, and `denominator` is positive, or both are 0.
  private init(numerator: Int64, denominator: Int64) {
    self.numerator = numerator
    self.denominator = denominator
  }

  /// A fraction in lowest terms with a positive denominator; invalid if a part does not fit afterwards
  private init(reducing numerator: Int128, over denominator: Int128) {
    guard denominator != 0 else {
      self = .invalid
      return
    }
    // Euclid's algorithm; the sign goes to the numerator.
    var (left, right) = (numerator.magnitude, denominator.magnitude)
    while right != 0 { (left, right) = (right, left % right) }
    let divisor = Int128(left) * (denominator < 0 ? -1 : 1)
    guard let top = Int64(exactly: numerator / divisor),
      let bottom = Int64(exactly: denominator / divisor), top != .min
    else {
      self = .invalid
      return
    }
    self.init(numerator: top, denominator: bottom)
  }

  /// The fraction in lowest terms; invalid if the denominator is 0
  static func ratio(_ numerator: Int64, _ denominator: Int64) -> Rational {
    Rational(reducing: Int128(numerator), over: Int128(denominator))
  }

  /// The simplest fraction whose nearest Double is a number: 201/10 for 20.1, 25/3 for 30 km/h
  ///
  /// By continued fractions: each step is the best approximation by a denominator of its size.
  ///
  /// For 20.1 the approximations are 20/1, 181/9, 201/10, of which the last is 20.1 as a Double. Beyond 10^15, and
  /// if no fraction of 52 bits is near enough, it is invalid.
  init(nearest value: Double) {
    guard value.isFinite, value.magnitude < 1e15 else {
      self = .invalid
      return
    }
    // The last two approximations, starting with 0/1 and 1/0.
    var (lastTop, lastBottom): (Int64, Int64) = (0, 1)
    var (top, bottom): (Int64, Int64) = (1, 0)
    var rest = value.magnitude
    for _ in 0..<40 {
      guard rest < 4e15 else { break }
      let whole = Int64(rest)
      let (firstProduct, a) = whole.multipliedReportingOverflow(by: top)
      let (secondProduct, b) = whole.multipliedReportingOverflow(by: bottom)
      let (nextTop, c) = firstProduct.addingReportingOverflow(lastTop)
      let (nextBottom, d) = secondProduct.addingReportingOverflow(lastBottom)
      guard !a, !b, !c, !d, nextBottom < 1 << 52, nextTop < 1 << 52 else { break }
      (lastTop, lastBottom, top, bottom) = (top, bottom, nextTop, nextBottom)
      if Double(top) / Double(bottom) == value.magnitude {
        self.init(numerator: value < 0 ? -top : top, denominator: bottom)
        return
      }
      // The part of the number behind the whole one, turned over, gives the next term.
      let fraction = rest - Double(whole)
      guard fraction > 0 else { break }
      rest = 1 / fraction
    }
    self = .invalid
  }

  /// A number to the millionth, for examples; proofs use ``init(nearest:)``
  init(rounding value: Double) {
    let exact = Rational(nearest: value)
    self =
      exact.isValid || !(value.magnitude < 1e12)
      ? exact : .ratio(Int64((value * 1e6).rounded()), 1_000_000)
  }

  /// `true` if it is a number that may be concluded from
  var isValid: Bool { denominator != 0 }

  /// `false` of an invalid fraction
  var isWhole: Bool { denominator == 1 }
  var isZero: Bool { numerator == 0 && denominator != 0 }
  var isNegative: Bool { numerator < 0 }

  /// The nearest Double
  var double: Double { Double(numerator) / Double(denominator) }

  /// The greatest whole number that is not above it
  var floor: Int64 {
    guard denominator > 1 else { return numerator }
    let quotient = numerator / denominator
    return numerator % denominator < 0 ? quotient - 1 : quotient
  }

  /// The least whole number that is not below it
  var ceiling: Int64 { -(-self).floor }

  static prefix func - (value: Rational) -> Rational {
    // No result of arithmetic is the least Int64, whose negation would overflow.
    Rational(numerator: -value.numerator, denominator: value.denominator)
  }

  static func + (left: Rational, right: Rational) -> Rational {
    guard left.isValid, right.isValid else { return .invalid }
    if left.denominator == 1, right.denominator == 1 {
      // Whole numbers, by far the most, need no divisor.
      let (sum, overflow) = left.numerator.addingReportingOverflow(right.numerator)
      if !overflow, sum != .min { return Rational(sum) }
    }
    let top =
      Int128(left.numerator) * Int128(right.denominator)
      + Int128(right.numerator) * Int128(left.denominator)
    return Rational(reducing: top, over: Int128(left.denominator) * Int128(right.denominator))
  }

  static func - (left: Rational, right: Rational) -> Rational { left + -right }

  static func * (left: Rational, right: Rational) -> Rational {
    guard left.isValid, right.isValid else { return .invalid }
    return Rational(
      reducing: Int128(left.numerator) * Int128(right.numerator),
      over: Int128(left.denominator) * Int128(right.denominator))
  }

  static func / (left: Rational, right: Rational) -> Rational {
    // Invalid for a division by zero, as for any number that is invalid itself.
    guard left.isValid, right.isValid, !right.isZero else { return .invalid }
    return Rational(
      reducing: Int128(left.numerator) * Int128(right.denominator),
      over: Int128(left.denominator) * Int128(right.numerator))
  }
}

extension Rational: Comparable {
  static func < (left: Rational, right: Rational) -> Bool {
    if left.denominator == right.denominator { return left.numerator < right.numerator }
    // Both denominators are positive, so multiplying by them keeps the order.
    return Int128(left.numerator) * Int128(right.denominator)
      < Int128(right.numerator) * Int128(left.denominator)
  }
}
