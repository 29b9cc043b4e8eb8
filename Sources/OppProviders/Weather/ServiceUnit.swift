internal import OppModel

/// Units as services spell them
enum ServiceUnit {
  /// Spellings of services, and those of the language
  private static let spellings = [
    "inch": "in", "mp/h": "mph", "m/h": "mph", "kt": "kn", "mb": "hPa", "°": "deg",
  ]

  /// A number in a unit of a service, in the base unit of its dimension
  ///
  /// | number, spelling, dimension | value |
  /// | --- | --- |
  /// | 50, `°F`, temperature | 10 °C |
  /// | 18, `km/h`, speed | 5 m/s |
  /// | 5, `km/h`, temperature | nil |
  ///
  /// - Returns: nil for a unit that is not known or of another dimension: nothing is guessed.
  static func value(_ number: Double, _ spelling: String?, _ dimension: Dimension) -> Double? {
    guard let spelling else { return nil }
    let candidates = Unit.candidates(spellings[spelling] ?? spelling)
    guard let unit = candidates.first(where: { $0.dimension == dimension }) else { return nil }
    let value = (number * Double(unit.numerator) + Double(unit.offset)) / Double(unit.denominator)
    return value.isFinite ? value : nil
  }
}
