/// Operands as people say them: each is one message that shows how they are written
extension Parser {
  /// Parses words that begin no phrase of the language; false where there are none
  mutating func parseForeignName() -> Bool {
    if peek(1) == .openingQuote, touchesPrevious(ahead: 1), bytes().count == 1 {
      report(.needlessWord(word()), at: wordRange())
      skip(1)
      parseText()
      return true
    }
    guard peek(1) == .name else { return false }
    switch word() {
    case "distance":
      let count = word(ahead: 1) == "to" || word(ahead: 1) == "from" ? 2 : 1
      guard peek(count) == .name, contextualWord(ahead: count) == nil, !startsLine(ahead: count),
        peek(count + 1) != .equal
      else { return false }
      takePhrase(count + 1, meant: "distance(\(word(ahead: count)))")
      return true
    case "no" where peek(1) == .name && contextualWord(ahead: 1) == nil && !startsLine(ahead: 1):
      let adjectives = ["rain": "raining", "snow": "snowing"]
      takePhrase(2, meant: "not \(adjectives[word(ahead: 1)] ?? word(ahead: 1))")
    case "close" where word(ahead: 1) == "to" && peek(2) == .name:
      takePhrase(3, meant: "near \(word(ahead: 2))")
    case "far" where word(ahead: 1) == "from" && peek(2) == .name:
      takePhrase(3, meant: "not near \(word(ahead: 2))")
    case "a", "an":
      guard previousIsNear, peek(1) == .name, contextualWord(ahead: 1) == nil else { return false }
      takePhrase(2, meant: "any \"\(word(ahead: 1))\"")
    case "it" where word(ahead: 1) == "rains": takePhrase(2, meant: "raining")
    case "it" where word(ahead: 1) == "snows": takePhrase(2, meant: "snowing")
    default: return parseBeingAtPlace() || parseArrival() || parseWeatherAtPlace()
    }
    return true
  }

  private var previousIsNear: Bool {
    position > 0 && tokenKinds[Int(words[position - 1])] == .near
  }

  /// Parses `at home`, `I am at home`; false where there is none
  private mutating func parseBeingAtPlace() -> Bool {
    let subject = ["I", "we", "am", "are"].contains(word()) ? 1 : 0
    let count = subject == 1 && ["am", "are"].contains(word(ahead: 1)) ? 2 : subject
    guard let (length, place) = placeAfterAt(ahead: count) else { return false }
    if isSunTime(ahead: count + length - 1) || place == "noon" || place == "midnight" {
      takePhrase(count + length, meant: isInEvent ? place : "on \(place)")
    } else {
      takePhrase(count + length, meant: "near \(place)")
    }
    return true
  }

  func isSunTime(ahead distance: Int) -> Bool {
    ["sunrise", "sunset", "dawn", "dusk", "solar_noon"].contains(word(ahead: distance))
  }

  /// Parses `within 300m of home`; false where there is none
  mutating func parseDistanceOf() -> Bool {
    guard at(.within), peek(1) == .quantity, word(ahead: 2) == "of", peek(3) == .name else {
      return false
    }
    takePhrase(4, meant: "near \(word(ahead: 3)) within \(wordText(ahead: 1))")
    return true
  }

  /// Parses `temp at home`; false where there is none
  private mutating func parseWeatherAtPlace() -> Bool {
    let fields = [
      "sky", "temp", "feels_like", "humidity", "clouds", "wind", "gust", "rain", "snow",
      "pressure", "visibility", "raining", "snowing",
    ]
    guard fields.contains(word()), word(ahead: 1) == "at", peek(2) == .name,
      contextualWord(ahead: 2) == nil
    else { return false }
    takePhrase(3, meant: "weather(\(word(ahead: 2))).\(word())")
    return true
  }

  /// Parses `arriving home`, `arriving at home`; false where there is none
  private mutating func parseArrival() -> Bool {
    let arrivals = [
      "arriving", "arrive", "arrives", "arrival", "reaching", "returning", "coming", "enter",
      "enters",
    ]
    let departures = ["leave", "leaves", "exit", "exits", "exiting", "departing", "departure"]
    guard arrivals.contains(word()) || departures.contains(word()) else { return false }
    let isDeparture = departures.contains(word())
    let count = ["at", "in", "to", "back", "from"].contains(word(ahead: 1)) ? 2 : 1
    guard peek(count) == .name, contextualWord(ahead: count) == nil, !startsLine(ahead: count)
    else { return false }
    let place = word(ahead: count)
    let event = isDeparture ? "leaving \(place)" : "entering \(place)"
    if isInEvent {
      takePhrase(count + 1, meant: event)
    } else {
      takePhrase(
        count + 1, meant: isDeparture ? "not near \(place)" : "near \(place)", also: "on \(event)")
    }
    return true
  }

  /// The operator that a verb of change ahead means, and how many words it is: `rises above`
  func change(ahead distance: Int) -> (meaning: String, count: Int)? {
    let rising = ["rises", "climbs", "goes", "gets", "grows", "increases", "jumps"]
    let falling = ["drops", "falls", "sinks", "dips", "goes", "gets", "decreases"]
    let verb = word(ahead: distance)
    switch word(ahead: distance + 1) {
    case "above", "over": return rising.contains(verb) ? (">", 2) : nil
    case "below", "under": return falling.contains(verb) ? ("<", 2) : nil
    default: return verb == "becomes" || verb == "turns" ? ("==", 1) : nil
    }
  }

  // MARK: Rows

  /// Parses `any t in tasks where c`; false where there is none
  mutating func parseRowsWithoutParentheses() -> Bool {
    guard peek(1) == .name, peek(2) == .in, peek(3) == .name, peek(4) == .where else {
      return false
    }
    let mark = mark
    let (row, table) = (word(ahead: 1), word(ahead: 3))
    for _ in 0..<5 { take() }
    let condition = self.mark
    parseConditional()
    if lastProblemPosition != position {
      let meant = "any(\(table) as \(row) where \(text(from: condition)))"
      reportPhrase(from: mark, meant: meant)
    }
    close(.comparisonChain, from: mark, isBroken: true)
    return true
  }

  /// Parses `t in tasks where c` in the parentheses of a call; false where there is none
  mutating func parseRowsAsComprehension() -> Bool {
    guard at(.name), peek(1) == .in, peek(2) == .name, peek(3) == .where else { return false }
    let mark = mark
    let (row, table) = (word(), word(ahead: 2))
    for _ in 0..<4 { take() }
    let condition = self.mark
    parseConditional()
    if lastProblemPosition != position {
      reportPhrase(from: mark, meant: "\(table) as \(row) where \(text(from: condition))")
    }
    close(.comparisonChain, from: mark, isBroken: true)
    return true
  }

  /// The number of words here that are a category without quotes: `grocery store`; 0 where they may be a name
  func wordsOfCategory() -> Int {
    var count = 0
    while peek(count) == .name, contextualWord(ahead: count) == nil, !startsLine(ahead: count) {
      count += 1
    }
    return count > 1 ? count : 0
  }

  /// Parses `.(a - b)` behind rows, which have fields only
  mutating func parseCalculationOfRows(from mark: Int) {
    let rows = text(from: mark)
    take()
    let start = self.mark
    parseOperand()
    report(.calculationOfRows(rows), at: range(from: start))
    close(.comparisonChain, from: mark, isBroken: true)
  }
}
