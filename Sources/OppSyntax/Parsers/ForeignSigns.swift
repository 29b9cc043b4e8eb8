/// Signs, brackets and comments of other languages: each is one message that shows how they are written
///
/// ```
/// temp => 20C       temp >= 20C                 weekday in mon, wed       weekday in [mon, wed]
/// 7 % 2             mod(7, 2)                   "Ann" and "Bo"            ["Ann", "Bo"]
/// when a -> notify  when a notify               -- a comment              // a comment
/// ```
enum ForeignSigns {
  // MARK: Operators

  /// Parses `=> b` and its like behind an operand; `false` if there is none
  static func parseForeignSign(_ parser: inout Parser, from mark: Int) -> Bool {
    guard !atArrow(parser), let meant = foreignSign(parser) else { return false }
    let range = parser.wordRange().union(parser.wordRange(ahead: 1))
    parser.report(.foreignOperator(parser.source.text(range), meant: meant), at: range)
    parser.take()
    parser.take()
    ExpressionGrammar.parseSum(&parser)
    parser.close(.comparisonChain, from: mark, isBroken: true)
    return true
  }

  /// The operator that two touching signs mean
  ///
  ///     => → >=     =< → <=     <> → !=     === → ==     !== → !=
  @inline(__always)
  private static func foreignSign(_ parser: borrowing Parser) -> String? {
    guard parser.touchesPrevious(ahead: 1) else { return nil }
    switch (parser.current, parser.peek(1)) {
    case (.equal, .greater): return ">="
    case (.equal, .less): return "<="
    case (.less, .greater): return "!="
    case (.equalEqual, .equal): return "=="
    case (.notEqual, .equal): return "!="
    default: return nil
    }
  }

  /// `true` if `->` or `=>` precedes a clause
  ///
  /// `=>` is an arrow only before a word of a clause; elsewhere it is a comparison.
  @inline(__always)
  static func atArrow(_ parser: borrowing Parser) -> Bool {
    guard parser.touchesPrevious(ahead: 1), parser.peek(1) == .greater else { return false }
    return parser.at(.minus)
      || parser.at(.equal)
        && (parser.peek(2) == .openingQuote
          || parser.contextualWord(ahead: 2)?.endsOperands ?? false)
  }

  /// Reports and skips an arrow; `false` if there is none
  static func parseArrow(_ parser: inout Parser) -> Bool {
    guard atArrow(parser) else { return false }
    let range = parser.wordRange().union(parser.wordRange(ahead: 1))
    parser.report(.needlessWord(parser.source.text(range)), at: range)
    parser.skip(2)
    return true
  }

  /// Reports and skips `++` behind an operand; `false` if there is none
  static func reportIncrement(_ parser: inout Parser, from mark: Int) -> Bool {
    guard parser.at(.plus), parser.peek(1) == .plus, parser.touchesPrevious(ahead: 1) else {
      return false
    }
    let range = parser.wordRange().union(parser.wordRange(ahead: 1))
    parser.report(.changedValue(parser.text(from: mark) + "++", "++"), at: range)
    parser.skip(2)
    parser.close(.comparisonChain, from: mark, isBroken: true)
    return true
  }

  /// `true` if `%` is between two operands
  ///
  /// In `80 % and` no operand follows: that is a unit apart from its number.
  @inline(__always)
  static func atRemainder(_ parser: borrowing Parser) -> Bool {
    guard parser.at(.unexpected), parser.wordText(ahead: 0) == "%", !parser.startsLine(ahead: 1)
    else { return false }
    switch parser.peek(1) {
    case .number, .openingParenthesis: return true
    case .name: return parser.contextualWord(ahead: 1) == nil && parser.peek(2) != .colon
    default: return false
    }
  }

  /// Parses `% b` behind `a`; there is no such operator
  static func parseRemainder(_ parser: inout Parser, from mark: Int) {
    if ForeignTexts.parsePercentFormat(&parser, from: mark) { return }
    let dividend = parser.text(from: mark)
    let range = parser.wordRange()
    // The lexer reported the sign as one that begins no word.
    parser.problems.removeAll { $0.range == range }
    parser.take()
    let right = parser.mark
    ExpressionGrammar.parsePrefixed(&parser)
    parser.report(
      .remainder("%", of: dividend, by: parser.text(from: right)), at: parser.range(from: mark))
    parser.close(.comparisonChain, from: mark, isBroken: true)
  }

  // MARK: Lists

  /// Parses `, b, c` of `x in a, b, c`
  ///
  /// - Parameters:
  ///   - mark: where `a` begins.
  ///   - start: where the comparison begins.
  static func parseListWithoutBrackets(_ parser: inout Parser, from mark: Int, in start: Int) {
    guard parser.commaDepth == 0, parser.at(.comma),
      parser.beginsPlainOperand(ahead: 1) || parser.peek(1) == .openingQuote
    else { return }
    while parser.take(if: .comma) { ExpressionGrammar.parseSum(&parser) }
    let elements = parser.text(from: mark)
    let subject = parser.text(from: start).dropLast(elements.count)
    parser.reportPhrase(from: start, meant: "\(subject)[\(elements)]")
    parser.close(.comparisonChain, from: mark, isBroken: true)
  }

  /// Parses `(a, b)` of `x in (a, b)`; `false` if the parentheses hold one value
  ///
  /// - Parameter start: where the comparison begins.
  ///
  ///     temp in (10C, 20C) → temp in [10C, 20C]     weekday in ("Mon", "Tue") → weekday in [mon, tue]
  static func parseListInParentheses(_ parser: inout Parser, in start: Int) -> Bool {
    guard parser.at(.openingParenthesis), hasComma(parser) else { return false }
    let list = parser.mark
    let values = ForeignTexts.takeValues(&parser)
    let whole = parser.text(from: start)
    let subject = whole.dropLast(parser.text(from: list).count)
    let hasCases = subject.split { !$0.isLetter }.contains {
      ["weekday", "month", "sky"].contains($0)
    }
    let elements = hasCases ? values.map { caseText($0) } : values
    parser.reportPhrase(from: start, meant: "\(subject)[\(elements.joined(separator: ", "))]")
    parser.close(.comparisonChain, from: list, isBroken: true)
    return true
  }

  /// `mon` of `"Monday"` and `"mon"`; other text as it is
  private static func caseText(_ text: String) -> String {
    guard text.hasPrefix("\""), text.hasSuffix("\""), text.utf8.count > 2 else { return text }
    let word = text.dropFirst().dropLast().lowercased()
    let isLong = ForeignDate.condition(ofDay: word) != nil || ForeignDate.month(named: word) != nil
    return isLong ? String(word.prefix(3)) : word
  }

  /// `true` if a comma separates values in the parentheses ahead
  private static func hasComma(_ parser: borrowing Parser) -> Bool {
    var depth = 0
    for distance in 0..<64 {
      let kind = parser.peek(distance)
      if kind.opens { depth += 1 }
      if kind.closes { depth -= 1 }
      if kind == .comma, depth == 1 { return true }
      if depth == 0 || kind == .endOfFile { return false }
    }
    return false
  }

  /// Puts one message in place of those about the ranges of `x in [a..b, c..d]`
  ///
  /// - Parameter known: how many problems there were before the list.
  ///
  ///     time in [8:00..9:00, 17:00..18:00]   →   (time in 8:00..9:00 or time in 17:00..18:00)
  ///     x not in [1..2, 5]                   →   (x not in 1..2 and x != 5)
  static func mendRangesInBrackets(
    _ parser: inout Parser, from mark: Int, in start: Int, since known: Int
  ) {
    guard parser.builder.kind(at: mark) == .list, parser.problems.count > known,
      parser.problems[known...].allSatisfy({ $0.kind == .rangeOutsideIn })
    else { return }
    let list = parser.text(from: mark)
    let subject = parser.text(from: start).dropLast(list.count)
    let isNegated = subject.hasSuffix("not in ")
    let plain = subject.dropLast(isNegated ? "not in ".count : "in ".count)
    let elements = list.dropFirst().dropLast().split(separator: ",").map { element -> String in
      let text = element.drop { $0 == " " }
      let isRange = zip(text.utf8, text.utf8.dropFirst()).contains {
        $0 == UInt8(ascii: ".") && $1 == UInt8(ascii: ".")
      }
      return isRange
        ? "\(subject)\(text)" : "\(plain)\(isNegated ? "!=" : "==") \(text)"
    }
    parser.problems.removeSubrange(known...)
    let joined = elements.joined(separator: isNegated ? " and " : " or ")
    parser.reportPhrase(from: start, meant: elements.count > 1 ? "(\(joined))" : joined)
  }

  /// Parses `"Ann", "Bo"` or `"Ann" and "Bo"`; `false` if there is only one text
  static func parseNamesWithoutBrackets(_ parser: inout Parser) -> Bool {
    var distance = 0
    var names: [String] = []
    while let length = plainTextLength(parser, ahead: distance) {
      let range = parser.wordRange(ahead: distance).union(
        parser.wordRange(ahead: distance + length - 1))
      names.append(parser.source.text(range))
      distance += length
      let separator = parser.peek(distance)
      guard separator == .comma || separator == .and || separator == .ampersands,
        plainTextLength(parser, ahead: distance + 1) != nil
      else { break }
      distance += 1
    }
    guard names.count > 1 else { return false }
    parser.takePhrase(distance, meant: "[\(names.joined(separator: ", "))]")
    return true
  }

  /// The number of words of a text without braces that begins ahead; `nil` if none begins
  ///
  ///     "" → 2     "Ann" → 3     "{name}" → nil
  private static func plainTextLength(_ parser: borrowing Parser, ahead distance: Int) -> Int? {
    guard parser.peek(distance) == .openingQuote else { return nil }
    if parser.peek(distance + 1) == .closingQuote { return 2 }
    return parser.peek(distance + 1) == .textSegment && parser.peek(distance + 2) == .closingQuote
      ? 3 : nil
  }

  // MARK: Comments

  /// `true` if `-- …` is here as other languages write a comment
  ///
  /// `a --b` and `3 - -2` are differences: two signs of a comment touch each other and nothing behind them.
  @inline(__always)
  static func atForeignComment(_ parser: borrowing Parser) -> Bool {
    guard parser.at(.minus), parser.peek(1) == .minus, parser.touchesPrevious(ahead: 1),
      !parser.touchesPrevious(ahead: 2)
    else { return false }
    if parser.startsLine { return !parser.startsLine(ahead: 2) }
    return (2...4).allSatisfy { parser.peek($0).isWord && !parser.startsLine(ahead: $0) }
  }

  /// Reports and skips `-- …`; `false` if there is none
  static func parseForeignComment(_ parser: inout Parser) -> Bool {
    guard atForeignComment(parser) else { return false }
    parser.report(.foreignComment("--"), at: parser.wordRange().union(parser.wordRange(ahead: 1)))
    var length = 2
    while parser.peek(length) != .endOfFile, !parser.startsLine(ahead: length) { length += 1 }
    parser.skip(length)
    return true
  }
}
