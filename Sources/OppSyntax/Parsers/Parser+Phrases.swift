/// Ways of English that are not those of the language: each is one message that shows how it is written
///
/// Only words are looked for that no sentence of the grammar has at their place.
extension Parser {
  /// The word ahead; empty where there is none
  func word(ahead distance: Int = 0) -> String {
    peek(distance).isWord ? String(decoding: bytes(ahead: distance), as: UTF8.self) : ""
  }

  /// Reports what was parsed since a mark, and how it is written
  mutating func reportPhrase(from mark: Int, meant: String, also: String? = nil) {
    let range = range(from: mark)
    report(.foreignPhrase(source.text(range), meant: meant, also: also), at: range)
  }

  /// Takes words that represent an expression which cannot be checked
  mutating func takePhrase(_ count: Int, meant: String, also: String? = nil) {
    let mark = mark
    for _ in 0..<count { take() }
    reportPhrase(from: mark, meant: meant, also: also)
    close(.comparisonChain, from: mark, isBroken: true)
  }

  // MARK: Comparisons

  /// Parses `is above b`, `between a and b` behind an operand; false where there is none
  mutating func parseForeignComparison(from mark: Int) -> Bool {
    if at(.in) { return parseInLast(from: mark) }
    if at(.since), peek(1) == .quantity {
      let meant = "\(text(from: mark)) for \(wordText(ahead: 1))"
      take()
      take()
      reportPhrase(from: mark, meant: meant)
      close(.comparisonChain, from: mark, isBroken: true)
      return true
    }
    guard at(.name) || at(.is), let (meaning, count) = foreignComparison() else { return false }
    // `notify "…" after 5min` is no comparison.
    if isInNotify, builder.kind(at: mark) == .text { return false }
    let left = text(from: mark)
    let isOffset = word() == "before" || word() == "after"
    for _ in 0..<count { take() }
    var right = self.mark
    parseSum()
    if isOffset, UnitSpellings.isDuration(left) {
      reportOffset(left, isBefore: meaning == "<", of: text(from: right), from: mark)
      close(.comparisonChain, from: mark, isBroken: true)
      return true
    }
    var meant = takeMendedText(from: right)
    if meaning == "in", at(.and) || at(.to) || at(.dotDot) {
      take()
      right = self.mark
      parseSum()
      let high = takeMendedText(from: right)
      meant += UnitSpellings.unit(of: high, notOf: meant) + "..\(high)"
    }
    meant = "\(left) \(meaning) \(meant)"
    if lastProblemPosition != position { reportPhrase(from: mark, meant: meant) }
    close(.comparisonChain, from: mark, isBroken: true)
    return true
  }

  /// `raining in the last hour`, which is `raining within last 1h`; `in (last)` is none
  private mutating func parseInLast(from mark: Int) -> Bool {
    let count = word(ahead: 1) == "the" ? 2 : 1
    guard peek(count) == .last || peek(count) == .next else { return false }
    let direction = word(ahead: count)
    let condition = text(from: mark)
    for _ in 0...count { take() }
    let unit = UnitSpellings.unitOfTime(meantBy: word())
    let span = self.mark
    parseSum()
    if lastProblemPosition != position {
      let duration = unit.map { "1\($0)" } ?? text(from: span)
      reportPhrase(from: mark, meant: "\(condition) within \(direction) \(duration)")
    }
    close(.comparisonChain, from: mark, isBroken: true)
    return true
  }

  /// The operator that words ahead mean, and how many words they are
  private func foreignComparison() -> (meaning: String, count: Int)? {
    var count = at(.is) ? 1 : 0
    // Without `is`, `at most` begins a clause.
    let isMost = count == 1 && word(ahead: 1) == "at" && word(ahead: 2) == "most"
    if isMost { return beginsPlainOperand(ahead: 3) ? ("<=", 3) : nil }
    let isLeast = word(ahead: count) == "at" && word(ahead: count + 1) == "least"
    guard isLeast || contextualWord(ahead: count) == nil else { return nil }
    let meaning: String
    if let (meaning, length) = change(ahead: count) {
      return beginsPlainOperand(ahead: count + length) ? (meaning, count + length) : nil
    }
    switch isLeast ? "least" : word(ahead: count) {
    case "between": meaning = "in"
    case "above", "over", "exceeds", "greater", "more", "higher", "warmer", "hotter", "bigger":
      meaning = ">"
    case "below", "under", "less", "lower", "fewer", "colder", "smaller", "before": meaning = "<"
    case "after", "least": meaning = ">="
    case "equals", "equal": meaning = "=="
    default: return nil
    }
    count += isLeast ? 2 : 1
    if ["than", "to"].contains(word(ahead: count)) { count += 1 }
    if meaning != "==",
      (0..<4).map({ word(ahead: count - 1 + $0) }) == ["than", "or", "equal", "to"]
    {
      return beginsPlainOperand(ahead: count + 3) ? ("\(meaning)=", count + 3) : nil
    }
    return beginsPlainOperand(ahead: count) ? (meaning, count) : nil
  }

  /// Whether a literal or a name follows that is no word of a clause
  func beginsPlainOperand(ahead distance: Int) -> Bool {
    switch peek(distance) {
    case .name: contextualWord(ahead: distance) == nil && peek(distance + 1) != .colon
    case .number, .quantity, .timeOfDay, .date, .instant: true
    default: false
    }
  }

  /// Parses `to b` behind the start of a range; false where there is none
  mutating func parseForeignRange(from mark: Int) -> Bool {
    let isTo = at(.to) && !isInNotify
    guard isTo || ["until", "till", "through"].contains(word()), beginsPlainOperand(ahead: 1)
    else { return false }
    let start = text(from: mark)
    take()
    let end = self.mark
    parseSum()
    if lastProblemPosition != position {
      reportPhrase(from: mark, meant: "\(start)..\(text(from: end))")
    }
    close(.range, from: mark, isBroken: true)
    return true
  }

  // MARK: Operands

  /// Parses words that represent an operand; false where the next word is none of them
  mutating func parseForeignOperand() -> Bool {
    if atHyphenatedName {
      takeHyphenatedName()
      return true
    }
    if parseForeignName() || parseDayAndMonth() { return true }
    guard peek(1).isWord || peek(1) == .timeOfDay else { return false }
    while let count = fillerCount() {
      let words = (0..<count).map { word(ahead: $0) }.joined(separator: " ")
      let range = wordRange().union(wordRange(ahead: count - 1))
      report(.needlessWord(words), at: range)
      skip(count)
      // What comes next is another matter, but it is reported once only.
      lastProblemPosition = position
      if !at(.name) { return false }
    }
    if let (length, meant) = wordyDuration() {
      takePhrase(length, meant: meant)
      return true
    }
    switch word() {
    case "before" where peek(1) == .timeOfDay || isSunTime(ahead: 1):
      takePhrase(2, meant: "time < \(wordText(ahead: 1))")
    case "after" where peek(1) == .timeOfDay || isSunTime(ahead: 1):
      takePhrase(2, meant: "time >= \(wordText(ahead: 1))")
    case "leaving" where peek(1) == .name && contextualWord(ahead: 1) == nil:
      takePhrase(
        2, meant: "not near \(wordText(ahead: 1))", also: "on leaving \(wordText(ahead: 1))")
    case "entering" where peek(1) == .name && contextualWord(ahead: 1) == nil:
      takePhrase(2, meant: "near \(wordText(ahead: 1))", also: "on entering \(wordText(ahead: 1))")
    default: return false
    }
    return true
  }

  func wordText(ahead distance: Int) -> String {
    String(decoding: bytes(ahead: distance), as: UTF8.self)
  }

  /// The number of words here that add nothing: `the`, `I am`, `it is` before what is meant
  private func fillerCount() -> Int? {
    let isName = peek(1) == .name && contextualWord(ahead: 1) == nil
    switch word() {
    case "the", "my", "it", "there":
      if isName { return 1 }
      guard peek(1) == .is, word() == "it" || word() == "there",
        word(ahead: 2) == "raining"
          || word(ahead: 2) == "snowing"
      else { return nil }
      return 2
    case "I": return word(ahead: 1) == "am" && (peek(2) == .name || peek(2) == .near) ? 2 : nil
    default: return nil
    }
  }

  /// `half an hour`, `an hour`, `two hours`: how many words, and the literal
  private func wordyDuration() -> (count: Int, meant: String)? {
    let first = word()
    var count = 1
    if first == "half", word(ahead: 1) == "an" || word(ahead: 1) == "a" { count = 2 }
    guard let unit = UnitSpellings.unitOfTime(meantBy: word(ahead: count)) else { return nil }
    switch first {
    case "half":
      let halves = ["min": "30s", "h": "30min", "d": "12h"]
      return halves[unit].map { (count + 1, $0) }
    default:
      guard let number = Self.numberWords[first] else { return nil }
      return (count + 1, "\(number)\(unit)")
    }
  }

  static let numberWords = [
    "a": 1, "an": 1, "one": 1, "two": 2, "three": 3, "four": 4, "five": 5, "ten": 10,
  ]

  // MARK: Clauses

  /// Parses a clause that begins with words of English; false where there is none
  mutating func parseForeignClause() -> Bool {
    if parseForeignComment() || parseArrow() || parseDistanceOf() || parseElse() { return true }
    if let (words, meant) = foreignLimit(ahead: leadOfLimit, isWhole: true) {
      let range = wordRange().union(wordRange(ahead: words - 1))
      report(.foreignPhrase(source.text(range), meant: meant, also: nil), at: range)
      skip(words)
      return true
    }
    switch current {
    case .then, .colon:
      report(.needlessWord(wordText(ahead: 0)), at: wordRange())
      skip(1)
      return true
    case .name where contextualWord() == .every: return parseEveryWithoutOn()
    case .name where word() == "do" && (contextualWord(ahead: 1) == .notify):
      report(.needlessWord("do"), at: wordRange())
      skip(1)
      return true
    case .name where ["before", "after"].contains(word()) && peek(1) == .timeOfDay:
      let sign = word() == "before" ? "<" : ">="
      takePhrase(2, meant: "when time \(sign) \(wordText(ahead: 1))")
      return true
    default: return false
    }
  }

  /// `every day`, `every 2h` where a clause is expected
  private mutating func parseEveryWithoutOn() -> Bool {
    guard peek(1) == .name || peek(1) == .quantity || peek(1) == .number else { return false }
    let mark = mark
    take()
    let isWord = at(.name)
    let period = UnitSpellings.unitOfTime(meantBy: word()).map { "1\($0)" } ?? wordText(ahead: 0)
    take()
    let isDaily = isWord && period != "1min" && period != "1h"
    if let day = ForeignDate.condition(ofDay: period) {
      reportPhrase(from: mark, meant: hasEvent ? "when \(day)" : "on 08:00 when \(day)")
    } else if hasEvent, isDaily {
      let range = range(from: mark)
      report(.needlessWord(source.text(range)), at: range)
    } else {
      reportPhrase(
        from: mark, meant: isDaily ? "on every 1d" : "on every \(period)",
        also: isDaily ? "on 08:00" : "again every \(period)")
    }
    close(.unexpected, from: mark)
    return true
  }

  /// The number of words here that lead to a limit without being one: `max`, `only`
  private var leadOfLimit: Int {
    ["max", "maximum", "only", "limit"].contains(word()) ? 1 : 0
  }

  /// `twice a day`, `2 times per day`, `once daily` ahead: how many words, and the clause that is meant
  ///
  /// - Parameter isWhole: whether `at most` is missing too, so that `once per day` is found as well.
  func foreignLimit(ahead start: Int, isWhole: Bool) -> (words: Int, meant: String)? {
    var distance = start
    var isForeign = isWhole
    let count: String
    switch word(ahead: distance) {
    case "once", "one": count = "once"
    case "twice", "two": count = "2"
    case "thrice", "three": count = "3"
    default:
      guard peek(distance) == .number, !isWhole || start > 0 || isTimes(distance + 1) else {
        return foreignAdverb(ahead: distance, isWhole: isWhole)
      }
      count = wordText(ahead: distance)
    }
    if word(ahead: distance) != "once", peek(distance) != .number { isForeign = true }
    distance += 1
    if isTimes(distance) {
      isForeign = true
      distance += 1
    }
    if let period = period(meantBy: word(ahead: distance)) {
      return (distance + 1, "at most \(count) per \(period)")
    }
    switch peek(distance) == .slash ? "/" : word(ahead: distance) {
    case "a", "an", "each", "every", "/": isForeign = true
    case "per": break
    default:
      guard isForeign else { return nil }
      return (distance, count == "once" ? "at most once" : "at most \(count) per day")
    }
    guard isForeign else { return nil }
    if peek(distance + 1) == .number,
      let unit = UnitSpellings.unitOfTime(meantBy: word(ahead: distance + 2))
    {
      return (distance + 3, "at most \(count) per \(wordText(ahead: distance + 1))\(unit)")
    }
    let isKnown = UnitSpellings.unitOfTime(meantBy: word(ahead: distance + 1)) != nil
    let isLiteral = peek(distance + 1) == .quantity
    guard isKnown || isLiteral || word(ahead: distance + 1) == "month" else {
      return (distance + 1, "at most \(count) per day")
    }
    return (distance + 2, "at most \(count) per \(wordText(ahead: distance + 1))")
  }

  private func isTimes(_ distance: Int) -> Bool {
    ["times", "time", "x"].contains(word(ahead: distance))
  }

  private func foreignAdverb(ahead distance: Int, isWhole: Bool) -> (words: Int, meant: String)? {
    guard isWhole, let period = period(meantBy: word(ahead: distance)) else { return nil }
    return (distance + 1, "at most once per \(period)")
  }

  private func period(meantBy adverb: String) -> String? {
    switch adverb {
    case "hourly": "hour"
    case "daily": "day"
    case "weekly": "week"
    case "monthly": "month"
    default: nil
    }
  }

  /// Reports words that should be a text in quotes, and skips them
  mutating func parseUnquoted(_ count: Int) {
    let range = wordRange().union(wordRange(ahead: count - 1))
    report(.unquotedText(source.text(range)), at: range)
    skip(count)
    addMissing()
    lastProblemPosition = -1
  }

  /// The number of words on this line before a clause begins
  func wordsBeforeClause() -> Int {
    var count = 0
    while count < 64, peek(count).isWord || peek(count) == .number || peek(count) == .comma {
      if count > 0, startsLine(ahead: count) { break }
      if contextualWord(ahead: count)?.endsOperands ?? false { break }
      if peek(count) == .near || peek(count) == .for && peek(count + 1) == .each { break }
      count += 1
    }
    return count
  }

  /// The number of words after `notify` that are a text without quotes; 0 where they may be an expression
  func unquotedNotice() -> Int {
    guard at(.name), contextualWord() == nil, peek(1) == .name, contextualWord(ahead: 1) == nil,
      !startsLine, !startsLine(ahead: 1)
    else { return 0 }
    let next = word(ahead: 1)
    let isClause = next.utf8.count > 2 && isNearClause(next)
    return isClause ? 0 : wordsBeforeClause()
  }
}
