/// Windows of functions as people say them: each is one message that shows how they are written
///
/// ```
/// average(temp over 3h)          average(temp, last 3h)       average(temp for 3h)          average(temp, last 3h)
/// total(rain in the last day)    total(rain, last 1d)         average(temp, over last 3h)   average(temp, last 3h)
/// ```
enum ForeignSpans {
  /// Parses `over 3h` behind the first argument of a function over time; `false` if there is none
  ///
  /// - Parameter mark: where the argument begins.
  static func parseSpan(_ parser: inout Parser, from mark: Int) -> Bool {
    guard parser.rangeMark == mark, let span = span(parser), isOverTime(parser, at: mark, span)
    else { return false }
    let value = parser.text(from: mark)
    for _ in 0..<span.length { parser.take() }
    parser.reportPhrase(from: mark, meant: "\(value), \(span.direction) \(span.duration)")
    parser.close(.comparisonChain, from: mark, isBroken: true)
    return true
  }

  /// Reports `over` and the like before `last 3h` as an argument, and skips it; reports `over 3h` as a whole
  static func skipPreposition(_ parser: inout Parser) {
    guard parser.at(.name) || parser.at(.in) || parser.at(.for), let span = span(parser) else {
      return
    }
    let count = parser.spelling(ahead: 1) == "the" ? 2 : 1
    if parser.peek(count) == .last || parser.peek(count) == .next {
      let range = parser.wordRange().union(parser.wordRange(ahead: count - 1))
      parser.report(.needlessWord(parser.source.text(range)), at: range)
      return parser.skip(count)
    }
    parser.takePhrase(span.length, meant: "\(span.direction) \(span.duration)")
  }

  /// A window in words: how many they are, whether it looks back or ahead, and how long it is
  private struct Span {
    let preposition: Spelling
    let length: Int
    let direction: String
    let duration: String
  }

  /// The window that words ahead mean, which end the argument; `nil` if they mean none
  ///
  ///     over 3h → last 3h     in the last hour → last 1h     during the past 3 hours → last 3h
  private static func span(_ parser: borrowing Parser) -> Span? {
    let prepositions: [Spelling] = ["over", "during", "across", "in", "within", "for"]
    let preposition = parser.spelling()
    guard prepositions.contains(preposition) else { return nil }
    var distance = parser.spelling(ahead: 1) == "the" ? 2 : 1
    var direction = "last"
    switch parser.spelling(ahead: distance) {
    case "last", "past", "previous": distance += 1
    case "next":
      direction = "next"
      distance += 1
    default: if preposition == "in" || preposition == "within" { return nil }
    }
    var found = ForeignTimes.duration(parser, ahead: distance)
    if found == nil {
      found = UnitSpellings.unitOfTime(meantBy: parser.word(ahead: distance)).map { (1, "1\($0)") }
    }
    guard let (length, duration) = found,
      parser.peek(distance + length) == .closingParenthesis
    else { return nil }
    return Span(
      preposition: preposition, length: distance + length, direction: direction, duration: duration)
  }

  /// `true` if an argument begins at a mark behind the name of a function that looks at a time
  ///
  /// `total(raining for 3h, …)` and `times(hot for 10min, …)` are conditions over time.
  private static func isOverTime(_ parser: borrowing Parser, at mark: Int, _ span: Span) -> Bool {
    let functions: [Spelling] = ["average", "min", "max", "change", "increase", "avg", "mean"]
    let ofConditions: [Spelling] = ["total", "times", "count", "sum"]
    guard let name = functionName(parser, before: mark) else { return false }
    return functions.contains(name) || ofConditions.contains(name) && span.preposition != "for"
  }

  /// The name before the opening parenthesis in front of a mark; `nil` if something else is there
  private static func functionName(_ parser: borrowing Parser, before mark: Int) -> Spelling? {
    var token = Int(parser.builder.tokens(from: mark).lowerBound) - 1
    while token >= 0, parser.tokenKinds[token].isTrivia { token -= 1 }
    guard token > 0, parser.tokenKinds[token] == .openingParenthesis,
      parser.tokenKinds[token - 1] == .name
    else { return nil }
    let range = Int(parser.tokenStarts[token - 1])..<Int(parser.tokenStarts[token])
    return Spelling(parser.source.bytes[range])
  }
}
