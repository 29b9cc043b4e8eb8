internal import OppModel

/// The full names of units: `20kn` is 20 knots
enum UnitNames {
  /// A quantity with its units in full, or `nil` if it has none
  ///
  ///     20kn → 20 knots     1h30m → 1 hour 30 minutes     30m of a length → 30 metres     12.50EUR → nil
  static func words(for text: String, _ reading: QuantityLiteral.Reading) -> String? {
    guard let unit = reading.unit else { return nil }
    var words: [String] = []
    var rest = Substring(text)
    while let first = rest.firstIndex(where: { !isOfNumeral($0) }) {
      let numeral = rest[..<first]
      rest = rest[first...]
      // A unit may end with a digit: `ug/m3`.
      let end =
        rest.hasSuffix(unit.spelling) && rest.count == unit.spelling.count
        ? rest.endIndex : rest.firstIndex { isOfNumeral($0) } ?? rest.endIndex
      guard let name = name(of: rest[..<end], unit.dimension) else { return nil }
      words.append("\(numeral) \(numeral == "1" ? name.singular : name.plural)")
      rest = rest[end...]
    }
    return words.isEmpty ? nil : words.joined(separator: " ")
  }

  private static func isOfNumeral(_ character: Character) -> Bool {
    ("0"..."9").contains(character) || character == "." || character == "-" || character == "_"
  }

  /// The names of a unit for one and for several, or `nil` for a currency
  ///
  /// - Parameter dimension: decides the meaning of `m`.
  static func name(
    of spelling: Substring, _ dimension: Dimension
  ) -> (singular: String, plural: String)? {
    if spelling == "m", dimension == .duration { return ("minute", "minutes") }
    return names.first { $0.spellings.contains(String(spelling)) }.map { ($0.singular, $0.plural) }
  }

  /// A unit by its spellings, with its names
  private static let names: [(spellings: [String], singular: String, plural: String)] = [
    (["%"], "per cent", "per cent"),
    (["s"], "second", "seconds"), (["min"], "minute", "minutes"), (["h"], "hour", "hours"),
    (["d"], "day", "days"), (["w"], "week", "weeks"),
    (["m"], "metre", "metres"), (["km"], "kilometre", "kilometres"),
    (["mm"], "millimetre", "millimetres"), (["cm"], "centimetre", "centimetres"),
    (["mi"], "mile", "miles"), (["ft"], "foot", "feet"), (["in"], "inch", "inches"),
    (["m/s"], "metre per second", "metres per second"),
    (["km/h"], "kilometre per hour", "kilometres per hour"),
    (["mph"], "mile per hour", "miles per hour"),
    (["kn"], "knot (nautical mile per hour)", "knots (nautical miles per hour)"),
    (["ft/s"], "foot per second", "feet per second"),
    (["mm/h"], "millimetre per hour", "millimetres per hour"),
    (["cm/h"], "centimetre per hour", "centimetres per hour"),
    (["in/h"], "inch per hour", "inches per hour"),
    (["C", "°C"], "degree Celsius", "degrees Celsius"),
    (["F", "°F"], "degree Fahrenheit", "degrees Fahrenheit"),
    (["K"], "kelvin", "kelvins"), (["hPa"], "hectopascal", "hectopascals"),
    (["deg"], "degree", "degrees"), (["W"], "watt", "watts"), (["kW"], "kilowatt", "kilowatts"),
    (["Wh"], "watt-hour", "watt-hours"), (["kWh"], "kilowatt-hour", "kilowatt-hours"),
    (["V"], "volt", "volts"), (["A"], "ampere", "amperes"), (["g"], "gram", "grams"),
    (["kg"], "kilogram", "kilograms"), (["lb"], "pound", "pounds"), (["oz"], "ounce", "ounces"),
    (["l"], "litre", "litres"), (["ml"], "millilitre", "millilitres"),
    (["ppm"], "part per million", "parts per million"),
    (
      ["ug/m3", "µg/m3", "μg/m3"], "microgram per cubic metre", "micrograms per cubic metre"
    ),
    (["lx"], "lux", "lux"),
  ]
}
