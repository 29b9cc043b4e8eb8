/// Operands as people say them: each is one message that says how they are written
extension Parser {
  /// Parses words that begin no phrase of the language; false where there are none
  mutating func parseForeignName() -> Bool {
    if peek(1) == .openingQuote, touchesPrevious(ahead: 1), bytes().count == 1 {
      report(.needlessWord(word()), at: wordRange())
      skip(1)
      parseText()
      return true
    }
    switch word() {
    case "distance":
      guard word(ahead: 1) == "to" || word(ahead: 1) == "from", peek(2) == .name,
        contextualWord(ahead: 2) == nil
      else { return false }
      takePhrase(3, meant: "distance(\(word(ahead: 2)))")
      return true
    case "it" where word(ahead: 1) == "rains": takePhrase(2, meant: "raining")
    case "it" where word(ahead: 1) == "snows": takePhrase(2, meant: "snowing")
    default: return parseBeingAtPlace() || parseArrival()
    }
    return true
  }

  /// Parses `at home`, `I am at home`; false where there is none
  private mutating func parseBeingAtPlace() -> Bool {
    let subject = ["I", "we", "am", "are"].contains(word()) ? 1 : 0
    let count = subject == 1 && ["am", "are"].contains(word(ahead: 1)) ? 2 : subject
    guard let (length, place) = placeAfterAt(ahead: count) else { return false }
    let times = ["sunrise", "sunset", "dawn", "dusk", "solar_noon", "noon", "midnight"]
    if times.contains(place) {
      takePhrase(count + length, meant: isInEvent ? place : "on \(place)")
    } else {
      takePhrase(count + length, meant: "near \(place)")
    }
    return true
  }

  /// Parses `arriving home`, `arriving at home`; false where there is none
  private mutating func parseArrival() -> Bool {
    guard ["arriving", "arrive", "arrives", "reaching", "returning", "coming"].contains(word())
    else { return false }
    let count = ["at", "in", "to", "back"].contains(word(ahead: 1)) ? 2 : 1
    guard peek(count) == .name, contextualWord(ahead: count) == nil, !startsLine(ahead: count)
    else { return false }
    let place = word(ahead: count)
    if isInEvent {
      takePhrase(count + 1, meant: "entering \(place)")
    } else {
      takePhrase(count + 1, meant: "near \(place)", also: "on entering \(place)")
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

  /// How many words here are a category without quotes: `grocery store`; 0 where they may be a name
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
