/// Texts with values as other languages make them: each is one message that shows the text
///
/// ```
/// "It is " + temp          "It is {temp}"         "It is %s" % temp          "It is {temp}"
/// "It is " & temp          "It is {temp}"         "It is {}".format(temp)    "It is {temp}"
/// ```
package enum ForeignTexts {
  // MARK: Sums

  /// The text that a sum of texts and values means
  ///
  ///     "It is ", temp, "." → "It is {temp}."
  package static func joined(_ operands: [String]) -> String {
    "\"\(operands.map { part(of: $0) }.joined())\""
  }

  /// Parses `& temp` behind a text, as spreadsheets join texts; `false` if there is none
  static func parseAmpersands(_ parser: inout Parser, from mark: Int) -> Bool {
    guard parser.at(.ampersands), parser.bytes().count == 1 else { return false }
    let isAfterText = parser.builder.kind(at: mark) == .text
    guard isAfterText || parser.peek(1) == .openingQuote else { return false }
    var operands = [parser.range(from: mark)]
    while parser.at(.ampersands) {
      parser.take()
      let operand = parser.mark
      ExpressionGrammar.parseSum(&parser)
      operands.append(parser.range(from: operand))
    }
    parser.reportPhrase(
      from: mark, meant: joined(operands.map { parser.source.text($0) }))
    parser.close(.comparisonChain, from: mark, isBroken: true)
    return true
  }

  /// An operand as a part of a text: the characters of a text, and braces around a value
  ///
  ///     "It is " → It is      temp → {temp}     str(temp) → {temp}     (a + b) → {a + b}
  private static func part(of operand: String) -> String {
    if operand.hasPrefix("\""), operand.hasSuffix("\""), operand.utf8.count > 1 {
      return String(operand.dropFirst().dropLast())
    }
    for word in ["str", "string", "String", "text", "TEXT", ""] {
      guard operand.hasPrefix(word + "("), operand.hasSuffix(")") else { continue }
      let inner = operand.dropFirst(word.utf8.count + 1).dropLast()
      if inner.allSatisfy({ $0 != "(" && $0 != ")" && $0 != "," }) { return "{\(inner)}" }
    }
    return "{\(operand)}"
  }

  // MARK: Formats

  /// Parses `% temp` and `% (temp, wind)` behind a text with places for values; `false` if there is none
  static func parsePercentFormat(_ parser: inout Parser, from mark: Int) -> Bool {
    guard parser.builder.kind(at: mark) == .text else { return false }
    let text = parser.text(from: mark)
    let sign = parser.wordRange()
    // The lexer reported the sign as one that begins no word.
    parser.problems.removeAll { $0.range == sign }
    parser.take()
    let values: [String]
    if parser.at(.openingParenthesis) {
      values = takeValues(&parser)
    } else {
      let value = parser.mark
      ExpressionGrammar.parsePrefixed(&parser)
      values = [ProblemMending.takeMendedText(&parser, from: value)]
    }
    parser.reportPhrase(from: mark, meant: filled(text, opening: UInt8(ascii: "%"), values))
    parser.close(.comparisonChain, from: mark, isBroken: true)
    return true
  }

  /// Parses `.format(temp)` behind a text with `{}` for values; `false` if there is none
  static func parseFormatCall(_ parser: inout Parser, from mark: Int) -> Bool {
    guard parser.at(.dot), parser.builder.kind(at: mark) == .text,
      parser.spelling(ahead: 1) == "format", parser.peek(2) == .openingParenthesis
    else { return false }
    let range = parser.range(from: mark)
    let text = parser.source.text(range)
    // Empty braces were reported as such.
    parser.problems.removeAll { range.contains($0.range) }
    parser.take()
    parser.take()
    let values = takeValues(&parser)
    parser.reportPhrase(from: mark, meant: filled(text, opening: UInt8(ascii: "{"), values))
    parser.close(.comparisonChain, from: mark, isBroken: true)
    return true
  }

  /// Takes values in parentheses, and gives their texts
  static func takeValues(_ parser: inout Parser) -> [String] {
    var values: [String] = []
    parser.take()
    parser.commaDepth += 1
    defer { parser.commaDepth -= 1 }
    while !parser.at(.closingParenthesis), !parser.at(.endOfFile), !parser.startsLine {
      let position = parser.position
      let value = parser.mark
      ExpressionGrammar.parseExpression(&parser)
      values.append(ProblemMending.takeMendedText(&parser, from: value))
      _ = parser.take(if: .comma)
      if parser.position == position { break }
    }
    _ = parser.take(if: .closingParenthesis)
    return values
  }

  /// A text whose places have values in braces, in the order of both; values without a place stand at its end
  ///
  ///     "%s: %.1f", [name, temp] → "{name}: {temp:.1}"     "{} and {1}", [a, b] → "{a} and {b}"     "100%%", [] → "100%"
  private static func filled(_ text: String, opening: UInt8, _ values: [String]) -> String {
    var result: [UInt8] = []
    var rest = values[...]
    var bytes = Array(text.utf8)[...]
    while let byte = bytes.popFirst() {
      guard byte == opening else {
        result.append(byte)
        continue
      }
      if byte == UInt8(ascii: "%"), bytes.first == byte {
        result.append(byte)
        bytes.removeFirst()
        continue
      }
      let isBrace = byte == UInt8(ascii: "{")
      guard
        let end = bytes.firstIndex(where: { isBrace ? $0 == UInt8(ascii: "}") : $0.isASCIILetter }),
        let value = rest.popFirst()
      else {
        result.append(byte)
        continue
      }
      let format = String(decoding: bytes[..<end], as: UTF8.self)
      result += "{\(value)\(decimals(of: format))}".utf8
      bytes = bytes[(end + 1)...]
    }
    for value in rest { result.insert(contentsOf: " {\(value)}".utf8, at: result.count - 1) }
    return String(decoding: result, as: UTF8.self)
  }

  /// `:.1` of `.1`, `:.1f` and `0:.1f`; nothing for a place without decimals
  private static func decimals(of format: String) -> String {
    guard let point = format.utf8.lastIndex(of: UInt8(ascii: ".")) else { return "" }
    let digits = format.utf8[format.utf8.index(after: point)...]
      .prefix { $0 >= UInt8(ascii: "0") && $0 <= UInt8(ascii: "9") }
    return digits.isEmpty ? "" : ":.\(String(Substring(digits)))"
  }
}
