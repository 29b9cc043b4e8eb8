internal import OppModel

/// The name and the unit that a header suggests for a field
///
/// ```
/// header                        name                    unit
/// Outdoor Temperature(℃)        outdoor_temperature     ℃
/// Out °F                        out                     °F
/// Heart rate (bpm)              heart_rate_bpm          none: the language has no such unit
/// 2m wind                       _2m_wind
/// ```
struct SketchedName {
  let name: String

  /// The unit as it is written, or `nil` if the header names none of the language
  let unit: String?

  init(header: String, place: Int) {
    var rest = header
    var unit: String?
    for (opening, closing) in [("[", "]"), ("(", ")")] as [(Character, Character)] {
      guard let found = Self.inBrackets(header, opening, closing) else { continue }
      rest = found.rest
      unit = found.unit
    }
    if unit == nil, let found = Self.behindSpace(header) {
      rest = found.rest
      unit = found.unit
    }
    self.unit = unit
    let name = Self.identifier(rest)
    self.name = name.isEmpty ? "column\(place)" : name
  }

  /// The unit in brackets at the end
  private static func inBrackets(
    _ header: String, _ opening: Character, _ closing: Character
  ) -> (rest: String, unit: String)? {
    guard header.last == closing, let bracket = header.lastIndex(of: opening) else { return nil }
    let unit = header[header.index(after: bracket)...].dropLast().withoutOuterSpaces
    return Unit.stated(unit).isEmpty ? nil : (rest: String(header[..<bracket]), unit: unit)
  }

  /// The unit behind the last space, comma or dash, if it can be no word
  private static func behindSpace(_ header: String) -> (rest: String, unit: String)? {
    guard let space = header.lastIndex(where: { " ,_".contains($0) }) else { return nil }
    let unit = String(header[header.index(after: space)...])
    return bareUnits.contains(unit) ? (rest: String(header[..<space]), unit: unit) : nil
  }

  /// The units that are no words of a header
  private static let bareUnits: Set<String> = [
    "°C", "°F", "℃", "℉", "%", "hPa", "kPa", "mbar", "inHg", "mmHg", "kWh", "Wh", "kW", "km/h",
    "m/s", "mph", "mm/h", "in/h", "mm", "cm", "km", "kg", "ppm", "lx", "µg/m³", "μg/m³", "€", "°",
    "ºC", "ºF", "º", "˚C", "˚F", "%RH", "%rH", "%rh", "%rF",
  ]

  /// A name of the language of the letters and digits of a text, in small letters: `minutes_asleep` of `minutesAsleep`
  static func identifier(_ text: String) -> String {
    var name = String.UnicodeScalarView()
    var isGap = false
    for scalar in withGaps(text).lowercased().unicodeScalars {
      guard scalar.properties.isXIDContinue, scalar != "_" else {
        isGap = true
        continue
      }
      if isGap, !name.isEmpty { name.append("_") }
      isGap = false
      if name.isEmpty, !scalar.properties.isXIDStart { name.append("_") }
      name.append(scalar)
    }
    return String(name)
  }
  /// A text with a space before each capital behind two small letters; `pH` and `kWh` have none
  private static func withGaps(_ text: String) -> String {
    var spaced = String.UnicodeScalarView()
    var smallCount = 0
    for scalar in text.unicodeScalars {
      let isCapital = ("A"..."Z").contains(scalar)
      if isCapital, smallCount > 1 { spaced.append(" ") }
      smallCount = ("a"..."z").contains(scalar) ? smallCount + 1 : 0
      spaced.append(scalar)
    }
    return String(spaced)
  }
}
