/// Amounts as people write them: a number in a unit that suits its size
///
/// | type | metric | us, if it differs |
/// | --- | --- | --- |
/// | Length | from 1 km in km, from 1 m in m, from 1 cm in cm, below in mm | from 0.1 mi in mi, from 1 ft in ft, below in in |
/// | Speed | in km/h; below a metre an hour it is a rate of fall, in mm/h | in mph, in in/h |
/// | Temperature | in °C | in °F |
/// | Mass | from 1 kg in kg, below in g | from 1 lb in lb, below in oz |
///
/// `uk` is metric, but for mph, and mi from 0.1 mi on. The units of other types are the same everywhere.
struct AmountText: Sendable {
  let units: UnitSystem

  /// An amount of a type in its base unit, as ``ValueText`` has it
  ///
  ///     1234 m → 1.2 km     1234 m as .2 mi → 0.77 mi     20 °C as F → 68°F
  func text(of value: Double, in unit: Unit, decimals: Int?) -> String {
    let amount = unit.amount(ofBase: value)
    let places = decimals ?? unit.usualDecimals(of: amount)
    var digits =
      decimals == nil
      ? DecimalText.rounded(amount, places: places) : DecimalText.fixed(amount, places: places)
    // A direction a little to the west of the north is the north.
    if unit.dimension == .angle, digits.hasPrefix("360") {
      digits = decimals == nil ? "0" : DecimalText.fixed(0, places: places)
    }
    return digits + unit.suffix
  }

  /// The unit that an amount of a dimension is usually written in; nil of a duration, which has several
  func usualUnit(of value: Double, _ dimension: Dimension) -> Unit? {
    switch dimension {
    case .duration: nil
    case .percent: .percent
    case .length: length(value)
    case .speed: speed(value)
    case .temperature: units == .us ? .fahrenheit : .celsius
    case .temperatureDifference: units == .us ? .fahrenheitDifference : .celsiusDifference
    case .pressure: .hectopascal
    case .angle: .degree
    case .elevation: .degreeOfElevation
    case .measure(let measure): unit(of: value, measure)
    case .money(let currency): .money(currency)
    }
  }

  private func length(_ value: Double) -> Unit {
    let size = value.magnitude
    if units != .metric, Rounding.nearest(Unit.foot.amount(ofBase: size)) >= Self.feetOfATenthMile {
      return .mile
    }
    if units == .us {
      let inches = Unit.inch.amount(ofBase: size)
      return Rounding.nearest(inches * 100) >= 1200 || size == 0 ? .foot : .inch
    }
    if Rounding.nearest(size) >= 1000 { return .kilometre }
    if size >= 1 || size == 0 { return .metre }
    return size >= 0.01 ? .centimetre : .millimetre
  }

  /// The number of feet from which on a length is written in miles
  private static let feetOfATenthMile: Int64 = 528

  private func speed(_ value: Double) -> Unit {
    // No person walks slower than a metre an hour, and no rain falls faster.
    if value != 0, value.magnitude * 3600 < 1 {
      return units == .us ? .inchPerHour : .millimetrePerHour
    }
    return units == .metric ? .kilometrePerHour : .milePerHour
  }

  private func unit(of value: Double, _ measure: Measure) -> Unit {
    let size = value.magnitude
    let isLarge = Rounding.nearest(size) >= 1000
    switch measure {
    case .power: return isLarge ? .kilowatt : .watt
    case .energy: return isLarge ? .kilowattHour : .wattHour
    case .voltage: return .volt
    case .current: return .ampere
    case .mass where units == .us:
      let ounces = Unit.ounce.amount(ofBase: size)
      return Rounding.nearest(ounces * 10) >= 160 ? .pound : .ounce
    case .mass: return isLarge ? .kilogram : .gram
    case .volume: return size >= 1 || size == 0 ? .litre : .millilitre
    case .concentration: return .partsPerMillion
    case .density: return .microgramPerCubicMetre
    case .illuminance: return .lux
    }
  }
}

extension Unit {
  /// The decimals of an amount in the unit if none are asked for, without zeros at the end
  fileprivate func usualDecimals(of amount: Double) -> Int {
    switch dimension {
    case .money(let currency): return currency.decimals
    case .temperature, .temperatureDifference, .measure(.density): return 1
    case .percent, .duration, .pressure, .angle, .elevation: return 0
    case .length, .speed, .measure: break
    }
    switch spelling {
    case "in", "in/h", "A": return 2
    case "km", "mi", "cm", "mm", "mm/h", "cm/h", "kW", "kWh", "V", "kg", "lb", "oz", "l": return 1
    case "g": return amount.magnitude < 10 ? 1 : 0
    default: return 0
    }
  }

  /// The unit behind a number: `°C`, ` km`, `%`
  fileprivate var suffix: String {
    switch spelling {
    case "%": "%"
    case "C", "°C": "°C"
    case "F", "°F": "°F"
    case "deg": "°"
    case "ug/m3", "µg/m3", "μg/m3": " µg/m³"
    case "m" where dimension == .duration: " min"
    default: " " + spelling
    }
  }
}
