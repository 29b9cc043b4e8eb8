/// A sum that depends on no order and on no steps, in whole ``Quanta``
///
/// Sums of floating-point numbers depend on their order, so that a window which takes in one value and leaves another
/// would drift away from the sum of the same values in another order. This one is exact, in 192 bits: a summand has 119 of them at most, so
/// that it can be taken for each second of ten thousand years. It is rounded once, if it becomes a number again.
///
/// Windows evaluate millions of sums a second in another module, where calls of these few instructions cost more than they do.
package struct ExactSum: Hashable, Sendable {
  /// The lower 128 bits, in two's complement
  package let low: UInt128

  /// The upper 64 bits
  package let high: Int64

  @inlinable
  package init() { self.init(low: 0, high: 0) }

  @inlinable
  package init(low: UInt128, high: Int64) {
    self.low = low
    self.high = high
  }

  /// A number of quanta
  @inlinable @inline(__always)
  package init(_ quanta: Int128) {
    low = UInt128(truncatingIfNeeded: quanta)
    high = quanta < 0 ? -1 : 0
  }

  /// A number of quanta, so many times
  ///
  /// - Requires: `0 <= count < 2⁶²`.
  @inlinable @inline(__always)
  package init(_ quanta: Int128, times count: Int64) {
    let factor = UInt64(truncatingIfNeeded: count)
    let lower = UInt64(truncatingIfNeeded: quanta).multipliedFullWidth(by: factor)
    let upper =
      Int128(Int64(truncatingIfNeeded: quanta &>> 64)) &* Int128(count) &+ Int128(lower.high)
    low = UInt128(UInt64(truncatingIfNeeded: upper)) &<< 64 | UInt128(lower.low)
    high = Int64(truncatingIfNeeded: upper &>> 64)
  }

  @inlinable @inline(__always)
  package static func + (left: ExactSum, right: ExactSum) -> ExactSum {
    let (low, carry) = left.low.addingReportingOverflow(right.low)
    return ExactSum(low: low, high: left.high &+ right.high &+ (carry ? 1 : 0))
  }

  @inlinable @inline(__always)
  package static func - (left: ExactSum, right: ExactSum) -> ExactSum {
    let (low, borrow) = left.low.subtractingReportingOverflow(right.low)
    return ExactSum(low: low, high: left.high &- right.high &- (borrow ? 1 : 0))
  }

  /// The sum in the base unit divided by a count, as the nearest Double, ties to even
  ///
  /// - Requires: `count > 0`.
  @inlinable @inline(__always)
  package func scalar(over count: Int64 = 1) -> Double {
    let quanta = Int128(truncatingIfNeeded: low)
    let isNarrow = Int64(truncatingIfNeeded: quanta &>> 127) == high
    let (divisor, isTooLarge) = Self.odd.multipliedReportingOverflow(
      by: UInt64(truncatingIfNeeded: count))
    guard isNarrow, !isTooLarge else { return wideScalar(over: count) }
    let size =
      Self.exact(quanta.magnitude, over: divisor) ?? Self.rounded(quanta.magnitude, over: divisor)
    return quanta < 0 ? 0 - size : size
  }

  /// The quotient of quanta by one division of two numbers that Doubles hold, or `nil` if they do not
  ///
  /// The quanta of a number with three decimal places are a multiple of 2¹³, so that a sum of them up to 20,000 is short.
  ///
  /// - Parameter divisor: ``odd``, as often as the sum is divided.
  @inlinable @inline(__always)
  static func exact(_ quanta: UInt128, over divisor: UInt64) -> Double? {
    guard quanta &>> 66 == 0, UInt64(truncatingIfNeeded: quanta) & 0x1FFF == 0, divisor &>> 53 == 0
    else { return nil }
    let numerator = Double(Int64(truncatingIfNeeded: quanta &>> 13))
    return numerator / Double(Int64(truncatingIfNeeded: divisor)) * 0x1p-3
  }

  /// The same of any numbers
  @usableFromInline
  static func rounded(_ quanta: UInt128, over divisor: UInt64) -> Double {
    // A quantum is 2⁻¹⁶ of one of these.
    Rounding.nearest(quanta, over: divisor) * 0x1p-16
  }

  /// The quanta of a unit, without their factor 2¹⁶
  @usableFromInline
  static var odd: UInt64 { 54_931_640_625 }

  /// The same of a sum or a divisor that is too large for a division of 128 by 64 bits
  @usableFromInline
  func wideScalar(over count: Int64) -> Double {
    let isNegative = high < 0
    let magnitude = isNegative ? ExactSum() - self : self
    var numerator = NaturalNumber(UInt64(truncatingIfNeeded: magnitude.high))
    numerator.shiftLeft(64)
    numerator.add(NaturalNumber(UInt64(truncatingIfNeeded: magnitude.low >> 64)))
    numerator.shiftLeft(64)
    numerator.add(NaturalNumber(UInt64(truncatingIfNeeded: magnitude.low)))
    var divisor = NaturalNumber(UInt64(Quanta.perUnit))
    divisor.multiply(by: UInt64(truncatingIfNeeded: count))
    let size = Rounding.quotient(numerator, by: divisor)
    return isNegative ? 0 - size : size
  }
}

extension ExactSum {
  /// The sum of numbers, or `nil` if one of them is not within ``Quanta/limit``
  package static func of(_ scalars: [Double]) -> Double? {
    sum(scalars)?.scalar()
  }

  /// The mean of numbers, or `nil` if there are none, or one of those that differ is not within ``Quanta/limit``
  ///
  /// The mean of equal numbers is the number, even if it is no whole number of quanta.
  package static func mean(of scalars: [Double]) -> Double? {
    guard let first = scalars.first else { return nil }
    if scalars.allSatisfy({ $0 == first }) { return first }
    return sum(scalars)?.scalar(over: Int64(scalars.count))
  }

  /// The difference of two numbers; as floating-point numbers have it if one is not within ``Quanta/limit``
  ///
  /// From 19.9 to 20.1 it is 0.2, if that of the binary fractions is 0.20000000000000284.
  package static func difference(_ end: Double, _ start: Double) -> Double {
    guard let last = Quanta.of(end), let first = Quanta.of(start) else { return end - start }
    return ExactSum(last &- first).scalar()
  }

  private static func sum(_ scalars: [Double]) -> ExactSum? {
    var sum = ExactSum()
    for scalar in scalars {
      guard let quanta = Quanta.of(scalar) else { return nil }
      sum = sum + ExactSum(quanta)
    }
    return sum
  }
}
