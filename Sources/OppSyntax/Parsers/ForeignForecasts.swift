/// The expected weather as people ask for it
///
/// ```
/// raining in the next 2h     any(forecast where raining and begins <= now + 2h and ends > now)
/// rain in the last hour      raining within last 1h
/// raining soon               any(forecast where raining and begins <= now + 3h and ends > now)
/// it will rain tomorrow      any(forecast where raining and begins.date == tomorrow)
/// ```
package enum ForeignForecasts {
  /// The condition that a word for the weather means: `raining` of `rain`; other text as it is
  static func condition(meantBy text: String) -> String {
    switch text {
    case "rain", "rained", "rains", "it rained", "it rains": "raining"
    case "snow", "snowed", "snows", "it snowed", "it snows": "snowing"
    default: text
    }
  }

  /// The condition on the rows of the forecast that such a condition on the weather means; nil for one about anything else
  ///
  ///     raining, 2h → any(forecast where raining and begins <= now + 2h and ends > now)     busy, 2h → nil
  package static func search(for condition: String, within duration: String) -> String? {
    let first = String(condition.prefix { $0.isLetter || $0 == "_" })
    guard ["raining", "snowing", "temp", "rain", "snow", "wind", "sky"].contains(first) else {
      return nil
    }
    let ofRow = condition == "snowing" ? "snow > 0mm/h" : condition
    return "any(forecast where \(ofRow) and begins <= now + \(duration) and ends > now)"
  }

  /// Parses `soon`, `later` or `tomorrow` behind a condition on the weather; `false` if there is none
  ///
  ///     temp > 30C tomorrow → any(forecast where temp > 30C and begins.date == tomorrow)
  static func parseExpectation(_ parser: inout Parser, from mark: Int) -> Bool {
    guard parser.at(.name), !parser.startsLine, !parser.isInNotify,
      let (count, time) = expectation(parser, ahead: 0)
    else { return false }
    let written = parser.range(from: mark)
    let (text, mended) = ProblemMending.mendedText(parser, of: written)
    guard let meant = search(for: condition(meantBy: text), time) else { return false }
    parser.problems.removeAll { mended.contains($0) }
    for _ in 0..<count { parser.take() }
    parser.reportPhrase(from: mark, meant: meant)
    parser.close(.comparisonChain, from: mark, isBroken: true)
    return true
  }

  /// Parses `it will rain`, `rain is expected`, `rain soon`; `false` if there is none
  static func parseFuture(_ parser: inout Parser) -> Bool {
    var count = ["it", "It", "there"].contains(parser.spelling()) ? 1 : 0
    if parser.spelling(ahead: count) == "will" {
      count += parser.spelling(ahead: count + 1) == "be" ? 2 : 1
    } else if count > 0 {
      return false
    }
    let isFuture = count > 0
    let weather: String
    switch parser.spelling(ahead: count) {
    case "rain", "raining", "Rain": weather = "raining"
    case "snow", "snowing", "Snow": weather = "snowing"
    default: return false
    }
    count += 1
    let lead = parser.peek(count) == .is ? 1 : 0
    let isExpected =
      ["expected", "forecast", "coming", "likely", "predicted"].contains(
        parser.spelling(ahead: count + lead)) && !parser.startsLine(ahead: count + lead)
    if isExpected { count += lead + 1 }
    let time = parser.startsLine(ahead: count) ? nil : expectation(parser, ahead: count)
    guard isFuture || isExpected || time != nil,
      let meant = search(for: weather, time?.time ?? .soon)
    else { return false }
    parser.takePhrase(count + (time?.count ?? 0), meant: meant)
    return true
  }

  /// The time at which something is expected
  private enum Time {
    case soon
    case day(String)
  }

  /// The time that words ahead name, and how many words they are
  ///
  ///     soon → 1, soon     later today → 2, today     tomorrow → 1, tomorrow
  private static func expectation(_ parser: borrowing Parser, ahead start: Int) -> (
    count: Int, time: Time
  )? {
    let isLater = parser.spelling(ahead: start) == "later"
    switch parser.spelling(ahead: isLater ? start + 1 : start) {
    case "soon", "shortly": return (1, .soon)
    case "today": return (isLater ? 2 : 1, .day("today"))
    case "tomorrow": return isLater ? nil : (1, .day("tomorrow"))
    default: return isLater ? (1, .soon) : nil
    }
  }

  private static func search(for condition: String, _ time: Time) -> String? {
    guard let soon = search(for: condition, within: "3h") else { return nil }
    switch time {
    case .soon: return soon
    case .day(let day):
      let ofRow = condition == "snowing" ? "snow > 0mm/h" : condition
      return "any(forecast where \(ofRow) and begins.date == \(day))"
    }
  }
}
