/// Distances along the shortest line on the WGS84 ellipsoid
///
/// Two points within 100 km, as in nearly every rule, are measured by the chord
/// through the earth and the curvature of the surface half way along it:
///
/// ```
///     s = c (1 + (cκ)²/24 + 3(cκ)⁴/640)      where c is the chord, κ the normal curvature
/// ```
///
/// That is exact for a circle. On the ellipsoid the curvature changes along so short a line by so
/// little that the length is off by less than a hundredth of a millimetre. All other lines are solved by
/// ``LongGeodesic``. A degree of longitude on the equator is 111 319.491 m, and from the equator to a pole it is
/// 10 001 965.729 m.
package enum Geodesic {
  /// The longest chord, in metres, for which the curvature is taken as constant
  private static let chordLimit = 100_000.0

  /// The length of the shortest line between two positions, in metres
  ///
  /// Either position may come first: the length is the same, bit for bit.
  package static func distance(from first: Position, to second: Position) -> Double {
    if first == second { return 0 }
    // The order of the two must not show in the last bit.
    let isOrdered =
      first.latitude == second.latitude
      ? first.longitude <= second.longitude : first.latitude < second.latitude
    let (start, end) = isOrdered ? (first, second) : (second, first)
    return short(start, end) ?? LongGeodesic(from: start, to: end).length
  }

  /// - Returns: nil if the chord is too long.
  private static func short(_ first: Position, _ second: Position) -> Double? {
    // A degree of latitude is longer than 110 km.
    guard abs(first.latitude - second.latitude) < 1 else { return nil }
    let one = surfacePoint(first)
    let other = surfacePoint(second)
    let (dx, dy, dz) = (one.x - other.x, one.y - other.y, one.z - other.z)
    let chordSquared = dx * dx + dy * dy + dz * dz
    guard chordSquared <= chordLimit * chordLimit else { return nil }
    guard chordSquared > 0 else { return 0 }
    let (mx, my, mz) = ((one.x + other.x) / 2, (one.y + other.y) / 2, (one.z + other.z) / 2)
    // With F = (x²+y²)/a² + z²/b², the curvature of the surface F = 1 along the unit vector d is
    // (d·F''d)/|F'|; the middle of the chord lies on F = q < 1, and is moved out to F = 1.
    let a2 = Ellipsoid.equatorialRadius * Ellipsoid.equatorialRadius
    let b2 = Ellipsoid.polarRadius * Ellipsoid.polarRadius
    let bend = ((dx * dx + dy * dy) / a2 + dz * dz / b2) / chordSquared
    let level = (mx * mx + my * my) / a2 + mz * mz / b2
    let slopeSquared = (mx * mx + my * my) / (a2 * a2) + mz * mz / (b2 * b2)
    let turn = chordSquared * bend * bend * level / slopeSquared  // (cκ)²
    return chordSquared.squareRoot() * (1 + turn * (1.0 / 24 + turn * (3.0 / 640)))
  }

  /// A position in metres from the centre of the earth
  private static func surfacePoint(_ position: Position) -> (x: Double, y: Double, z: Double) {
    let normal = position.normal
    let e2 = Ellipsoid.eccentricitySquared
    let radius = Ellipsoid.equatorialRadius / (1 - e2 * normal.z * normal.z).squareRoot()
    return (radius * normal.x, radius * normal.y, radius * (1 - e2) * normal.z)
  }
}
