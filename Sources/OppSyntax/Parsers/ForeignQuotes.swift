/// Quotes that are missing or needlessly escaped: each is one message that shows the text
///
/// ```
/// opp "a when raining notify "x"     opp "a" …                 when raining "x"          notify "x"
/// notify "x when raining             notify "x" when raining   "{if a then \"b\" …}"     "{if a then "b" …}"
/// ```
enum ForeignQuotes {
  /// Parses the name of an Opp that lacks one of its quotes; `false` if it has both or none
  ///
  /// The rest of the line, whose texts begin where others end, is skipped.
  static func parseName(_ parser: inout Parser) -> Bool {
    guard let (range, name) = name(parser) else { return false }
    var length = 1
    while parser.peek(length) != .endOfFile, !parser.startsLine(ahead: length) { length += 1 }
    let line = parser.wordRange().union(parser.wordRange(ahead: length - 1))
    parser.problems.removeAll { line.contains($0.range) }
    parser.report(
      .foreignPhrase(parser.source.text(range), meant: "\"\(name)\"", also: nil), at: range)
    parser.skip(length)
    parser.addMissing()
    return true
  }

  /// The place and the text of a name that lacks one of its quotes
  ///
  ///     "a when raining notify "x" → a, as a word touches the second quote     a" when … → a
  private static func name(_ parser: borrowing Parser) -> (SourceRange, String)? {
    if parser.at(.name), parser.peek(1) == .openingQuote, parser.touchesPrevious(ahead: 1),
      !parser.startsLine
    {
      return (parser.wordRange().union(parser.wordRange(ahead: 1)), parser.word())
    }
    guard parser.at(.openingQuote), parser.peek(1) == .textSegment, parser.peek(2) == .closingQuote,
      parser.peek(3) == .name, parser.touchesPrevious(ahead: 3),
      let end = clauseStart(
        in: parser.wordText(ahead: 1), [" when ", " on ", " notify ", " for each "])
    else { return nil }
    let start = parser.wordRange().start
    return (
      SourceRange(file: parser.source.index, start: start, end: start + 1 + Int32(end)),
      String(decoding: parser.bytes(ahead: 1).prefix(end), as: UTF8.self)
    )
  }

  /// The offset of the first of some words in a text; `nil` if it has none of them
  private static func clauseStart(in text: String, _ words: [String]) -> Int? {
    let bytes = Array(text.utf8)
    return bytes.indices.first { index in
      words.contains { word in
        let letters = Array(word.utf8)
        return index > 0 && index + letters.count <= bytes.count
          && bytes[index..<index + letters.count].elementsEqual(letters)
      }
    }
  }

  /// Parses a text where a clause is expected, with `then`, `:` or an arrow before it or without; `false` if there is none
  ///
  ///     when raining "x" → notify "x"     when raining => "x" → notify "x"
  static func parseTextWithoutNotify(_ parser: inout Parser) -> Bool {
    let isWord = parser.at(.then) || parser.at(.colon)
    let lead = isWord ? 1 : ForeignSigns.atArrow(parser) ? 2 : 0
    guard parser.peek(lead) == .openingQuote else { return false }
    let mark = parser.mark
    for _ in 0..<lead { parser.take() }
    let start = parser.mark
    OperandGrammar.parseText(&parser)
    let text = ProblemMending.takeMendedText(&parser, from: start)
    if !parser.isConditionalOpp { parser.reportPhrase(from: mark, meant: "notify \(text)") }
    parser.close(.unexpected, from: mark)
    return true
  }

  /// Puts the missing quote of a text before the clause that it has swallowed
  ///
  /// Only of an Opp without an event and a condition so far: `notify "Go when it rains` may be all text.
  static func mendOpenText(_ parser: inout Parser, from mark: Int) {
    let range = parser.range(from: mark)
    guard !parser.hasEvent, parser.condition == nil,
      let index = parser.problems.firstIndex(where: {
        if case .unterminatedText(nil, nil) = $0.kind { $0.range == range } else { false }
      }),
      let end = clauseStart(in: parser.source.text(range), [" when ", " on every ", " near "])
    else { return }
    let text = parser.source.text(range)
    let head = String(decoding: Array(text.utf8).prefix(end), as: UTF8.self)
    parser.problems.remove(at: index)
    parser.report(
      .foreignPhrase(text, meant: "\(head)\"\(text.dropFirst(head.count))", also: nil), at: range)
  }

  /// Reports the escaped quotes in the braces of a text, where a text needs no escape
  ///
  ///     "Say {if raining then \"yes\" else \"no\"}" → {if raining then "yes" else "no"}
  static func reportEscapes(_ parser: inout Parser, from mark: Int) {
    let bytes = parser.range(from: mark)
    guard parser.source.bytes[Int(bytes.start)..<Int(bytes.end)].contains(UInt8(ascii: "\\"))
    else { return }
    let tokens = parser.builder.tokens(from: mark)
    var meant = ""
    var hasEscapes = false
    for token in tokens {
      let text = parser.source.text(parser.range(ofTokens: token..<token + 1))
      let kind = parser.tokenKinds[Int(token)]
      let isEscape = text == "\\\"" && (kind == .openingQuote || kind == .closingQuote)
      hasEscapes = hasEscapes || isEscape
      meant += isEscape ? "\"" : text
    }
    guard hasEscapes else { return }
    let range = parser.range(from: mark)
    parser.problems.removeAll { problem in
      // The braces in braces were reported first.
      if case .foreignPhrase = problem.kind { range.contains(problem.range) } else { false }
    }
    parser.reportPhrase(from: mark, meant: meant)
  }
}
