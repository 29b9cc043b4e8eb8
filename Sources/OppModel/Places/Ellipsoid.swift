/// The ellipsoid of WGS84, with the quantities that the formulas need
enum Ellipsoid {
  /// The equatorial radius in metres
  static let equatorialRadius = 6_378_137.0

  /// (a-b)/a, by definition of WGS84
  static let flattening = 1 / 298.257223563

  /// The polar radius in metres
  static let polarRadius = equatorialRadius * (1 - flattening)

  /// The third flattening, (a-b)/(a+b)
  static let thirdFlattening = flattening / (2 - flattening)

  /// The square of the first eccentricity, (a²-b²)/a²
  static let eccentricitySquared = flattening * (2 - flattening)

  /// The square of the second eccentricity, (a²-b²)/b²
  static let secondEccentricitySquared =
    eccentricitySquared / ((1 - flattening) * (1 - flattening))
}
