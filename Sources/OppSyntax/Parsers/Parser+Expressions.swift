extension Parser {
  /// Parses an expression, the loosest operators first
  ///
  /// Grammar: expression ::= conditional ( ( 'as' NAME )? 'where' conditional )*
  mutating func parseExpression() {
    nest { parser in
      let mark = parser.mark
      parser.parseConditional()
      while parser.isInfix(.where) || parser.isInfix(.as) {
        guard parser.mayWrap(mark) else { return }
        if !parser.parseFilter(from: mark) { return }
      }
    }
  }

  /// Parses `[as NAME] where c` behind a list; false where `where` is missing
  private mutating func parseFilter(from mark: Int) -> Bool {
    if take(if: .as) {
      let name = found.text
      parseName(of: .row)
      if !at(.where) {
        reportMissing { _ in .rowNameWithoutWhere(name) }
        addMissing()
        close(.filter, from: mark)
        return false
      }
    }
    take()
    parseConditional()
    close(.filter, from: mark)
    return true
  }

  /// Grammar: conditional ::= 'if' expression 'then' expression 'else' conditional | disjunction
  mutating func parseConditional() {
    guard at(.if) else { return parseDisjunction() }
    nest { parser in
      let mark = parser.mark
      parser.take()
      parser.parseExpression()
      parser.parseBranch(.then, "then", after: "the condition of `if`")
      parser.parseBranch(.else, "else", after: "`then` and its value")
      parser.close(.conditional, from: mark)
    }
  }

  /// Parses `then a` or `else b`
  private mutating func parseBranch(_ word: TokenKind, _ spelling: String, after: String) {
    guard take(if: word) else {
      reportMissing { .missingWord(spelling, after: after, before: $0) }
      return addMissing()
    }
    if word == .then { parseExpression() } else { parseConditional() }
  }

  /// Grammar: disjunction ::= conjunction ( 'or' conjunction )*
  mutating func parseDisjunction() {
    let mark = mark
    parseConjunction()
    guard isInfix(.or) || atForeign(.bars, "or") else { return }
    while isInfix(.or) || atForeign(.bars, "or") {
      takeOperator(meaning: "or", as: .or)
      parseConjunction()
    }
    close(.disjunction, from: mark)
  }

  /// Grammar: conjunction ::= negation ( 'and' negation )*
  mutating func parseConjunction() {
    let mark = mark
    parseNegation()
    guard isInfix(.and) || atForeign(.ampersands, "and") else { return }
    while isInfix(.and) || atForeign(.ampersands, "and") {
      takeOperator(meaning: "and", as: .and)
      parseNegation()
    }
    close(.conjunction, from: mark)
  }

  /// Whether the mark of other languages for `and` or `or` is here, or the word in capitals
  private func atForeign(_ mark: TokenKind, _ word: String) -> Bool {
    at(mark) || at(.name) && self.word() != word && self.word().lowercased() == word
  }

  /// Takes `and` or `or`, or what other languages have for it
  private mutating func takeOperator(meaning: String, as kind: TokenKind) {
    if current != kind {
      let spelling = String(decoding: bytes(), as: UTF8.self)
      report(.foreignOperator(spelling, meant: meaning), at: wordRange())
      take(as: kind)
    } else {
      take()
    }
  }

  /// Grammar: negation ::= 'not' negated | in_time
  ///
  /// A window behind a `not` without parentheses is an error: it may mean either.
  mutating func parseNegation() {
    guard at(.not) || at(.exclamation) else { return parseInTime() }
    let mark = mark
    parseNegated()
    guard atWindow else { return }
    let condition = text(from: mark + 0)
    parseWindows(from: mark, notBefore: condition)
  }

  /// Grammar: negated ::= 'not' negated | comparison
  ///
  /// This function begins at the first `not`.
  private mutating func parseNegated() {
    nest { parser in
      let mark = parser.mark
      if parser.at(.exclamation) {
        parser.report(.foreignOperator("!", meant: "not"), at: parser.wordRange())
        parser.take(as: .not)
      } else {
        parser.take()
      }
      if parser.at(.not) || parser.at(.exclamation) {
        parser.parseNegated()
      } else {
        parser.parseComparison()
      }
      parser.close(.not, from: mark)
    }
  }

  /// Grammar: in_time ::= comparison ( 'for' sum | 'within' ( 'last' | 'next' ) sum )*
  mutating func parseInTime() {
    let mark = mark
    parseComparison()
    if atWindow { parseWindows(from: mark, notBefore: nil) }
  }

  /// Whether `for D` or `within last D` follows a condition
  private var atWindow: Bool {
    if isInfix(.for) { return peek(1) != .each }
    return isInfix(.within)
  }

  /// Parses windows behind a condition, which is `not …` where a text of it is given
  private mutating func parseWindows(from mark: Int, notBefore negation: String?) {
    var negation = negation
    while atWindow, mayWrap(mark) {
      let start = wordRange()
      let condition = text(from: mark)
      let isLasting = at(.for)
      take()
      let duration = wordRange()
      if isLasting { skipFillerOfDuration() }
      if !isLasting, !take(if: .last), !take(if: .next) {
        report(.withinWithoutLast(start.endPoint), at: start)
      }
      parseSum()
      if isLasting { mergeProblems(from: duration) }
      let window = source.text(start.union(endOfPrevious))
      if let text = negation {
        report(
          .ambiguousNot(condition: text, window: window, isLasting: isLasting),
          at: range(from: mark))
        negation = nil
      }
      if parseComparisonAfterWindow(from: mark, of: condition, window) { return }
      close(isLasting ? .lasting : .within, from: mark)
    }
  }

  /// Parses `> b` of `a for D > b`, which is `a > b for D`; false where there is none
  private mutating func parseComparisonAfterWindow(
    from mark: Int, of condition: String, _ window: String
  ) -> Bool {
    guard atComparison == false, current != .equal else { return false }
    let sign = wordRange()
    _ = parseComparisonRest(false, from: mark)
    let rest = source.text(sign.union(endOfPrevious))
    if lastProblemPosition != position {
      reportPhrase(from: mark, meant: "\(condition) \(rest) \(window)")
    }
    close(.comparisonChain, from: mark, isBroken: true)
    return true
  }

  /// Grammar: comparison ::= sum ( comparison_operator sum | membership_operator range )?
  mutating func parseComparison() {
    let mark = mark
    parseSum()
    if at(.dotDot) { parseMisplacedRange(from: mark) }
    if parseForeignSign(from: mark) || parseForeignComparison(from: mark) { return }
    guard let isMembership = atComparison else { return }
    let left = text(from: mark)
    let rest = self.mark
    let middle = parseComparisonRest(isMembership, from: mark)
    if atComparison != nil {
      parseComparisonChain(from: mark, middle: middle)
    } else if reportEqualDay(from: mark, left, middle.1)
      || parsePlaceOfDistance(from: mark, left, rest: rest)
    {
      close(.comparisonChain, from: mark, isBroken: true)
    } else {
      close(.comparison, from: mark)
    }
  }

  /// Parses an operator and its right side; gives the texts of both
  private mutating func parseComparisonRest(
    _ isMembership: Bool, from start: Int
  ) -> (TokenKind, String) {
    let kind = current
    parseComparisonOperator()
    let mark = mark
    let known = problems.count
    if isMembership { parseRange() } else { parseSum() }
    if at(.dotDot) { parseMisplacedRange(from: mark) }
    if isMembership {
      mendRangesInBrackets(from: mark, in: start, since: known)
      parseListWithoutBrackets(from: mark, in: start)
    }
    return (kind, text(from: mark))
  }

  /// Whether a comparison follows, and whether it is `in` or `not in`; nil for none
  private var atComparison: Bool? {
    switch current {
    case .equal: atArrow ? nil : false
    case .equalEqual, .notEqual, .less, .lessOrEqual, .greater, .greaterOrEqual: false
    case .is: isInfix(.is) ? false : nil
    case .in: isInfix(.in) ? true : nil
    case .not: peek(1) == .in ? true : nil
    case .name: at(.contains) && peek(1) != .colon ? false : nil
    default: nil
    }
  }

  /// Grammar: comparison_operator ::= '==' | '!=' | '<' | '<=' | '>' | '>=' | 'is' 'not'? | 'contains'
  ///
  /// Grammar: membership_operator ::= 'not'? 'in'
  private mutating func parseComparisonOperator() {
    switch current {
    case .equal:
      report(.singleEqual, at: wordRange())
      take(as: .equalEqual)
    case .is:
      take()
      _ = take(if: .not)
    case .not:
      take()
      take()
    case .name:
      take(as: .keyword)
    default:
      take()
    }
  }

  /// Parses the rest of `a < b < c`, which is a mistake however it continues
  private mutating func parseComparisonChain(from mark: Int, middle: (TokenKind, String)) {
    let start = mark
    let first = firstOperandText(from: start)
    var operators = [middle.0]
    var last = ""
    while let isMembership = atComparison {
      let (kind, text) = parseComparisonRest(isMembership, from: mark)
      operators.append(kind)
      last = text
    }
    let chain = SyntaxProblem.ComparisonChain(
      first: first, middle: middle.1, last: last, operators: operators)
    report(.comparisonChain(chain), at: range(from: start))
    close(.comparisonChain, from: mark, isBroken: true)
  }

  /// The text of the one element that waits at a mark
  private func firstOperandText(from mark: Int) -> String {
    source.text(range(ofTokens: builder.tokensOfElement(at: mark)))
  }

  /// Grammar: range ::= sum ( '..' sum )?
  mutating func parseRange() {
    let mark = mark
    parseSum()
    if parseForeignRange(from: mark) { return }
    guard take(if: .dotDot) else { return }
    parseSum()
    close(.range, from: mark)
  }

  /// Parses `..b` where no range is allowed
  private mutating func parseMisplacedRange(from mark: Int) {
    report(.rangeOutsideIn, at: wordRange())
    while take(if: .dotDot) { parseSum() }
    close(.range, from: mark, isBroken: true)
  }

  /// Grammar: sum ::= product ( ( '+' | '-' ) product )*
  mutating func parseSum() {
    let mark = mark
    parseProduct()
    guard atSumOperator else { return }
    while atSumOperator {
      if reportIncrement(from: mark) { return }
      take()
      parseProduct()
    }
    close(.sum, from: mark)
  }

  private var atSumOperator: Bool {
    at(.plus) || at(.minus) && !atArrow && !atForeignComment
  }

  /// Grammar: product ::= prefixed ( ( '*' | '/' | 'otherwise' ) prefixed )*
  mutating func parseProduct() {
    let mark = mark
    parsePrefixed()
    if parseShare(from: mark) { return }
    guard atProductOperator || atRemainder else { return }
    while atProductOperator || atRemainder {
      if atRemainder { return parseRemainder(from: mark) }
      take()
      parsePrefixed()
    }
    close(.product, from: mark)
  }

  private var atProductOperator: Bool { at(.star) || at(.slash) || isInfix(.otherwise) }

  /// Grammar: prefixed ::= '-' prefixed | postfixed
  ///
  /// A minus that touches a number belongs to the literal.
  mutating func parsePrefixed() {
    guard at(.minus), !atNegativeLiteral else { return parsePostfixed() }
    nest { parser in
      let mark = parser.mark
      parser.take()
      parser.parsePrefixed()
      parser.close(.negative, from: mark)
    }
  }

  /// Whether the next word is this reserved word as an operator: before `:` it is a name
  func isInfix(_ kind: TokenKind) -> Bool { at(kind) && peek(1) != .colon }
}

extension SyntaxProblem.Found {
  /// The text of a word; empty for anything else
  var text: String {
    if case .word(let text) = self { text } else { "" }
  }
}
