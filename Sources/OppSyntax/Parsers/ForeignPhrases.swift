/// Ways of English that are not those of the language: each is one message that shows how it is written
///
/// Only words are looked for that no sentence of the grammar has at their place.
///
///     temp between 20 and 25C → temp in 20C..25C     raining in the last hour → raining within last 1h
enum ForeignPhrases {

  // MARK: Comparisons

  /// Parses `is above b`, `between a and b` behind an operand; `false` if there is none
  static func parseForeignComparison(_ parser: inout Parser, from mark: Int) -> Bool {
    if ForeignSpans.parseSpan(&parser, from: mark) { return true }
    if ForeignTriggers.parseOffset(&parser, from: mark) { return true }
    if parser.at(.in) { return parseInLast(&parser, from: mark) }
    if parser.at(.is), parser.peek(1) == .in { return parseBeingIn(&parser, from: mark) }
    if parser.at(.near) { return parsePositionNear(&parser, from: mark) }
    if ForeignStates.parseState(&parser, from: mark) { return true }
    if ForeignAges.parseAge(&parser, from: mark) || parseLike(&parser, from: mark)
      || ForeignChanges.parseRise(&parser, from: mark)
      || ForeignChanges.parseStillness(&parser, from: mark)
      || ForeignChanges.parseDirection(&parser, from: mark)
      || ForeignOffsets.parseBeginning(&parser, from: mark)
    {
      return true
    }
    guard parser.at(.name) || parser.at(.is) || parser.at(.not) || parser.at(.from),
      let (meaning, count) = foreignComparison(parser)
    else { return false }
    // `notify "…" after 5min` is no comparison.
    if parser.isInNotify, parser.builder.kind(at: mark) == .text { return false }
    if ForeignOffsets.parseOffset(&parser, from: mark) { return true }
    let written = parser.text(from: mark)
    let subject = ProblemMending.takeMendedText(&parser, from: mark)
    let isWeather = subject == "it" || subject == "temperature" && written.hasPrefix("the ")
    let left = isWeather ? "temp" : subject
    let isTime = left == "time" || left.hasSuffix(".time")
    let isWait = count == 1 && parser.spelling() == "after"
    for _ in 0..<count { parser.take() }
    var right = parser.mark
    ExpressionGrammar.parseSum(&parser)
    var meant = ProblemMending.takeMendedText(&parser, from: right)
    if isTime { meant = ForeignClocks.fullHour(ForeignClocks.withoutQuotes(meant)) }
    if isWait, !isTime, UnitSpellings.isDuration(meant) {
      let isSunTime = ["sunrise", "sunset", "dawn", "dusk", "solar_noon"].contains(left)
      parser.reportPhrase(from: mark, meant: "\(left) \(isSunTime ? "+" : "for") \(meant)")
      parser.close(.comparisonChain, from: mark, isBroken: true)
      return true
    }
    if meaning.hasSuffix("in"),
      parser.at(.and) || parser.at(.name) && parser.spelling() == "AND" || parser.at(.to)
        || parser.at(.dotDot)
    {
      parser.take()
      right = parser.mark
      ExpressionGrammar.parseSum(&parser)
      var high = ProblemMending.takeMendedText(&parser, from: right)
      if isTime { high = ForeignClocks.fullHour(high) }
      meant += UnitSpellings.unit(of: high, notOf: meant) + "..\(high)"
    }
    meant =
      meaning == "contains" && left == "calendar"
      ? "any(agenda where title contains \(meant))" : "\(left) \(meaning) \(meant)"
    if parser.lastProblemPosition != parser.position {
      parser.reportPhrase(from: mark, meant: meant)
    }
    parser.close(.comparisonChain, from: mark, isBroken: true)
    return true
  }

  /// Parses `is in LIST` behind an operand, which is `in LIST`
  private static func parseBeingIn(_ parser: inout Parser, from mark: Int) -> Bool {
    let subject = ProblemMending.takeMendedText(&parser, from: mark)
    parser.take()
    parser.take()
    let rest = parser.mark
    ExpressionGrammar.parseRange(&parser)
    let list = ProblemMending.takeMendedText(&parser, from: rest)
    if parser.lastProblemPosition != parser.position {
      parser.reportPhrase(from: mark, meant: "\(subject) in \(list)")
    }
    parser.close(.comparisonChain, from: mark, isBroken: true)
    return true
  }

  /// Parses `near home` behind `position`, which is yours anyway; false behind anything else
  ///
  ///     position near home → near home
  private static func parsePositionNear(_ parser: inout Parser, from mark: Int) -> Bool {
    guard parser.text(from: mark) == "position", !parser.startsLine, parser.peek(1) == .name else {
      return false
    }
    parser.take()
    let place = parser.mark
    OperandGrammar.parsePlaceAndRadius(&parser)
    if parser.lastProblemPosition != parser.position {
      parser.reportPhrase(from: mark, meant: "near \(parser.text(from: place))")
    }
    parser.close(.comparisonChain, from: mark, isBroken: true)
    return true
  }

  /// Parses `since 2h`, `during 2h` or `longer than 2h` behind a condition, which is `for 2h`; `false` if there is none
  static func parseForeignHold(_ parser: inout Parser, from mark: Int) -> Bool {
    let isLonger = parser.spelling() == "longer" && parser.spelling(ahead: 1) == "than"
    let words = isLonger ? 2 : 1
    guard parser.at(.since) || parser.at(.name) && (isLonger || parser.spelling() == "during"),
      let (length, duration) = ForeignTimes.duration(parser, ahead: words)
    else { return false }
    let condition = ProblemMending.takeMendedText(&parser, from: mark)
    for _ in 0..<words + length { parser.take() }
    parser.reportPhrase(
      from: mark, meant: condition == "free" ? "free > \(duration)" : "\(condition) for \(duration)"
    )
    parser.close(.comparisonChain, from: mark, isBroken: true)
    return true
  }

  /// `raining in the last hour`, which is `raining within last 1h`; `in (last)` is none
  static func parseInLast(_ parser: inout Parser, from mark: Int) -> Bool {
    let count = parser.spelling(ahead: 1) == "the" ? 2 : 1
    guard parser.peek(count) == .last || parser.peek(count) == .next else { return false }
    let isAhead = parser.peek(count) == .next
    let condition = ForeignForecasts.condition(
      meantBy: ProblemMending.takeMendedText(&parser, from: mark))
    for _ in 0...count { parser.take() }
    let unit = UnitSpellings.unitOfTime(meantBy: parser.word())
    let span = parser.mark
    ExpressionGrammar.parseSum(&parser)
    if parser.lastProblemPosition != parser.position || unit == nil {
      let duration =
        unit.map { "1\($0)" } ?? ProblemMending.takeMendedText(&parser, from: span)
      let forecast = isAhead ? ForeignForecasts.search(for: condition, within: duration) : nil
      parser.reportPhrase(
        from: mark,
        meant: forecast ?? "\(condition) within \(isAhead ? "next" : "last") \(duration)")
    }
    parser.close(.comparisonChain, from: mark, isBroken: true)
    return true
  }

  /// The operator that words ahead mean, and how many words they are
  ///
  ///     is above 20C → >, 2     is at least 20C → >=, 3     is greater than or equal to 20C → >=, 6
  private static func foreignComparison(_ parser: borrowing Parser) -> (
    meaning: String, count: Int
  )? {
    if let found = foreignEnd(parser) { return found }
    if let found = foreignSearch(parser) { return found }
    var count = parser.at(.is) ? 1 : 0
    if parser.at(.not) || count == 1 && parser.peek(1) == .not {
      count += 1
      guard parser.spelling(ahead: count).lowercased == "between" else { return nil }
      return parser.beginsPlainOperand(ahead: count + 1) ? ("not in", count + 1) : nil
    }
    // `temp from 10C to 20C`
    if parser.at(.from) {
      let isRange = parser.contextualWord(ahead: 2) == .to && !parser.isInEvent
      return isRange && parser.beginsPlainOperand(ahead: 1) ? ("in", 1) : nil
    }
    let isAt = parser.contextualWord(ahead: count) == .at
    // `c is at least 2 of [a, b]` compares a condition with a count of some.
    if isAt, CountGrammar.atNumberOf(parser, ahead: count + 2) { return nil }
    guard isAt || parser.contextualWord(ahead: count) == nil else { return nil }
    // `lit is at least 2 of [a, b, c]` compares two conditions.
    if isAt, parser.peek(count + 2) == .number, parser.spelling(ahead: count + 3) == "of" {
      return nil
    }
    // Without `is`, `at most` begins a clause, whose number has no unit.
    let isMost = isAt && parser.contextualWord(ahead: count + 1) == .most
    if isMost, count == 1 || parser.peek(2) == .quantity {
      return parser.beginsPlainOperand(ahead: count + 2) ? ("<=", count + 2) : nil
    }
    let isLeast = isAt && parser.spelling(ahead: count + 1) == "least"
    guard isLeast || !isAt else { return nil }
    let meaning: String
    if let (meaning, length) = ForeignOperands.change(parser, ahead: count) {
      let next = parser.peek(count + length)
      let isOperand = parser.beginsPlainOperand(ahead: count + length)
      return isOperand || next == .true || next == .false ? (meaning, count + length) : nil
    }
    switch isLeast ? "least" : parser.spelling(ahead: count).lowercased {
    case "between": meaning = "in"
    case "outside": meaning = "not in"
    case "above", "over", "exceeds", "greater", "more", "higher", "warmer", "hotter", "bigger":
      meaning = ">"
    case "below", "under", "less", "lower", "fewer", "colder", "smaller", "before": meaning = "<"
    case "after", "least": meaning = ">="
    case "equals", "equal": meaning = "=="
    default: return nil
    }
    count += isLeast ? 2 : 1
    // `less then 5` is a common misspelling.
    if ["than", "to", "then"].contains(parser.spelling(ahead: count)) { count += 1 }
    if meaning != "==",
      parser.spelling(ahead: count - 1) == "than", parser.peek(count) == .or,
      parser.spelling(ahead: count + 1) == "equal", parser.spelling(ahead: count + 2) == "to"
    {
      return parser.beginsPlainOperand(ahead: count + 3) ? ("\(meaning)=", count + 3) : nil
    }
    return beginsLimit(parser, ahead: count) ? (meaning, count) : nil
  }

  /// `true` if a limit is ahead: an operand, a number with a minus, or a time of day in quotes
  private static func beginsLimit(_ parser: borrowing Parser, ahead distance: Int) -> Bool {
    if parser.beginsPlainOperand(ahead: distance) { return true }
    if parser.peek(distance) == .minus { return parser.touchesPrevious(ahead: distance + 1) }
    return parser.peek(distance) == .openingQuote && parser.peek(distance + 1) == .textSegment
      && ForeignClocks.isClock(parser.wordText(ahead: distance + 1))
  }

  /// Parses `like "%milk%"` behind a text; `false` if there is none
  ///
  ///     title like "%milk%" → title contains "milk"     title like "Dr%" → title starts with "Dr"
  private static func parseLike(_ parser: inout Parser, from mark: Int) -> Bool {
    guard parser.at(.name), ["like", "ilike"].contains(parser.spelling().lowercased) else {
      return false
    }
    let isSingle =
      parser.peek(1) == .unexpected && parser.wordText(ahead: 1).hasPrefix("'")
      && parser.wordText(ahead: 1).utf8.count > 2
    guard
      isSingle
        || parser.peek(1) == .openingQuote && parser.peek(2) == .textSegment
          && parser.peek(3) == .closingQuote
    else { return false }
    let subject = parser.text(from: mark)
    let pattern =
      isSingle
      ? String(parser.wordText(ahead: 1).dropFirst().dropLast()) : parser.wordText(ahead: 2)
    if isSingle {
      // The lexer reported the quotes.
      let range = parser.wordRange(ahead: 1)
      parser.problems.removeAll { $0.range == range }
    }
    let (opens, closes) = (pattern.hasPrefix("%"), pattern.hasSuffix("%"))
    let text = pattern.dropFirst(opens ? 1 : 0).dropLast(closes && pattern != "%" ? 1 : 0)
    let sign = opens == closes ? (opens ? "contains" : "==") : opens ? "ends with" : "starts with"
    for _ in 0..<(isSingle ? 2 : 4) { parser.take() }
    parser.reportPhrase(
      from: mark, meant: subject == "sky" ? "sky == \(text)" : "\(subject) \(sign) \"\(text)\"")
    parser.close(.comparisonChain, from: mark, isBroken: true)
    return true
  }

  /// `contains` as people say it, and how many words it is
  ///
  ///     has "milk" → contains, 1     includes "milk" → contains, 1     containing "milk" → contains, 1
  private static func foreignSearch(_ parser: borrowing Parser) -> (meaning: String, count: Int)? {
    switch parser.spelling().lowercased {
    case "has", "have", "having", "includes", "include", "including", "containing", "contain",
      "matches", "mentions":
      parser.peek(1) == .openingQuote ? ("contains", 1) : nil
    default: nil
    }
  }

  /// `starts with` or `ends with` as other languages have them, and how many words they are
  ///
  ///     begins with "Dr" → starts with, 2     startsWith "Dr" → starts with, 1
  private static func foreignEnd(_ parser: borrowing Parser) -> (meaning: String, count: Int)? {
    let isTwo = parser.contextualWord(ahead: 1) == .with
    let meaning: String
    switch parser.spelling().lowercased {
    case "begins" where isTwo, "begin" where isTwo, "start" where isTwo: meaning = "starts with"
    case "end" where isTwo, "finishes" where isTwo: meaning = "ends with"
    case "startswith", "beginswith", "starts_with", "hasprefix": meaning = "starts with"
    case "endswith", "ends_with", "hassuffix": meaning = "ends with"
    default: return nil
    }
    let count = isTwo ? 2 : 1
    guard parser.peek(count) == .openingQuote || parser.beginsPlainOperand(ahead: count) else {
      return nil
    }
    return (meaning, count)
  }

  /// Parses `or higher` behind `a is b`; `false` if there is none
  ///
  ///     temp is 20C or higher → temp >= 20C     time == 8:00 or earlier → time <= 8:00
  static func parseOpenEnd(
    _ parser: inout Parser, from mark: Int, _ left: SourceRange, _ middle: (TokenKind, SourceRange)
  ) -> Bool {
    guard middle.0 == .is || middle.0 == .equalEqual || middle.0 == .equal, parser.at(.or),
      !parser.beginsPlainOperand(ahead: 2)
    else { return false }
    let sign: String
    switch parser.spelling(ahead: 1) {
    case "above", "over", "higher", "more", "greater", "warmer", "hotter", "later", "after":
      sign = ">="
    case "below", "under", "lower", "less", "fewer", "colder", "cooler", "earlier", "before":
      sign = "<="
    default: return false
    }
    parser.take()
    parser.take()
    let written = parser.source.text(middle.1)
    let value = written.hasPrefix("at ") ? String(written.dropFirst(3)) : written
    // A sign of the comparison that was reported is part of the phrase.
    let range = parser.range(from: mark)
    parser.problems.removeAll { $0.kind == .singleEqual && range.contains($0.range) }
    parser.reportPhrase(from: mark, meant: "\(parser.source.text(left)) \(sign) \(value)")
    return true
  }

  /// Parses `to b` behind the start of a range; `false` if there is none
  static func parseForeignRange(_ parser: inout Parser, from mark: Int) -> Bool {
    let isTo = parser.at(.to) && !parser.isInNotify
    guard isTo || parser.at(.name), parser.beginsPlainOperand(ahead: 1),
      isTo || ["till", "through"].contains(parser.spelling())
    else { return false }
    let start = parser.text(from: mark)
    parser.take()
    let end = parser.mark
    ExpressionGrammar.parseSum(&parser)
    if parser.lastProblemPosition != parser.position {
      parser.reportPhrase(from: mark, meant: "\(start)..\(parser.text(from: end))")
    }
    parser.close(.range, from: mark, isBroken: true)
    return true
  }

  // MARK: Operands

  /// Parses words that represent an operand; false if the next word is none of them
  static func parseForeignOperand(_ parser: inout Parser) -> Bool {
    if ForeignDeclarations.atHyphenatedName(parser) {
      ForeignDeclarations.takeHyphenatedName(&parser)
      return true
    }
    if ForeignSentences.parseSentence(&parser) || ForeignOperands.parseForeignName(&parser)
      || ForeignTimes.parseDayAndMonth(&parser)
      || ForeignCalendars.parseOperand(&parser)
    {
      return true
    }
    guard parser.peek(1).isWord || parser.peek(1) == .timeOfDay else { return false }
    while let count = fillerCount(parser) {
      let words = (0..<count).map { parser.word(ahead: $0) }.joined(separator: " ")
      let range = parser.wordRange().union(parser.wordRange(ahead: count - 1))
      parser.report(.needlessWord(words), at: range)
      parser.skip(count)
      // A mistake right behind these words is not reported a second time.
      parser.lastProblemPosition = parser.position
      if !parser.at(.name) { return false }
    }
    if let (length, meant) = ForeignTimes.wordyDuration(parser) {
      parser.takePhrase(length, meant: meant)
      return true
    }
    switch parser.spelling() {
    case "before" where parser.peek(1) == .timeOfDay || ForeignOperands.isSunTime(parser, ahead: 1):
      parser.takePhrase(2, meant: "time < \(parser.wordText(ahead: 1))")
    case "after" where parser.peek(1) == .timeOfDay || ForeignOperands.isSunTime(parser, ahead: 1):
      parser.takePhrase(2, meant: "time >= \(parser.wordText(ahead: 1))")
    case "leaving" where parser.peek(1) == .name && parser.contextualWord(ahead: 1) == nil:
      parser.takePhrase(
        2, meant: "not near \(parser.wordText(ahead: 1))",
        also: "on leaving \(parser.wordText(ahead: 1))")
    case "entering" where parser.peek(1) == .name && parser.contextualWord(ahead: 1) == nil:
      parser.takePhrase(
        2, meant: "near \(parser.wordText(ahead: 1))",
        also: "on entering \(parser.wordText(ahead: 1))")
    default: return false
    }
    return true
  }

  /// The number of words here that add nothing: `the`, `I am`, `it is` before a condition
  private static func fillerCount(_ parser: borrowing Parser) -> Int? {
    let isName = parser.peek(1) == .name && parser.contextualWord(ahead: 1) == nil
    let word = parser.spelling()
    switch word {
    case "either", "both": return isName ? 1 : nil
    case "the", "my", "it", "there":
      if isName { return 1 }
      guard parser.peek(1) == .is, word == "it" || word == "there",
        parser.spelling(ahead: 2) == "raining"
          || parser.spelling(ahead: 2) == "snowing"
      else { return nil }
      return 2
    case "I":
      return parser.spelling(ahead: 1) == "am"
        && (parser.peek(2) == .name || parser.peek(2) == .near)
        ? 2 : nil
    default: return nil
    }
  }

  /// The number that a word means; only of those that people write out before a unit of time
  static func number(of word: Spelling) -> Int? {
    switch word {
    case "a", "an", "one": 1
    case "two": 2
    case "three": 3
    case "four": 4
    case "five": 5
    case "six": 6
    case "seven": 7
    case "eight": 8
    case "nine": 9
    case "ten": 10
    case "twelve": 12
    default: nil
    }
  }
}
