/// Choices between two values as other languages have them: each is one message that shows how they are written
///
/// ```
/// temp > 20C ? "hot" : "cold"        if temp > 20C then "hot" else "cold"
/// "hot" if temp > 20C else "cold"    if temp > 20C then "hot" else "cold"
/// IF(temp > 20C, "hot", "cold")      if temp > 20C then "hot" else "cold"
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
