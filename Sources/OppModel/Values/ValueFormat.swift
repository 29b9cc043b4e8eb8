/// The way in which a text writes a value: with so many decimals, in a unit, or both
///
/// ```
/// {temp:.1}      decimals 1              20.0°C
/// {rain:mm/h}    the unit mm/h           0.4 mm/h, with the decimals of rain
/// {d:.1 km}      both                    0.3 km
/// ```
package struct ValueFormat: Hashable, Sendable {
  /// So many, with zeros at the end; nil for as many as there usually are, without those
  package let decimals: Int?

  /// nil for the one that is chosen by the type, the size and the units of the rule set
  package let unit: Unit?

  package init(decimals: Int?, unit: Unit?) {
    self.decimals = decimals
    self.unit = unit
  }
}

/// The units of texts, by `set units`
package enum UnitSystem: Hashable, Sendable, CaseIterable {
  case metric
  /// Fahrenheit, miles, feet, inches, pounds and ounces
  case us
  /// Metric, but for miles
  case uk

  /// The word of the setting
  package var name: String {
    switch self {
    case .metric: "metric"
    case .us: "us"
    case .uk: "uk"
    }
  }
}
