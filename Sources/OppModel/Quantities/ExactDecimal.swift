/// The exact value of a decimal numeral, until it is rounded once to a Double
///
/// `68F` and `20C` are the same Double only if `(68 - 32) · 5 / 9` is computed exactly. A numeral is
/// an integer over a power of ten, a unit is a rational number, so a conversion is one quotient of two
/// integers N / D, rounded half to even:
///
/// ```
/// 68F        (68 · 5 − 160) / 9          N 180, D 9                          20
/// 16.1km     161 · 1000 / 10             N 161 000, D 10                     16100
/// 3.6mm/h    36 · 1 / (10 · 3 600 000)   N 36, D 36 000 000                  0.000001 m/s
/// ```
///
/// Three ways, from the cheapest:
///
/// 1. N and D are both below 2^53: each is a Double exactly, and IEEE division rounds correctly.
/// 2. N below 2^128 and D below 2^64: one 128-bit division leaves at least 64 bits and whether there is
///    a remainder.
/// 3. Longer: ``NaturalNumber``, up to ``maximumDigits``.
package struct ExactDecimal: Hashable, Sendable {
  /// The most digits that a numeral may have; more is an error that names this number
  package static let maximumDigits = 1000

  /// The furthest that a written exponent moves the point; beyond, no Double is left
  static let maximumExponent = 2000

  package let isNegative: Bool

  /// The digits as one integer; zero if there are more than fit, which are then in `digits`
  let magnitude: UInt64

  /// Each decimal digit 0-9, most significant first, if `magnitude` cannot hold them; else empty
  let digits: [UInt8]

  /// The power of ten that divides the integer; negative if it multiplies
  let scale: Int

  /// `±magnitude / 10^scale`
  package init(isNegative: Bool, magnitude: UInt64, scale: Int) {
    self.init(isNegative: isNegative, magnitude: magnitude, digits: [], scale: scale)
  }

  init(isNegative: Bool, magnitude: UInt64, digits: [UInt8], scale: Int) {
    self.isNegative = isNegative
    self.magnitude = magnitude
    self.digits = digits
    self.scale = scale
  }

  /// The same with the other sign
  package var negated: ExactDecimal {
    ExactDecimal(isNegative: !isNegative, magnitude: magnitude, digits: digits, scale: scale)
  }

  /// A hundredth of the value: `57.3` → `0.573`
  var hundredth: ExactDecimal {
    ExactDecimal(isNegative: isNegative, magnitude: magnitude, digits: digits, scale: scale + 2)
  }

  /// A hundred times the value: `0.573` → `57.3`
  var hundredfold: ExactDecimal {
    ExactDecimal(isNegative: isNegative, magnitude: magnitude, digits: digits, scale: scale - 2)
  }

  /// The Double nearest to the value; nil if it is beyond the largest
  package var value: Double? {
    quotient(numerator: 1, offset: 0, denominator: 1)
  }

  /// The Double nearest to the value in the base unit of `unit`; nil if it is beyond the largest
  package func value(in unit: Unit) -> Double? {
    quotient(numerator: unit.numerator, offset: unit.offset, denominator: unit.denominator)
  }

  /// `(self · numerator + offset) / denominator`, rounded once
  private func quotient(numerator: Int64, offset: Int64, denominator: Int64) -> Double? {
    if digits.isEmpty, scale >= 0, scale < Self.powersOfTen.count {
      let power = Self.powersOfTen[scale]
      let (product, tooLarge) = magnitude.multipliedReportingOverflow(
        by: UInt64(numerator.magnitude))
      let (divisor, tooSmall) = power.multipliedReportingOverflow(by: UInt64(denominator.magnitude))
      let (shift, tooFar) = power.multipliedReportingOverflow(by: offset.magnitude)
      if !tooLarge, !tooSmall, !tooFar {
        return short(product: product, shift: shift, shiftIsNegative: offset < 0, divisor: divisor)
      }
    }
    return long(numerator: numerator, offset: offset, denominator: denominator)
  }

  /// `(±product ± shift) / divisor` by the first or the second way
  private func short(
    product: UInt64, shift: UInt64, shiftIsNegative: Bool, divisor: UInt64
  ) -> Double? {
    var sum = UInt128(product)
    var sign = isNegative
    if shift != 0 {
      if sign == shiftIsNegative {
        sum += UInt128(shift)
      } else if sum >= UInt128(shift) {
        sum -= UInt128(shift)
      } else {
        sum = UInt128(shift) - sum
        sign = shiftIsNegative
      }
    }
    let size: Double
    if sum <= Self.exactLimit, divisor <= UInt64(Self.exactLimit) {
      size = Double(UInt64(sum)) / Double(divisor)
    } else {
      size = Rounding.quotient(sum, by: divisor)
    }
    // Not `-size`: a negative zero would make `-0` differ from `0`.
    return sign ? 0 - size : size
  }

  /// The third way
  private func long(numerator: Int64, offset: Int64, denominator: Int64) -> Double? {
    var top =
      digits.isEmpty ? NaturalNumber(magnitude) : NaturalNumber(decimalDigits: digits)
    if top.isZero, offset == 0 { return 0 }
    guard abs(scale) <= Self.maximumExponent + Self.maximumDigits else {
      return scale < 0 ? nil : 0
    }
    top.multiply(by: numerator.magnitude)
    var bottom = NaturalNumber(denominator.magnitude)
    var shift = NaturalNumber(offset.magnitude)
    if scale > 0 {
      bottom.multiplyByPowerOfTen(scale)
      shift.multiplyByPowerOfTen(scale)
    } else {
      top.multiplyByPowerOfTen(-scale)
    }
    var sign = isNegative
    if !shift.isZero {
      if sign == (offset < 0) {
        top.add(shift)
      } else if top >= shift {
        top.subtract(shift)
      } else {
        shift.subtract(top)
        top = shift
        sign = offset < 0
      }
    }
    let size = Rounding.quotient(top, by: bottom)
    guard size.isFinite else { return nil }
    return sign ? 0 - size : size
  }

  /// The integers up to here are Doubles exactly
  private static let exactLimit: UInt128 = 1 << 53

  /// 10⁰ to 10¹⁹, the last that fits
  static let powersOfTen: [UInt64] = {
    var powers: [UInt64] = [1]
    for index in 0..<19 { powers.append(powers[index] * 10) }
    return powers
  }()
}
