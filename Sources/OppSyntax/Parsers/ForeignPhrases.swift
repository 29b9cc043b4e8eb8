/// Ways of English that are not those of the language: each is one message that shows how it is written
///
/// Only words are looked for that no sentence of the grammar has at their place.
///
///     temp between 20 and 25C → temp in 20C..25C     raining in the last hour → raining within last 1h
enum ForeignPhrases {

  // MARK: Comparisons

  /// Parses `is above b`, `between a and b` behind an operand; false where there is none
  static func parseForeignComparison(_ parser: inout Parser, from mark: Int) -> Bool {
    if parser.at(.in) { return parseInLast(&parser, from: mark) }
    if parser.at(.since), parser.peek(1) == .quantity {
      let meant = "\(parser.text(from: mark)) for \(parser.wordText(ahead: 1))"
      parser.take()
      parser.take()
      parser.reportPhrase(from: mark, meant: meant)
      parser.close(.comparisonChain, from: mark, isBroken: true)
      return true
    }
    guard parser.at(.name) || parser.at(.is), let (meaning, count) = foreignComparison(parser)
    else { return false }
    // `notify "…" after 5min` is no comparison.
    if parser.isInNotify, parser.builder.kind(at: mark) == .text { return false }
    let left = parser.text(from: mark)
    let isOffset = parser.spelling() == "before" || parser.spelling() == "after"
    for _ in 0..<count { parser.take() }
    var right = parser.mark
    ExpressionGrammar.parseSum(&parser)
    if isOffset, UnitSpellings.isDuration(left) {
      ForeignTimes.reportOffset(
        &parser, left, isBefore: meaning == "<", of: parser.text(from: right), from: mark)
      parser.close(.comparisonChain, from: mark, isBroken: true)
      return true
    }
    var meant = ProblemMending.takeMendedText(&parser, from: right)
    if meaning == "in", parser.at(.and) || parser.at(.to) || parser.at(.dotDot) {
      parser.take()
      right = parser.mark
      ExpressionGrammar.parseSum(&parser)
      let high = ProblemMending.takeMendedText(&parser, from: right)
      meant += UnitSpellings.unit(of: high, notOf: meant) + "..\(high)"
    }
    meant = "\(left) \(meaning) \(meant)"
    if parser.lastProblemPosition != parser.position {
      parser.reportPhrase(from: mark, meant: meant)
    }
    parser.close(.comparisonChain, from: mark, isBroken: true)
    return true
  }

  /// `raining in the last hour`, which is `raining within last 1h`; `in (last)` is none
  private static func parseInLast(_ parser: inout Parser, from mark: Int) -> Bool {
    let count = parser.spelling(ahead: 1) == "the" ? 2 : 1
    guard parser.peek(count) == .last || parser.peek(count) == .next else { return false }
    let direction = parser.word(ahead: count)
    let condition = parser.text(from: mark)
    for _ in 0...count { parser.take() }
    let unit = UnitSpellings.unitOfTime(meantBy: parser.word())
    let span = parser.mark
    ExpressionGrammar.parseSum(&parser)
    if parser.lastProblemPosition != parser.position {
      let duration = unit.map { "1\($0)" } ?? parser.text(from: span)
      parser.reportPhrase(from: mark, meant: "\(condition) within \(direction) \(duration)")
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
    var count = parser.at(.is) ? 1 : 0
    let isAt = parser.contextualWord(ahead: count) == .at
    guard isAt || parser.contextualWord(ahead: count) == nil else { return nil }
    // Without `is`, `at most` begins a clause, whose number has no unit.
    let isMost = isAt && parser.contextualWord(ahead: count + 1) == .most
    if isMost, count == 1 || parser.peek(2) == .quantity {
      return parser.beginsPlainOperand(ahead: count + 2) ? ("<=", count + 2) : nil
    }
    let isLeast = isAt && parser.spelling(ahead: count + 1) == "least"
    guard isLeast || !isAt else { return nil }
    let meaning: String
    if let (meaning, length) = ForeignOperands.change(parser, ahead: count) {
      return parser.beginsPlainOperand(ahead: count + length) ? (meaning, count + length) : nil
    }
    switch isLeast ? "least" : parser.spelling(ahead: count) {
    case "between": meaning = "in"
    case "above", "over", "exceeds", "greater", "more", "higher", "warmer", "hotter", "bigger":
      meaning = ">"
    case "below", "under", "less", "lower", "fewer", "colder", "smaller", "before": meaning = "<"
    case "after", "least": meaning = ">="
    case "equals", "equal": meaning = "=="
    default: return nil
    }
    count += isLeast ? 2 : 1
    if ["than", "to"].contains(parser.spelling(ahead: count)) { count += 1 }
    if meaning != "==",
      parser.spelling(ahead: count - 1) == "than", parser.peek(count) == .or,
      parser.spelling(ahead: count + 1) == "equal", parser.spelling(ahead: count + 2) == "to"
    {
      return parser.beginsPlainOperand(ahead: count + 3) ? ("\(meaning)=", count + 3) : nil
    }
    return parser.beginsPlainOperand(ahead: count) ? (meaning, count) : nil
  }

  /// Parses `or higher` behind `a is b`; false where there is none
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

  /// Parses `to b` behind the start of a range; false where there is none
  static func parseForeignRange(_ parser: inout Parser, from mark: Int) -> Bool {
    let isTo = parser.at(.to) && !parser.isInNotify
    guard isTo || parser.at(.name), parser.beginsPlainOperand(ahead: 1),
      isTo || ["until", "till", "through"].contains(parser.spelling())
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

  /// Parses words that represent an operand; false where the next word is none of them
  static func parseForeignOperand(_ parser: inout Parser) -> Bool {
    if ForeignDeclarations.atHyphenatedName(parser) {
      ForeignDeclarations.takeHyphenatedName(&parser)
      return true
    }
    if ForeignOperands.parseForeignName(&parser) || ForeignTimes.parseDayAndMonth(&parser) {
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
    if let (length, meant) = wordyDuration(parser) {
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

  /// The number of words here that add nothing: `the`, `I am`, `it is` before what is meant
  private static func fillerCount(_ parser: borrowing Parser) -> Int? {
    let isName = parser.peek(1) == .name && parser.contextualWord(ahead: 1) == nil
    let word = parser.spelling()
    switch word {
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

  /// `half an hour`, `an hour`, `two hours`: how many words, and the literal
  ///
  ///     half an hour → 3, 30min     two hours → 2, 2h     an hour → 2, 1h
  private static func wordyDuration(_ parser: borrowing Parser) -> (count: Int, meant: String)? {
    let first = parser.spelling()
    guard first == "half" || number(of: first) != nil else { return nil }
    var count = 1
    if first == "half", parser.spelling(ahead: 1) == "an" || parser.spelling(ahead: 1) == "a" {
      count = 2
    }
    guard let unit = UnitSpellings.unitOfTime(meantBy: parser.word(ahead: count)) else {
      return nil
    }
    switch first {
    case "half":
      let halves = ["min": "30s", "h": "30min", "d": "12h"]
      return halves[unit].map { (count + 1, $0) }
    default:
      guard let number = number(of: first) else { return nil }
      return (count + 1, "\(number)\(unit)")
    }
  }

  /// The number that a word means; only of those that people write out before a unit of time
  private static func number(of word: Spelling) -> Int? {
    switch word {
    case "a", "an", "one": 1
    case "two": 2
    case "three": 3
    case "four": 4
    case "five": 5
    case "ten": 10
    default: nil
    }
  }

  // MARK: Clauses

  /// Parses a clause that begins with words of English; false where there is none
  static func parseForeignClause(_ parser: inout Parser) -> Bool {
    if ForeignSigns.parseForeignComment(&parser) || ForeignSigns.parseArrow(&parser)
      || ForeignOperands.parseDistanceOf(&parser) || ForeignDeclarations.parseElse(&parser)
    {
      return true
    }
    if let (words, meant) = foreignLimit(parser, ahead: leadOfLimit(parser), isWhole: true) {
      let range = parser.wordRange().union(parser.wordRange(ahead: words - 1))
      parser.report(.foreignPhrase(parser.source.text(range), meant: meant, also: nil), at: range)
      parser.skip(words)
      return true
    }
    switch parser.current {
    case .then, .colon:
      parser.report(.needlessWord(parser.wordText(ahead: 0)), at: parser.wordRange())
      parser.skip(1)
      return true
    case .name where parser.contextualWord() == .every: return parseEveryWithoutOn(&parser)
    case .name where parser.spelling() == "do" && (parser.contextualWord(ahead: 1) == .notify):
      parser.report(.needlessWord("do"), at: parser.wordRange())
      parser.skip(1)
      return true
    case .name
    where ["before", "after"].contains(parser.spelling()) && parser.peek(1) == .timeOfDay:
      let sign = parser.spelling() == "before" ? "<" : ">="
      ForeignTimes.takeCondition(
        &parser, 2, event: nil, condition: "time \(sign) \(parser.wordText(ahead: 1))")
      return true
    default: return false
    }
  }

  /// `every day`, `every 2h` where a clause is expected
  ///
  ///     every day → on every 1d     every 2h → on every 2h     on 8:00 every monday → when weekday == mon
  ///     when raining every weekend → and weekday in weekend
  private static func parseEveryWithoutOn(_ parser: inout Parser) -> Bool {
    guard parser.peek(1) == .name || parser.peek(1) == .quantity || parser.peek(1) == .number else {
      return false
    }
    let isWord = parser.peek(1) == .name
    let unit =
      parser.peek(1) == .number ? UnitSpellings.unitOfTime(meantBy: parser.word(ahead: 2)) : nil
    let period =
      UnitSpellings.unitOfTime(meantBy: parser.word(ahead: 1)).map { "1\($0)" }
      ?? parser.wordText(ahead: 1) + (unit ?? "")
    if let day = ForeignDate.condition(ofDay: period) {
      let needsEvent =
        !parser.hasEvent && parser.condition == nil && parser.contextualWord(ahead: 2) != .when
      ForeignTimes.takeCondition(
        &parser, 2, event: needsEvent ? "on 08:00" : nil, condition: day, as: .unexpected)
      return true
    }
    let mark = parser.mark
    for _ in 0..<(unit == nil ? 2 : 3) { parser.take() }
    let isDaily = isWord && period != "1min" && period != "1h"
    if parser.hasEvent, isDaily {
      let range = parser.range(from: mark)
      parser.report(.needlessWord(parser.source.text(range)), at: range)
    } else {
      parser.reportPhrase(
        from: mark, meant: isDaily ? "on every 1d" : "on every \(period)",
        also: isDaily ? "on 08:00" : "again every \(period)")
    }
    parser.close(.unexpected, from: mark)
    return true
  }

  /// The number of words here that lead to a limit without being one: `max`, `only`
  private static func leadOfLimit(_ parser: borrowing Parser) -> Int {
    ["max", "maximum", "only", "limit"].contains(parser.spelling()) ? 1 : 0
  }

  /// `twice a day`, `2 times per day`, `once daily` ahead: how many words, and the clause that is meant
  ///
  /// - Parameter isWhole: whether `at most` is missing too, so that `once per day` is found as well.
  ///
  ///     twice a day → 3, at most 2 per day     max 2 times per day, ahead 1 → 5, at most 2 per day
  static func foreignLimit(_ parser: borrowing Parser, ahead start: Int, isWhole: Bool) -> (
    words: Int, meant: String
  )? {
    var distance = start
    var isForeign = isWhole
    let count: String
    switch parser.spelling(ahead: distance) {
    case "once", "one": count = "once"
    case "twice", "two": count = "2"
    case "thrice", "three": count = "3"
    default:
      guard parser.peek(distance) == .number, !isWhole || start > 0 || isTimes(parser, distance + 1)
      else {
        return foreignAdverb(parser, ahead: distance, isWhole: isWhole)
      }
      count = parser.wordText(ahead: distance)
    }
    if parser.spelling(ahead: distance) != "once", parser.peek(distance) != .number {
      isForeign = true
    }
    distance += 1
    if isTimes(parser, distance) {
      isForeign = true
      distance += 1
    }
    if let period = period(parser, meantBy: parser.spelling(ahead: distance)) {
      return (distance + 1, "at most \(count) per \(period)")
    }
    switch parser.peek(distance) == .slash ? "/" : parser.spelling(ahead: distance) {
    case "a", "an", "each", "every", "/": isForeign = true
    case "per": break
    default:
      guard isForeign else { return nil }
      return (distance, count == "once" ? "at most once" : "at most \(count) per day")
    }
    guard isForeign else { return nil }
    if parser.peek(distance + 1) == .number,
      let unit = UnitSpellings.unitOfTime(meantBy: parser.word(ahead: distance + 2))
    {
      return (distance + 3, "at most \(count) per \(parser.wordText(ahead: distance + 1))\(unit)")
    }
    let isKnown = UnitSpellings.unitOfTime(meantBy: parser.word(ahead: distance + 1)) != nil
    let isLiteral = parser.peek(distance + 1) == .quantity
    guard isKnown || isLiteral || parser.spelling(ahead: distance + 1) == "month" else {
      return (distance + 1, "at most \(count) per day")
    }
    return (distance + 2, "at most \(count) per \(parser.wordText(ahead: distance + 1))")
  }

  /// Whether a word ahead counts, as in `2 times`
  private static func isTimes(_ parser: borrowing Parser, _ distance: Int) -> Bool {
    switch parser.spelling(ahead: distance) {
    case "times", "time", "x": true
    default: false
    }
  }

  /// `daily` and its like, in place of `at most once per day`
  private static func foreignAdverb(_ parser: borrowing Parser, ahead distance: Int, isWhole: Bool)
    -> (words: Int, meant: String)?
  {
    guard isWhole, let period = period(parser, meantBy: parser.spelling(ahead: distance)) else {
      return nil
    }
    return (distance + 1, "at most once per \(period)")
  }

  /// The period that an adverb means: `day` of `daily`
  private static func period(_ parser: borrowing Parser, meantBy adverb: Spelling) -> String? {
    switch adverb {
    case "hourly": "hour"
    case "daily": "day"
    case "weekly": "week"
    case "monthly": "month"
    default: nil
    }
  }

  /// Reports words that should be a text in quotes, and skips them
  static func parseUnquoted(_ parser: inout Parser, _ count: Int) {
    let range = parser.wordRange().union(parser.wordRange(ahead: count - 1))
    parser.report(.unquotedText(parser.source.text(range)), at: range)
    parser.skip(count)
    parser.addMissing()
    parser.lastProblemPosition = -1
  }

  /// The number of words on this line before a clause begins
  static func wordsBeforeClause(_ parser: borrowing Parser) -> Int {
    var count = 0
    while count < 64,
      parser.peek(count).isWord || parser.peek(count) == .number || parser.peek(count) == .comma
    {
      if count > 0, parser.startsLine(ahead: count) { break }
      if parser.contextualWord(ahead: count)?.endsOperands ?? false { break }
      if parser.peek(count) == .near
        || parser.peek(count) == .for && parser.peek(count + 1) == .each
      {
        break
      }
      count += 1
    }
    return count
  }

  /// The number of words after `notify` that are a text without quotes; 0 where they may be an expression
  static func unquotedNotice(_ parser: borrowing Parser) -> Int {
    guard parser.at(.name), parser.contextualWord() == nil, parser.peek(1) == .name,
      parser.contextualWord(ahead: 1) == nil,
      !parser.startsLine, !parser.startsLine(ahead: 1)
    else { return 0 }
    let next = parser.word(ahead: 1)
    let isClause = next.utf8.count > 2 && OppGrammar.isNearClause(parser, next)
    return isClause ? 0 : wordsBeforeClause(parser)
  }
}
