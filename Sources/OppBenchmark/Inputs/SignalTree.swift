/// A condition on a ``SignalReading``, as a program without an engine would have it
///
/// Walking it is the yardstick that the engine is measured against. It is kept as one would first write it: each rule by
/// itself, each comparison as often as it occurs, `and` and `or` up to the first part that decides.
indirect enum SignalTree: Sendable {
  case and([SignalTree])
  case or([SignalTree])
  case not(SignalTree)
  /// From a minute of the day up to another, itself excluded; over midnight if that is not later
  case time(Int, Int)
  case sky(Int)
  case temp(Order, Double)
  case moisture(Order, Int)
  case wind(Order, Double)
  case free(Int)
  case weekday([Int])
  case near(place: Int, radius: Int)

  /// The order that a comparison requires
  enum Order: String, Sendable {
    case above = ">"
    case atLeast = ">="
    case below = "<"
    case atMost = "<="

    /// `true` if two values are in this order
    func holds<Value: Comparable>(_ left: Value, _ right: Value) -> Bool {
      switch self {
      case .above: left > right
      case .atLeast: left >= right
      case .below: left < right
      case .atMost: left <= right
      }
    }
  }

  /// `true` if the condition is true of a reading
  func isTrue(of reading: SignalReading) -> Bool {
    switch self {
    case .and(let parts):
      for part in parts where !part.isTrue(of: reading) { return false }
      return true
    case .or(let parts):
      for part in parts where part.isTrue(of: reading) { return true }
      return false
    case .not(let part): return !part.isTrue(of: reading)
    case .time(let from, let to):
      return from < to
        ? reading.minute >= from && reading.minute < to
        : reading.minute >= from || reading.minute < to
    case .sky(let sky): return reading.sky == sky
    case .temp(let order, let limit): return order.holds(reading.temp, limit)
    case .moisture(let order, let limit): return order.holds(reading.moisture, limit)
    case .wind(let order, let limit): return order.holds(reading.wind, limit)
    case .free(let minutes): return reading.free >= minutes
    case .weekday(let days): return days.contains(reading.weekday)
    case .near(let place, let radius): return reading.distances[place] <= radius
    }
  }
}

extension SignalTree {
  /// The condition in the language
  ///
  ///     minute in 06:30..08:30 and (cover == rain or not (d3 <= 200m)) and warmth > 12C
  var text: String { text(isInner: false) }

  /// The condition in the language, in parentheses if it has several parts and is one of another
  private func text(isInner: Bool) -> String {
    switch self {
    case .and(let parts), .or(let parts):
      let word = if case .and = self { " and " } else { " or " }
      let text = parts.map { $0.text(isInner: true) }.joined(separator: word)
      return isInner ? "(" + text + ")" : text
    case .not(let part):
      let text = part.text(isInner: true)
      return text.hasPrefix("(") ? "not " + text : "not (" + text + ")"
    case .time(let from, let to):
      return "minute in \(SignalReading.time(from))..\(SignalReading.time(to))"
    case .sky(let sky): return "cover == \(SignalReading.skies[sky])"
    case .temp(let order, let limit): return "warmth \(order.rawValue) \(Int(limit))C"
    case .moisture(let order, let limit): return "moisture \(order.rawValue) \(limit)%"
    case .wind(let order, let limit): return "breeze \(order.rawValue) \(Int(limit))m/s"
    case .free(let minutes): return "spare >= \(minutes)min"
    case .weekday(let days):
      return "day in [\(days.map { SignalReading.weekdays[$0] }.joined(separator: ", "))]"
    case .near(let place, let radius): return "d\(place) <= \(radius)m"
    }
  }
}
