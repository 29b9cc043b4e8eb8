/// The direction of the sun at a whole day, and the angle by which the earth has turned
///
/// The longitude of the sun is that of the earth by VSOP87 (P. Bretagnon, G. Francou, Astronomy and
/// Astrophysics 202 (1988) 309), less the terms below a fifth of an arc second, corrected as in
/// J. Meeus, "Astronomical Algorithms" (2nd edition), chapter 25: to the FK5 frame, by nutation
/// (chapter 22, the four large terms) and for aberration. The turn of the earth is the apparent sidereal
/// time of chapter 12. The latitude of the sun, at most 1.2″, is taken as zero. Between 1900 and 2100
/// the direction is within 3″ of the almanac's, which is a fifth of a second of the earth's turn.
struct SunCoordinates {
  /// The direction of the sun from the centre of the earth, for the true equator and equinox: x to the
  /// equinox, z north
  let x: Double
  let y: Double
  let z: Double

  /// Apparent sidereal time at Greenwich, in radians
  let siderealTime: Double

  /// The angle by which the earth turns against the equinox in a second, in radians
  static let turnPerSecond = 360.98564736629 / 86_400 * Mathematics.radiansPerDegree

  /// An arc second, in radians
  private static let arcSecond = Mathematics.radiansPerDegree / 3600

  /// - Parameter day: days since 1970-01-01T00:00:00Z.
  init(day: Int64) {
    let days = Double(day) - 10_957.5  // since J2000.0
    let centuries = (days + Self.clockDifference(day) / 86_400) / 36_525
    let millennia = centuries / 10
    let nutation = Self.nutation(centuries)
    let anomaly = (357.5291 + 35_999.0503 * centuries) * Mathematics.radiansPerDegree
    let distance = 1.00014 - 0.01671 * Elementary.cosine(anomaly)
    let longitude =
      Double.pi + EarthSeries.longitude(millennia)
      + (nutation.longitude - 0.09033 - 20.4898 / distance) * Self.arcSecond
    let meanObliquity =
      84_381.448 - centuries * (46.8150 + centuries * (0.00059 - centuries * 0.001813))
    let obliquity = (meanObliquity + nutation.obliquity) * Self.arcSecond
    let side = Elementary.sine(longitude)
    x = Elementary.cosine(longitude)
    y = side * Elementary.cosine(obliquity)
    z = side * Elementary.sine(obliquity)
    let turned = days / 36_525
    let mean =
      280.46061837 + 360.98564736629 * days
      + turned * turned * (0.000387933 - turned / 38_710_000)
    siderealTime =
      mean.truncatingRemainder(dividingBy: 360) * Mathematics.radiansPerDegree
      + nutation.longitude * Self.arcSecond * Elementary.cosine(obliquity)
  }

  /// Chapter 22 of Meeus, in arc seconds
  private static func nutation(_ t: Double) -> (longitude: Double, obliquity: Double) {
    let node = (125.04452 - 1934.136261 * t) * Mathematics.radiansPerDegree
    let sun = (280.4665 + 36_000.7698 * t) * Mathematics.radiansPerDegree
    let moon = (218.3165 + 481_267.8813 * t) * Mathematics.radiansPerDegree
    return (
      -17.20 * Elementary.sine(node) - 1.32 * Elementary.sine(2 * sun)
        - 0.23 * Elementary.sine(2 * moon) + 0.21 * Elementary.sine(2 * node),
      9.20 * Elementary.cosine(node) + 0.57 * Elementary.cosine(2 * sun)
        + 0.10 * Elementary.cosine(2 * moon) - 0.09 * Elementary.cosine(2 * node)
    )
  }

  /// Terrestrial time less universal time in seconds, roughly
  ///
  /// The sun moves 0.04″ in a second, so a few seconds more or less do not matter: a straight line from
  /// 40 s in 1970 to 64 s in 2000, and one from there to 93 s in 2050, held before and after.
  private static func clockDifference(_ day: Int64) -> Double {
    let years = Double(day) / 365.25
    return years < 30 ? max(40 + years * 0.8, 30) : min(64 + (years - 30) * 0.3, 110)
  }
}

/// The longitude of the earth by VSOP87D
private enum EarthSeries {
  /// A cos(B + C τ)
  struct Term {
    let amplitude: Double
    let phase: Double
    let rate: Double

    init(_ amplitude: Double, _ phase: Double, _ rate: Double) {
      (self.amplitude, self.phase, self.rate) = (amplitude, phase, rate)
    }
  }

  /// In radians; `t` in thousands of years since J2000.0
  ///
  /// L0 + L1 τ + L2 τ² + L3 τ³ by Horner's rule.
  static func longitude(_ t: Double) -> Double {
    let sum = sum(constant, t) + t * (sum(linear, t) + t * (sum(square, t) + t * sum(cube, t)))
    // The mean motion is kept apart: it is larger than all else.
    return (sum + 175_347_046 + t * 628_331_966_747) * 1e-8
  }

  /// The sum of some terms at a time, in 10⁻⁸ radians
  private static func sum(_ terms: [Term], _ t: Double) -> Double {
    var sum = 0.0
    for term in terms {
      sum += term.amplitude * Elementary.cosine(term.phase + term.rate * t)
    }
    return sum
  }

  /// The terms of L0, less the mean longitude
  private static let constant: [Term] = [
    Term(3_341_656, 4.6692568, 6283.07585), Term(34_894, 4.6261, 12_566.1517),
    Term(3497, 2.7441, 5753.3849), Term(3418, 2.8289, 3.5231),
    Term(3136, 3.6277, 77_713.7715), Term(2676, 4.4181, 7860.4194),
    Term(2343, 6.1352, 3930.2097), Term(1324, 0.7425, 11_506.7698),
    Term(1273, 2.0371, 529.691), Term(1199, 1.1096, 1577.3435),
    Term(990, 5.233, 5884.927), Term(902, 2.045, 26.298), Term(857, 3.508, 398.149),
    Term(780, 1.179, 5223.694), Term(753, 2.533, 5507.553), Term(505, 4.583, 18_849.228),
    Term(492, 4.205, 775.523), Term(357, 2.92, 0.067), Term(317, 5.849, 11_790.629),
    Term(284, 1.899, 796.298), Term(271, 0.315, 10_977.079), Term(243, 0.345, 5486.778),
    Term(206, 4.806, 2544.314), Term(205, 1.869, 5573.143), Term(202, 2.458, 6069.777),
    Term(156, 0.833, 213.299), Term(132, 3.411, 2942.463), Term(126, 1.083, 20.775),
    Term(115, 0.645, 0.98), Term(103, 0.636, 4694.003),
  ]

  /// The terms of L1, less the mean motion
  private static let linear: [Term] = [
    Term(206_059, 2.678235, 6283.07585), Term(4303, 2.6351, 12_566.1517),
    Term(425, 1.59, 3.523), Term(119, 5.796, 26.298), Term(109, 2.966, 1577.344),
  ]

  /// The terms of L2
  private static let square: [Term] = [
    Term(52_919, 0, 0), Term(8720, 1.0721, 6283.0758), Term(309, 0.867, 12_566.152),
  ]

  /// The terms of L3
  private static let cube: [Term] = [Term(289, 5.844, 6283.076)]
}
