/// The production of counted conditions, and how people write them first
///
/// ```
/// at least 2 of [raining, busy, charging]
/// 2 of [raining, busy]     more than 1 of [raining, busy]     at least two of [raining, busy]     → at least 2 of …
/// ```
enum CountGrammar {
  /// `true` if `at least 2`, `at most 2` or `exactly 2` begins here
  ///
  /// `at most 3 per day` is the clause, before which an operand is missing.
  static func atCounted(_ parser: borrowing Parser) -> Bool {
    guard let words = boundWords(parser), atNumber(parser, ahead: words) else { return false }
    return parser.contextualWord(ahead: parser.peek(words) == .minus ? words + 2 : words + 1)
      != .per
  }

  /// `true` if a count begins here whose `of` is in its place
  static func atWhole(_ parser: borrowing Parser) -> Bool {
    boundWords(parser).map { atNumberOf(parser, ahead: $0) } ?? false
  }

  /// `true` if a number and `of` are ahead
  static func atNumberOf(_ parser: borrowing Parser, ahead distance: Int) -> Bool {
    guard atNumber(parser, ahead: distance) else { return false }
    let next = distance + (parser.peek(distance) == .minus ? 2 : 1)
    return parser.contextualWord(ahead: next) == .of
  }

  /// The number of words of `at least`, `at most` or `exactly`; `nil` if none of them is here
  private static func boundWords(_ parser: borrowing Parser) -> Int? {
    let first = parser.contextualWord()
    if first == .exactly { return 1 }
    let second = parser.contextualWord(ahead: 1)
    return first == .at && (second == .least || second == .most) ? 2 : nil
  }

  /// `true` if a number is ahead, with a minus that touches it or without
  private static func atNumber(_ parser: borrowing Parser, ahead distance: Int) -> Bool {
    if parser.peek(distance) == .number { return true }
    return parser.peek(distance) == .minus && parser.peek(distance + 1) == .number
      && parser.touchesPrevious(ahead: distance + 1)
  }

  /// Grammar: counted ::= ( 'at' ( 'least' | 'most' ) | 'exactly' ) NUMBER 'of' postfixed
  static func parseCounted(_ parser: inout Parser) {
    parser.nest { parser in
      let mark = parser.mark
      let isExact = parser.at(.exactly)
      parser.take(as: .keyword)
      if !isExact { parser.take(as: .keyword) }
      let number = parser.mark
      _ = parser.take(if: .minus)
      parser.take()
      parser.close(.literal, from: number)
      guard parser.take(if: .of) else {
        parser.reportMissing { .missingWord("of", after: "the number", before: $0) }
        parser.addMissing()
        return parser.close(.counted, from: mark)
      }
      OperandGrammar.parsePostfixed(&parser)
      parser.close(.counted, from: mark)
    }
  }

  // MARK: Other ways

  /// Parses `2 of [a, b]` and its like; `false` if there is none
  static func parseForeignCount(_ parser: inout Parser) -> Bool {
    guard let (bound, count) = foreignBound(parser) else { return false }
    let mark = parser.mark
    for _ in 0..<count { parser.take() }
    if parser.at(.number), parser.contextualWord(ahead: 1) != .of {
      // `2 of 3`: of how many follows from the list.
      parser.take()
      parser.reportPhrase(from: mark, meant: "\(bound) of [a, b, c]")
    } else {
      let list = parser.mark
      OperandGrammar.parsePostfixed(&parser)
      if parser.lastProblemPosition != parser.position {
        let text = ProblemMending.takeMendedText(&parser, from: list)
        parser.reportPhrase(from: mark, meant: "\(bound) of \(text)")
      }
    }
    parser.close(.comparisonChain, from: mark, isBroken: true)
    return true
  }

  /// The bound that words ahead mean, and how many they are, `of` included
  ///
  ///     2 of → at least 2     exactly two of → exactly 2     more than 1 of → at least 2     2 or fewer of → at most 2
  private static func foreignBound(_ parser: borrowing Parser) -> (bound: String, count: Int)? {
    var start = 0
    var bound = "at least"
    var step = 0
    if let words = boundWords(parser) {
      bound =
        parser.at(.exactly)
        ? "exactly" : parser.contextualWord(ahead: 1) == .most ? "at most" : bound
      start = words
    } else if parser.spelling(ahead: 1) == "than" {
      switch parser.spelling() {
      case "more": step = 1
      case "fewer", "less": (bound, step) = ("at most", -1)
      default: return nil
      }
      start = 2
    } else if parser.at(.any) || parser.spelling() == "only" || parser.spelling() == "just" {
      if !parser.at(.any) { bound = "exactly" }
      start = 1
    }
    // `for each t in tasks where t.hours > 2 of …`: the next clause of the chart.
    if start == 0, parser.isInChart { return nil }
    guard let number = number(parser, ahead: start) else { return nil }
    var end = start + 1
    if start == 0, parser.peek(end) == .or {
      switch parser.spelling(ahead: end + 1) {
      case "more": break
      case "fewer", "less": bound = "at most"
      default: return nil
      }
      end += 2
    }
    guard parser.contextualWord(ahead: end) == .of, parser.peek(end + 1) != .colon else {
      return nil
    }
    if parser.spelling(ahead: end + 1) == "the" { end += 1 }
    return number + step < 0 ? nil : ("\(bound) \(number + step)", end + 1)
  }

  /// The whole number that a word ahead is, in digits or written out
  private static func number(_ parser: borrowing Parser, ahead distance: Int) -> Int? {
    if parser.peek(distance) == .number { return Int(parser.wordText(ahead: distance)) }
    guard parser.peek(distance) == .name else { return nil }
    switch parser.spelling(ahead: distance) {
    case "a", "an": return nil
    case let word: return ForeignPhrases.number(of: word)
    }
  }
}
