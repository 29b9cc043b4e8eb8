/// The geodesic that leaves the first point of a problem at an azimuth, up to the latitude of the second
struct GeodesicLine {
  /// The two points, moved by symmetry
  private let problem: LongGeodesic

  /// The angle by which it ends east of the second point, in radians; negative for west
  let miss: Double

  /// ε of the series
  private let expansion: Double

  /// The arc from the equator to the first point, on the auxiliary sphere
  private let start: LongGeodesic.Angle

  /// The arc from the equator to the second point
  private let end: LongGeodesic.Angle

  /// The arc between them
  private let arc: Double

  /// The cosine of the azimuth at the end
  private let endCosine: Double

  init(_ problem: LongGeodesic, _ azimuth: LongGeodesic.Angle) {
    let (first, second) = (problem.first, problem.second)
    var azimuth = azimuth
    // Off the equator by nothing, so that the line has a node.
    if first.sine == 0, azimuth.cosine == 0 { azimuth.cosine = -LongGeodesic.tiny }
    // Clairaut: the azimuth at the node, eq. (5).
    let nodeSine = azimuth.sine * first.cosine
    let across = azimuth.sine * first.sine
    let nodeCosine = (azimuth.cosine * azimuth.cosine + across * across).squareRoot()
    let along = azimuth.cosine * first.cosine
    let endAlong = Self.endAlong(first, second, along)

    start = LongGeodesic.Angle(first.sine, along).normalized
    end = LongGeodesic.Angle(second.sine, endAlong).normalized
    arc = end.since(start)
    endCosine = endAlong / second.cosine
    let turned = LongGeodesic.Angle(nodeSine * second.sine, endAlong)
    let turnedStart = LongGeodesic.Angle(nodeSine * first.sine, along)
    let sine = max(0, turnedStart.cosine * turned.sine - turnedStart.sine * turned.cosine)
    let cosine = turnedStart.cosine * turned.cosine + turnedStart.sine * turned.sine
    // The longitude on the sphere beyond the one wanted, as a small angle.
    let wanted = problem.longitudeAngle
    let beyond = Mathematics.arcTangent(
      sine * wanted.cosine - cosine * wanted.sine, cosine * wanted.cosine + sine * wanted.sine)
    expansion = LongGeodesic.expansion(
      nodeCosine * nodeCosine * Ellipsoid.secondEccentricitySquared)
    let series = GeodesicSeries.longitude(expansion)
    let wave =
      GeodesicSeries.sum(series, end.sine, end.cosine)
      - GeodesicSeries.sum(series, start.sine, start.cosine)
    // Eq. (8) with (23): the ellipsoid turns less.
    miss =
      beyond - Ellipsoid.flattening * GeodesicSeries.longitudeScale(expansion) * nodeSine
      * (arc + wave)
    self.problem = problem
  }

  /// cos α₂ cos β₂ without loss of digits, eq. (45)
  private static func endAlong(
    _ first: LongGeodesic.Angle, _ second: LongGeodesic.Angle, _ along: Double
  ) -> Double {
    if second.cosine == first.cosine, abs(second.sine) == -first.sine { return abs(along) }
    let difference =
      first.cosine < -first.sine
      ? (second.cosine - first.cosine) * (first.cosine + second.cosine)
      : (first.sine - second.sine) * (first.sine + second.sine)
    return max(0, along * along + difference).squareRoot()
  }

  /// In metres, eq. (7) with (15)
  var length: Double {
    Ellipsoid.polarRadius * distanceIntegral
  }

  /// The length in units of the polar radius: I₁ of eq. (15) between the two ends
  private var distanceIntegral: Double {
    let series = GeodesicSeries.distance(expansion)
    let wave =
      GeodesicSeries.sum(series, end.sine, end.cosine)
      - GeodesicSeries.sum(series, start.sine, start.cosine)
    return GeodesicSeries.distanceScale(expansion) * (arc + wave)
  }

  /// The speed at which the end moves east as the azimuth grows, eq. (46) with the reduced length of (38) to (40)
  var slope: Double {
    let ratio = 1 - Ellipsoid.flattening
    let k2 = Ellipsoid.secondEccentricitySquared
    let first = problem.first
    let firstStretch = (1 + k2 * first.sine * first.sine).squareRoot()
    if endCosine == 0 { return -2 * ratio * firstStretch / first.sine }
    let second = problem.second
    let secondStretch = (1 + k2 * second.sine * second.sine).squareRoot()
    let series = GeodesicSeries.reduced(expansion)
    let wave =
      GeodesicSeries.sum(series, end.sine, end.cosine)
      - GeodesicSeries.sum(series, start.sine, start.cosine)
    let reduced = GeodesicSeries.reducedScale(expansion) * (arc + wave)
    let length =
      secondStretch * start.cosine * end.sine - firstStretch * start.sine * end.cosine
      - start.cosine * end.cosine * (distanceIntegral - reduced)
    return length * ratio / (endCosine * second.cosine)
  }
}
