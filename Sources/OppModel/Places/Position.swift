/// A point on the WGS84 ellipsoid, in degrees
///
/// - Invariant: `-90 <= latitude <= 90`, `-180 <= longitude <= 180`, neither is NaN.
package struct Position: Hashable, Sendable {
  /// Degrees north
  package let latitude: Double

  /// Degrees east
  package let longitude: Double

  /// - Returns: nil if either is out of range or not a number.
  package init?(latitude: Double, longitude: Double) {
    guard latitude >= -90, latitude <= 90, longitude >= -180, longitude <= 180 else { return nil }
    self.latitude = latitude
    self.longitude = longitude
  }
}

extension Position {
  /// The unit vector upright on the ellipsoid: x towards (0, 0), y towards (0, 90° east), z north
  package var normal: (x: Double, y: Double, z: Double) {
    let latitude = latitude * Mathematics.radiansPerDegree
    let longitude = longitude * Mathematics.radiansPerDegree
    let width = Mathematics.cosine(latitude)
    return (
      width * Mathematics.cosine(longitude), width * Mathematics.sine(longitude),
      Mathematics.sine(latitude)
    )
  }
}
