internal import OppEngine
internal import OppModel

/// The report of a weather service on one place at one time, in base units; nil if it does not say
///
/// ```
/// temperature 15.6 °C   humidity 72 %   wind 5 m/s   rain 0.000001 m/s, 3.6 mm/h   visibility 24140 m
/// ```
struct WeatherReport: Hashable, Sendable {
  /// The first name of a case of `Sky`
  var sky: String?
  var temperature: Double?
  var feltTemperature: Double?
  var humidity: Double?
  var clouds: Double?
  var wind: Double?
  var gust: Double?

  /// Degrees clockwise from north, from which the wind comes
  var windDirection: Double?

  /// Metres per second, as rates of fall
  var rain: Double?
  var snow: Double?
  var pressure: Double?
  var visibility: Double?
  var ultraviolet: Double?

  /// The interval that a forecast is of
  var begins: Instant?
  var ends: Instant?

  /// The value of a field in the report
  ///
  /// `raining` and `snowing` are left to the rule set, if they follow from the sky and the rates.
  func value(of field: Field, in graph: ConditionGraph) -> Value? {
    switch field.name {
    case "sky": return sky.flatMap { Self.sky($0, field.type, graph) }
    case "begins": return begins.map { .scalar(Double($0.seconds)) }
    case "ends": return ends.map { .scalar(Double($0.seconds)) }
    default: break
    }
    guard let quantity = Self.quantities.first(where: { $0.name == field.name }),
      quantity.type == field.type, let number = quantity.number(self),
      quantity.range.contains(number)
    else { return nil }
    return .scalar(number)
  }

  /// `true` if it has any value
  var isEmpty: Bool {
    sky == nil && Self.quantities.allSatisfy { $0.number(self) == nil }
  }

  /// A quantity, its field, and its credible range, which goes beyond every record on the Earth's surface
  private struct Quantity: Sendable {
    let name: String
    let type: ValueType
    let range: ClosedRange<Double>
    let number: @Sendable (WeatherReport) -> Double?
  }

  /// In the order of `weather` in the prelude; a value outside of its range counts as missing: 412 °C is unknown
  private static let quantities: [Quantity] = [
    Quantity(name: "temp", type: .temperature, range: -100...70) { $0.temperature },
    Quantity(name: "feels_like", type: .temperature, range: -130...90) { $0.feltTemperature },
    Quantity(name: "humidity", type: .percent, range: 0...100) { $0.humidity },
    Quantity(name: "clouds", type: .percent, range: 0...100) { $0.clouds },
    Quantity(name: "wind", type: .speed, range: 0...150) { $0.wind },
    Quantity(name: "gust", type: .speed, range: 0...150) { $0.gust },
    Quantity(name: "wind_from", type: .angle, range: 0...359.999_999) {
      $0.windDirection.map { $0 == 360 ? 0 : $0 }
    },
    Quantity(name: "rain", type: .speed, range: 0...fastestFall) { $0.rain },
    Quantity(name: "snow", type: .speed, range: 0...fastestFall) { $0.snow },
    Quantity(name: "pressure", type: .pressure, range: 800...1100) { $0.pressure },
    Quantity(name: "visibility", type: .length, range: 0...1_000_000) { $0.visibility },
    Quantity(name: "uv", type: .number, range: 0...50) { $0.ultraviolet },
  ]

  /// The names of the fields of which a report may have a value, those of a forecast's interval aside
  static let fields = Set(quantities.map(\.name)).union(["sky"])

  /// One metre an hour
  private static let fastestFall = 1.0 / 3600

  /// The case of an enumeration that has a name, as its index; nil if the field is of another type
  private static func sky(
    _ name: String, _ type: ValueType, _ graph: ConditionGraph
  ) -> Value? {
    guard case .enumeration(let id) = type, graph.enumerations.indices.contains(Int(id.index)),
      let index = graph.enumerations[Int(id.index)].cases.firstIndex(where: { $0.contains(name) })
    else { return nil }
    return .scalar(Double(index))
  }
}
