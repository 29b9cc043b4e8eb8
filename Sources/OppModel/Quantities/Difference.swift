/// The difference of two scalars, without the rounding errors of binary fractions
///
/// ```
///   20.1 - 19.9 is 0.20000000000000284 in binary, and 0.2 here
/// ```
///
/// Without it, `change(temp, last 3h) >= 0.2C` would be false where the thermometer went from 19.9 to
/// 20.1, and a change that stays the same would tremble in its last digit while both its ends drift.
/// The difference is rounded to a decimal place that is safely above the precision of its ends and as
/// far below their size: a millionth of a millionth of what is 1,000, say.
package enum Difference {
  /// `end - start`; what is not finite, or too large to have decimals, as it is
  package static func of(_ end: Double, _ start: Double) -> Double {
    let difference = end - start
    let scale = scale(ofSize: max(abs(start), abs(end)))
    guard scale > 1 else { return difference }
    return rounded(difference * scale) / scale
  }

  /// The nearest whole number, of halves the one further from zero, as `rounded()` gives it, without its call to the C library
  private static func rounded(_ scalar: Double) -> Double {
    guard scalar.magnitude < 0x1p52 else { return scalar.rounded() }
    let whole = Double(Int64(scalar.magnitude))
    let nearest = scalar.magnitude - whole >= 0.5 ? whole + 1 : whole
    return Double(signOf: scalar, magnitudeOf: nearest)
  }

  /// Steps of a million, so that ends which grow seldom meet one
  private static func scale(ofSize size: Double) -> Double {
    if size < 1e-6 { return 1e21 }
    if size < 1 { return 1e15 }
    if size < 1e6 { return 1e9 }
    return size < 1e12 ? 1e3 : 1
  }
}
