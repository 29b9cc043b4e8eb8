/// Values of the past and ages of readings as people write them elsewhere
///
/// ```
/// temp 1h ago > 20C          ago(temp, 1h)         co2 silent for 2h         age(co2) > 2h
/// temp yesterday             ago(temp, 1d)         co2 is older than 2h      age(co2) > 2h
/// raining yesterday          total(raining, since yesterday + 0:00) > 0s
/// ```
enum ForeignAges {
  /// Parses `1h ago`, `2 hours ago` or `yesterday` behind an operand; `false` if there is none
  static func parseMoment(_ parser: inout Parser, from mark: Int) -> Bool {
    guard parser.at(.quantity) || parser.at(.number) || parser.at(.name), !parser.startsLine,
      let (length, duration) = moment(parser),
      parser.builder.kind(at: mark).map({ $0 != .literal && $0 != .text }) ?? false
    else { return false }
    let value = parser.text(from: mark)
    // Whether it was so at the same time of day is hardly ever meant of a condition.
    let isOfDay = length == 1 && ["raining", "snowing"].contains(value)
    for _ in 0..<length { parser.take() }
    parser.reportPhrase(
      from: mark,
      meant: isOfDay
        ? "total(\(value), since yesterday + 0:00) > 0s" : "ago(\(value), \(duration))")
    parser.close(.comparisonChain, from: mark, isBroken: true)
    return true
  }

  /// The words ahead that name a time before now: how many they are, and how long ago that is
  ///
  ///     1h ago → 2, 1h     2 hours ago → 3, 2h     an hour ago → 3, 1h     yesterday → 1, 1d
  private static func moment(_ parser: borrowing Parser) -> (length: Int, duration: String)? {
    if parser.at(.name), parser.spelling() == "yesterday" { return (1, "1d") }
    let length = parser.at(.quantity) ? 2 : 3
    let last = parser.spelling(ahead: length - 1)
    guard last == "ago" || last == "earlier" else { return nil }
    if parser.at(.quantity) {
      let text = parser.wordText(ahead: 0)
      return UnitSpellings.isDuration(text) ? (2, text) : nil
    }
    guard let unit = UnitSpellings.unitOfTime(meantBy: parser.word(ahead: 1)) else { return nil }
    if parser.at(.number) { return (3, parser.wordText(ahead: 0) + unit) }
    return ForeignPhrases.number(of: parser.spelling()).map { (3, "\($0)\(unit)") }
  }

  /// Parses `silent for 2h`, `is older than 2h`, `is not newer than 2h` behind an operand; `false` if there is none
  static func parseAge(_ parser: inout Parser, from mark: Int) -> Bool {
    var start = parser.at(.is) ? 1 : 0
    let isNegated = parser.peek(start) == .not
    if isNegated { start += 1 }
    guard parser.at(.name) || start > 0, parser.contextualWord(ahead: start) == nil,
      let (sign, length) = comparison(parser, ahead: start)
    else { return false }
    let value = parser.text(from: mark)
    for _ in 0..<start + length { parser.take() }
    let right = parser.mark
    ExpressionGrammar.parseSum(&parser)
    let duration = ProblemMending.takeMendedText(&parser, from: right)
    let meant = isNegated ? (sign == "<" ? ">=" : "<=") : sign
    parser.reportPhrase(from: mark, meant: "age(\(value)) \(meant) \(duration)")
    parser.close(.comparisonChain, from: mark, isBroken: true)
    return true
  }

  /// The comparison of an age that words ahead mean, and how many words they are
  private static func comparison(
    _ parser: borrowing Parser, ahead start: Int
  ) -> (sign: String, length: Int)? {
    let next = parser.spelling(ahead: start + 1)
    let isCompared = next == "than" && parser.beginsPlainOperand(ahead: start + 2)
    switch parser.spelling(ahead: start) {
    case "older" where isCompared, "staler" where isCompared: return (">", 2)
    case "newer" where isCompared, "younger" where isCompared, "fresher" where isCompared:
      return ("<", 2)
    case "silent", "quiet", "missing", "offline", "stale":
      guard parser.peek(start + 1) == .for, parser.peek(start + 2) != .each,
        parser.beginsPlainOperand(ahead: start + 2)
      else { return nil }
      return (">", 2)
    default: return nil
    }
  }
}
