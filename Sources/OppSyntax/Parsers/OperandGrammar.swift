/// The productions of operands: literals, texts, lists, calls and expressions in parentheses
enum OperandGrammar {
  /// Grammar: postfixed ::= operand ( '.' NAME arguments? )*
  static func parsePostfixed(_ parser: inout Parser) {
    if parser.at(.equal) { ForeignSpreadsheets.skipEqual(&parser) }
    let mark = parser.mark
    parseOperand(&parser)
    while true {
      if ForeignTexts.parseFormatCall(&parser, from: mark)
        || ForeignQueries.parseLambda(&parser, from: mark)
        || ForeignQueries.parseCountOfAll(&parser, from: mark)
      {
        return
      }
      if parser.at(.dot) {
        guard parser.mayWrap(mark) else { return }
        if parser.peek(1) == .openingParenthesis {
          return ForeignOperands.parseCalculationOfRows(&parser, from: mark)
        }
        parser.take()
        parser.parseName(of: .field, any: true)
        parser.close(.fieldAccess, from: mark)
      } else if parser.at(.openingParenthesis), isCallable(parser, parser.builder.kind(at: mark)) {
        guard parser.mayWrap(mark) else { return }
        parseArguments(&parser, of: mark)
        parser.close(.call, from: mark)
      } else {
        if !ForeignSentences.parseToday(&parser, from: mark)
          && !ForeignSentences.parseRowsOfFunction(&parser, from: mark)
        {
          _ = ForeignAges.parseMoment(&parser, from: mark)
        }
        return
      }
    }
  }

  /// `true` if parentheses behind a node of a kind are those of a call
  private static func isCallable(_ parser: borrowing Parser, _ kind: SyntaxKind?) -> Bool {
    kind == .nameExpression || kind == .fieldAccess
  }

  /// Grammar: operand ::= NAME arguments? | 'any' arguments | literal | text | list | parenthesized | near_expression | nearest_place | counted
  static func parseOperand(_ parser: inout Parser) {
    if !parser.refusedNames.isEmpty, parseRefusedName(&parser) { return }
    switch parser.current {
    case .name where ForeignSentences.parseCountOfRows(&parser): break
    case .name where parser.at(.at) && parser.previous == .is && parser.beginsNumber(ahead: 1):
      // `battery is at 20%`
      parser.report(.needlessWord("at"), at: parser.wordRange())
      parser.skip(1)
      parseOperand(&parser)
    case .name where CountGrammar.atCounted(parser): CountGrammar.parseCounted(&parser)
    case .name where CountGrammar.parseForeignCount(&parser): break
    case .number where CountGrammar.parseForeignCount(&parser): break
    case .any where CountGrammar.parseForeignCount(&parser): break
    case .name:
      if ForeignPhrases.parseForeignOperand(&parser) { return }
      if !parser.at(.name) { return parseOperandAfterFiller(&parser) }
      if let word = parser.contextualWord(), word.endsOperands, parser.beginsOperand(ahead: 1) {
        parseMissingOperand(&parser)
      } else {
        let mark = parser.mark
        parser.take()
        parser.close(.nameExpression, from: mark)
      }
    case .number, .quantity, .timeOfDay, .date, .instant, .pin, .colour, .true, .false:
      parseLiteral(&parser)
    // A minus before anything else belongs to no operand: `near - station`.
    case .minus where atNegativeLiteral(parser): parseLiteral(&parser)
    case .openingQuote: parseText(&parser)
    case .openingParenthesis: parseParenthesized(&parser)
    case .openingBracket: parseList(&parser)
    case .near: parseNearExpression(&parser)
    case .any: parseAny(&parser)
    case .if, .not, .exclamation: parseUnparenthesized(&parser)
    case .last where ForeignCalendars.parseOperand(&parser): break
    case .last where parser.previous == .equalEqual && !parser.beginsPlainOperand(ahead: 1):
      parser.takePhrase(1, meant: "today.month_end.day")
    case .last, .next, .since: parseMisplacedSpan(&parser)
    case .within where ForeignOperands.parseDistanceOf(&parser): break
    case .is where parser.beginsPlainOperand(ahead: 1):
      // `when is raining`
      parser.report(.needlessWord("is"), at: parser.wordRange())
      parser.skip(1)
      parseOperand(&parser)
    case .dot
    where parser.touchesPrevious(ahead: 1)
      && (parser.peek(1) == .number || parser.peek(1) == .quantity):
      parseNumberWithoutZero(&parser)
    case .dot where parser.touchesPrevious(ahead: 1) && parser.peek(1) == .name:
      // `sky == .rain`
      let range = parser.wordRange().union(parser.wordRange(ahead: 1))
      let name = parser.source.text(parser.wordRange(ahead: 1))
      parser.report(.foreignPhrase(".\(name)", meant: name, also: nil), at: range)
      parser.skip(1)
      parseOperand(&parser)
    default: parseMissingOperand(&parser)
    }
  }

  /// Parses a reserved word as the name that it was declared as, if it cannot have its own meaning there
  ///
  ///     let last = today.month_end     last - today → a name     average(temp, last 1h) → the word
  private static func parseRefusedName(_ parser: inout Parser) -> Bool {
    guard parser.current.isReserved, !parser.at(.true), !parser.at(.false),
      parser.refusedNames.contains(parser.found.text)
    else { return false }
    let next = parser.peek(1)
    let beginsOperand =
      next == .openingParenthesis || next == .openingBracket || next == .openingQuote
      || next.isLiteral || next == .name && parser.contextualWord(ahead: 1) == nil
    if beginsOperand { return false }
    let mark = parser.mark
    let name = parser.found.text
    parser.take(as: .name)
    parser.refusedUses[name, default: []].append(parser.range(from: mark))
    parser.close(.nameExpression, from: mark)
    return true
  }

  /// Parses an operand behind `I am` and its like that is no name
  private static func parseOperandAfterFiller(_ parser: inout Parser) {
    if parser.at(.near) { parseNearExpression(&parser) } else { parseMissingOperand(&parser) }
  }

  private static func parseMissingOperand(_ parser: inout Parser) {
    parser.reportMissing { .missingOperand(before: $0) }
    parser.addMissing()
  }

  /// `true` if a minus and the number that it touches are next
  @inline(__always)
  static func atNegativeLiteral(_ parser: borrowing Parser) -> Bool {
    guard parser.at(.minus), parser.touchesPrevious(ahead: 1) else { return false }
    switch parser.peek(1) {
    case .number, .quantity: return true
    default: return false
    }
  }

  /// Grammar: literal ::= NUMBER | QUANTITY | TIME_OF_DAY | DATE | INSTANT | PIN | COLOUR | 'true' | 'false'
  static func parseLiteral(_ parser: inout Parser) {
    if ForeignTimes.parseSplitLiteral(&parser) || ForeignTimes.parseDayAndMonth(&parser) { return }
    let mark = parser.mark
    _ = parser.take(if: .minus)
    let isNumber = parser.at(.number)
    let isMalformed = checkNumber(&parser)
    parser.take()
    if isNumber, !ForeignSigns.atRemainder(parser) { parseUnitApart(&parser) }
    parser.close(.literal, from: mark, isBroken: isMalformed)
  }

  /// `true` if a number has two decimal points, which is reported
  private static func checkNumber(_ parser: inout Parser) -> Bool {
    guard parser.at(.number) || parser.at(.quantity) else { return false }
    var points = 0
    for byte in parser.bytes() {
      if byte == UInt8(ascii: ".") { points += 1 }
      if byte.isASCIILetter { points = 0 }
      if points > 1 {
        let text = String(decoding: parser.bytes(), as: UTF8.self)
        let meant = ForeignDate(text)?.readings.first ?? ForeignNumbers.withoutPoints(text)
        parser.report(.malformedNumber(text, meant: meant), at: parser.wordRange())
        return true
      }
    }
    return false
  }

  /// Parses `.5`, which needs a digit before its point
  private static func parseNumberWithoutZero(_ parser: inout Parser) {
    let mark = parser.mark
    let range = parser.wordRange().union(parser.wordRange(ahead: 1))
    let text = parser.source.text(range)
    parser.report(.malformedNumber(text, meant: "0\(text)"), at: range)
    parser.take()
    parser.take()
    parser.close(.literal, from: mark, isBroken: true)
  }

  /// Takes a unit that should touch the number before it: `30 min`
  private static func parseUnitApart(_ parser: inout Parser) {
    guard parser.at(.name) || parser.at(.unexpected), parser.peek(1) != .colon else { return }
    guard let (unit, count) = unitApart(parser) else { return }
    let number = parser.builder.endToken - 1
    let numberRange = parser.range(ofTokens: number..<(number + 1))
    let wordRange = parser.wordRange().union(parser.wordRange(ahead: count - 1))
    let word = parser.source.text(wordRange)
    let gap = SourceRange(file: parser.source.index, start: numberRange.end, end: wordRange.start)
    // The lexer reported the sign as one that begins no word; its meaning is reported here instead.
    if parser.at(.unexpected) { parser.problems.removeAll { $0.range == wordRange } }
    parser.report(
      .unitApart(
        number: parser.source.text(numberRange), gap: gap, word: word, wordRange: wordRange,
        unit: unit),
      at: numberRange.union(wordRange))
    for _ in 0..<count { parser.take(as: .keyword) }
  }

  /// The unit that words ahead mean, and how many words it has: `min`, `km/h`, `mm per hour`, `p.m.`,
  /// `degrees celsius`
  static func unitApart(_ parser: borrowing Parser) -> (unit: String, count: Int)? {
    let first = String(decoding: parser.bytes(), as: UTF8.self)
    if first == "p" || first == "a", parser.peek(1) == .dot, parser.spelling(ahead: 2) == "m" {
      return (first + "m", parser.peek(3) == .dot ? 4 : 3)
    }
    guard let unit = UnitSpellings.unit(meantBy: first) else { return nil }
    // `20 degrees celsius`
    if ["°", "degree", "degrees"].contains(first),
      let scale = UnitSpellings.unit(meantBy: parser.word(ahead: 1)), scale == "C" || scale == "F"
    {
      return (scale, 2)
    }
    guard
      parser.peek(1) == .slash && parser.touchesPrevious(ahead: 2)
        || parser.contextualWord(ahead: 1) == .per,
      ["m", "km", "mi", "ft", "mm", "in", "cm"].contains(unit),
      let time = UnitSpellings.unitOfTime(meantBy: parser.word(ahead: 2)),
      time == "h" || time == "s"
    else { return (unit, 1) }
    return ("\(unit)/\(time)", 3)
  }

  /// Grammar: parenthesized ::= '(' expression ')'
  private static func parseParenthesized(_ parser: inout Parser) {
    let mark = parser.mark
    let opening = parser.wordRange()
    parser.take()
    ExpressionGrammar.parseExpression(&parser)
    let isClosed = parser.parseClosing(.closingParenthesis, ")", opened: opening)
    parser.close(.parenthesized, from: mark, isBroken: !isClosed)
  }

  /// Grammar: list ::= '[' ( expression ( ',' expression )* ','? )? ']'
  static func parseList(_ parser: inout Parser) {
    let mark = parser.mark
    if ForeignQueries.parseComprehension(&parser, from: mark) { return }
    let opening = parser.wordRange()
    parser.take()
    parseElements(&parser, until: .closingBracket) { ExpressionGrammar.parseExpression(&$0) }
    let isClosed = parser.parseClosing(.closingBracket, "]", opened: opening)
    parser.close(.list, from: mark, isBroken: !isClosed)
  }

  /// Grammar: arguments ::= '(' ( argument ( ',' argument )* ','? )? ')'
  ///
  /// - Parameter callee: the mark of the function; `nil` if it is a connector.
  static func parseArguments(_ parser: inout Parser, of callee: Int? = nil) {
    let mark = parser.mark
    let opening = parser.wordRange()
    parser.take()
    parseElements(&parser, until: .closingParenthesis) {
      parseArgument(&$0, of: callee)
      ForeignSpreadsheets.takeSemicolon(&$0, of: callee)
    }
    let isClosed = parser.parseClosing(.closingParenthesis, ")", opened: opening)
    parser.close(.argumentList, from: mark, isBroken: !isClosed)
  }

  /// Parses elements with commas between them, up to a closing mark
  static func parseElements(
    _ parser: inout Parser, until closing: TokenKind, _ parse: (inout Parser) -> Void
  ) {
    parser.commaDepth += 1
    defer { parser.commaDepth -= 1 }
    while !parser.at(closing), !atEndOfElements(parser) {
      let before = parser.position
      parse(&parser)
      if parser.take(if: .comma) { continue }
      if parser.at(closing) || atEndOfElements(parser) { return }
      guard parser.position > before, beginsElement(parser), !parser.startsLine else { return }
      parser.reportMissingComma()
    }
  }

  /// `true` if an element begins here, so that only a comma is missing before it
  private static func beginsElement(_ parser: borrowing Parser) -> Bool {
    if parser.at(.last) || parser.at(.next) || parser.at(.since) { return true }
    return parser.beginsOperand(ahead: 0) && !(parser.contextualWord()?.endsOperands ?? false)
      && !parser.at(.near)
  }

  /// `true` if no further element can come
  private static func atEndOfElements(_ parser: borrowing Parser) -> Bool {
    switch parser.current {
    case .endOfFile, .closingInterpolation, .closingQuote, .closingBrace, .closingBracket,
      .closingParenthesis:
      true
    default: parser.startsLine && parser.looksLikeDeclaration
    }
  }

  /// Grammar: argument ::= ( NAME ':' )? ( span | sum '..' sum | changes_event | expression )
  ///
  /// A change is of a conjunction, as in `on`: `times(a or b changes, last 1h)` lacks parentheses.
  ///
  /// - Parameter callee: the mark of the function; `nil` if it is a connector.
  static func parseArgument(_ parser: inout Parser, of callee: Int? = nil) {
    let mark = parser.mark
    if parser.current.isWord,
      parser.peek(1) == .colon || ForeignSpreadsheets.isNamedByEqual(parser, of: callee)
    {
      parser.take(as: .name)
      if callee == nil, parser.at(.equal) {
        parser.report(.foreignOperator("=", meant: ":"), at: parser.wordRange())
      }
      parser.take(as: .colon)
    }
    ForeignSpans.skipPreposition(&parser)
    if parser.at(.last) || parser.at(.next) || parser.at(.since) {
      parseSpan(&parser)
    } else if !ForeignOperands.parseRowsAsComprehension(&parser) {
      let outer = parser.rangeMark
      let value = parser.mark
      parser.rangeMark = value
      ExpressionGrammar.parseExpression(&parser)
      parser.rangeMark = outer
      if isConjunction(parser, at: value) { _ = EventGrammar.parseChange(&parser, from: value) }
    }
    parser.close(.argument, from: mark)
  }

  /// `true` if the expression at a mark is as tight as the value of a change
  private static func isConjunction(_ parser: borrowing Parser, at mark: Int) -> Bool {
    let looser: [SyntaxKind] = [
      .disjunction, .conditional, .filter, .mapping, .ordering, .range,
    ]
    return parser.builder.kind(at: mark).map { !looser.contains($0) } ?? false
  }

  /// Grammar: span ::= ( 'last' | 'next' ) range | 'since' sum
  private static func parseSpan(_ parser: inout Parser) {
    parser.nest { parser in
      let mark = parser.mark
      let isSince = parser.at(.since)
      parser.take()
      if isSince {
        ExpressionGrammar.parseSum(&parser)
      } else {
        ExpressionGrammar.parseRange(&parser)
      }
      parser.close(.span, from: mark)
    }
  }

  private static func parseMisplacedSpan(_ parser: inout Parser) {
    parser.report(.spanOutsideArgument(parser.found.text), at: parser.wordRange())
    parseSpan(&parser)
  }

  /// Grammar: near_expression ::= 'near' postfixed radius?
  private static func parseNearExpression(_ parser: inout Parser) {
    parser.nest { parser in
      let mark = parser.mark
      parser.take()
      parsePlaceAndRadius(&parser)
      parser.close(.nearExpression, from: mark)
    }
  }

  /// Parses the place behind `near`, and its radius
  static func parsePlaceAndRadius(_ parser: inout Parser) {
    let mark = parser.mark
    DeclarationGrammar.parsePlaceOperand(&parser)
    let place = parser.range(from: mark)
    if ForeignRadii.parseRadius(&parser) { return }
    let hasRadius = parser.isInfix(.within)
    parseRadius(&parser)
    parser.nearPlace = hasRadius ? nil : place
  }

  /// Grammar: radius ::= 'within' sum
  static func parseRadius(_ parser: inout Parser) {
    guard parser.isInfix(.within), parser.peek(1) != .last, parser.peek(1) != .next else { return }
    let mark = parser.mark
    parser.take()
    ExpressionGrammar.parseSum(&parser)
    parser.close(.radius, from: mark)
  }

  /// Parses a call of `any`, or the nearest place of a category
  ///
  /// Grammar: nearest_place ::= 'any' ( text | NAME ( '.' NAME )* )
  private static func parseAny(_ parser: inout Parser) {
    let mark = parser.mark
    if parser.peek(1) == .openingParenthesis {
      parser.take(as: .name)
      return parser.close(.nameExpression, from: mark)
    }
    if ForeignOperands.parseRowsWithoutParentheses(&parser) { return }
    parser.nest { parser in
      parser.take()
      let words = ForeignOperands.wordsOfCategory(parser)
      if words > 0 {
        ForeignPhrases.parseUnquoted(&parser, words)
      } else if parser.at(.name) || parser.at(.openingQuote) {
        parsePostfixed(&parser)
      } else {
        parseMissingOperand(&parser)
      }
      parser.close(.nearestPlace, from: mark)
    }
  }

  /// Parses `not x` or `if …` right of a tighter operator, if it needs parentheses
  private static func parseUnparenthesized(_ parser: inout Parser) {
    parser.nest { parser in
      let start = parser.mark
      let word = parser.wordRange()
      let spelling = parser.at(.if) ? "if" : "not"
      parser.reportMissing { _ in .wantsParentheses(spelling, whole: word) }
      let index = parser.problems.count - 1
      if parser.at(.if) {
        ExpressionGrammar.parseConditional(&parser)
      } else {
        ExpressionGrammar.parseNegation(&parser)
      }
      setWhole(&parser, ofProblem: index, to: parser.range(from: start))
    }
  }

  /// Puts the whole expression into a problem that was reported at its first word
  private static func setWhole(_ parser: inout Parser, ofProblem index: Int, to range: SourceRange)
  {
    guard parser.problems.indices.contains(index),
      case .wantsParentheses(let spelling, _) = parser.problems[index].kind
    else { return }
    parser.problems[index] = SyntaxProblem(
      .wantsParentheses(spelling, whole: range), at: parser.problems[index].range)
  }

  /// Grammar: text ::= '"' ( TEXT_CHARACTERS | interpolation )* '"'
  static func parseText(_ parser: inout Parser) {
    let mark = parser.mark
    parser.take()
    var isBroken = false
    while true {
      if parser.at(.textSegment) {
        parser.take()
      } else if parser.at(.openingInterpolation) {
        parseInterpolation(&parser)
      } else if parser.at(.closingQuote) {
        isBroken = parser.wordRange().isEmpty
        parser.take()
        break
      } else {
        isBroken = true
        break
      }
    }
    parser.close(.text, from: mark, isBroken: isBroken)
  }

  /// Grammar: interpolation ::= '{' expression ( ':' FORMAT )? '}'
  private static func parseInterpolation(_ parser: inout Parser) {
    let mark = parser.mark
    let opening = parser.wordRange()
    parser.take()
    let value = parser.mark
    if parser.at(.closingInterpolation), !parser.wordRange().isEmpty {
      parser.report(.emptyInterpolation, at: opening.union(parser.wordRange()))
      parser.addMissing()
    } else if parser.at(.dotDot) {
      // `{...}`
      parseRestOfInterpolation(&parser, from: value, opening, isNew: true)
    } else {
      ExpressionGrammar.parseExpression(&parser)
      parseFormat(&parser, of: value)
    }
    if !parser.at(.closingInterpolation) {
      let isNew = parser.lastProblemPosition != parser.position
      parseRestOfInterpolation(&parser, from: value, opening, isNew: isNew)
    }
    _ = parser.take(if: .closingInterpolation)
    ForeignQuotes.reportEscapes(&parser, from: mark)
    parser.close(.interpolation, from: mark)
  }

  /// Skips the words in braces behind the expression, which are the one mistake in them: no name in them is looked up
  ///
  ///     {customer name}
  ///
  /// - Parameter isNew: whether no problem was reported at the next word.
  private static func parseRestOfInterpolation(
    _ parser: inout Parser, from value: Int, _ opening: SourceRange, isNew: Bool
  ) {
    let (found, range) = (parser.found, parser.wordRange())
    skipInterpolation(&parser)
    // An end of no length is that of a text without a closing quote: the lexer has reported it.
    guard isNew, !parser.wordRange().isEmpty else { return }
    let braces = opening.union(parser.wordRange())
    parser.problems.removeAll { braces.contains($0.range) }
    let text = parser.source.text(braces)
    parser.report(.unexpectedInBraces(found, braces: braces, text: text), at: range)
    parser.close(.comparisonChain, from: value, isBroken: true)
  }

  /// Parses `:` and the format behind it; anything else behind it is reported
  private static func parseFormat(_ parser: inout Parser, of value: Int) {
    guard parser.at(.formatColon) else { return }
    let (written, colon) = (parser.range(from: value), parser.wordRange())
    parser.take()
    guard parser.at(.format) else {
      if !parser.wordRange().isEmpty {
        parser.report(.malformedFormat("", meant: nil), at: colon)
      }
      return
    }
    let text = parser.wordText(ahead: 0)
    if FormatText.isPatternOfTime(text),
      let part = FormatText.part(of: parser.source.text(written), thatPrints: text)
    {
      let range = written.union(parser.wordRange())
      parser.report(
        .foreignPhrase(parser.source.text(range), meant: part, also: nil), at: range)
    } else if FormatText.isPatternOfTime(text) {
      let range = colon.union(parser.wordRange())
      parser.report(.needlessWord(parser.source.text(range)), at: range)
    } else if FormatText(text) == nil {
      parser.report(
        .malformedFormat(text, meant: FormatText.meant(by: text)), at: parser.wordRange())
    }
    parser.take()
  }

  /// Skips to the end of the interpolation; the lexer sees to it that there is one on this line
  private static func skipInterpolation(_ parser: inout Parser) {
    let mark = parser.mark
    var depth = 0
    while !parser.at(.endOfFile), !parser.startsLine, depth > 0 || !parser.at(.closingInterpolation)
    {
      if parser.at(.openingInterpolation) { depth += 1 }
      if parser.at(.closingInterpolation) { depth -= 1 }
      parser.take()
    }
    if parser.mark > mark { parser.close(.unexpected, from: mark) }
  }
}
