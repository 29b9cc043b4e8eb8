/// Triggers and waits as home automations write them: each is one message that shows how they are written
///
/// ```
/// on sunset offset -30min              on sunset - 30min         raining for "00:10:00"     raining for 10min
/// on door.state to "open" for 5min     on door.state == open for 5min
/// after 3min door.open                 door.open for 3min        door.open after 3min       door.open for 3min
/// ```
package enum ForeignTriggers {
  // MARK: Offsets

  /// Parses `offset -30min` behind a time in an event; `false` if there is none
  ///
  ///     sunset offset -30min → sunset - 30min     sunset with offset: "-00:45:00" → sunset - 45min
  static func parseOffset(_ parser: inout Parser, from mark: Int) -> Bool {
    guard parser.isInEvent else { return false }
    var next = parser.at(.with) || parser.at(.comma) ? 1 : 0
    guard parser.spelling(ahead: next) == "offset", !parser.startsLine(ahead: next) else {
      return false
    }
    next += 1
    if parser.peek(next) == .colon || parser.peek(next) == .equal { next += 1 }
    var isBefore = parser.peek(next) == .minus
    if isBefore || parser.peek(next) == .plus { next += 1 }
    guard let (length, duration, isNegative) = offset(parser, ahead: next) else { return false }
    isBefore = isBefore || isNegative
    let time = ProblemMending.takeMendedText(&parser, from: mark)
    for _ in 0..<next + length { parser.take() }
    parser.reportPhrase(from: mark, meant: "\(time) \(isBefore ? "-" : "+") \(duration)")
    parser.close(.comparisonChain, from: mark, isBroken: true)
    return true
  }

  /// The duration ahead, in words or as a clock shows it in quotes, and whether a minus is in the quotes
  private static func offset(_ parser: borrowing Parser, ahead distance: Int) -> (
    length: Int, duration: String, isNegative: Bool
  )? {
    if let (length, duration) = ForeignTimes.duration(parser, ahead: distance) {
      return (length, duration, false)
    }
    guard let (length, duration) = clockDuration(parser, ahead: distance) else { return nil }
    let isNegative = parser.wordText(ahead: length == 3 ? distance + 1 : distance).hasPrefix("-")
    return (length, duration, isNegative)
  }

  // MARK: Durations

  /// Parses a duration as a clock shows it; `false` if there is none
  private static func parseClockDuration(_ parser: inout Parser) -> Bool {
    guard let (length, duration) = clockDuration(parser, ahead: 0) else { return false }
    parser.takePhrase(length, meant: duration)
    return true
  }

  /// The duration that a time of day ahead means, in quotes or without: how many words, and the literal
  ///
  ///     "00:10:00" → 3, 10min     01:30:00 → 1, 1h30min     "-00:45:00" → 3, 45min     "soon" → nil
  private static func clockDuration(
    _ parser: borrowing Parser, ahead distance: Int
  ) -> (length: Int, text: String)? {
    let isQuoted =
      parser.peek(distance) == .openingQuote && parser.peek(distance + 1) == .textSegment
      && parser.peek(distance + 2) == .closingQuote
    guard isQuoted || parser.peek(distance) == .timeOfDay else { return nil }
    let text = parser.wordText(ahead: isQuoted ? distance + 1 : distance)
    return duration(ofClock: text).map { (isQuoted ? 3 : 1, $0) }
  }

  /// The duration that a time of day means as a clock shows it: `10min` of `00:10:00`; `nil` if the text is none
  package static func duration(ofClock text: String) -> String? {
    let digits = text.hasPrefix("-") || text.hasPrefix("+") ? text.dropFirst() : text[...]
    let parts = digits.split(separator: ":", omittingEmptySubsequences: false).map { Int($0) }
    guard (2...3).contains(parts.count) else { return nil }
    var duration = ""
    for (number, unit) in zip(parts, ["h", "min", "s"]) {
      guard let number, number >= 0, number < 1000 else { return nil }
      if number > 0 { duration += "\(number)\(unit)" }
    }
    return duration.isEmpty ? nil : duration
  }

  // MARK: Waits

  /// Parses `after 3min c`, which waits while a condition is true; `false` if there is none
  ///
  ///     after 3min door.open → door.open for 3min     after 10 minutes of rain → raining for 10min
  static func parseWait(_ parser: inout Parser) -> Bool {
    guard let lead = wait(parser) else { return false }
    let mark = parser.mark
    let condition = takeWait(&parser, lead)
    parser.reportPhrase(from: mark, meant: condition)
    parser.close(.comparisonChain, from: mark, isBroken: true)
    return true
  }

  /// Parses `after 3min c` as a clause whose `when` is missing; `false` if there is none
  static func parseWaitAsClause(_ parser: inout Parser) -> Bool {
    guard parser.condition == nil, let lead = wait(parser) else { return false }
    let mark = parser.mark
    let condition = takeWait(&parser, lead)
    parser.reportPhrase(from: mark, meant: "when \(condition)")
    parser.close(.unexpected, from: mark)
    return true
  }

  /// The words before the condition of a wait, and its duration
  private struct Wait {
    let length: Int
    let duration: String
  }

  /// The wait ahead; `nil` if none is there, or no condition behind it
  private static func wait(_ parser: borrowing Parser) -> Wait? {
    guard parser.at(.name), parser.spelling() == "after",
      let (length, duration) = ForeignTimes.duration(parser, ahead: 1)
    else { return nil }
    var next = 1 + length
    if parser.spelling(ahead: next) == "of" { next += 1 }
    let isOperand =
      parser.beginsPlainOperand(ahead: next) || parser.peek(next) == .near
      || parser.peek(next) == .openingParenthesis || parser.peek(next) == .not
    guard isOperand, !parser.startsLine(ahead: next) else { return nil }
    return Wait(length: next, duration: duration)
  }

  /// Takes a wait with its condition, and gives the condition that is meant
  private static func takeWait(_ parser: inout Parser, _ wait: Wait) -> String {
    for _ in 0..<wait.length { parser.take() }
    let start = parser.mark
    let isNegated = parser.at(.not)
    ExpressionGrammar.parseNegation(&parser)
    let text = ForeignForecasts.condition(
      meantBy: ProblemMending.takeMendedText(&parser, from: start))
    return "\(isNegated ? "(\(text))" : text) for \(wait.duration)"
  }

  // MARK: States

  /// Parses `for 5min` behind the change of a value, which is a condition that holds; `nil` if there is none
  ///
  ///     door.state to "open" for 5min → door.state == open for 5min     fridge.door to "off" for 5min → (not fridge.door) for 5min
  static func takeHold(_ parser: inout Parser, of subject: String, ends: String) -> String? {
    guard parser.at(.for), parser.peek(1) != .each else { return nil }
    let parts = ends.split(separator: " ").map { String($0) }
    guard let word = parts.last, parts.count > 1, parts[parts.count - 2] == "to" else { return nil }
    parser.take()
    let start = parser.mark
    ForeignTimes.skipFillerOfDuration(&parser)
    if !parseClockDuration(&parser) { ExpressionGrammar.parseSum(&parser) }
    let duration = ProblemMending.takeMendedText(&parser, from: start)
    let condition = state(parser, subject, is: word)
    return "\(condition.hasPrefix("not ") ? "(\(condition))" : condition) for \(duration)"
  }

  /// The condition that a value has the state that a word names
  ///
  ///     fridge.door, "on" → fridge.door     fridge.door, false → not fridge.door     door.state, "open" → door.state == open
  static func state(_ parser: borrowing Parser, _ subject: String, is word: String) -> String {
    let type = ForeignSources.type(parser, of: subject)
    let isPlain = type.map { $0 == "Bool" } ?? !ForeignStates.hasNamedStates(subject)
    switch word {
    case "true", "\"true\"": return subject
    case "false", "\"false\"": return "not \(subject)"
    case "\"on\"" where isPlain, "\"open\"" where isPlain, "on" where isPlain, "open" where isPlain:
      return subject
    case "\"off\"" where isPlain, "\"closed\"" where isPlain, "off" where isPlain,
      "closed" where isPlain:
      return "not \(subject)"
    default: return "\(subject) == \(unquoted(word, of: type))"
    }
  }

  /// A case without the quotes that other systems write around states; a text of a field of type Text keeps them
  static func unquoted(_ word: String, of type: String?) -> String {
    guard type != "Text", word.hasPrefix("\""), word.hasSuffix("\""), word.utf8.count > 2 else {
      return word
    }
    let inner = word.dropFirst().dropLast()
    let isName = inner.utf8.allSatisfy { $0 == 0x5F || ($0 | 0x20) >= 0x61 && ($0 | 0x20) <= 0x7A }
    return isName && type != nil ? String(inner) : word
  }
}
