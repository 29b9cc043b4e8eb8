internal import OppModel
internal import OppSyntax

/// What a field of the prelude can have been, in base units
struct PlausibleRange {
  let low: Double
  let high: Double

  /// Why a value below is none; nil where none is too low
  let tooLow: String?
  let tooHigh: String

  /// The range of a field; nil for a field that may be anything, and for all that rule sets declare
  static func of(_ measurement: Measurement) -> PlausibleRange? {
    guard measurement.isOfPrelude else { return nil }
    switch (measurement.owner, measurement.field) {
    case ("weather", "temp"), ("forecast", "temp"):
      return PlausibleRange(
        low: -90, high: 57, tooLow: "air has never been so cold",
        tooHigh: "air has never been so hot")
    case ("weather", "feels_like"):
      return PlausibleRange(
        low: -100, high: 75, tooLow: "it has never felt so cold",
        tooHigh: "it has never felt so hot")
    case ("weather", "wind"), ("weather", "gust"), ("forecast", "wind"):
      return PlausibleRange(
        low: 0, high: 114, tooLow: "no wind is slower than none",
        tooHigh: "no wind has ever been so fast")
    case ("weather", "rain"), ("weather", "snow"), ("forecast", "rain"), ("forecast", "snow"):
      return PlausibleRange(
        low: 0, high: 400 / 3_600_000, tooLow: "it cannot rain less than nothing",
        tooHigh: "it has never rained so hard for an hour")
    case ("weather", "pressure"):
      return PlausibleRange(
        low: 860, high: 1090, tooLow: "air pressure has never been so low",
        tooHigh: "air pressure has never been so high")
    case ("weather", "humidity"), ("weather", "clouds"), ("device", "battery"):
      return PlausibleRange(
        low: 0, high: 100, tooLow: "it is never below 0%", tooHigh: "it is never above 100%")
    case ("weather", "visibility"):
      return PlausibleRange(
        low: 10, high: 400_000, tooLow: "nobody measures so short a view",
        tooHigh: "nobody sees so far")
    case ("resort", "new_snow"):
      return PlausibleRange(
        low: 0, high: 3, tooLow: "it cannot snow less than nothing",
        tooHigh: "it has never snowed so much in a day")
    case ("resort", "base"):
      return PlausibleRange(
        low: 0, high: 12, tooLow: "snow is never less than none",
        tooHigh: "snow has never lain so deep")
    case ("location", "speed"):
      return PlausibleRange(
        low: 0, high: 400, tooLow: "nobody is slower than at rest",
        tooHigh: "nobody travels so fast")
    default: return nil
    }
  }
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

  /// The unit that a constant is written in: the last where it has several; nil for one that is no literal
  func unit(of expression: ExpressionSyntax) -> String? {
    guard case .literal(let literal) = expression.withoutParentheses, literal.kind == .quantity
    else { return nil }
    return literal.parts.last?.unit
  }
}
