/// Repetitions whose number is given: each is one message that shows the time that they take
///
/// ```
/// again every 30min 8 times         again every 30min for 4h
/// again every 30min, up to 8 times  again every 30min for 4h
/// again every 10min x3              again every 10min for 30min
/// ```
enum ForeignRepetitions {
  /// Parses the number of repetitions behind the duration of `again every`; `false` if there is none
  ///
  /// - Parameter period: the place of the duration.
  static func parseCount(_ parser: inout Parser, of period: SourceRange) -> Bool {
    guard let (words, count) = count(parser),
      let span = DurationText.product(parser.source.text(period), count)
    else { return false }
    let range = period.union(parser.wordRange(ahead: words - 1))
    parser.report(
      .foreignPhrase(
        parser.source.text(range), meant: "\(parser.source.text(period)) for \(span)", also: nil),
      at: range)
    parser.skip(words)
    return true
  }

  /// The number of repetitions ahead, and how many words it has
  private static func count(_ parser: borrowing Parser) -> (words: Int, count: Int)? {
    let start = parser.at(.comma) ? 1 : 0
    let (lead, needsTimes) = lead(parser, ahead: start)
    let distance = start + lead
    guard !parser.startsLine(ahead: distance),
      let (count, isWhole) = number(parser, ahead: distance)
    else { return nil }
    var end = distance + 1
    if ["more", "further"].contains(parser.spelling(ahead: end)) { end += 1 }
    if ["times", "time", "x"].contains(parser.spelling(ahead: end)) {
      end += 1
    } else if needsTimes, !isWhole {
      return nil
    }
    // `max 3 times per day` is a limit.
    let isLimit =
      ["per", "a", "an", "each", "every", "daily", "hourly"].contains(parser.spelling(ahead: end))
      || parser.peek(end) == .slash || parser.peek(end) == .in
    return isLimit ? nil : (end + (ForeignPhrases.wordsOfBound(parser, ahead: end) ?? 0), count)
  }

  /// The number of words ahead that lead to a number, and whether `times` must be behind that
  private static func lead(
    _ parser: borrowing Parser, ahead start: Int
  ) -> (words: Int, needsTimes: Bool) {
    let (first, second) = (parser.spelling(ahead: start), parser.spelling(ahead: start + 1))
    switch first {
    case "at" where second == "most": return (2, true)
    case "up" where second == "to": return (2, false)
    case "for" where second == "up" && parser.spelling(ahead: start + 2) == "to": return (3, true)
    case "for", "only", "and": return (1, true)
    case "max", "maximum", "x": return (1, false)
    default: return (0, true)
    }
  }

  /// The number that a word ahead is, and whether it says by itself that it counts: `8`, `three`, `twice`, `3x`, `x3`
  private static func number(
    _ parser: borrowing Parser, ahead distance: Int
  ) -> (count: Int, isWhole: Bool)? {
    let text = parser.wordText(ahead: distance)
    if parser.peek(distance) == .number { return Int(text).map { ($0, false) } }
    if parser.peek(distance) == .quantity {
      return text.hasSuffix("x") ? Int(text.dropLast()).map { ($0, true) } : nil
    }
    guard parser.peek(distance) == .name else { return nil }
    switch parser.spelling(ahead: distance) {
    case "twice": return (2, true)
    case "thrice": return (3, true)
    case "a", "an", "once": return nil
    case let word:
      if text.hasPrefix("x"), let count = Int(text.dropFirst()) { return (count, true) }
      return ForeignPhrases.number(of: word).map { ($0, false) }
    }
  }
}
