/// The productions of expressions, from `where` down to a sign before an operand
enum ExpressionGrammar {
  /// Parses an expression, the loosest operators first
  ///
  /// Grammar: expression ::= conditional ( ( 'as' NAME )? ( 'where' conditional | 'each' conditional | 'by' conditional 'descending'? ) )*
  ///
  ///     agenda as e where e.busy     tasks where not done by due each title
  static func parseExpression(_ parser: inout Parser) {
    parser.nest { parser in
      let mark = parser.mark
      parseConditional(&parser)
      while true {
        if ForeignRows.parseForeignStep(&parser, from: mark) { continue }
        guard atRowStep(parser), parser.mayWrap(mark) else { return }
        if !parseRowStep(&parser, from: mark) { return }
      }
    }
  }

  /// `true` if `where`, `each` or `by` is here, or the name of a row before one
  @inline(__always)
  private static func atRowStep(_ parser: borrowing Parser) -> Bool {
    (parser.at(.where) || parser.at(.as) || parser.at(.each) || parser.at(.by))
      && parser.peek(1) != .colon
  }

  /// Parses `[as NAME] where c` behind a list, or `each x` or `by x`; `false` if all of them are missing
  private static func parseRowStep(_ parser: inout Parser, from mark: Int) -> Bool {
    if parser.take(if: .as) {
      let name = parser.found.text
      parser.parseName(of: .row)
      if !parser.at(.where), !parser.at(.each), !parser.at(.by) {
        parser.reportMissing { _ in .rowNameWithoutWhere(name) }
        parser.addMissing()
        parser.close(.filter, from: mark)
        return false
      }
    }
    if parser.take(if: .by) {
      parseConditional(&parser)
      let isDescending = parser.peek(1) != .colon && parser.take(if: .descending)
      if !isDescending, ForeignRows.parseDirection(&parser, from: mark) { return true }
      parser.close(.ordering, from: mark)
    } else {
      let kind: SyntaxKind = parser.at(.each) ? .mapping : .filter
      parser.take()
      parseConditional(&parser)
      parser.close(kind, from: mark)
    }
    return true
  }

  /// Grammar: conditional ::= 'if' expression 'then' expression 'else' conditional | disjunction
  ///
  ///     if sky == sunny then 1 else if raining then 2 else 3
  static func parseConditional(_ parser: inout Parser) {
    guard parser.at(.if) else {
      let mark = parser.mark
      parseDisjunction(&parser)
      _ = ForeignChoices.parseChoice(&parser, from: mark)
      return
    }
    parser.nest { parser in
      let mark = parser.mark
      parser.take()
      parseExpression(&parser)
      let outer = parser.otherElse
      parser.otherElse = ForeignChoices.otherElse(parser)
      parseBranch(&parser, .then, "then", after: "the condition of `if`")
      let isOther = ForeignChoices.takeOtherElse(&parser)
      parser.otherElse = outer
      if isOther {
        parseConditional(&parser)
      } else {
        parseBranch(&parser, .else, "else", after: "`then` and its value")
      }
      parser.close(.conditional, from: mark)
    }
  }

  /// Parses `then a` or `else b`
  private static func parseBranch(
    _ parser: inout Parser, _ word: TokenKind, _ spelling: String, after: String
  ) {
    guard parser.take(if: word) else {
      parser.reportMissing { .missingWord(spelling, after: after, before: $0) }
      return parser.addMissing()
    }
    if word == .then { parseExpression(&parser) } else { parseConditional(&parser) }
  }

  /// Grammar: disjunction ::= conjunction ( 'or' conjunction )*
  ///
  /// A chain is one node, however long, so that it takes no depth: `a or b or c` has three operands.
  static func parseDisjunction(_ parser: inout Parser) {
    let mark = parser.mark
    parseConjunction(&parser)
    guard parser.isInfix(.or) || atForeign(parser, .bars, "or") else { return }
    while parser.isInfix(.or) || atForeign(parser, .bars, "or") {
      takeOperator(&parser, meaning: "or", as: .or)
      parseConjunction(&parser)
    }
    parser.close(.disjunction, from: mark)
  }

  /// Grammar: conjunction ::= negation ( 'and' negation )*
  static func parseConjunction(_ parser: inout Parser) {
    let mark = parser.mark
    parseNegation(&parser)
    if ForeignTexts.parseAmpersands(&parser, from: mark) { return }
    guard parser.isInfix(.and) || atForeign(parser, .ampersands, "and") || atExcept(parser) else {
      return
    }
    while true {
      if atExcept(parser) {
        takeExcept(&parser)
      } else if parser.isInfix(.and) || atForeign(parser, .ampersands, "and") {
        takeOperator(&parser, meaning: "and", as: .and)
      } else {
        break
      }
      parseNegation(&parser)
    }
    parser.close(.conjunction, from: mark)
  }

  /// `true` if `unless c` or `but not c` is here, which is `and not c`
  @inline(__always)
  private static func atExcept(_ parser: borrowing Parser) -> Bool {
    guard parser.at(.name), parser.contextualWord() == nil, !parser.isInEvent else { return false }
    if parser.spelling() == "unless" {
      return parser.beginsPlainOperand(ahead: 1) || parser.peek(1) == .near
    }
    return parser.spelling() == "but"
      && (parser.peek(1) == .not || parser.beginsPlainOperand(ahead: 1))
  }

  /// Takes `unless` or `but`, which is reported
  private static func takeExcept(_ parser: inout Parser) {
    let meant = parser.spelling() == "unless" ? "and not" : "and"
    parser.report(.foreignOperator(parser.word(), meant: meant), at: parser.wordRange())
    parser.take(as: .and)
  }

  /// `true` if the mark of other languages for `and` or `or` is here, or the word in capitals
  @inline(__always)
  private static func atForeign(_ parser: borrowing Parser, _ mark: TokenKind, _ word: Spelling)
    -> Bool
  {
    if parser.at(mark) { return true }
    guard parser.at(.name), parser.contextualWord() == nil, !parser.startsLine else { return false }
    switch parser.spelling().lowercased {
    case word: return true
    case "und", "et": return word == "and"
    case "oder", "ou": return word == "or"
    default: return false
    }
  }

  /// Takes `and` or `or`, or its equivalent in other languages
  private static func takeOperator(_ parser: inout Parser, meaning: String, as kind: TokenKind) {
    if parser.current != kind {
      let spelling = String(decoding: parser.bytes(), as: UTF8.self)
      parser.report(.foreignOperator(spelling, meant: meaning), at: parser.wordRange())
      parser.take(as: kind)
    } else {
      parser.take()
    }
  }

  /// Grammar: negation ::= 'not' negated | in_time
  ///
  /// A window behind a `not` without parentheses is an error: it may mean either.
  ///
  ///     not raining for 10min   →   (not raining) for 10min, or not (raining for 10min)
  static func parseNegation(_ parser: inout Parser) {
    guard parser.at(.not) || parser.at(.exclamation) || atForeignNot(parser) else {
      return parseInTime(&parser)
    }
    let mark = parser.mark
    parseNegated(&parser)
    guard atWindow(parser) else { return }
    let condition = parser.text(from: mark)
    parseWindows(&parser, from: mark, notBefore: condition)
  }

  /// `true` if `NOT` or `Not` is here before an operand
  @inline(__always)
  private static func atForeignNot(_ parser: borrowing Parser) -> Bool {
    guard parser.at(.name), parser.beginsPlainOperand(ahead: 1), !parser.startsLine(ahead: 1) else {
      return false
    }
    let words: [Spelling] = ["not", "nicht", "niet", "non"]
    return words.contains(parser.spelling().lowercased)
  }

  /// Grammar: negated ::= 'not' negated | comparison
  ///
  /// This function begins at the first `not`.
  private static func parseNegated(_ parser: inout Parser) {
    parser.nest { parser in
      let mark = parser.mark
      if parser.at(.not) {
        parser.take()
      } else {
        parser.report(
          .foreignOperator(parser.wordText(ahead: 0), meant: "not"), at: parser.wordRange())
        parser.take(as: .not)
      }
      if parser.at(.not) || parser.at(.exclamation) {
        parseNegated(&parser)
      } else {
        parseComparison(&parser)
      }
      parser.close(.not, from: mark)
    }
  }

  /// Grammar: in_time ::= comparison ( 'for' sum | 'within' ( 'last' | 'next' ) range | 'until' comparison )*
  ///
  ///     near office for 9h     raining within last 2h     temp > 20C until temp < 18C
  static func parseInTime(_ parser: inout Parser) {
    let mark = parser.mark
    parseComparison(&parser)
    if ForeignPhrases.parseForeignHold(&parser, from: mark)
      || ForeignForecasts.parseExpectation(&parser, from: mark)
    {
      return
    }
    if atWindow(parser) { parseWindows(&parser, from: mark, notBefore: nil) }
  }

  /// `true` if `for D`, `within last D` or `until d` follows a condition
  @inline(__always)
  private static func atWindow(_ parser: borrowing Parser) -> Bool {
    if parser.isInfix(.for) { return parser.peek(1) != .each }
    return parser.isInfix(.within) || atUntil(parser)
  }

  /// `true` if the word `until` is here as an operator
  @inline(__always)
  private static func atUntil(_ parser: borrowing Parser) -> Bool {
    parser.at(.until) && parser.peek(1) != .colon
  }

  /// Parses windows behind a condition, which is `not …` if a text of it is given
  private static func parseWindows(
    _ parser: inout Parser, from mark: Int, notBefore negation: String?
  ) {
    var negation = negation
    while atWindow(parser), parser.mayWrap(mark) {
      if ForeignRadii.parseRadiusApart(&parser, from: mark) { return }
      let start = parser.wordRange()
      let condition = parser.range(from: mark)
      if atUntil(parser) {
        parseLatch(&parser, from: mark, start, notBefore: &negation)
        continue
      }
      let isLasting = parser.at(.for)
      parser.take()
      let duration = parser.wordRange()
      if isLasting { ForeignTimes.skipFillerOfDuration(&parser) }
      if !isLasting, !parser.take(if: .last), !parser.take(if: .next) {
        parser.report(.withinWithoutLast(start.endPoint), at: start)
      }
      if isLasting { parseSum(&parser) } else { parseRange(&parser) }
      if isLasting { ProblemMending.mergeProblems(&parser, from: duration) }
      let window = start.union(parser.endOfPrevious)
      if let text = negation {
        parser.report(
          .ambiguousNot(
            condition: text, window: parser.source.text(window), isLasting ? .hold : .lookBack),
          at: parser.range(from: mark))
        negation = nil
      }
      if parseComparisonAfterWindow(&parser, from: mark, of: condition, window) { return }
      parser.close(isLasting ? .lasting : .within, from: mark)
    }
  }

  /// Parses `until d` behind a condition
  private static func parseLatch(
    _ parser: inout Parser, from mark: Int, _ start: SourceRange,
    notBefore negation: inout String?
  ) {
    parser.take(as: .keyword)
    parseComparison(&parser)
    if let text = negation {
      let end = parser.source.text(start.union(parser.endOfPrevious))
      parser.report(
        .ambiguousNot(condition: text, window: end, .latch), at: parser.range(from: mark))
      negation = nil
    }
    parser.close(.latch, from: mark)
  }

  /// Parses `> b` of `a for D > b`, which is `a > b for D`; `false` if there is none
  ///
  ///     temp for 10min > 20C   →   temp > 20C for 10min
  private static func parseComparisonAfterWindow(
    _ parser: inout Parser,
    from mark: Int, of condition: SourceRange, _ window: SourceRange
  ) -> Bool {
    guard atComparison(parser) == false, parser.current != .equal else { return false }
    let sign = parser.wordRange()
    _ = parseComparisonRest(&parser, false, from: mark)
    let rest = sign.union(parser.endOfPrevious)
    if parser.lastProblemPosition != parser.position {
      let parts = [condition, rest, window].map { parser.source.text($0) }
      parser.reportPhrase(from: mark, meant: parts.joined(separator: " "))
    }
    parser.close(.comparisonChain, from: mark, isBroken: true)
    return true
  }

  /// Grammar: comparison ::= sum ( comparison_operator sum | membership_operator range )?
  static func parseComparison(_ parser: inout Parser) {
    let mark = parser.mark
    parseSum(&parser)
    if parser.at(.dotDot) {
      if parser.rangeMark == mark { return parseRangeEnd(&parser, from: mark) }
      parseMisplacedRange(&parser, from: mark)
    }
    if ForeignSigns.parseForeignSign(&parser, from: mark)
      || ForeignPhrases.parseForeignComparison(&parser, from: mark)
    {
      return
    }
    guard let isMembership = atComparison(parser) else { return }
    let left = parser.range(from: mark)
    let rest = parser.mark
    let middle = parseComparisonRest(&parser, isMembership, from: mark)
    if parser.at(.in), ForeignPhrases.parseInLast(&parser, from: mark) { return }
    if atComparison(parser) != nil {
      parseComparisonChain(&parser, from: mark, middle: middle)
    } else if ForeignPhrases.parseOpenEnd(&parser, from: mark, left, middle)
      || ProblemMending.parseTodayBehind(&parser, from: mark, left, rest: rest)
      || ProblemMending.absorbDay(&parser, from: mark, left, middle)
      || ProblemMending.reportEqualDay(&parser, from: mark, left, middle.1)
      || ProblemMending.parsePlaceOfDistance(&parser, from: mark, left, rest: rest)
    {
      parser.close(.comparisonChain, from: mark, isBroken: true)
    } else {
      parser.close(.comparison, from: mark)
    }
  }

  /// Parses an operator and its right side; gives the kind of the one and the place of the other
  private static func parseComparisonRest(
    _ parser: inout Parser,
    _ isMembership: Bool, from start: Int
  ) -> (TokenKind, SourceRange) {
    let kind = parser.current
    parseComparisonOperator(&parser)
    let mark = parser.mark
    let known = parser.problems.count
    if isMembership,
      ForeignSigns.parseListInParentheses(&parser, in: start)
        || ForeignQueries.parseSet(&parser, in: start)
    {
      return (kind, parser.range(from: mark))
    }
    if isMembership {
      parseRange(&parser)
    } else if !parser.at(.name)
      || !ForeignSentences.parseExtreme(&parser, of: firstOperandText(parser, from: start))
    {
      parseSum(&parser)
    }
    if parser.at(.dotDot) { parseMisplacedRange(&parser, from: mark) }
    if isMembership {
      ForeignSigns.mendRangesInBrackets(&parser, from: mark, in: start, since: known)
      ForeignSigns.parseListWithoutBrackets(&parser, from: mark, in: start)
    }
    return (kind, parser.range(from: mark))
  }

  /// Whether a comparison follows, and whether it is `in` or `not in`; nil for none
  ///
  ///     == 3 → false     not in [1] → true     and → nil     contains: 2, a name of a value → nil
  @inline(__always)
  private static func atComparison(_ parser: borrowing Parser) -> Bool? {
    switch parser.current {
    case .equal: ForeignSigns.atArrow(parser) ? nil : false
    case .equalEqual, .notEqual, .less, .lessOrEqual, .greater, .greaterOrEqual: false
    case .is: parser.isInfix(.is) ? false : nil
    case .in: parser.isInfix(.in) ? true : nil
    case .not: parser.peek(1) == .in ? true : nil
    case .name: parser.atTextOperator() || atForeignIs(parser) ? false : nil
    default: nil
    }
  }

  /// `true` if `IS` is here, as SQL has it
  @inline(__always)
  private static func atForeignIs(_ parser: borrowing Parser) -> Bool {
    guard parser.bytes().count == 2, parser.contextualWord() == nil, !parser.startsLine else {
      return false
    }
    return parser.spelling().lowercased == "is"
  }

  /// Grammar: comparison_operator ::= '==' | '!=' | '<' | '<=' | '>' | '>=' | 'is' 'not'? | 'contains' | ( 'starts' | 'ends' ) 'with'
  ///
  /// Grammar: membership_operator ::= 'not'? 'in'
  private static func parseComparisonOperator(_ parser: inout Parser) {
    switch parser.current {
    case .equal:
      parser.report(.singleEqual, at: parser.wordRange())
      parser.take(as: .equalEqual)
    case .is:
      parser.take()
      _ = parser.take(if: .not)
    case .not:
      parser.take()
      parser.take()
    case .name where atForeignIs(parser):
      parser.report(.foreignOperator(parser.word(), meant: "is"), at: parser.wordRange())
      parser.take(as: .is)
      if parser.at(.not) {
        parser.take()
      } else if parser.at(.name), parser.spelling() == "NOT" {
        parser.report(.foreignOperator("NOT", meant: "not"), at: parser.wordRange())
        parser.take(as: .not)
      }
    case .name:
      let isOfTwoWords = !parser.at(.contains)
      parser.take(as: .keyword)
      if isOfTwoWords { parser.take(as: .keyword) }
    default:
      parser.take()
    }
  }

  /// Parses the rest of `a < b < c`, which is a mistake however it continues
  ///
  ///     a < b < c   →   a < b and b < c
  private static func parseComparisonChain(
    _ parser: inout Parser, from mark: Int, middle: (TokenKind, SourceRange)
  ) {
    let start = mark
    let first = firstOperandText(parser, from: start)
    var operators = [middle.0]
    var last = parser.endOfPrevious
    while let isMembership = atComparison(parser) {
      let (kind, range) = parseComparisonRest(&parser, isMembership, from: mark)
      operators.append(kind)
      last = range
    }
    var before = Int(parser.builder.tokens(from: mark).lowerBound) - 1
    while before >= 0, parser.tokenKinds[before].isTrivia { before -= 1 }
    let isNegated = before >= 0 && parser.tokenKinds[before] == .not
    let chain = SyntaxProblem.ComparisonChain(
      first: first, middle: parser.source.text(middle.1), last: parser.source.text(last),
      operators: operators,
      isOperand: isNegated || atWindow(parser))
    parser.report(.comparisonChain(chain), at: parser.range(from: start))
    parser.close(.comparisonChain, from: mark, isBroken: true)
  }

  /// The text of the one element that waits at a mark
  private static func firstOperandText(_ parser: borrowing Parser, from mark: Int) -> String {
    parser.source.text(parser.range(ofTokens: parser.builder.tokensOfElement(at: mark)))
  }

  /// Grammar: range ::= sum ( '..' sum )?
  static func parseRange(_ parser: inout Parser) {
    let mark = parser.mark
    parseSum(&parser)
    if ForeignPhrases.parseForeignRange(&parser, from: mark) { return }
    guard parser.take(if: .dotDot) else { return }
    parseSum(&parser)
    parser.close(.range, from: mark)
  }

  /// Parses `..b` behind the first sum of an argument
  private static func parseRangeEnd(_ parser: inout Parser, from mark: Int) {
    parser.take()
    parseSum(&parser)
    parser.close(.range, from: mark)
  }

  /// Parses `..b` if no range is allowed
  ///
  ///     when 8:00..22:00 → time in 8:00..22:00
  private static func parseMisplacedRange(_ parser: inout Parser, from mark: Int) {
    let sign = parser.wordRange()
    let low = parser.text(from: mark)
    // In brackets it is one of several ranges, which are reported together.
    if parser.peek(1) == .timeOfDay, parser.peek(2) != .comma, parser.peek(2) != .closingBracket,
      parser.builder.kind(at: mark) == .literal,
      low.contains(":"), !low.contains("-")
    {
      parser.take()
      parseSum(&parser)
      parser.reportPhrase(from: mark, meant: "time in \(parser.text(from: mark))")
      return parser.close(.range, from: mark, isBroken: true)
    }
    parser.report(.rangeOutsideIn, at: sign)
    while parser.take(if: .dotDot) { parseSum(&parser) }
    parser.close(.range, from: mark, isBroken: true)
  }

  /// Grammar: sum ::= product ( ( '+' | '-' ) product )*
  static func parseSum(_ parser: inout Parser) {
    let mark = parser.mark
    parseProduct(&parser)
    guard atSumOperator(parser) else { return }
    while atSumOperator(parser) {
      if ForeignSigns.reportIncrement(&parser, from: mark) { return }
      takeSumOperator(&parser)
      parseProduct(&parser)
    }
    parser.close(.sum, from: mark)
  }

  /// Takes `+` or `-`, or the word for it, which is reported
  private static func takeSumOperator(_ parser: inout Parser) {
    guard parser.at(.name) else { return parser.take() }
    let isMinus = parser.spelling() == "minus"
    parser.report(
      .foreignOperator(parser.word(), meant: isMinus ? "-" : "+"), at: parser.wordRange())
    parser.take(as: isMinus ? .minus : .plus)
  }

  /// `true` if `+` or `-` is here, not as a part of `->` or of a comment `--`
  @inline(__always)
  static func atSumOperator(_ parser: borrowing Parser) -> Bool {
    parser.at(.plus) || atSumWord(parser)
      || parser.at(.minus) && !ForeignSigns.atArrow(parser)
        && !ForeignSigns.atForeignComment(parser)
  }

  /// `true` if `plus` or `minus` is here between two operands
  @inline(__always)
  private static func atSumWord(_ parser: borrowing Parser) -> Bool {
    guard parser.at(.name), parser.contextualWord() == nil, !parser.startsLine else { return false }
    return (parser.spelling() == "plus" || parser.spelling() == "minus")
      && parser.beginsPlainOperand(ahead: 1)
  }

  /// Grammar: product ::= prefixed ( ( '*' | '/' | 'otherwise' ) prefixed )*
  static func parseProduct(_ parser: inout Parser) {
    let mark = parser.mark
    parsePrefixed(&parser)
    if ProblemMending.parseShare(&parser, from: mark) { return }
    guard atProductOperator(parser) || ForeignSigns.atRemainder(parser) else { return }
    while atProductOperator(parser) || ForeignSigns.atRemainder(parser) {
      if ForeignSigns.atRemainder(parser) {
        return ForeignSigns.parseRemainder(&parser, from: mark)
      }
      takeProductOperator(&parser)
      parsePrefixed(&parser)
    }
    parser.close(.product, from: mark)
  }

  /// `true` if `*`, `/` or `otherwise` is here
  @inline(__always)
  private static func atProductOperator(_ parser: borrowing Parser) -> Bool {
    parser.at(.star) || parser.at(.slash) || parser.isInfix(.otherwise)
      || parser.at(.unexpected) && parser.bytes().elementsEqual("??".utf8)
  }

  /// Takes `*`, `/` or `otherwise`, or `??` for it, which is reported
  private static func takeProductOperator(_ parser: inout Parser) {
    guard parser.at(.unexpected) else { return parser.take() }
    let sign = parser.wordRange()
    // The lexer reported it as a sign that begins no word.
    parser.problems.removeAll { $0.range == sign }
    parser.report(.foreignOperator("??", meant: "otherwise"), at: sign)
    parser.take(as: .otherwise)
  }

  /// Grammar: prefixed ::= '-' prefixed | postfixed
  ///
  /// A minus that touches a number belongs to the literal.
  ///
  ///     -5C is one literal     - 5C and -x are a sign before an operand
  static func parsePrefixed(_ parser: inout Parser) {
    guard parser.at(.minus), !OperandGrammar.atNegativeLiteral(parser) else {
      return OperandGrammar.parsePostfixed(&parser)
    }
    parser.nest { parser in
      let mark = parser.mark
      parser.take()
      parsePrefixed(&parser)
      parser.close(.negative, from: mark)
    }
  }
}
