/// The clause `notify`
extension OppGrammar {
  /// Grammar: notify_clause ::= 'notify' expression recipient? payload?
  static func parseNotify(_ parser: inout Parser) {
    takeClauseWord(&parser)
    parser.isInNotify = true
    let unquoted = ForeignPhrases.unquotedNotice(parser)
    if unquoted > 0 {
      ForeignPhrases.parseUnquoted(&parser, unquoted)
    } else {
      var person: (name: String, range: SourceRange)?
      if parser.at(.to), parser.peek(1) == .openingQuote, parser.peek(2) == .textSegment,
        parser.peek(3) == .closingQuote, parser.peek(4) == .openingQuote
      {
        person = (parser.wordText(ahead: 2), parser.wordRange())
        parser.skip(4)
      } else if parser.at(.name), parser.peek(1) == .openingQuote, !parser.touchesPrevious(ahead: 1)
      {
        parseRecipientBeforeText(&parser)
      }
      let text = parser.mark
      if !ForeignQueries.parseBracesForText(&parser) { ExpressionGrammar.parseExpression(&parser) }
      if let person {
        let range = person.range.union(parser.range(from: text))
        let meant = "\(parser.text(from: text)) to \"\(person.name)\""
        parser.report(
          .foreignPhrase(parser.source.text(range), meant: meant, also: nil), at: range)
      }
      ForeignQuotes.mendOpenText(&parser, from: text)
    }
    parser.isInNotify = false
    ForeignTimes.skipDelay(&parser)
    parseRecipient(&parser)
    parsePayload(&parser)
    // The other order is understood too.
    parseRecipient(&parser)
  }

  /// `notify me "…"`
  private static func parseRecipientBeforeText(_ parser: inout Parser) {
    let name = parser.found.text
    if ["me", "myself", "us"].contains(name) || wordsOfNotice(parser, ahead: 0) > 0 {
      parser.report(.needlessWord(name), at: parser.wordRange())
    } else {
      parser.report(
        .foreignPhrase("notify \(name) …", meant: "notify … to \"\(name)\"", also: nil),
        at: parser.wordRange())
    }
    parser.skip(1)
  }

  /// The number of words before a text that only say that it is one: `a notification`, `me a message`
  static func wordsOfNotice(_ parser: borrowing Parser, ahead start: Int) -> Int {
    let words: [Spelling] = [
      "me", "us", "a", "an", "the", "push", "notification", "message", "alert", "reminder", "text",
    ]
    var count = 0
    while words.contains(parser.spelling(ahead: start + count)) { count += 1 }
    return parser.peek(start + count) == .openingQuote ? count : 0
  }

  /// Grammar: recipient ::= 'to' expression
  private static func parseRecipient(_ parser: inout Parser) {
    guard parser.at(.to) else { return }
    let mark = parser.mark
    parser.take(as: .keyword)
    if !ForeignSigns.parseNamesWithoutBrackets(&parser) {
      ExpressionGrammar.parseExpression(&parser)
    }
    parser.close(.recipient, from: mark)
  }

  /// Grammar: payload ::= 'with' values
  private static func parsePayload(_ parser: inout Parser) {
    guard parser.at(.with) else { return }
    let mark = parser.mark
    parser.take(as: .keyword)
    BlockGrammar.parseValues(&parser, after: "`with`")
    parser.close(.payload, from: mark)
  }
}
