/// Elementary functions by sums, products, quotients and square roots alone
///
/// IEEE 754 rounds these in one way, while the C libraries of two machines may differ in the last bit of a sine. So
/// the second at which the sun reaches 3°, and `exp(x)`, are the same on every machine. Each result is within two units in the last
/// place of the exact one.
///
/// ```
/// argument   →   reduced                       →   series                            →   put together
/// sin 100    →   100 - 64 · π/2 = -0.53…       →   Taylor's of the sine, to r¹⁷      →   its quarter turn is 0: the sine itself
/// atan 0.7   →   (0.7 - 6/8) / (1 + 0.7 · 6/8) →   u - u³/3 + …, to u¹³              →   + atan 6/8
/// exp 10     →   10 - 14 · ln 2 = 0.29…        →   Taylor's, to r¹³                  →   · 2¹⁴
/// ln 10      →   1.25 · 2³                     →   2 (s + s³/3 + …), s = (m-1)/(m+1) →   + 3 · ln 2
/// ```
///
/// The constants that are taken away in parts, as by W. J. Cody and W. Waite ("Software Manual for the Elementary
/// Functions", 1980), have zeros at their ends, so that their products with the number of parts are exact.
package enum Elementary {
  // MARK: Sines

  package static func sine(_ angle: Double) -> Double { sineAndCosine(angle).sine }
  package static func cosine(_ angle: Double) -> Double { sineAndCosine(angle).cosine }

  /// The sine and the cosine of an angle in radians; not numbers for one that is not finite
  package static func sineAndCosine(_ angle: Double) -> (sine: Double, cosine: Double) {
    var angle = angle
    // So far out the quarter turns are no longer counted exactly; the rest is still the same on every machine.
    if angle.magnitude > 1_000_000 { angle = angle.truncatingRemainder(dividingBy: 2 * .pi) }
    guard angle.magnitude <= 1_000_000 else { return (.nan, .nan) }
    let quarters = (angle * (2 / Double.pi)).rounded()
    let rest =
      ((angle - quarters * quarterTurn.high) - quarters * quarterTurn.middle)
      - quarters * quarterTurn.low
    let square = rest * rest
    let sine = rest + rest * square * polynomial(sineTerms, square)
    let cosine = 1 - square / 2 + square * square * polynomial(cosineTerms, square)
    switch Int(quarters) & 3 {
    case 0: return (sine, cosine)
    case 1: return (cosine, -sine)
    case 2: return (-sine, -cosine)
    default: return (-cosine, sine)
    }
  }

  // MARK: Angles

  /// The angle of the point (x, y), in `-π...π`; 0 of the origin
  package static func arcTangent(_ y: Double, _ x: Double) -> Double {
    let (height, width) = (y.magnitude, x.magnitude)
    guard height > 0 || width > 0 else { return 0 }
    var angle = height <= width ? arcTangent(height / width) : .pi / 2 - arcTangent(width / height)
    if x < 0 { angle = .pi - angle }
    return y < 0 ? -angle : angle
  }

  /// The angle in `-π/2...π/2` of a sine; that of the nearer end for one beyond -1 or 1
  package static func arcSine(_ sine: Double) -> Double {
    arcTangent(sine, max((1 - sine) * (1 + sine), 0).squareRoot())
  }

  /// The angle in `0...π` of a cosine; that of the nearer end for one beyond -1 or 1
  package static func arcCosine(_ cosine: Double) -> Double {
    arcTangent(max((1 - cosine) * (1 + cosine), 0).squareRoot(), cosine)
  }

  /// The angle of a slope from 0 to 1
  private static func arcTangent(_ slope: Double) -> Double {
    let eighths = (slope * 8).rounded()
    let near = eighths / 8
    let rest = (slope - near) / (1 + slope * near)
    let square = rest * rest
    return anglesOfEighths[Int(eighths)] + (rest + rest * square * polynomial(angleTerms, square))
  }

  // MARK: Powers

  /// e to the power of a number: infinite above 709.78…, and 0 far below
  package static func exponential(_ power: Double) -> Double {
    guard power < 800 else { return power.isNaN ? .nan : .infinity }
    guard power > -800 else { return 0 }
    let doublings = (power / (doubling.high + doubling.low)).rounded()
    let rest = (power - doublings * doubling.high) - doublings * doubling.low
    let significand = 1 + (rest + rest * rest * polynomial(powerTerms, rest))
    return Double(sign: .plus, exponent: Int(doublings), significand: significand)
  }

  /// The natural logarithm; not a number for a number below 0, and infinite of 0
  package static func logarithm(_ number: Double) -> Double {
    guard number > 0, number.isFinite else { return number == 0 ? -.infinity : .nan }
    var (significand, doublings) = (number.significand, Double(number.exponent))
    // So that 0.99 and 1.01 are both near 1, and nothing of their logarithms is lost.
    if significand > 1.414 { (significand, doublings) = (significand / 2, doublings + 1) }
    let ratio = (significand - 1) / (significand + 1)
    let square = ratio * ratio
    let rest = 2 * ratio + 2 * ratio * square * polynomial(logarithmTerms, square)
    return doublings * doubling.high + (rest + doublings * doubling.low)
  }

  // MARK: Constants

  /// π/2 in three parts, of which the first two have 33 bits
  private static let quarterTurn = (
    high: 0x1.921f_b544p+0, middle: 0x1.0b46_11a6p-34, low: 0x1.3198_a2e0_3707_3p-69
  )

  /// ln 2 in two parts, of which the first has 32 bits
  private static let doubling = (high: 0x1.62e4_2feep-1, low: 0x1.a39e_f357_93c7_6p-33)

  /// The arc tangents of 0, 1/8, …, 1
  private static let anglesOfEighths = [
    0, 0.124_354_994_546_761_44, 0.244_978_663_126_864_14, 0.358_770_670_270_572_25,
    0.463_647_609_000_806_1, 0.558_599_315_343_562_4, 0.643_501_108_793_284_4,
    0.718_829_999_621_624_5, 0.785_398_163_397_448_3,
  ]

  /// -1/3!, 1/5!, …, 1/17!
  private static let sineTerms: [Double] = [
    -1.0 / 6, 1.0 / 120, -1.0 / 5040, 1.0 / 362_880, -1.0 / 39_916_800, 1.0 / 6_227_020_800,
    -1.0 / 1_307_674_368_000, 1.0 / 355_687_428_096_000,
  ]

  /// 1/4!, -1/6!, …, 1/16!
  private static let cosineTerms: [Double] = [
    1.0 / 24, -1.0 / 720, 1.0 / 40_320, -1.0 / 3_628_800, 1.0 / 479_001_600,
    -1.0 / 87_178_291_200, 1.0 / 20_922_789_888_000,
  ]

  /// -1/3, 1/5, …, 1/13
  private static let angleTerms: [Double] = [
    -1.0 / 3, 1.0 / 5, -1.0 / 7, 1.0 / 9, -1.0 / 11, 1.0 / 13,
  ]

  /// 1/2!, 1/3!, …, 1/14!
  private static let powerTerms: [Double] = [
    1.0 / 2, 1.0 / 6, 1.0 / 24, 1.0 / 120, 1.0 / 720, 1.0 / 5040, 1.0 / 40_320, 1.0 / 362_880,
    1.0 / 3_628_800, 1.0 / 39_916_800, 1.0 / 479_001_600, 1.0 / 6_227_020_800,
    1.0 / 87_178_291_200,
  ]

  /// 1/3, 1/5, …, 1/23
  private static let logarithmTerms: [Double] = [
    1.0 / 3, 1.0 / 5, 1.0 / 7, 1.0 / 9, 1.0 / 11, 1.0 / 13, 1.0 / 15, 1.0 / 17, 1.0 / 19, 1.0 / 21,
    1.0 / 23,
  ]

  /// The polynomial with some coefficients, that of the constant first, by Horner's rule
  private static func polynomial(_ coefficients: [Double], _ x: Double) -> Double {
    var sum = 0.0
    for coefficient in coefficients.reversed() { sum = sum * x + coefficient }
    return sum
  }
}
