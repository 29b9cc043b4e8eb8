/// The series of a geodesic, in the small number ε that grows with how far it leaves the equator
///
/// All are those of C. F. F. Karney, "Algorithms for geodesics", Journal of Geodesy 87 (2013) 43-55,
/// to the sixth order: eq. (17), (18) of the distance, (42), (43) of the reduced length, (24), (25) of
/// the longitude.
enum GeodesicSeries {
  /// Coefficients of sin 2σ, sin 4σ, … sin 12σ
  typealias Coefficients = (Double, Double, Double, Double, Double, Double)

  /// A1 of eq. (17)
  static func distanceScale(_ e: Double) -> Double {
    let e2 = e * e
    return (1 + e2 * (1.0 / 4 + e2 * (1.0 / 64 + e2 / 256))) / (1 - e)
  }

  /// C1 of eq. (18)
  static func distance(_ e: Double) -> Coefficients {
    let e2 = e * e
    let e3 = e2 * e
    return (
      e * (-1.0 / 2 + e2 * (3.0 / 16 - e2 / 32)),
      e2 * (-1.0 / 16 + e2 * (1.0 / 32 - e2 * 9 / 2048)),
      e3 * (-1.0 / 48 + e2 * 3 / 256),
      e2 * e2 * (-5.0 / 512 + e2 * 3 / 512),
      e3 * e2 * (-7.0 / 1280),
      e3 * e3 * (-7.0 / 2048)
    )
  }

  /// A2 of eq. (42)
  static func reducedScale(_ e: Double) -> Double {
    let e2 = e * e
    return (1 + e2 * (1.0 / 4 + e2 * (9.0 / 64 + e2 * 25 / 256))) * (1 - e)
  }

  /// C2 of eq. (43)
  static func reduced(_ e: Double) -> Coefficients {
    let e2 = e * e
    let e3 = e2 * e
    return (
      e * (1.0 / 2 + e2 * (1.0 / 16 + e2 / 32)),
      e2 * (3.0 / 16 + e2 * (1.0 / 32 + e2 * 35 / 2048)),
      e3 * (5.0 / 48 + e2 * 5 / 256),
      e2 * e2 * (35.0 / 512 + e2 * 7 / 512),
      e3 * e2 * (63.0 / 1280),
      e3 * e3 * (77.0 / 2048)
    )
  }

  /// A3 of eq. (24)
  static func longitudeScale(_ e: Double) -> Double {
    let n = Ellipsoid.thirdFlattening
    let first = 1.0 / 2 - n / 2
    let second = 1.0 / 4 + n * (1.0 / 8 - n * 3 / 8)
    let third = 1.0 / 16 + n * (3.0 / 16 + n / 16)
    let fourth = 3.0 / 64 + n / 32
    return 1 - e * (first + e * (second + e * (third + e * (fourth + e * 3 / 128))))
  }

  /// C3 of eq. (25)
  static func longitude(_ e: Double) -> Coefficients {
    let n = Ellipsoid.thirdFlattening
    let n2 = n * n
    let e2 = e * e
    let fourth1 = 5.0 / 128 + n / 64
    let third1 = 3.0 / 64 + n * 3 / 64 - n2 / 64
    let one = 1.0 / 4 - n / 4 + e * (1.0 / 8 - n2 / 8 + e * (third1 + e * (fourth1 + e * 3 / 128)))
    let third2 = 3.0 / 64 - n / 32 - n2 * 3 / 64
    let fourth2 = 3.0 / 128 + n / 128
    let two = 1.0 / 16 - n * 3 / 32 + n2 / 32 + e * (third2 + e * (fourth2 + e * 5 / 256))
    let three = 5.0 / 192 - n * 3 / 64 + n2 * 5 / 192 + e * (3.0 / 128 - n * 5 / 192 + e * 7 / 512)
    let four = 7.0 / 512 - n * 7 / 256 + e * 7 / 512
    return (e * one, e2 * two, e2 * e * three, e2 * e2 * four, e2 * e2 * e * 21 / 2560, 0)
  }

  /// The sum of c₁ sin 2σ + c₂ sin 4σ + … by Clenshaw's recurrence
  static func sum(_ c: Coefficients, _ sine: Double, _ cosine: Double) -> Double {
    let twice = 2 * (cosine - sine) * (cosine + sine)  // 2 cos 2σ
    var (last, here) = (0.0, c.5)
    (last, here) = (here, twice * here - last + c.4)
    (last, here) = (here, twice * here - last + c.3)
    (last, here) = (here, twice * here - last + c.2)
    (last, here) = (here, twice * here - last + c.1)
    (last, here) = (here, twice * here - last + c.0)
    return 2 * sine * cosine * here
  }
}
