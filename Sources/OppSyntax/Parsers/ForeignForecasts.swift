/// The expected weather as people ask for it
///
/// ```
/// raining in the next 2h     any(forecast where raining and begins <= now + 2h and ends > now)
/// rain in the last hour      raining within last 1h
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
}
