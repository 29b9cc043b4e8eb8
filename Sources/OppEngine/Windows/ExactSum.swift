/// A sum that depends on no order and on no steps, in whole quanta
///
/// A quantum is 1/3 600 000 000 000 000 of the base unit, so that a rate in mm/h, a speed in km/h,
/// knots or miles an hour, and a decimal of a degree Celsius or Fahrenheit are whole numbers of them.
///
/// ```
///   0.1                  360 000 000 000 000 quanta, so that ten of them make exactly one unit
///   1 km/h in m/s      1 000 000 000 000 000
///   1 knot in m/s      1 852 000 000 000 000
///   1 °F in K          2 000 000 000 000 000
/// ```
///
/// Sums of floating-point numbers depend on their order, so that a window which takes in one value and leaves another
/// would drift away from one that is added up anew.
package struct ExactSum: Hashable, Sendable {
  package static let quantaPerUnit = 3_600_000_000_000_000.0

  /// The limit of one summand, taken for a number of seconds: far within 128 bits
  private static let limit = 1e30

  package private(set) var quanta: Int128 = 0

  /// Whether a summand was too large to count; the sum is unknown then
  package private(set) var isOverflown = false

  package init() {}

  /// The quanta of a scalar; nil where it is too large
  ///
  /// The limit is 1e30 quanta, about 2.8e14 units.
  package static func quanta(of scalar: Double) -> Int128? {
    let scaled = (scalar * quantaPerUnit).rounded()
    guard scaled.magnitude < limit else { return nil }
    if scaled.magnitude < 0x1p63 { return Int128(Int64(scaled)) }
    // The standard library's conversion is generic and takes hundreds of times as long.
    // A number of 2^63 or more has no bits below the point, so that its significand is only shifted to the left.
    let shift = Int(scaled.exponent) - Double.significandBitCount
    let significand = Int128(scaled.significandBitPattern | 1 << 52)
    return scaled < 0 ? -(significand << shift) : significand << shift
  }

  /// The nearest floating-point number
  static func double(_ quanta: Int128) -> Double {
    let low = Int64(truncatingIfNeeded: quanta)
    if Int128(low) == quanta { return Double(low) }
    let magnitude = quanta.magnitude
    let excess = 64 - magnitude.leadingZeroBitCount
    if excess <= 0 { return quanta < 0 ? -Double(UInt64(magnitude)) : Double(UInt64(magnitude)) }
    // The upper 64 bits, the last of which shows whether anything but zero follows, round alike.
    var head = UInt64(truncatingIfNeeded: magnitude >> excess)
    if magnitude & ((1 << excess) - 1) != 0 { head |= 1 }
    // 2 to the power of the excess, by its bits.
    let scaled = Double(head) * Double(bitPattern: UInt64(truncatingIfNeeded: excess + 1023) << 52)
    return quanta < 0 ? -scaled : scaled
  }

  package mutating func add(_ scalar: Double) {
    guard let quanta = Self.quanta(of: scalar) else {
      isOverflown = true
      return
    }
    add(quanta: quanta)
  }

  package mutating func add(quanta more: Int128) {
    let (sum, overflow) = quanta.addingReportingOverflow(more)
    if overflow { isOverflown = true } else { quanta = sum }
  }

  /// The sum in the base unit, rounded once; not finite where it overflowed
  package var total: Double {
    isOverflown ? .nan : Self.double(quanta) / Self.quantaPerUnit
  }

  /// The mean of `count` summands, rounded to a quantum: that of equal ones is the one they are
  package func mean(over count: Int64) -> Double {
    isOverflown ? .nan : Self.double(Self.mean(quanta, over: count)) / Self.quantaPerUnit
  }

  /// Quanta divided by a count, rounded to the nearest
  ///
  /// Halves go away from zero: 7 over 2 is 4, -7 over 2 is -4, 8 over 3 is 3.
  static func mean(_ quanta: Int128, over count: Int64) -> Int128 {
    let magnitude = quanta.magnitude
    let divisor = UInt64(truncatingIfNeeded: max(1, count))
    let quotient = magnitude / UInt128(divisor)
    // It is less than the divisor, and so in the lower 64 bits.
    let rest =
      UInt64(truncatingIfNeeded: magnitude) &- UInt64(truncatingIfNeeded: quotient) &* divisor
    let rounded = Int128(bitPattern: rest >= divisor &- rest ? quotient &+ 1 : quotient)
    return quanta < 0 ? 0 &- rounded : rounded
  }
}
