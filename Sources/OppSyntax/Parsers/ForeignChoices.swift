/// Choices between two values as other languages have them: each is one message that shows how they are written
///
/// ```
/// temp > 20C ? "hot" : "cold"        if temp > 20C then "hot" else "cold"
/// "hot" if temp > 20C else "cold"    if temp > 20C then "hot" else "cold"
/// IF(temp > 20C, "hot", "cold")      if temp > 20C then "hot" else "cold"
/// if temp > 20C then 1 otherwise 2   if temp > 20C then 1 else 2
/// ```
enum ForeignChoices {
  /// Parses `? a : b` behind a condition, or `if c else b` behind a value; `false` if there is none
  static func parseChoice(_ parser: inout Parser, from mark: Int) -> Bool {
    parseQuestion(&parser, from: mark) || parseCondition(&parser, from: mark)
  }

  /// Parses `? a : b`
  private static func parseQuestion(_ parser: inout Parser, from mark: Int) -> Bool {
    guard parser.at(.unexpected), parser.bytes().elementsEqual("?".utf8) else { return false }
    let sign = parser.wordRange()
    // The lexer reported the sign as one that begins no word.
    parser.problems.removeAll { $0.range == sign }
    let condition = ProblemMending.takeMendedText(&parser, from: mark)
    parser.take()
    let first = parseMended(&parser)
    var second = "…"
    if parser.at(.colon) {
      parser.take()
      second = parseMended(&parser)
    } else if parser.at(.formatColon) {
      // In a text, the words after `:` were taken for a format.
      parser.take()
      if parser.at(.format) {
        second = parser.wordText(ahead: 0)
        parser.take()
      }
    }
    report(&parser, from: mark, condition, first, second)
    return true
  }

  /// Parses `if c else b` on the line of a value
  private static func parseCondition(_ parser: inout Parser, from mark: Int) -> Bool {
    guard parser.at(.if), !parser.startsLine, hasElse(parser) else { return false }
    let first = ProblemMending.takeMendedText(&parser, from: mark)
    parser.take()
    let start = parser.mark
    ExpressionGrammar.parseDisjunction(&parser)
    let condition = ProblemMending.takeMendedText(&parser, from: start)
    guard parser.take(if: .else) else { return true }
    report(&parser, from: mark, condition, first, parseMended(&parser))
    return true
  }

  /// `true` if `else` follows the condition ahead, before a `then` or the word of a clause
  private static func hasElse(_ parser: borrowing Parser) -> Bool {
    for distance in 1..<64 {
      if parser.peek(distance) == .else { return true }
      if parser.peek(distance) == .then || parser.peek(distance) == .endOfFile { return false }
      if parser.contextualWord(ahead: distance)?.endsOperands ?? false { return false }
    }
    return false
  }

  // MARK: Other words for else

  /// The position of `otherwise`, `or else` or `, else` in place of the `else` of the `then` that is next; -1 if there is none
  ///
  /// `otherwise` is an operator if an `else` follows it.
  ///
  ///     then 1 otherwise 2 → that of `otherwise`     then temp otherwise 2C else 3C → -1
  static func otherElse(_ parser: borrowing Parser) -> Int {
    guard parser.at(.then) else { return -1 }
    var (depth, choices, found) = (0, 0, -1)
    for distance in 1..<64 {
      let kind = parser.peek(distance)
      if kind.opens { depth += 1 }
      if kind.closes { depth -= 1 }
      if depth < 0 || kind == .endOfFile { return found }
      guard depth == 0 else { continue }
      let isApart = parser.peek(distance - 1) == .comma || parser.peek(distance - 1) == .or
      let position = parser.position + (isApart ? distance - 1 : distance)
      if kind == .if {
        choices += 1
      } else if kind == .else {
        if choices == 0 { return isApart ? position : -1 }
        choices -= 1
      } else if kind == .otherwise, choices == 0, found < 0 {
        found = position
      }
    }
    return -1
  }

  /// Takes the words that are in place of `else`, and reports them; `false` if there are none
  static func takeOtherElse(_ parser: inout Parser) -> Bool {
    guard parser.position == parser.otherElse else { return false }
    let hasTwo = parser.at(.comma) || parser.at(.or)
    let range = parser.wordRange().union(parser.wordRange(ahead: hasTwo ? 1 : 0))
    parser.report(.foreignOperator(parser.source.text(range), meant: "else"), at: range)
    if hasTwo { parser.skip(1) }
    parser.take(as: .else)
    return true
  }

  /// Parses a value, and gives its text as the problems in it leave it
  private static func parseMended(_ parser: inout Parser) -> String {
    let mark = parser.mark
    ExpressionGrammar.parseConditional(&parser)
    return ProblemMending.takeMendedText(&parser, from: mark)
  }

  private static func report(
    _ parser: inout Parser, from mark: Int, _ condition: String, _ first: String, _ second: String
  ) {
    parser.reportPhrase(from: mark, meant: "if \(condition) then \(first) else \(second)")
    parser.close(.comparisonChain, from: mark, isBroken: true)
  }
}
