/// Words with an apostrophe, and impersonal sentences: each is one message that shows the condition
///
/// ```
/// sky isn't rain          sky is not rain          it isn't raining        not raining
/// it's colder than 5C     temp < 5C                I'm not at home         not near home
/// ```
enum ForeignContractions {
  /// Parses `isn't b` behind an operand; `false` if there is none
  static func parseNegation(_ parser: inout Parser, from mark: Int) -> Bool {
    guard isNegation(parser, ahead: 0) else { return false }
    let left = ProblemMending.takeMendedText(&parser, from: mark)
    takeApostrophe(&parser)
    let right = parser.mark
    if !parser.beginsPlainOperand(ahead: 0), !parser.at(.openingQuote) {
      parser.reportPhrase(from: mark, meant: "not \(left)")
    } else {
      ExpressionGrammar.parseSum(&parser)
      let text = ProblemMending.takeMendedText(&parser, from: right)
      let isOn: Bool? =
        switch text {
        case "open", "active", "running": true
        case "closed", "shut", "off": false
        default: nil
        }
      if let isOn, !ForeignStates.hasNamedStates(left) {
        parser.reportPhrase(from: mark, meant: ForeignStates.condition(of: left, !isOn, text))
      } else {
        parser.reportPhrase(from: mark, meant: "\(left) is not \(text)")
      }
    }
    parser.close(.comparisonChain, from: mark, isBroken: true)
    return true
  }

  /// Parses `it isn't raining`, `I'm at home` and `it is not cold`; `false` if there is none
  ///
  /// `it is raining` and `I am at home` are found elsewhere.
  static func parseImpersonal(_ parser: inout Parser) -> Bool {
    guard let (count, isNegated) = impersonal(parser) else { return false }
    let mark = parser.mark
    for distance in 0..<count where parser.peek(distance) == .unexpected {
      // The lexer reported the apostrophe as one that begins no word.
      let range = parser.wordRange(ahead: distance)
      parser.problems.removeAll { $0.range == range }
    }
    for _ in 0..<count { parser.take() }
    let meant: String
    if let day = ForeignDate.weekday(named: parser.word()), parser.word().utf8.count > 3 {
      parser.take()
      meant = "weekday \(isNegated ? "!=" : "==") \(ForeignDate.nameOfWeekday(day))"
    } else {
      let rest = parser.mark
      ExpressionGrammar.parseComparison(&parser)
      let text = ProblemMending.takeMendedText(&parser, from: rest)
      let condition = ForeignForecasts.condition(meantBy: text)
      meant = isNegated ? "not \(condition)" : condition
    }
    parser.reportPhrase(from: mark, meant: meant)
    parser.close(.comparisonChain, from: mark, isBroken: true)
    return true
  }

  /// The number of words here that say nothing but whether the rest is negated
  ///
  ///     it's → 3, false     it isn't → 4, true     I'm not → 4, true     it is not → 3, true     it is → nil
  private static func impersonal(_ parser: borrowing Parser) -> (count: Int, isNegated: Bool)? {
    guard ["it", "I", "there", "we", "It"].contains(parser.spelling()) else { return nil }
    if isNegation(parser, ahead: 1) { return (4, true) }
    let isContraction =
      atApostrophe(parser, ahead: 1) && ["s", "m", "re"].contains(parser.spelling(ahead: 2))
    if isContraction { return parser.peek(3) == .not ? (4, true) : (3, false) }
    let isVerb = parser.peek(1) == .is || ["am", "are"].contains(parser.spelling(ahead: 1))
    guard isVerb, parser.peek(2) == .not, !parser.startsLine(ahead: 2) else { return nil }
    return (3, true)
  }

  /// `true` if `isn't` or `aren't` is ahead
  private static func isNegation(_ parser: borrowing Parser, ahead distance: Int) -> Bool {
    ["isn", "aren", "wasn"].contains(parser.spelling(ahead: distance))
      && atApostrophe(parser, ahead: distance + 1) && parser.spelling(ahead: distance + 2) == "t"
  }

  /// `true` if an apostrophe is ahead that touches the words on both sides
  private static func atApostrophe(_ parser: borrowing Parser, ahead distance: Int) -> Bool {
    parser.peek(distance) == .unexpected && parser.touchesPrevious(ahead: distance)
      && parser.touchesPrevious(ahead: distance + 1)
      && ["'", "’"].contains(parser.wordText(ahead: distance))
  }

  /// Takes a word with an apostrophe, which the lexer reported
  private static func takeApostrophe(_ parser: inout Parser) {
    let range = parser.wordRange(ahead: 1)
    parser.problems.removeAll { $0.range == range }
    for _ in 0..<3 { parser.take() }
  }
}
