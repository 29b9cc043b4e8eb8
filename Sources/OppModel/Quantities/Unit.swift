/// A unit of one dimension, as a literal writes it
///
/// A value `x` in this unit is exactly `(x · numerator + offset) / denominator` in the base unit of the
/// dimension, so that a conversion can be exact and rounded once (``ExactDecimal/value(in:)``).
///
/// - Invariant: `numerator` and `denominator` are positive.
package struct Unit: Hashable, Sendable {
  /// As it is written after a number: `km/h`
  package let spelling: String
  package let dimension: Dimension
  package let numerator: Int64
  package let offset: Int64
  package let denominator: Int64

  /// A unit whose values are `(x · numerator + offset) / denominator` in the base unit
  private init(
    _ spelling: String, _ dimension: Dimension, _ numerator: Int64, over denominator: Int64 = 1,
    offset: Int64 = 0
  ) {
    self.spelling = spelling
    self.dimension = dimension
    self.numerator = numerator
    self.offset = offset
    self.denominator = denominator
  }

  /// The units that a spelling may mean: none, one, or two where the context decides (`m`, `C`, `F`)
  package static func candidates(_ spelling: String) -> [Unit] {
    all.filter { $0.spelling == spelling }
  }

  /// Every spelling once, for the nearest to a wrong one
  package static let spellings: [String] = all.reduce(into: []) { found, unit in
    if !found.contains(unit.spelling) { found.append(unit.spelling) }
  }

  /// Every unit of the language; a spelling that may mean two appears twice
  package static let all: [Unit] = [
    percent,
    second, Unit("m", .duration, 60), minute, hour, day, Unit("w", .duration, 604_800),
    metre, kilometre, millimetre, centimetre,
    Unit("mi", .length, 201_168, over: 125), Unit("ft", .length, 381, over: 1250),
    Unit("in", .length, 127, over: 5000),
    metrePerSecond, kilometrePerHour,
    Unit("mph", .speed, 1397, over: 3125), Unit("kn", .speed, 463, over: 900),
    Unit("ft/s", .speed, 381, over: 1250), millimetrePerHour,
    Unit("cm/h", .speed, 1, over: 360_000), Unit("in/h", .speed, 127, over: 18_000_000),
    Unit("C", .temperature, 1), Unit("C", .temperatureDifference, 1),
    celsius, celsiusDifference,
    Unit("F", .temperature, 5, over: 9, offset: -160),
    Unit("F", .temperatureDifference, 5, over: 9),
    Unit("°F", .temperature, 5, over: 9, offset: -160),
    Unit("°F", .temperatureDifference, 5, over: 9),
    hectopascal,
  ]

  package static let percent = Unit("%", .percent, 1)
  package static let second = Unit("s", .duration, 1)
  package static let minute = Unit("min", .duration, 60)
  package static let hour = Unit("h", .duration, 3600)
  package static let day = Unit("d", .duration, 86_400)
  package static let metre = Unit("m", .length, 1)
  package static let kilometre = Unit("km", .length, 1000)
  package static let millimetre = Unit("mm", .length, 1, over: 1000)
  package static let centimetre = Unit("cm", .length, 1, over: 100)
  package static let metrePerSecond = Unit("m/s", .speed, 1)
  package static let kilometrePerHour = Unit("km/h", .speed, 5, over: 18)
  package static let millimetrePerHour = Unit("mm/h", .speed, 1, over: 3_600_000)
  package static let celsius = Unit("°C", .temperature, 1)
  package static let celsiusDifference = Unit("°C", .temperatureDifference, 1)
  package static let hectopascal = Unit("hPa", .pressure, 1)
}
