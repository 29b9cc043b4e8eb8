internal import OppModel

/// A quantity in the unit of readers who are used to another one
///
/// | written | read as | shown |
/// | --- | --- | --- |
/// | `68F` | 20 °C | `20 °C` |
/// | `3mi` | 4,828.032 m | `4.83 km` |
/// | `30m` | 1,800 s | `30 min` |
/// | `20mph` | 8.9408 m/s | `32.19 km/h` |
struct UnitConversion {
  let kind: InlayHint.Kind

  /// `20 °C`
  let text: String

  /// The converted quantity as a sentence has it: `30 minutes`
  let phrase: String

  /// `true` if a quantity may have a conversion, by its unit alone
  static func isWorthwhile(_ bytes: ArraySlice<UInt8>) -> Bool {
    let unit = bytes.drop { byte in
      (0x30...0x39).contains(byte) || byte == UInt8(ascii: ".") || byte == UInt8(ascii: "_")
    }
    return spellings.contains { unit.elementsEqual($0.utf8) }
  }

  /// The units of ``targets`` as they are written
  private static let spellings = [
    "F", "°F", "m", "mi", "ft", "in", "mph", "kn", "ft/s", "in/h", "m/s",
  ]

  /// The conversion of a reading; nil if the unit is the reader's already
  init?(_ reading: QuantityLiteral.Reading) {
    guard let unit = reading.unit else { return nil }
    let found = Self.targets.first {
      $0.type == reading.type && $0.spellings.contains(unit.spelling)
    }
    guard let found else { return nil }
    self.init(found.kind, reading.value * found.factor, found.unit, phrase: found.phrase)
  }

  /// The unit in which readers see a quantity that is written in another one
  private struct Target {
    let type: ValueType
    let spellings: [String]
    let kind: InlayHint.Kind

    /// The number of units in a base unit
    let factor: Double
    let unit: String
    var phrase: String?
  }

  /// The factors are from the base unit of the type: metres, seconds, metres a second, degrees Celsius
  private static let targets = [
    Target(type: .temperature, spellings: ["F", "°F"], kind: .temperatures, factor: 1, unit: "°C"),
    Target(
      type: .temperatureDifference, spellings: ["F", "°F"], kind: .temperatures, factor: 1,
      unit: "°C"),
    Target(
      type: .duration, spellings: ["m"], kind: .minutes, factor: 1 / 60, unit: "min",
      phrase: "minutes"),
    Target(
      type: .length, spellings: ["m"], kind: .minutes, factor: 1, unit: "metres", phrase: "metres"),
    Target(type: .length, spellings: ["mi"], kind: .lengths, factor: 0.001, unit: "km"),
    Target(type: .length, spellings: ["ft"], kind: .lengths, factor: 1, unit: "m"),
    Target(type: .length, spellings: ["in"], kind: .lengths, factor: 100, unit: "cm"),
    Target(type: .speed, spellings: ["in/h"], kind: .speeds, factor: 3_600_000, unit: "mm/h"),
    Target(
      type: .speed, spellings: ["mph", "kn", "ft/s", "m/s"], kind: .speeds, factor: 3.6,
      unit: "km/h"),
  ]

  /// - Parameter value: in the unit that is shown.
  private init(_ kind: InlayHint.Kind, _ value: Double, _ unit: String, phrase: String? = nil) {
    self.kind = kind
    let number = Self.rounded(value)
    text = "\(number) \(unit)"
    self.phrase = "\(number) \(phrase ?? unit)"
  }

  /// To two decimals, without zeros at the end
  static func rounded(_ value: Double) -> String {
    ValueNotation.jsonNumber((value * 100).rounded() / 100)
  }

  /// A quantity in the usual units of its type but the written one, for those who point at it
  static func forms(of reading: QuantityLiteral.Reading) -> [String] {
    let value = reading.value
    let forms: [(Double, String)] =
      switch reading.type {
      case .temperature: [(value, "°C"), (value * 9 / 5 + 32, "°F")]
      case .temperatureDifference: [(value, "°C"), (value * 9 / 5, "°F")]
      case .duration:
        [(value, "s"), (value / 60, "min"), (value / 3600, "h")]
          + (value >= 86_400 ? [(value / 86_400, "d")] : [])
      case .length:
        value < 1
          ? [(value * 1000, "mm"), (value * 100, "cm"), (value / 0.0254, "in")]
          : [(value, "m"), (value / 1000, "km"), (value / 0.3048, "ft"), (value / 1609.344, "mi")]
      case .speed:
        value * 3600 < 1
          ? [(value * 3_600_000, "mm/h"), (value / 0.0254 * 3600, "in/h")]
          : [
            (value * 3.6, "km/h"), (value, "m/s"), (value / 0.44704, "mph"),
            (value / 1852 * 3600, "kn"),
          ]
      case .measure(.power): [(value, "W"), (value / 1000, "kW")]
      case .measure(.energy): [(value, "Wh"), (value / 1000, "kWh")]
      case .measure(.mass):
        [
          (value, "g"), (value / 1000, "kg"), (value / 28.349523125, "oz"),
          (value / 453.59237, "lb"),
        ]
      case .measure(.volume): [(value, "l"), (value * 1000, "ml")]
      case .bool, .number, .percent, .text, .pressure, .angle, .elevation, .measure(.voltage),
        .measure(.current), .measure(.concentration), .measure(.density), .measure(.illuminance),
        .money, .timeOfDay, .date, .instant, .weekday, .month, .position, .place, .colour,
        .enumeration, .row, .list:
        []
      }
    return forms.filter { $0.1 != written(reading) }.map { "\(rounded($0)) \($1)" }
  }

  /// The unit in which a quantity is written, as ``forms(of:)`` spells it
  private static func written(_ reading: QuantityLiteral.Reading) -> String? {
    switch reading.unit?.spelling {
    case "C", "F": reading.unit.map { "°\($0.spelling)" }
    case "m" where reading.type == .duration: "min"
    default: reading.unit?.spelling
    }
  }
}
