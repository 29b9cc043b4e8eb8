internal import OppModel

/// Quantities as sentences have them: rounded, but never onto a limit that they do not reach, nor to its other side
///
/// | type | written |
/// | --- | --- |
/// | Length | from 1 km in km to one decimal, from 10 m in whole metres, from 1 m to one decimal, below in mm to one decimal |
/// | Speed below 3.6 m/h, which only rain and snow have | in mm/h |
/// | Temperature and differences | to one decimal |
/// | Duration | from an hour on without seconds: `1 h 30 min` |
/// | others | to three significant digits; digits before the point are kept |
///
/// ```
/// 8.079639992573426 m            8.1 m
/// 150.4 m, needs at most 150m    150.4 m       150 m would reach the limit
/// 1013.25 hPa                    1013 hPa
/// ```
struct SentenceValue {
  /// The most decimals that are added for the sake of a limit
  private static let mostDecimals = 12

  /// A quantity in words, or `nil` for a type whose values are not rounded
  ///
  /// - Parameters:
  ///   - unit: the unit of the data, or `nil` for the usual unit.
  ///   - limits: the values that it is compared with.
  func text(of scalar: Double, type: ValueType, unit: Unit?, limits: [Double]) -> String? {
    guard scalar.isFinite else { return nil }
    switch type {
    case .duration: return duration(scalar, limits)
    case .number: return digits(scalar, decimals: Self.decimals(scalar), limits)
    case .length, .speed, .temperature, .temperatureDifference, .pressure, .angle, .elevation,
      .percent, .measure:
      guard let dimension = Dimension(type) else { return nil }
      let unit = unit ?? Self.usualUnit(of: scalar, dimension)
      let amount = unit.amount(ofBase: scalar)
      let text = digits(
        amount, decimals: Self.decimals(amount, in: unit),
        limits.map { unit.amount(ofBase: $0) })
      return text + Self.suffix(of: unit)
    case .money, .timeOfDay, .date, .instant, .weekday, .month, .colour, .enumeration, .bool, .text,
      .position, .place, .row, .list:
      return nil
    }
  }

  // MARK: Digits

  /// An amount with so many decimals, or with as many more as it takes to stay on its side of each limit
  private func digits(_ amount: Double, decimals: Int, _ limits: [Double]) -> String {
    for places in decimals...max(decimals, Self.mostDecimals) {
      let rounded = Self.rounded(amount, places)
      let keepsSides = limits.allSatisfy { limit in
        (amount < limit) == (rounded < limit) && (amount > limit) == (rounded > limit)
      }
      if keepsSides { return ValueNotation.jsonNumber(rounded) }
    }
    return ValueNotation.jsonNumber(amount)
  }

  /// A number rounded to so many decimals, half away from zero
  private static func rounded(_ number: Double, _ places: Int) -> Double {
    var scale = 1.0
    for _ in 0..<places { scale *= 10 }
    let result = (number * scale).rounded() / scale
    return result.isFinite ? result : number
  }

  /// The decimals of three significant digits
  private static func decimals(_ number: Double) -> Int {
    let size = number.magnitude
    guard size > 0 else { return 0 }
    var (decimals, least) = (0, 100.0)
    while size < least, decimals < mostDecimals {
      decimals += 1
      least /= 10
    }
    return decimals
  }

  /// The decimals of an amount in a unit
  private static func decimals(_ amount: Double, in unit: Unit) -> Int {
    switch (unit.dimension, unit.spelling) {
    case (.length, "m"): amount.magnitude < 10 ? 1 : 0
    case (.length, "km"), (.length, "mm"), (.temperature, _), (.temperatureDifference, _): 1
    default: decimals(amount)
    }
  }

  // MARK: Units

  private static func usualUnit(of scalar: Double, _ dimension: Dimension) -> Unit {
    let size = scalar.magnitude
    switch dimension {
    case .length:
      if size == 0 { return .metre }
      return size >= 999.5 ? .kilometre : size < 1 ? .millimetre : .metre
    // Only rain and snow are so slow.
    case .speed: return size > 0 && size < 0.001 ? .millimetrePerHour : dimension.baseUnit
    case .percent, .duration, .temperature, .temperatureDifference, .pressure, .angle, .elevation,
      .measure, .money:
      return dimension.baseUnit
    }
  }

  /// The unit behind a number: `°C`, ` km`, `%`
  private static func suffix(of unit: Unit) -> String {
    switch (unit.dimension, unit.spelling) {
    case (.temperature, "C"), (.temperatureDifference, "C"): "°C"
    case (.temperature, "F"), (.temperatureDifference, "F"): "°F"
    case (.angle, "deg"), (.elevation, "deg"): "°"
    case (_, "°C"), (_, "°F"), (_, "%"), (_, "°"): unit.spelling
    default: " " + unit.spelling
    }
  }

  // MARK: Durations

  /// `1 h 30 min`, `45 min`, `2 days`; seconds only below an hour, or if the words would be on the other side of a limit
  private func duration(_ scalar: Double, _ limits: [Double]) -> String? {
    guard let exact = Int64(exactly: scalar.rounded()), exact.magnitude < 1 << 53 else {
      return nil
    }
    let minutes = Int64(exactly: (scalar / 60).rounded()).map { $0 * 60 } ?? exact
    let keepsSides = limits.allSatisfy { limit in
      (scalar < limit) == (Double(minutes) < limit) && (scalar > limit) == (Double(minutes) > limit)
    }
    return Self.words(exact.magnitude >= 3600 && keepsSides ? minutes : exact)
  }

  /// A whole number of seconds in words
  static func words(_ seconds: Int64) -> String {
    if seconds == 0 { return "0 s" }
    var rest = seconds.magnitude
    var parts: [String] = []
    for (length, unit) in [(86_400, " day"), (3600, " h"), (60, " min"), (1, " s")]
      as [(UInt64, String)]
    {
      let count = rest / length
      if count > 0 { parts.append("\(count)\(unit)\(length == 86_400 && count > 1 ? "s" : "")") }
      rest %= length
    }
    return (seconds < 0 ? "-" : "") + parts.joined(separator: " ")
  }
}
