// The azimuth from which Newton's method starts: section 5 of Karney's paper.
extension LongGeodesic {
  /// An azimuth near that of the shortest line, on the unit circle and in its eastern half
  var firstAzimuth: Angle {
    let latitudeSum = second.sine * first.cosine + second.cosine * first.sine
    let guess = spherical(longitudeAngle, latitudeSum: latitudeSum)
    let arc = Angle(
      (guess.sine * guess.sine + guess.cosine * guess.cosine).squareRoot(),
      first.sine * second.sine + first.cosine * second.cosine * longitudeAngle.cosine)
    // Farther from the antipode than the width of the astroid, the sphere is close enough.
    let width = 6 * Ellipsoid.thirdFlattening * Double.pi * first.cosine * first.cosine
    let azimuth =
      arc.cosine >= 0 || arc.sine >= width ? guess : nearAntipode(latitudeSum: latitudeSum)
    return azimuth.sine > 0 ? azimuth.normalized : Angle(1, 0)
  }

  /// The azimuth of a great circle, not normalized
  private func spherical(_ angle: Angle, latitudeSum: Double) -> Angle {
    let bulge = second.cosine * first.sine * angle.sine * angle.sine
    if angle.cosine >= 0 {
      let difference = second.sine * first.cosine - second.cosine * first.sine
      return Angle(second.cosine * angle.sine, difference + bulge / (1 + angle.cosine))
    }
    return Angle(second.cosine * angle.sine, latitudeSum - bulge / (1 - angle.cosine))
  }

  /// Near the antipode the geodesics envelop an astroid; x and y place the second point in it
  private func nearAntipode(latitudeSum: Double) -> Angle {
    let k2 = first.sine * first.sine * Ellipsoid.secondEccentricitySquared
    let scale =
      Ellipsoid.flattening * first.cosine * GeodesicSeries.longitudeScale(Self.expansion(k2))
      * Double.pi
    let x = Mathematics.arcTangent(-longitudeAngle.sine, -longitudeAngle.cosine) / scale
    let y = latitudeSum / (scale * first.cosine)
    if y > -4e-14, x > -1 - 1.5e-5 {
      // On the cut between the points with two shortest lines.
      let sine = min(1, -x)
      return Angle(sine, -(1 - sine * sine).squareRoot())
    }
    let k = Self.astroid(x, y)
    let rest = scale * -x * k / (1 + k)
    let near = Angle(radians: rest)
    return spherical(Angle(near.sine, -near.cosine), latitudeSum: latitudeSum)
  }

  /// The positive root of k⁴ + 2k³ - (x²+y²-1)k² - 2y²k - y² = 0, eq. (55)
  private static func astroid(_ x: Double, _ y: Double) -> Double {
    let (p, q) = (x * x, y * y)
    let r = (p + q - 1) / 6
    if q == 0, r <= 0 { return 0 }
    // The cubic resolvent, eq. (56) to (60), written to lose no digits.
    let s = p * q / 4
    let r3 = r * r * r
    let discriminant = s * (s + 2 * r3)
    var u = r
    if discriminant >= 0 {
      var cube = s + r3
      cube += cube < 0 ? -discriminant.squareRoot() : discriminant.squareRoot()
      let t = Mathematics.cubeRoot(cube)
      u += t + (t == 0 ? 0 : r * r / t)
    } else {
      let angle = Mathematics.arcTangent((-discriminant).squareRoot(), -(s + r3))
      u += 2 * r * Mathematics.cosine(angle / 3)
    }
    let v = (u * u + q).squareRoot()
    let sum = u < 0 ? q / (v - u) : u + v
    let w = (sum - q) / (2 * v)
    return sum / ((sum + w * w).squareRoot() + w)
  }
}
