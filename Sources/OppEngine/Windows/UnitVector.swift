internal import OppModel

/// A direction from the middle of the Earth's ellipsoid, as its surface has it
struct UnitVector {
  var x: Double
  var y: Double
  var z: Double
}

extension UnitVector {
  init(_ position: Position) {
    let latitude = position.latitude * Mathematics.radiansPerDegree
    let longitude = position.longitude * Mathematics.radiansPerDegree
    x = Mathematics.cosine(latitude) * Mathematics.cosine(longitude)
    y = Mathematics.cosine(latitude) * Mathematics.sine(longitude)
    z = Mathematics.sine(latitude)
  }

  /// Nil for no direction at all
  var position: Position? {
    let across = (x * x + y * y).squareRoot()
    guard across > 0 || z != 0 else { return nil }
    return Position(
      latitude: Mathematics.arcTangent(z, across) / Mathematics.radiansPerDegree,
      longitude: Mathematics.arcTangent(y, x) / Mathematics.radiansPerDegree)
  }
}
