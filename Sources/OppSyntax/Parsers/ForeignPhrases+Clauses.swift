/// Clauses in words of English, and limits
extension ForeignPhrases {
  /// Parses a clause that begins with words of English; `false` if there is none
  static func parseForeignClause(_ parser: inout Parser) -> Bool {
    if ForeignSigns.parseForeignComment(&parser) || ForeignSigns.parseArrow(&parser)
      || ForeignOperands.parseDistanceOf(&parser) || ForeignDeclarations.parseElse(&parser)
    {
      return true
    }
    if let (words, meant) = wholeLimit(parser) {
      let range = parser.wordRange().union(parser.wordRange(ahead: words - 1))
      parser.report(.foreignPhrase(parser.source.text(range), meant: meant, also: nil), at: range)
      parser.skip(words)
      return true
    }
    if let range = hours(parser) {
      ForeignTimes.takeCondition(&parser, 4, event: nil, condition: "time in \(range)")
      return true
    }
    if parseUnless(&parser) || ForeignTriggers.parseWaitAsClause(&parser) || parsePause(&parser) {
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

  /// Parses `unless c` or `except when c` as a clause, which is a part of the condition; `false` if there is none
  ///
  ///     on 7:00 unless raining → on 7:00 when not raining
  private static func parseUnless(_ parser: inout Parser) -> Bool {
    guard parser.at(.name), parser.contextualWord() == nil else { return false }
    let isExcept =
      parser.spelling() == "except"
      && (parser.at(.if) || ["when", "if", "while"].contains(parser.spelling(ahead: 1)))
    guard parser.spelling() == "unless" || isExcept else { return false }
    let mark = parser.mark
    for _ in 0..<(isExcept ? 2 : 1) { parser.take() }
    let start = parser.mark
    ExpressionGrammar.parseDisjunction(&parser)
    let text = ProblemMending.takeMendedText(&parser, from: start)
    let isOperand = text.utf8.allSatisfy { $0 != 0x20 } || text.hasPrefix("near ")
    let meant = isOperand ? "not \(text)" : "not (\(text))"
    if parser.condition == nil {
      parser.reportPhrase(from: mark, meant: "when \(meant)")
    } else {
      let range = parser.range(from: mark)
      parser.report(
        .conditionApart(parser.source.text(range), event: nil, condition: meant), at: range)
    }
    parser.close(.unexpected, from: mark)
    return true
  }

  /// Parses `cooldown 1h` and its like, which is a limit; `false` if there is none
  ///
  ///     cooldown 1h → at most once per 1h     throttle: 10 minutes → at most once per 10min
  private static func parsePause(_ parser: inout Parser) -> Bool {
    let words: [Spelling] = ["cooldown", "throttle", "debounce", "rate_limit", "min_interval"]
    guard parser.at(.name), words.contains(parser.spelling()) else { return false }
    var next = parser.peek(1) == .colon || parser.peek(1) == .equal ? 2 : 1
    if ["of", "for"].contains(parser.spelling(ahead: next)) { next += 1 }
    guard let (length, duration) = ForeignTimes.duration(parser, ahead: next) else { return false }
    let range = parser.wordRange().union(parser.wordRange(ahead: next + length - 1))
    parser.report(
      .foreignPhrase(
        parser.source.text(range), meant: "at most once per \(duration)", also: nil),
      at: range)
    parser.skip(next + length)
    return true
  }

  /// The range of the times of day that words here mean; `nil` if they mean none
  ///
  ///     between 8:00 and 10:00 → 8:00..10:00     from 8:00 to 10:00 → 8:00..10:00
  static func hours(_ parser: borrowing Parser) -> String? {
    let isBetween = parser.spelling() == "between" && parser.peek(2) == .and
    let isSpan = parser.at(.from) && parser.contextualWord(ahead: 2) == .to
    guard isBetween || isSpan, let first = hour(parser, ahead: 1), let last = hour(parser, ahead: 3)
    else { return nil }
    return "\(first)..\(last)"
  }

  /// The time of day that a word ahead is; a number is a full hour
  private static func hour(_ parser: borrowing Parser, ahead distance: Int) -> String? {
    let text = parser.wordText(ahead: distance)
    if parser.peek(distance) == .timeOfDay { return text }
    let full = ForeignClocks.fullHour(text)
    return parser.peek(distance) == .number && full != text ? full : nil
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
    let partOfDay: String? =
      switch period {
      case "morning": "on 8:00"
      case "noon", "midday": "on 12:00"
      case "afternoon": "on 15:00"
      case "evening": "on 19:00"
      case "night": "on 22:00"
      default: nil
      }
    if parser.hasEvent, isDaily {
      let range = parser.range(from: mark)
      parser.report(.needlessWord(parser.source.text(range)), at: range)
    } else {
      parser.reportPhrase(
        from: mark, meant: partOfDay ?? (isDaily ? "on every 1d" : "on every \(period)"),
        also: partOfDay != nil ? nil : isDaily ? "on 08:00" : "again every \(period)")
    }
    parser.close(.unexpected, from: mark)
    return true
  }

  /// The limit that words here are without `at most` before them: how many words, and the clause that is meant
  ///
  ///     twice a day → 3, at most 2 per day     once per 2h at most → 5, at most once per 2h
  private static func wholeLimit(_ parser: borrowing Parser) -> (words: Int, meant: String)? {
    let lead = leadOfLimit(parser)
    if lead == 0,
      let (words, meant) = foreignLimit(parser, ahead: 0, isWhole: true, needsTimes: false),
      let bound = wordsOfBound(parser, ahead: words)
    {
      return (words + bound, meant)
    }
    return foreignLimit(parser, ahead: lead, isWhole: true)
  }

  /// The number of words ahead that make the number before them a limit; `nil` if there are none
  ///
  ///     at most   at the most   max   maximum   tops   or less
  static func wordsOfBound(_ parser: borrowing Parser, ahead start: Int) -> Int? {
    let next = start + 1
    switch parser.spelling(ahead: start) {
    case "max", "maximum", "tops": return 1
    case "or": return ["less", "fewer"].contains(parser.spelling(ahead: next)) ? 2 : nil
    case "at":
      let words = parser.spelling(ahead: next) == "the" ? 3 : 2
      let end = start + words
      // `at most twice` is a limit of its own.
      let isWhole = parser.peek(end) == .number || parser.peek(end) == .quantity
      let counts = ["once", "one", "twice", "two", "thrice", "three"]
        .contains(parser.spelling(ahead: end))
      return parser.spelling(ahead: end - 1) == "most" && !isWhole && !counts ? words : nil
    default: return nil
    }
  }

  /// The number of words here that lead to a limit without being one: `max`, `only`, `no more than`
  private static func leadOfLimit(_ parser: borrowing Parser) -> Int {
    if parser.at(.not) || parser.spelling() == "no" || parser.spelling() == "never",
      parser.spelling(ahead: 1) == "more", parser.spelling(ahead: 2) == "than"
    {
      return 3
    }
    return ["max", "maximum", "only", "limit"].contains(parser.spelling()) ? 1 : 0
  }

  /// `twice a day`, `2 times per day`, `once daily` ahead: how many words, and the clause that is meant
  ///
  /// - Parameters:
  ///   - isWhole: whether `at most` is missing too, so that `once per day` is found as well.
  ///   - needsTimes: whether a number that begins a clause counts only with `times` behind it.
  ///
  ///     twice a day → 3, at most 2 per day     max 2 times per day, ahead 1 → 5, at most 2 per day
  static func foreignLimit(
    _ parser: borrowing Parser, ahead start: Int, isWhole: Bool, needsTimes: Bool = true
  ) -> (words: Int, meant: String)? {
    var distance = start
    var isForeign = isWhole
    let count: String
    switch parser.spelling(ahead: distance) {
    case "once", "one": count = "once"
    case "twice", "two": count = "2"
    case "thrice", "three": count = "3"
    default:
      guard parser.peek(distance) == .number,
        !needsTimes || !isWhole || start > 0 || isTimes(parser, distance + 1)
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
    if parser.peek(distance) == .in, parser.peek(distance + 1) == .quantity {
      return (distance + 2, "at most \(count) per \(parser.wordText(ahead: distance + 1))")
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

  /// `true` if a word ahead counts, as in `2 times`
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

  /// The number of words after `notify` that are a text without quotes; 0 if they may be an expression
  static func unquotedNotice(_ parser: borrowing Parser) -> Int {
    let isSentence = parser.peek(1) == .is && parser.bytes().first.map { $0 < 0x61 } ?? false
    guard parser.at(.name), parser.contextualWord() == nil, parser.peek(1) == .name || isSentence,
      parser.contextualWord(ahead: 1) == nil,
      !parser.startsLine, !parser.startsLine(ahead: 1)
    else { return 0 }
    let next = parser.word(ahead: 1)
    let isClause = next.utf8.count > 2 && OppGrammar.isNearClause(parser, next)
    return isClause ? 0 : wordsBeforeClause(parser)
  }
}
