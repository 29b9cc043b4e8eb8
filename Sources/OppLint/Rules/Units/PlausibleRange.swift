internal import OppModel
internal import OppSyntax

/// The values that a field of the prelude can have had, in base units
///
/// In metres, metres a second, degrees Celsius, hectopascals and percent.
struct PlausibleRange {
  /// The least value that there has been
  let low: Double

  /// The greatest value that there has been
  let high: Double

  /// The reason for which no value is below
  let tooLow: String

  /// The reason for which no value is above
  let tooHigh: String

  /// A range with its two reasons
  private init(_ range: ClosedRange<Double>, _ tooLow: String, _ tooHigh: String) {
    (low, high) = (range.lowerBound, range.upperBound)
    self.tooLow = tooLow
    self.tooHigh = tooHigh
  }

  /// The range of a field; nil for a field that may be anything, and for all that rule sets declare
  static func of(_ measurement: Measurement) -> PlausibleRange? {
    guard measurement.isOfPrelude else { return nil }
    return byField["\(measurement.owner).\(measurement.field)"]
  }

  /// In °C: -89.2 was measured at Vostok in 1983, 56.7 in Death Valley in 1913
  private static let air = PlausibleRange(
    -90...57, "air has never been so cold", "air has never been so hot")

  /// In metres a second: 113 was measured in a gust on Barrow Island in 1996
  private static let moving = PlausibleRange(
    0...114, "no wind is slower than none", "no wind has ever been so fast")

  /// In metres a second: 400 mm fell in an hour
  private static let falling = PlausibleRange(
    0...400 / 3_600_000, "it cannot rain less than nothing",
    "it has never rained so hard for an hour")

  /// In percent
  private static let share = PlausibleRange(
    0...100, "it is never below 0%", "it is never above 100%")

  /// By `owner.field`; a field that is not here may be anything
  private static let byField: [String: PlausibleRange] = [
    "weather.temp": air, "forecast.temp": air,
    "weather.feels_like": PlausibleRange(
      -100...75, "it has never felt so cold", "it has never felt so hot"),
    "weather.wind": moving, "weather.gust": moving, "forecast.wind": moving,
    "weather.rain": falling, "weather.snow": falling, "forecast.rain": falling,
    "forecast.snow": falling,
    "weather.pressure": PlausibleRange(
      860...1090, "air pressure has never been so low", "air pressure has never been so high"),
    "weather.uv": PlausibleRange(
      0...44, "it is never below 0", "the index has never been so high"),
    "weather.humidity": share, "weather.clouds": share, "device.battery": share,
    "weather.visibility": PlausibleRange(
      10...400_000, "nobody measures so short a view", "nobody sees so far"),
    "resort.new_snow": PlausibleRange(
      0...3, "it cannot snow less than nothing", "it has never snowed so much in a day"),
    "resort.base": PlausibleRange(
      0...12, "snow is never less than none", "snow has never lain so deep"),
    "location.speed": PlausibleRange(
      0...400, "nobody is slower than at rest", "nobody travels so fast"),
  ]
}

extension LintSubject {
  /// The plausible range that a compared constant lies outside of
  func violatedRange(_ value: ComparedValue) -> PlausibleRange? {
    guard let measurement = measurement(value.measuredNode), measurement.type == value.type,
      let range = PlausibleRange.of(measurement),
      value.value < range.low || value.value > range.high
    else { return nil }
    // An open end is often written as a value that is never reached: `30C..100C`.
    if value.isEnd {
      let isBelow = value.value < range.low
      let others = comparedValues.filter { $0.node.range == value.node.range }
      guard others.allSatisfy({ isBelow ? $0.value < range.low : $0.value > range.high }) else {
        return nil
      }
    }
    return range
  }

  /// The unit that a constant is written in: the last if it has several; nil for one that is no literal
  func unit(of expression: ExpressionSyntax) -> String? {
    guard case .literal(let literal) = expression.withoutParentheses, literal.kind == .quantity
    else { return nil }
    return literal.parts.last?.unit
  }
}
