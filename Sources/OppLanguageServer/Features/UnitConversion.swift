internal import OppModel

/// A quantity in the unit of readers who are used to another one
struct UnitConversion {
  let kind: InlayHint.Kind

  /// `20 °C`
  let text: String

  /// As a sentence has it
  let phrase: String

  /// Whether a quantity may have a conversion, by its unit alone
  static func isWorthwhile(_ bytes: ArraySlice<UInt8>) -> Bool {
    let unit = bytes.drop { byte in
      (0x30...0x39).contains(byte) || byte == UInt8(ascii: ".") || byte == UInt8(ascii: "_")
    }
    return spellings.contains { unit.elementsEqual($0.utf8) }
  }

  private static let spellings = [
    "F", "°F", "m", "mi", "ft", "in", "mph", "kn", "ft/s", "in/h", "m/s",
  ]

  /// The conversion of a reading; nil where the unit is the reader's already
  init?(_ reading: QuantityLiteral.Reading) {
    guard let unit = reading.unit else { return nil }
    switch (reading.type, unit.spelling) {
    case (.temperature, "F"), (.temperature, "°F"), (.temperatureDifference, "F"),
      (.temperatureDifference, "°F"):
      self.init(.temperatures, reading.value, "°C")
    case (.duration, "m"): self.init(.minutes, reading.value / 60, "min", phrase: "minutes")
    case (.length, "m"): self.init(.minutes, reading.value, "metres", phrase: "metres")
    case (.length, "mi"): self.init(.lengths, reading.value / 1000, "km")
    case (.length, "ft"): self.init(.lengths, reading.value, "m")
    case (.length, "in"): self.init(.lengths, reading.value * 100, "cm")
    case (.speed, "in/h"): self.init(.speeds, reading.value * 3_600_000, "mm/h")
    case (.speed, "mph"), (.speed, "kn"), (.speed, "ft/s"), (.speed, "m/s"):
      self.init(.speeds, reading.value * 3.6, "km/h")
    default: return nil
    }
  }

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

  /// A quantity in the usual units of its type, for those who point at it
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
      case .bool, .number, .percent, .text, .pressure, .timeOfDay, .date, .instant, .weekday,
        .month, .position, .place, .colour, .enumeration, .row, .list:
        []
      }
    return forms.map { "\(rounded($0)) \($1)" }
  }
}
