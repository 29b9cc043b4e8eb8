/// A point on the WGS84 ellipsoid, in degrees
///
/// - Invariant: `-90 <= latitude <= 90`, `-180 <= longitude <= 180`, neither is NaN.
package struct Position: Hashable, Sendable {
  /// Degrees north
  package let latitude: Double

  /// Degrees east
  package let longitude: Double

  /// - Returns: nil where either is out of range or not a number.
  package init?(latitude: Double, longitude: Double) {
    guard latitude >= -90, latitude <= 90, longitude >= -180, longitude <= 180 else { return nil }
    self.latitude = latitude
    self.longitude = longitude
  }
}
