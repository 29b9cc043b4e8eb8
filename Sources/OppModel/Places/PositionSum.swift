/// A sum of positions, each with a weight, from which their mean follows
///
/// Positions are added as the unit vectors upright on the ellipsoid, so neither the poles nor the date
/// line are special.
package struct PositionSum: Hashable, Sendable {
  package private(set) var x = 0.0
  package private(set) var y = 0.0
  package private(set) var z = 0.0

  package init() {}

  package mutating func add(_ position: Position, weight: Double) {
    let normal = position.normal
    x += normal.x * weight
    y += normal.y * weight
    z += normal.z * weight
  }

  /// The position in the middle of what was added
  ///
  /// - Returns: nil where nothing was, or where all of it cancels out, as two antipodes do.
  package var mean: Position? {
    let radius = (x * x + y * y).squareRoot()
    let length = (radius * radius + z * z).squareRoot()
    guard length > 0, length.isFinite else { return nil }
    return Position(
      latitude: Mathematics.arcTangent(z, radius) / Mathematics.radiansPerDegree,
      longitude: Mathematics.arcTangent(y, x) / Mathematics.radiansPerDegree)
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
