/// The shortest line between any two points of the ellipsoid
///
/// The inverse problem as C. F. F. Karney solves it ("Algorithms for geodesics", Journal of Geodesy 87
/// (2013) 43-55, https://doi.org/10.1007/s00190-012-0578-z). The points are moved by symmetry until
/// the first is the southern one and the farther from the equator. A geodesic that leaves it at the
/// azimuth α₁ crosses the latitude of the second at some longitude λ₁₂(α₁); Newton's method finds the
/// azimuth for which that is the longitude wanted:
///
/// ```
///   β₂ ─────────────── × ←──── λ₁₂(α₁) ────→          β: latitude on the auxiliary sphere
///                    ⟋                                 α₁: from north, clockwise
///                 ⟋                                    0 ≤ λ₁₂ ≤ π
///   β₁ ────── × α₁
/// ```
///
/// Bisection takes over if Newton's method would leave the bracket, so that it ends for any points.
/// The length comes out to nanometres.
struct LongGeodesic {
  /// The sine and cosine of an angle
  struct Angle {
    var sine: Double
    var cosine: Double

    init(_ sine: Double, _ cosine: Double) {
      (self.sine, self.cosine) = (sine, cosine)
    }

    init(radians: Double) {
      self.init(Mathematics.sine(radians), Mathematics.cosine(radians))
    }

    /// The same direction, on the unit circle
    var normalized: Angle {
      let length = (sine * sine + cosine * cosine).squareRoot()
      return Angle(sine / length, cosine / length)
    }

    /// The angle from `start` to this one, in `0...π`
    func since(_ start: Angle) -> Double {
      // Adding zero makes a negative zero positive, which of an angle of π would make -π.
      Mathematics.arcTangent(
        max(0, start.cosine * sine - start.sine * cosine) + 0,
        start.cosine * cosine + start.sine * sine)
    }
  }

  /// Reduced latitudes: `first.sine <= 0`, `abs(second.sine) <= -first.sine`
  let first: Angle
  let second: Angle

  /// The difference of longitude in radians, `0...π`
  let longitude: Double
  let longitudeAngle: Angle

  /// The greatest error of the longitude, in radians: 30 nanometres
  private static let tolerance = 4e-15

  /// Newton's method takes three or four steps; bisection halves the bracket to the last bit
  private static let newtonLimit = 20

  /// Far more steps than bisection takes to reach the last bit of an angle
  private static let stepLimit = 85

  /// Replaces zero where a quotient is wanted
  static let tiny = 1e-150

  init(from start: Position, to end: Position) {
    let isSwapped = abs(start.latitude) < abs(end.latitude)
    let (far, near) = isSwapped ? (end, start) : (start, end)
    let sign = far.latitude > 0 ? -1.0 : 1.0
    first = Self.reduced(far.latitude * sign)
    second = Self.reduced(near.latitude * sign)
    var degrees = abs(start.longitude - end.longitude)
    if degrees > 180 { degrees = 360 - degrees }
    longitude = degrees * Mathematics.radiansPerDegree
    // The sine of π is not zero in floating point.
    longitudeAngle = degrees == 180 ? Angle(0, -1) : Angle(radians: longitude)
  }

  /// The reduced latitude: its tangent is that of the latitude times 1 − f; the cosine of a pole is ``tiny``
  private static func reduced(_ degrees: Double) -> Angle {
    if abs(degrees) == 90 { return Angle(degrees < 0 ? -1 : 1, tiny) }
    let angle = Angle(radians: degrees * Mathematics.radiansPerDegree)
    return Angle((1 - Ellipsoid.flattening) * angle.sine, angle.cosine).normalized
  }

  /// In metres
  var length: Double {
    if longitudeAngle.sine == 0 || first.cosine <= Self.tiny { return meridianLength }
    let limit = Double.pi * (1 - Ellipsoid.flattening)
    if first.sine == 0, longitude <= limit { return Ellipsoid.equatorialRadius * longitude }
    return solvedLine.length
  }

  /// Along one meridian, or over the pole to the opposite one
  private var meridianLength: Double {
    // The azimuth at the first point is 0 or π, so the arc is that of the sphere; over the pole it goes
    // on in longitude 180°.
    let start = Angle(first.sine, longitudeAngle.cosine * first.cosine)
    let end = Angle(second.sine, second.cosine)
    let e = Self.expansion(Ellipsoid.secondEccentricitySquared)
    let arc = end.since(start)
    let series = GeodesicSeries.distance(e)
    let wave =
      GeodesicSeries.sum(series, end.sine, end.cosine)
      - GeodesicSeries.sum(series, start.sine, start.cosine)
    return Ellipsoid.polarRadius * GeodesicSeries.distanceScale(e) * (arc + wave)
  }

  /// The line that hits the second point
  private var solvedLine: GeodesicLine {
    var azimuth = firstAzimuth
    // Brackets of the azimuth: too small a longitude, and too large a one.
    var low = Angle(Self.tiny, 1)
    var high = Angle(Self.tiny, -1)
    var line = GeodesicLine(self, azimuth)
    for step in 0..<Self.stepLimit {
      let miss = line.miss
      if abs(miss) <= Self.tolerance { break }
      if miss > 0, step > Self.newtonLimit || azimuth.isAfter(low, before: high) {
        high = azimuth
      } else if miss < 0, step > Self.newtonLimit || azimuth.isAfter(low, before: high) {
        low = azimuth
      }
      let next =
        (step < Self.newtonLimit ? newtonStep(from: azimuth, line) : nil)
        ?? Angle((low.sine + high.sine) / 2, (low.cosine + high.cosine) / 2).normalized
      if next.sine == azimuth.sine, next.cosine == azimuth.cosine { break }
      azimuth = next
      line = GeodesicLine(self, azimuth)
    }
    return line
  }

  /// - Returns: nil if Newton's method leads out of the eastern half of the compass.
  private func newtonStep(from azimuth: Angle, _ line: GeodesicLine) -> Angle? {
    let slope = line.slope
    guard slope > 0 else { return nil }
    let change = -line.miss / slope
    guard abs(change) < Double.pi else { return nil }
    let turn = Angle(radians: change)
    let sine = azimuth.sine * turn.cosine + azimuth.cosine * turn.sine
    guard sine > 0 else { return nil }
    return Angle(sine, azimuth.cosine * turn.cosine - azimuth.sine * turn.sine).normalized
  }

  /// ε of the series, by k² of eq. (9) and (16)
  static func expansion(_ k2: Double) -> Double {
    k2 / (2 * (1 + (1 + k2).squareRoot()) + k2)
  }
}

extension LongGeodesic.Angle {
  /// `true` if this azimuth, in the eastern half, lies strictly between two others, clockwise
  func isAfter(_ low: Self, before high: Self) -> Bool {
    // A quotient falls as the azimuth grows.
    cosine / sine < low.cosine / low.sine && cosine / sine > high.cosine / high.sine
  }
}
