/// A unit of one dimension, as a literal writes it
///
/// A value `x` in this unit is exactly `(x · numerator + offset) / denominator` in the base unit of the
/// dimension, so that a conversion can be exact and rounded once (``ExactDecimal/value(in:)``).
///
/// - Invariant: `numerator` and `denominator` are positive.
package struct Unit: Hashable, Sendable {
  /// The text that is written after a number: `km/h`
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

  /// The units that a spelling may mean: none, one, or two if the context decides (`m`, `C`, `F`)
  package static func candidates(_ spelling: String) -> [Unit] {
    if let currency = Currency(code: spelling) { return [money(currency)] }
    return all.filter { $0.spelling == spelling }
  }

  /// The units that a service or a file may mean by its spelling, which beside those of the language may be `L`,
  /// `µg/m³`, `inHg` or `€`
  package static func stated(_ spelling: String) -> [Unit] {
    let spelling = withDegreeSigns(spelling)
    return switch spelling {
    case "L": [litre]
    case "mL": [millilitre]
    case "µg/m³", "μg/m³": [microgramPerCubicMetre]
    case "°": [degree]
    case "mbar": [hectopascal]
    case "kPa": [Unit("kPa", .pressure, 10)]
    case "Pa": [Unit("Pa", .pressure, 1, over: 100)]
    // The conventional millimetre of mercury, 133.3224 Pa: NIST SP 811, B.8.
    case "mmHg": [Unit("mmHg", .pressure, 1_333_224, over: 1_000_000)]
    case "℃": candidates("°C")
    case "℉": candidates("°F")
    case "€": candidates("EUR")
    case "$": candidates("USD")
    case "£": candidates("GBP")
    // The conventional inch of mercury, 3386.389 Pa: NIST SP 811, B.8.
    case "inHg": [Unit("inHg", .pressure, 3_386_389, over: 100_000)]
    // A watt second is a joule.
    case "kJ": [Unit("kJ", .measure(.energy), 5, over: 18)]
    case "MJ": [Unit("MJ", .measure(.energy), 2500, over: 9)]
    case "MWh": [Unit("MWh", .measure(.energy), 1_000_000)]
    case "mA": [Unit("mA", .measure(.current), 1, over: 1000)]
    case "mV": [Unit("mV", .measure(.voltage), 1, over: 1000)]
    case "m³", "m3": [Unit("m³", .measure(.volume), 1000)]
    case "ms": [Unit("ms", .duration, 1, over: 1000)]
    default:
      if let known = otherSpellings[spelling] {
        candidates(known)
      } else {
        amountPerInterval(spelling).map { [$0] } ?? candidates(spelling)
      }
    }
  }

  /// A spelling with `°` for the two characters that keyboards and devices write in its place, `º` and `˚`
  private static func withDegreeSigns(_ spelling: String) -> String {
    if spelling.utf8.allSatisfy({ $0 < 0x80 }) { return spelling }
    var written = String.UnicodeScalarView()
    for scalar in spelling.unicodeScalars {
      written.append(scalar == "\u{BA}" || scalar == "\u{2DA}" ? "\u{B0}" : scalar)
    }
    return String(written)
  }

  /// Other spellings of units of the language, each with one meaning
  private static let otherSpellings = [
    "mm/hr": "mm/h", "in/hr": "in/h", "km/hr": "km/h", "kmh": "km/h", "kph": "km/h",
    "mi/h": "mph", "m/sec": "m/s", "kt": "kn", "kts": "kn", "knots": "kn",
    "degC": "°C", "deg C": "°C", "Celsius": "°C", "degF": "°F", "deg F": "°F", "Fahrenheit": "°F",
    "sec": "s", "secs": "s", "second": "s", "seconds": "s", "mins": "min", "minute": "min",
    "minutes": "min", "hr": "h", "hrs": "h", "hour": "h", "hours": "h", "day": "d", "days": "d",
    "week": "w", "weeks": "w",
    "meters": "m", "metres": "m", "miles": "mi", "feet": "ft", "inches": "in", "lbs": "lb",
    "kwh": "kWh", "KWH": "kWh", "wh": "Wh", "WH": "Wh", "lux": "lx", "liters": "l",
    "litres": "l",
    // Of relative humidity, in English and in German
    "%RH": "%", "% RH": "%", "%rH": "%", "% rH": "%", "%rh": "%", "% rh": "%", "RH%": "%",
    "%rF": "%", "% rF": "%", "% r.F.": "%", "%r.F.": "%",
  ]

  /// The rate that an amount for an interval is, as meters and gauges log it: `mm/10min`, `kWh/15min`
  ///
  /// Returns `nil` if the spelling has no number behind `/`, or is no length or energy.
  private static func amountPerInterval(_ spelling: String) -> Unit? {
    let parts = spelling.split(separator: "/", omittingEmptySubsequences: false)
    guard parts.count == 2, let digit = parts[1].utf8.first, digit &- UInt8(ascii: "1") < 9,
      let interval = (try? QuantityLiteral.parse(String(parts[1])))?.value(as: .duration),
      let seconds = Int64(exactly: interval), seconds > 0
    else { return nil }
    for amount in candidates(String(parts[0])) {
      // A watt hour for an hour is a watt.
      let (dimension, hour): (Dimension, Int64) =
        switch amount.dimension {
        case .length: (.speed, 1)
        case .measure(.energy): (.measure(.power), 3600)
        case .percent, .duration, .speed, .temperature, .temperatureDifference, .pressure, .angle,
          .elevation, .measure, .money:
          (.percent, 0)
        }
      let numerator = amount.numerator.multipliedReportingOverflow(by: hour)
      let denominator = amount.denominator.multipliedReportingOverflow(by: seconds)
      guard hour > 0, !numerator.overflow, !denominator.overflow else { continue }
      return Unit(
        spelling, dimension, numerator.partialValue, over: denominator.partialValue)
    }
    return nil
  }

  /// The main unit of a currency, of which so many minor units are one
  package static func money(_ currency: Currency) -> Unit {
    Unit(currency.code, .money(currency), currency.minorUnits)
  }

  /// The number of the units that an amount in base units is
  ///
  ///     km of 1500 m → 1.5     °F of 20 °C → 68
  package func amount(ofBase value: Double) -> Double {
    (value * Double(denominator) - Double(offset)) / Double(numerator)
  }

  /// Every spelling once, for the nearest to a wrong one
  package static let spellings: [String] = all.reduce(into: []) { found, unit in
    if !found.contains(unit.spelling) { found.append(unit.spelling) }
  }

  /// Every unit of the language but currencies; a spelling that may mean two appears twice
  package static let all: [Unit] = [
    percent,
    second, Unit("m", .duration, 60), minute, hour, day, Unit("w", .duration, 604_800),
    metre, kilometre, millimetre, centimetre,
    mile, foot, inch,
    metrePerSecond, kilometrePerHour,
    milePerHour, Unit("kn", .speed, 463, over: 900),
    Unit("ft/s", .speed, 381, over: 1250), millimetrePerHour,
    Unit("cm/h", .speed, 1, over: 360_000), inchPerHour,
    Unit("C", .temperature, 1), Unit("C", .temperatureDifference, 1),
    celsius, celsiusDifference,
    Unit("F", .temperature, 5, over: 9, offset: -160),
    Unit("F", .temperatureDifference, 5, over: 9),
    fahrenheit, fahrenheitDifference,
    Unit("K", .temperature, 100, over: 100, offset: -27_315), Unit("K", .temperatureDifference, 1),
    hectopascal, degree, degreeOfElevation,
    watt, kilowatt, wattHour, kilowattHour, volt, ampere,
    gram, kilogram, pound, ounce, litre, millilitre,
    partsPerMillion, microgramPerCubicMetre,
    // The micro sign, and the Greek letter that keyboards have.
    Unit("µg/m3", .measure(.density), 1), Unit("μg/m3", .measure(.density), 1),
    lux,
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
  package static let mile = Unit("mi", .length, 201_168, over: 125)
  package static let foot = Unit("ft", .length, 381, over: 1250)
  package static let inch = Unit("in", .length, 127, over: 5000)
  package static let milePerHour = Unit("mph", .speed, 1397, over: 3125)
  package static let inchPerHour = Unit("in/h", .speed, 127, over: 18_000_000)
  package static let fahrenheit = Unit("°F", .temperature, 5, over: 9, offset: -160)
  package static let fahrenheitDifference = Unit("°F", .temperatureDifference, 5, over: 9)
  package static let hectopascal = Unit("hPa", .pressure, 1)
  package static let degree = Unit("deg", .angle, 1)
  package static let degreeOfElevation = Unit("deg", .elevation, 1)
  package static let watt = Unit("W", .measure(.power), 1)
  package static let kilowatt = Unit("kW", .measure(.power), 1000)
  package static let wattHour = Unit("Wh", .measure(.energy), 1)
  package static let kilowattHour = Unit("kWh", .measure(.energy), 1000)
  package static let volt = Unit("V", .measure(.voltage), 1)
  package static let ampere = Unit("A", .measure(.current), 1)
  package static let gram = Unit("g", .measure(.mass), 1)
  package static let kilogram = Unit("kg", .measure(.mass), 1000)
  package static let pound = Unit("lb", .measure(.mass), 45_359_237, over: 100_000)
  package static let ounce = Unit("oz", .measure(.mass), 45_359_237, over: 1_600_000)
  package static let litre = Unit("l", .measure(.volume), 1)
  package static let millilitre = Unit("ml", .measure(.volume), 1, over: 1000)
  package static let partsPerMillion = Unit("ppm", .measure(.concentration), 1)
  package static let microgramPerCubicMetre = Unit("ug/m3", .measure(.density), 1)
  package static let lux = Unit("lx", .measure(.illuminance), 1)
}
