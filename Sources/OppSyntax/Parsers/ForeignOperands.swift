/// Operands as people say them: each is one message that shows how they are written
///
/// ```
/// distance to home     distance(home)              at home            near home
/// no rain              not raining                 temp at home       weather(home).temp
/// far from home        not near home               arriving at home   near home, on entering home
/// near a bakery        near any "bakery"           within 300m of home
/// ```
enum ForeignOperands {
  /// Parses words that begin no phrase of the language; `false` if there are none
  static func parseForeignName(_ parser: inout Parser) -> Bool {
    // `f"…"` of other languages: one letter that touches a text.
    if parser.peek(1) == .openingQuote, parser.touchesPrevious(ahead: 1), parser.bytes().count == 1
    {
      parser.report(.needlessWord(parser.word()), at: parser.wordRange())
      parser.skip(1)
      OperandGrammar.parseText(&parser)
      return true
    }
    if parseDay(&parser) || parseZone(&parser) { return true }
    guard parser.peek(1) == .name else { return false }
    switch parser.spelling() {
    case "distance":
      let count = parser.spelling(ahead: 1) == "to" || parser.spelling(ahead: 1) == "from" ? 2 : 1
      guard parser.peek(count) == .name, parser.contextualWord(ahead: count) == nil,
        !parser.startsLine(ahead: count),
        parser.peek(count + 1) != .equal
      else { return false }
      parser.takePhrase(count + 1, meant: "distance(\(parser.word(ahead: count)))")
      return true
    case "no"
    where parser.peek(1) == .name && parser.contextualWord(ahead: 1) == nil
      && !parser.startsLine(ahead: 1):
      let mark = parser.mark
      parser.take()
      let noun = parser.mark
      OperandGrammar.parsePostfixed(&parser)
      parser.reportPhrase(from: mark, meant: absence(of: parser.text(from: noun)))
      parser.close(.comparisonChain, from: mark, isBroken: true)
    case "close" where parser.spelling(ahead: 1) == "to" && parser.peek(2) == .name:
      parser.takePhrase(3, meant: "near \(parser.word(ahead: 2))")
    case "far" where parser.spelling(ahead: 1) == "from" && parser.peek(2) == .name:
      parser.takePhrase(3, meant: "not near \(parser.word(ahead: 2))")
    case "away" where parser.spelling(ahead: 1) == "from" && parser.peek(2) == .name:
      parser.takePhrase(3, meant: "not near \(parser.word(ahead: 2))")
    case "inside"
    where parser.contextualWord(ahead: 1) == nil && !parser.startsLine(ahead: 1)
      && !parser.isInEvent:
      parser.takePhrase(2, meant: "near \(parser.word(ahead: 1))")
    case "a", "an":
      guard previousIsNear(parser), parser.peek(1) == .name, parser.contextualWord(ahead: 1) == nil
      else { return false }
      parser.takePhrase(2, meant: "any \"\(parser.word(ahead: 1))\"")
    case "it" where parser.spelling(ahead: 1) == "rains": parser.takePhrase(2, meant: "raining")
    case "it" where parser.spelling(ahead: 1) == "snows": parser.takePhrase(2, meant: "snowing")
    default:
      return parseAll(&parser) || parseBeingAtPlace(&parser) || parseArrival(&parser)
        || parseWeatherAtPlace(&parser)
    }
    return true
  }

  /// Parses `it is Monday` or `today is the weekend`; `false` if there is none
  ///
  ///     it is Monday → weekday == mon     it is a weekday → weekday in weekdays
  private static func parseDay(_ parser: inout Parser) -> Bool {
    let isIt = parser.spelling() == "it"
    guard isIt || parser.spelling() == "today", parser.peek(1) == .is else { return false }
    var next = 2
    if parser.peek(next) == .not { next += 1 }
    let isNegated = next == 3
    if ["a", "an", "the"].contains(parser.spelling(ahead: next)) { next += 1 }
    guard parser.peek(next) == .name, !parser.startsLine(ahead: next) else { return false }
    let meant: String
    switch parser.spelling(ahead: next) {
    case "weekend", "weekends": meant = "weekday \(isNegated ? "not in" : "in") weekend"
    case "weekday", "weekdays": meant = "weekday \(isNegated ? "not in" : "in") weekdays"
    default:
      // The checker knows `today is Monday`.
      guard isIt, let day = ForeignDate.weekday(named: parser.word(ahead: next)) else {
        return false
      }
      meant = "weekday \(isNegated ? "!=" : "==") \(ForeignDate.nameOfWeekday(day))"
    }
    parser.takePhrase(next + 1, meant: meant)
    return true
  }

  /// Parses `zone "home"` as a condition; `false` if there is none
  private static func parseZone(_ parser: inout Parser) -> Bool {
    guard parser.spelling() == "zone", parser.peek(1) == .openingQuote,
      parser.peek(2) == .textSegment, parser.peek(3) == .closingQuote, !parser.isInNotify,
      !parser.startsLine(ahead: 1)
    else { return false }
    let place = parser.wordText(ahead: 2)
    parser.takePhrase(
      4, meant: parser.isInEvent ? "entering \(place)" : "near \(place)")
    return true
  }

  /// The condition that `no` before a word means
  ///
  ///     no rain → not raining     no clouds → sky == clear     no tasks → none(tasks)     no wifi → not wifi
  static func absence(of word: String) -> String {
    switch word {
    case "rain": "not raining"
    case "snow": "not snowing"
    case "clouds": "sky == clear"
    default: word.hasSuffix("s") ? "none(\(word))" : "not \(word)"
    }
  }

  /// Parses `tasks all done`, `all tasks are done`; `false` if there is none
  ///
  ///     tasks all done → all(tasks each done)     tasks are all done     all tasks done     all tasks are done
  private static func parseAll(_ parser: inout Parser) -> Bool {
    var (rows, next) = (0, 1)
    if parser.spelling() == "all" {
      (rows, next) = (1, parser.spelling(ahead: 2) == "are" ? 3 : 2)
    } else if parser.spelling(ahead: 1) == "are", parser.spelling(ahead: 2) == "all" {
      next = 3
    } else if parser.spelling(ahead: 1) == "all" {
      next = 2
    } else {
      return false
    }
    // A word of a clause ends the condition: `chart "Rides" of all per day`.
    for distance in 1...next {
      let isNoun = distance == next || distance == rows
      guard parser.peek(distance) == .name, !parser.startsLine(ahead: distance),
        !isNoun || parser.contextualWord(ahead: distance) == nil
      else { return false }
    }
    let meant = "all(\(parser.word(ahead: rows)) each \(parser.word(ahead: next)))"
    parser.takePhrase(next + 1, meant: meant)
    return true
  }

  /// `true` if the word taken last is `near`
  private static func previousIsNear(_ parser: borrowing Parser) -> Bool {
    parser.previous == .near
  }

  /// Parses `at home`, `I am at home`; `false` if there is none
  ///
  /// `at sunset` and `at noon` are times: `on sunset`.
  private static func parseBeingAtPlace(_ parser: inout Parser) -> Bool {
    guard parser.contextualWord() == nil || parser.at(.at) else { return false }
    let subject = ["I", "we", "am", "are"].contains(parser.spelling()) ? 1 : 0
    let count = subject == 1 && ["am", "are"].contains(parser.spelling(ahead: 1)) ? 2 : subject
    guard let (length, place) = ForeignDeclarations.placeAfterAt(parser, ahead: count) else {
      return false
    }
    if place == "night", !parser.isInEvent {
      parser.takePhrase(count + length, meant: nightTime)
    } else if isSunTime(parser, ahead: count + length - 1) || place == "noon" || place == "midnight"
    {
      parser.takePhrase(count + length, meant: parser.isInEvent ? place : "on \(place)")
    } else {
      parser.takePhrase(count + length, meant: "near \(place)")
    }
    return true
  }

  /// The condition that `at night` means
  static var nightTime: String { "time in 22:00..6:00" }

  /// `true` if a word ahead is a time of day that the sun decides
  static func isSunTime(_ parser: borrowing Parser, ahead distance: Int) -> Bool {
    ["sunrise", "sunset", "dawn", "dusk", "solar_noon"].contains(parser.spelling(ahead: distance))
  }

  /// Parses `within 300m of home`; `false` if there is none
  static func parseDistanceOf(_ parser: inout Parser) -> Bool {
    guard parser.at(.within), parser.peek(1) == .quantity,
      parser.spelling(ahead: 2) == "of" || parser.peek(2) == .near, parser.peek(3) == .name
    else { return false }
    parser.takePhrase(4, meant: "near \(parser.word(ahead: 3)) within \(parser.wordText(ahead: 1))")
    return true
  }

  /// Parses `temp at home`; `false` if there is none
  private static func parseWeatherAtPlace(_ parser: inout Parser) -> Bool {
    guard parser.contextualWord(ahead: 1) == .at else { return false }
    let fields: [Spelling] = [
      "sky", "temp", "feels_like", "humidity", "clouds", "wind", "gust", "rain", "snow",
      "pressure", "visibility", "uv", "wind_from", "raining", "snowing",
    ]
    guard fields.contains(parser.spelling()), parser.peek(2) == .name,
      parser.contextualWord(ahead: 2) == nil, parser.spelling(ahead: 2) != "least"
    else { return false }
    parser.takePhrase(3, meant: "weather(\(parser.word(ahead: 2))).\(parser.word())")
    return true
  }

  /// Parses `arriving home`, `arriving at home`; `false` if there is none
  ///
  ///     on arriving at home → entering home     when leaves home → not near home, or on leaving home
  private static func parseArrival(_ parser: inout Parser) -> Bool {
    let isDeparture: Bool
    switch parser.spelling() {
    case "arriving", "arrive", "arrives", "arrival", "reaching", "returning", "coming", "enter",
      "enters":
      isDeparture = false
    case "leave", "leaves", "exit", "exits", "exiting", "departing", "departure":
      isDeparture = true
    default: return false
    }
    let count = ["at", "in", "to", "back", "from"].contains(parser.spelling(ahead: 1)) ? 2 : 1
    guard parser.peek(count) == .name, parser.contextualWord(ahead: count) == nil,
      !parser.startsLine(ahead: count)
    else { return false }
    let place = parser.word(ahead: count)
    let event = isDeparture ? "leaving \(place)" : "entering \(place)"
    if parser.isInEvent {
      parser.takePhrase(count + 1, meant: event)
    } else {
      parser.takePhrase(
        count + 1, meant: isDeparture ? "not near \(place)" : "near \(place)", also: "on \(event)")
    }
    return true
  }

  /// The operator that a verb of change ahead means, and how many words it is: `rises above`
  ///
  ///     rises above → >, 2     drops below → <, 2     becomes → ==, 1     rises below → nil
  static func change(_ parser: borrowing Parser, ahead distance: Int) -> (
    meaning: String, count: Int
  )? {
    let rising: [Spelling] = ["rises", "climbs", "goes", "gets", "grows", "increases", "jumps"]
    let falling: [Spelling] = ["drops", "falls", "sinks", "dips", "goes", "gets", "decreases"]
    let verb = parser.spelling(ahead: distance)
    switch parser.spelling(ahead: distance + 1) {
    case "above", "over": return rising.contains(verb) ? (">", 2) : nil
    case "below", "under": return falling.contains(verb) ? ("<", 2) : nil
    case "to": return verb == "turns" || verb == "switches" ? ("==", 2) : nil
    default:
      // `becomes colder than 3C` is a comparison of its own.
      guard verb == "becomes" || verb == "turns", parser.spelling(ahead: distance + 2) != "than"
      else { return nil }
      return ("==", 1)
    }
  }

  // MARK: Rows

  /// Parses `any t in tasks where c`; `false` if there is none
  static func parseRowsWithoutParentheses(_ parser: inout Parser) -> Bool {
    guard parser.peek(1) == .name, parser.peek(2) == .in, parser.peek(3) == .name,
      parser.peek(4) == .where
    else {
      return false
    }
    let mark = parser.mark
    let (row, table) = (parser.word(ahead: 1), parser.word(ahead: 3))
    for _ in 0..<5 { parser.take() }
    let condition = parser.mark
    ExpressionGrammar.parseConditional(&parser)
    if parser.lastProblemPosition != parser.position {
      let meant = "any(\(table) as \(row) where \(parser.text(from: condition)))"
      parser.reportPhrase(from: mark, meant: meant)
    }
    parser.close(.comparisonChain, from: mark, isBroken: true)
    return true
  }

  /// Parses `t in tasks where c` in the parentheses of a call; `false` if there is none
  ///
  ///     any(t in tasks where t.done)   →   any(tasks as t where t.done)
  ///     count(t for t in tasks if t.done)   →   count(tasks as t where t.done)
  static func parseRowsAsComprehension(_ parser: inout Parser) -> Bool {
    if parseComprehension(&parser) { return true }
    guard parser.at(.name), parser.peek(1) == .in, parser.peek(2) == .name, parser.peek(3) == .where
    else { return false }
    let mark = parser.mark
    let (row, table) = (parser.word(), parser.word(ahead: 2))
    for _ in 0..<4 { parser.take() }
    let condition = parser.mark
    ExpressionGrammar.parseConditional(&parser)
    if parser.lastProblemPosition != parser.position {
      parser.reportPhrase(
        from: mark, meant: "\(table) as \(row) where \(parser.text(from: condition))")
    }
    parser.close(.comparisonChain, from: mark, isBroken: true)
    return true
  }

  /// The number of words of `t.hours` if `t.hours for t in` is ahead; `nil` if it is not
  static func lengthOfComprehended(_ parser: borrowing Parser, ahead start: Int) -> Int? {
    guard parser.peek(start) == .name,
      let length = (1..<8).first(where: { parser.peek(start + $0) == .for }),
      (1..<length).allSatisfy({ parser.peek(start + $0) == ($0 % 2 == 1 ? .dot : .name) }),
      parser.peek(start + length + 1) == .name, parser.peek(start + length + 2) == .in
    else { return nil }
    return length
  }

  /// Parses `t.hours for t in tasks if t.done` in the parentheses of a call; `false` if there is none
  private static func parseComprehension(_ parser: inout Parser) -> Bool {
    guard let length = lengthOfComprehended(parser, ahead: 0) else { return false }
    let mark = parser.mark
    for _ in 0..<length { parser.take() }
    let value = parser.text(from: mark)
    let row = parser.word(ahead: 1)
    for _ in 0..<3 { parser.take() }
    let table = parser.mark
    OperandGrammar.parsePostfixed(&parser)
    var meant = "\(parser.text(from: table)) as \(row)"
    if parser.at(.if) || parser.at(.where) {
      parser.take()
      let condition = parser.mark
      ExpressionGrammar.parseDisjunction(&parser)
      meant += " where \(ProblemMending.takeMendedText(&parser, from: condition))"
    } else if value == row {
      meant = parser.text(from: table)
    }
    if value != row { meant += " each \(value)" }
    parser.reportPhrase(from: mark, meant: meant)
    parser.close(.comparisonChain, from: mark, isBroken: true)
    return true
  }

  /// The number of words here that are a category without quotes: `grocery store`; 0 if they may be a name
  ///
  /// In values, a word before `:` is the field of the next: `{ shop: any market room: "hall" }`.
  static func wordsOfCategory(_ parser: borrowing Parser) -> Int {
    var count = 0
    while parser.peek(count) == .name, parser.contextualWord(ahead: count) == nil,
      !parser.startsLine(ahead: count)
    {
      count += 1
    }
    if parser.isInValues, parser.peek(count) == .colon { count -= 1 }
    return count > 1 ? count : 0
  }

  /// Parses `.(a - b)` behind rows, which have fields only
  static func parseCalculationOfRows(_ parser: inout Parser, from mark: Int) {
    let rows = parser.text(from: mark)
    parser.take()
    let start = parser.mark
    OperandGrammar.parseOperand(&parser)
    parser.report(.calculationOfRows(rows), at: parser.range(from: start))
    parser.close(.comparisonChain, from: mark, isBroken: true)
  }
}
