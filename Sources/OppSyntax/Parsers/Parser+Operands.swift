extension Parser {
  /// Grammar: postfixed ::= operand ( '.' NAME arguments? )*
  mutating func parsePostfixed() {
    let mark = mark
    parseOperand()
    while true {
      if at(.dot) {
        guard mayWrap(mark) else { return }
        if peek(1) == .openingParenthesis { return parseCalculationOfRows(from: mark) }
        take()
        parseName(of: .field, any: true)
        close(.fieldAccess, from: mark)
      } else if at(.openingParenthesis), isCallable(builder.kind(at: mark)) {
        guard mayWrap(mark) else { return }
        parseArguments()
        close(.call, from: mark)
      } else {
        return
      }
    }
  }

  /// Whether parentheses behind a node of a kind are those of a call
  private func isCallable(_ kind: SyntaxKind?) -> Bool {
    kind == .nameExpression || kind == .fieldAccess
  }

  /// Grammar: operand ::= NAME arguments? | 'any' arguments | literal | text | list | parenthesized | near_expression | nearest_place
  mutating func parseOperand() {
    switch current {
    case .name:
      if parseForeignOperand() { return }
      if !at(.name) { return parseOperandAfterFiller() }
      if let word = contextualWord(), word.endsOperands, beginsOperand(ahead: 1) {
        parseMissingOperand()
      } else {
        let mark = mark
        take()
        close(.nameExpression, from: mark)
      }
    case .number, .quantity, .timeOfDay, .date, .instant, .pin, .colour, .true, .false, .minus:
      parseLiteral()
    case .openingQuote: parseText()
    case .openingParenthesis: parseParenthesized()
    case .openingBracket: parseList()
    case .near: parseNearExpression()
    case .any: parseAny()
    case .if, .not, .exclamation: parseUnparenthesized()
    case .last, .next, .since: parseMisplacedSpan()
    case .within where parseDistanceOf(): break
    case .is where beginsPlainOperand(ahead: 1):
      // `when is raining`
      report(.needlessWord("is"), at: wordRange())
      skip(1)
      parseOperand()
    case .dot where touchesPrevious(ahead: 1) && (peek(1) == .number || peek(1) == .quantity):
      parseNumberWithoutZero()
    default: parseMissingOperand()
    }
  }

  /// Parses what follows `I am` and its like, which is no name
  private mutating func parseOperandAfterFiller() {
    if at(.near) { parseNearExpression() } else { parseMissingOperand() }
  }

  /// Whether an operand may begin at a word ahead, so that a clause word before it is no name
  ///
  /// `(` and `-` are left out: `snooze(x)` is a call and `cost - 1` a difference.
  func beginsOperand(ahead distance: Int) -> Bool {
    switch peek(distance) {
    case .name, .number, .quantity, .timeOfDay, .date, .instant, .pin, .colour, .true, .false,
      .openingQuote, .openingBracket, .near, .any, .if:
      // Words that are infix operators continue the operand instead.
      !(contextualWord(ahead: distance) == .contains)
    case .not: peek(distance + 1) != .in
    default: false
    }
  }

  private mutating func parseMissingOperand() {
    reportMissing { .missingOperand(before: $0) }
    addMissing()
  }

  /// Whether a minus and the number that it touches are next
  var atNegativeLiteral: Bool {
    guard at(.minus), touchesPrevious(ahead: 1) else { return false }
    switch peek(1) {
    case .number, .quantity: return true
    default: return false
    }
  }

  /// Grammar: literal ::= NUMBER | QUANTITY | TIME_OF_DAY | DATE | INSTANT | PIN | COLOUR | 'true' | 'false'
  mutating func parseLiteral() {
    if parseSplitLiteral() || parseDayAndMonth() { return }
    let mark = mark
    _ = take(if: .minus)
    let isNumber = at(.number)
    let isMalformed = checkNumber()
    take()
    if isNumber, !atRemainder { parseUnitApart() }
    close(.literal, from: mark, isBroken: isMalformed)
  }

  /// Whether a number has two decimal points, which is reported
  private mutating func checkNumber() -> Bool {
    guard at(.number) || at(.quantity) else { return false }
    var points = 0
    for byte in bytes() {
      if byte == UInt8(ascii: ".") { points += 1 }
      if byte.isASCIILetter { points = 0 }
      if points > 1 {
        let text = String(decoding: bytes(), as: UTF8.self)
        let date = ForeignDate(text)?.readings.first
        report(.malformedNumber(text, meant: date), at: wordRange())
        return true
      }
    }
    return false
  }

  /// Parses `.5`, which needs a digit before its point
  private mutating func parseNumberWithoutZero() {
    let mark = mark
    let range = wordRange().union(wordRange(ahead: 1))
    let text = source.text(range)
    report(.malformedNumber(text, meant: "0\(text)"), at: range)
    take()
    take()
    close(.literal, from: mark, isBroken: true)
  }

  /// Takes a unit that should touch the number before it: `30 min`
  private mutating func parseUnitApart() {
    guard at(.name) || at(.unexpected), peek(1) != .colon else { return }
    guard let (unit, count) = unitApart() else { return }
    let number = builder.endToken - 1
    let numberRange = range(ofTokens: number..<(number + 1))
    let wordRange = wordRange().union(wordRange(ahead: count - 1))
    let word = source.text(wordRange)
    let gap = SourceRange(file: source.index, start: numberRange.end, end: wordRange.start)
    // The lexer reported the sign as one that begins no word; its meaning is reported here instead.
    if at(.unexpected) { problems.removeAll { $0.range == wordRange } }
    report(
      .unitApart(
        number: source.text(numberRange), gap: gap, word: word, wordRange: wordRange, unit: unit),
      at: numberRange.union(wordRange))
    for _ in 0..<count { take(as: .keyword) }
  }

  /// The unit that words ahead mean, and how many words it has: `min`, `km/h`, `mm per hour`, `p.m.`,
  /// `degrees celsius`
  private func unitApart() -> (unit: String, count: Int)? {
    let first = String(decoding: bytes(), as: UTF8.self)
    if first == "p" || first == "a", peek(1) == .dot, word(ahead: 2) == "m" {
      return (first + "m", peek(3) == .dot ? 4 : 3)
    }
    guard let unit = UnitSpellings.unit(meantBy: first) else { return nil }
    // `20 degrees celsius`
    if ["°", "degree", "degrees"].contains(first),
      let scale = UnitSpellings.unit(meantBy: word(ahead: 1)), scale == "C" || scale == "F"
    {
      return (scale, 2)
    }
    guard peek(1) == .slash && touchesPrevious(ahead: 2) || contextualWord(ahead: 1) == .per,
      ["m", "km", "mi", "ft", "mm", "in", "cm"].contains(unit),
      let time = UnitSpellings.unitOfTime(meantBy: word(ahead: 2)), time == "h" || time == "s"
    else { return (unit, 1) }
    return ("\(unit)/\(time)", 3)
  }

  /// Grammar: parenthesized ::= '(' expression ')'
  private mutating func parseParenthesized() {
    let mark = mark
    let opening = wordRange()
    take()
    parseExpression()
    let isClosed = parseClosing(.closingParenthesis, ")", opened: opening)
    close(.parenthesized, from: mark, isBroken: !isClosed)
  }

  /// Grammar: list ::= '[' ( expression ( ',' expression )* ','? )? ']'
  private mutating func parseList() {
    let mark = mark
    let opening = wordRange()
    take()
    parseElements(until: .closingBracket) { $0.parseExpression() }
    let isClosed = parseClosing(.closingBracket, "]", opened: opening)
    close(.list, from: mark, isBroken: !isClosed)
  }

  /// Grammar: arguments ::= '(' ( argument ( ',' argument )* ','? )? ')'
  mutating func parseArguments() {
    let mark = mark
    let opening = wordRange()
    take()
    parseElements(until: .closingParenthesis) { $0.parseArgument() }
    let isClosed = parseClosing(.closingParenthesis, ")", opened: opening)
    close(.argumentList, from: mark, isBroken: !isClosed)
  }

  /// Parses elements with commas between them, up to a closing mark
  mutating func parseElements(until closing: TokenKind, _ parse: (inout Parser) -> Void) {
    commaDepth += 1
    defer { commaDepth -= 1 }
    while !at(closing), !atEndOfElements {
      let before = position
      parse(&self)
      if take(if: .comma) { continue }
      if at(closing) || atEndOfElements { return }
      guard position > before, beginsElement, !startsLine else { return }
      reportMissingComma()
    }
  }

  /// Whether an element begins here, so that only a comma is missing before it
  private var beginsElement: Bool {
    if at(.last) || at(.next) || at(.since) { return true }
    return beginsOperand(ahead: 0) && !(contextualWord()?.endsOperands ?? false) && !at(.near)
  }

  /// Whether no further element can come
  private var atEndOfElements: Bool {
    switch current {
    case .endOfFile, .closingInterpolation, .closingQuote, .closingBrace, .closingBracket,
      .closingParenthesis:
      true
    default: startsLine && looksLikeDeclaration
    }
  }

  /// Grammar: argument ::= ( NAME ':' )? ( span | expression )
  private mutating func parseArgument() {
    let mark = mark
    if current.isWord, peek(1) == .colon {
      take(as: .name)
      take()
    }
    if at(.last) || at(.next) || at(.since) {
      parseSpan()
    } else if !parseRowsAsComprehension() {
      parseExpression()
    }
    close(.argument, from: mark)
  }

  /// Grammar: span ::= ( 'last' | 'next' | 'since' ) sum
  private mutating func parseSpan() {
    nest { parser in
      let mark = parser.mark
      parser.take()
      parser.parseSum()
      parser.close(.span, from: mark)
    }
  }

  private mutating func parseMisplacedSpan() {
    report(.spanOutsideArgument(found.text), at: wordRange())
    parseSpan()
  }

  /// Grammar: near_expression ::= 'near' postfixed radius?
  private mutating func parseNearExpression() {
    nest { parser in
      let mark = parser.mark
      parser.take()
      parser.parsePlaceOperand()
      parser.parseRadius()
      parser.close(.nearExpression, from: mark)
    }
  }

  /// Grammar: radius ::= 'within' sum
  mutating func parseRadius() {
    guard isInfix(.within), peek(1) != .last, peek(1) != .next else { return }
    let mark = mark
    take()
    parseSum()
    close(.radius, from: mark)
  }

  /// Parses a call of `any`, or the nearest place of a category
  ///
  /// Grammar: nearest_place ::= 'any' ( text | NAME ( '.' NAME )* )
  private mutating func parseAny() {
    let mark = mark
    if peek(1) == .openingParenthesis {
      take(as: .name)
      return close(.nameExpression, from: mark)
    }
    if parseRowsWithoutParentheses() { return }
    nest { parser in
      parser.take()
      let words = parser.wordsOfCategory()
      if words > 0 {
        parser.parseUnquoted(words)
      } else if parser.at(.name) || parser.at(.openingQuote) {
        parser.parsePostfixed()
      } else {
        parser.parseMissingOperand()
      }
      parser.close(.nearestPlace, from: mark)
    }
  }

  /// Parses `not x` or `if …` right of a tighter operator, where it needs parentheses
  private mutating func parseUnparenthesized() {
    nest { parser in
      let start = parser.mark
      let word = parser.wordRange()
      let spelling = parser.at(.if) ? "if" : "not"
      parser.reportMissing { _ in .wantsParentheses(spelling, whole: word) }
      let index = parser.problems.count - 1
      if parser.at(.if) { parser.parseConditional() } else { parser.parseNegation() }
      parser.setWhole(ofProblem: index, to: parser.range(from: start))
    }
  }

  /// Puts the whole expression into a problem that was reported at its first word
  private mutating func setWhole(ofProblem index: Int, to range: SourceRange) {
    guard problems.indices.contains(index),
      case .wantsParentheses(let spelling, _) = problems[index].kind
    else { return }
    problems[index] = SyntaxProblem(
      .wantsParentheses(spelling, whole: range), at: problems[index].range)
  }

  /// Takes a closing mark, or reports that it is missing
  ///
  /// - Returns: whether it was there.
  mutating func parseClosing(
    _ kind: TokenKind, _ spelling: String, opened: SourceRange
  ) -> Bool {
    guard !take(if: kind) else { return true }
    reportMissing { .missingClosing(spelling, opened: opened, before: $0) }
    // The words before the closing mark in a line with it are skipped with it.
    skipToClosing(kind)
    return false
  }

  /// Skips to a closing mark on this line, if there is one before anything stronger
  private mutating func skipToClosing(_ kind: TokenKind) {
    var distance = 0
    var depth = 0
    while distance < 64 {
      let next = peek(distance)
      if next == kind, depth == 0 { break }
      if next.opens { depth += 1 }
      if next.closes { depth -= 1 }
      let isClause = contextualWord(ahead: distance)?.endsOperands ?? false
      if depth < 0 || next == .endOfFile || isClause || startsLine(ahead: distance) { return }
      distance += 1
    }
    guard distance < 64 else { return }
    skip(distance)
    take()
  }

  /// Grammar: text ::= '"' ( TEXT_CHARACTERS | interpolation )* '"'
  mutating func parseText() {
    let mark = mark
    take()
    var isBroken = false
    while true {
      if at(.textSegment) {
        take()
      } else if at(.openingInterpolation) {
        parseInterpolation()
      } else if at(.closingQuote) {
        isBroken = wordRange().isEmpty
        take()
        break
      } else {
        isBroken = true
        break
      }
    }
    close(.text, from: mark, isBroken: isBroken)
  }

  /// Grammar: interpolation ::= '{' expression '}'
  private mutating func parseInterpolation() {
    let mark = mark
    let opening = wordRange()
    take()
    if at(.closingInterpolation), !wordRange().isEmpty {
      report(.emptyInterpolation, at: opening.union(wordRange()))
      addMissing()
    } else {
      parseExpression()
    }
    if !at(.closingInterpolation) {
      let (found, range) = (found, wordRange())
      let isNew = lastProblemPosition != position
      skipInterpolation()
      // An end of no length is that of a text without a closing quote: the lexer has reported it.
      if isNew, !wordRange().isEmpty { report(.unexpectedIn(.interpolation, found), at: range) }
    }
    _ = take(if: .closingInterpolation)
    close(.interpolation, from: mark)
  }

  /// Skips to the end of the interpolation; the lexer sees to it that there is one on this line
  private mutating func skipInterpolation() {
    let mark = mark
    var depth = 0
    while !at(.endOfFile), !startsLine, depth > 0 || !at(.closingInterpolation) {
      if at(.openingInterpolation) { depth += 1 }
      if at(.closingInterpolation) { depth -= 1 }
      take()
    }
    if self.mark > mark { close(.unexpected, from: mark) }
  }
}

extension TokenKind {
  var opens: Bool {
    self == .openingParenthesis || self == .openingBracket || self == .openingBrace
      || self == .openingInterpolation || self == .openingQuote
  }

  var closes: Bool {
    self == .closingParenthesis || self == .closingBracket || self == .closingBrace
      || self == .closingInterpolation || self == .closingQuote
  }
}
