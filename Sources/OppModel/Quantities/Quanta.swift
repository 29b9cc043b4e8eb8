/// Numbers as whole quanta, in which they are added up
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
/// A number counts as its shortest decimal in the base unit of its type, the digits that people see: 20.2 is 202/10, not
/// the binary fraction next to it. That decimal goes to the nearest quantum, ties to even, with no rounding in between.
package enum Quanta {
  package static let perUnit: Int64 = 3_600_000_000_000_000

  /// The numbers from here on have no quanta: a sum of them could not be held
  package static let limit = 1e20

  /// The quanta of a number, or `nil` if it is not within the limit
  package static func of(_ scalar: Double) -> Int128? {
    let magnitude = scalar.magnitude
    if magnitude < 0x1p53 {
      let whole = Int64(scalar)
      if Double(whole) == scalar { return Int128(whole) &* Int128(perUnit) }
      let quanta = near(magnitude) ?? far(magnitude)
      return scalar < 0 ? 0 &- quanta : quanta
    }
    guard magnitude < limit else { return nil }
    return scalar < 0 ? 0 &- far(magnitude) : far(magnitude)
  }

  /// The quanta of a fraction below 2⁵³, by integers only, or `nil` if it needs more digits than fit
  ///
  /// A number m · 2ᵉ is the shortest decimal between its neighbours. With the fewest decimal places, k, that are as fine
  /// as the distance of the neighbours, there is one at most that ends in 0, which is the shortest; else it is
  /// the nearest (Giulietti, "The Schubfach way to render doubles", 2021).
  ///
  /// ```
  ///   scalar              2.1                      m 4 728 779 608 739 021, e -51, k 16
  ///   scalar · 10ᵏ        21 000 000 000 000 000.888…      the neighbours are 4.4 away
  ///   shortest            21 000 000 000 000 000           ends in 0, and is nearer than 2.2
  /// ```
  ///
  /// - Requires: `0 < scalar < 2⁵³`, and it is no whole number.
  private static func near(_ scalar: Double) -> Int128? {
    let bits = scalar.bitPattern
    let exponent = Int(truncatingIfNeeded: bits &>> 52) &- 1075
    guard exponent >= -88 else { return nil }
    let significand = bits & (1 &<< 52 &- 1) | 1 &<< 52
    // 1233 / 4096 is the decimal logarithm of 2, near enough for such exponents.
    let places = (0 &- exponent &* 1233 &+ 4095) &>> 12
    let power = powersOfFive[places]
    let product = significand.multipliedFullWidth(by: power)
    let scaled = UInt128(product.high) &<< 64 | UInt128(product.low)
    let shift = 0 &- exponent &- places
    var digits = UInt64(truncatingIfNeeded: scaled &>> UInt128(truncatingIfNeeded: shift))
    let unit: UInt64 = 1 &<< UInt64(truncatingIfNeeded: shift)
    let rest = product.low & (unit &- 1)
    let last = digits % 10
    // Distances are in units of 2^-shift, where the neighbours are `power` away: half of that is nearer to this one.
    let below = (UInt128(last) &<< UInt128(truncatingIfNeeded: shift)) &+ UInt128(rest)
    let above = (UInt128(10) &<< UInt128(truncatingIfNeeded: shift)) &- below
    if below == 0 || significand != 1 &<< 52 && below &<< 1 < UInt128(power) {
      digits &-= last
    } else if significand == 1 &<< 52 {
      // The neighbour below a power of 2 is nearer than the one above.
      return nil
    } else if above &<< 1 < UInt128(power) {
      digits &+= 10 &- last
    } else if rest &<< 1 > unit || rest &<< 1 == unit && digits & 1 == 1 {
      digits &+= 1
    }
    return quanta(digits, places: places)
  }

  /// The quanta of a number by its description, which is the shortest decimal
  ///
  /// - Requires: `0 <= scalar < limit`.
  private static func far(_ scalar: Double) -> Int128 {
    guard let decimal = try? ExactDecimal.parse(scalar.description, allowsExponent: true) else {
      return 0
    }
    return quanta(decimal.magnitude, places: decimal.scale)
  }

  /// The quanta of a whole number of 10^-places, to the nearest, ties to even
  private static func quanta(_ digits: UInt64, places: Int) -> Int128 {
    if places >= 0, places <= 14 {
      let product = digits.multipliedFullWidth(by: quantaOfPlace[places])
      return Int128(truncatingIfNeeded: UInt128(product.high) &<< 64 | UInt128(product.low))
    }
    if places < 0 {
      // The limit leaves it far within 128 bits.
      var quanta = Int128(digits) &* Int128(perUnit)
      for _ in 0..<(0 - places) { quanta &*= 10 }
      return quanta
    }
    // 36 · 10⁻¹ and less of a quantum each; of the digits of a Double nothing is left after 20 more places.
    guard places <= 14 + 20 else { return 0 }
    var divisor: UInt128 = 1
    for _ in 14..<places { divisor &*= 10 }
    let (quotient, rest) = (UInt128(digits) &* 36).quotientAndRemainder(dividingBy: divisor)
    let isUp = rest &* 2 > divisor || rest &* 2 == divisor && quotient & 1 == 1
    return Int128(truncatingIfNeeded: isUp ? quotient &+ 1 : quotient)
  }

  /// 5⁰ to 5²⁷, the last that fits
  private static let powersOfFive: [UInt64] = {
    var powers: [UInt64] = [1]
    for index in 0..<27 { powers.append(powers[index] * 5) }
    return powers
  }()

  /// The quanta of 10⁰, 10⁻¹ and so on to 10⁻¹⁴, of which 36 make one
  private static let quantaOfPlace: [UInt64] = {
    var quanta: [UInt64] = [UInt64(perUnit)]
    for index in 0..<14 { quanta.append(quanta[index] / 10) }
    return quanta
  }()
}
