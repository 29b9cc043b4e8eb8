/// The productions of a file and of its declarations
enum DeclarationGrammar {
  /// Grammar: file ::= declaration*
  ///
  /// The order of the cases matters: keys and values as in YAML first, then a word of the language, a word spelled
  /// almost like one, a declaration of another language, and last a word that is skipped.
  static func parseFile(_ parser: inout Parser) {
    let mark = parser.mark
    while !parser.at(.endOfFile) {
      if ForeignDeclarations.atForeignDocument(parser) {
        ForeignDeclarations.parseForeignDocument(&parser)
      } else if let word = parser.contextualWord(), word.beginsDeclaration {
        parseDeclaration(&parser, word)
      } else if let word = misspelledDeclaration(parser) {
        parser.report(.misspelledWord(parser.found.text, meant: word.text), at: parser.wordRange())
        parseDeclaration(&parser, word)
      } else if ForeignDeclarations.parseForeignDeclaration(&parser) {
        continue
      } else if atForeignOpp(parser) {
        parser.report(.foreignOperator(parser.found.text, meant: "opp"), at: parser.wordRange())
        parseDeclaration(&parser, .opp)
      } else if atNameOfOpp(parser) {
        let range = parser.wordRange().union(parser.wordRange(ahead: 2))
        let name = parser.source.text(range)
        parser.report(.foreignPhrase(name, meant: "opp \(name)", also: nil), at: range)
        OppGrammar.parseOpp(&parser, hasWord: false)
      } else {
        parseStrayWord(&parser)
      }
    }
    parser.takeEndOfFile()
    parser.close(.file, from: mark)
  }

  /// `true` if a word of the sense of `opp` and a name are here
  ///
  ///     reminder "Tea" when raining
  private static func atForeignOpp(_ parser: borrowing Parser) -> Bool {
    parser.at(.name) && parser.startsLine && parser.peek(1) == .openingQuote
      && ["rule", "reminder", "alert", "remind", "opportunity", "when"].contains(parser.spelling())
  }

  /// Whether the name of an Opp and a clause are here, without `opp`
  ///
  ///     "Tea" when raining
  private static func atNameOfOpp(_ parser: borrowing Parser) -> Bool {
    guard parser.startsLine, parser.at(.openingQuote), parser.peek(1) == .textSegment,
      parser.peek(2) == .closingQuote, !parser.startsLine(ahead: 3)
    else { return false }
    guard let word = parser.contextualWord(ahead: 3) else {
      return parser.peek(3) == .near || parser.peek(3) == .for
    }
    return word == .on || word == .when || word == .notify
  }

  /// Parses a file that holds one expression
  static func parseLoneExpression(_ parser: inout Parser) {
    let mark = parser.mark
    ExpressionGrammar.parseExpression(&parser)
    if !parser.at(.endOfFile) {
      parser.reportMissing { .unexpectedIn(.expression, $0) }
      parser.skip { _ in true }
    }
    parser.takeEndOfFile()
    parser.close(.file, from: mark)
  }

  /// Grammar: declaration ::= place_declaration | let_declaration | enum_declaration | source_declaration | table_declaration | set_declaration | connect_declaration | test_declaration | chart_declaration | opp_declaration
  ///
  /// The parser is at the word, which may be misspelled: it is taken as the keyword it is meant to be.
  private static func parseDeclaration(_ parser: inout Parser, _ word: ContextualWord) {
    switch word {
    case .place: parsePlace(&parser)
    case .let: parseLet(&parser)
    case .enum: parseEnum(&parser)
    case .source: parseSource(&parser)
    case .table: parseTable(&parser)
    case .set: parseSet(&parser)
    case .connect: parseConnect(&parser)
    case .test: TestGrammar.parseTest(&parser)
    case .chart: ChartGrammar.parseChart(&parser)
    default: OppGrammar.parseOpp(&parser)
    }
  }

  /// The declaration that a misspelled word at the start of a line begins
  ///
  ///     plase home = @48.42,-123.36     op "Tea" when raining
  static func misspelledDeclaration(_ parser: borrowing Parser) -> ContextualWord? {
    guard parser.at(.name), parser.startsLine,
      parser.peek(1) == .name || parser.peek(1) == .openingQuote
    else { return nil }
    // Only an Opp, a test and a chart have a text for a name.
    let isText = parser.peek(1) == .openingQuote
    return misspelled(
      parser,
      ContextualWord.allCases.filter {
        $0.beginsDeclaration && isText == $0.isNamedByText
      })
  }

  /// The contextual word that the next name is nearest to; `nil` if none is near
  ///
  ///     notfy → notify     wen → when     frobnicate → nil
  static func misspelled(_ parser: borrowing Parser, _ words: [ContextualWord]) -> ContextualWord? {
    let word = String(decoding: parser.bytes(), as: UTF8.self)
    guard let nearest = nearestSpelling(of: word, in: words.map { $0.text }) else { return nil }
    return words.first { $0.text == nearest }
  }

  /// Reports a word that begins no declaration, and skips to the next declaration; of `;`, only that mark
  private static func parseStrayWord(_ parser: inout Parser) {
    if parser.at(.semicolon) {
      parser.report(.semicolon, at: parser.wordRange())
      return parser.skip(1)
    }
    var nearest: String?
    if parser.at(.name) {
      nearest = misspelled(parser, ContextualWord.allCases.filter { $0.beginsDeclaration })?.text
    }
    // At the word itself, which is the mistake wherever it stands; the lexer has reported one that is no word.
    if parser.lastProblemPosition != parser.position, !parser.at(.unexpected) {
      parser.report(.unexpectedInFile(parser.found, nearest: nearest), at: parser.wordRange())
    }
    parser.skipOne { _ in false }
  }

  /// Grammar: place_declaration ::= 'place' NAME '=' postfixed radius?
  ///
  ///     place home = @48.42,-123.36 within 100m
  private static func parsePlace(_ parser: inout Parser) {
    let mark = parser.mark
    parser.take(as: .keyword)
    parser.parseName(of: .place)
    parser.parseMark(.equal, "=", after: "the name of a place")
    parsePlaceOperand(&parser)
    if !ForeignRadii.parseRadius(&parser) { OperandGrammar.parseRadius(&parser) }
    parser.close(.placeDeclaration, from: mark)
  }

  /// Parses the place behind `near`, `entering` or `place`: a pin without its sign is understood
  static func parsePlaceOperand(_ parser: inout Parser) {
    if !parseBarePin(&parser) { OperandGrammar.parsePostfixed(&parser) }
  }

  /// `48.4284,-123.3656`, `(48.4284, -123.3656)`, `48.4284N 123.3656W`: a pin without `@`
  private static func parseBarePin(_ parser: inout Parser) -> Bool {
    let start = parser.at(.openingParenthesis) ? 1 : 0
    guard let latitude = degrees(parser, ahead: start) else { return false }
    var next = start + latitude.length
    guard !parser.startsLine(ahead: next) else { return false }
    if parser.peek(next) == .comma { next += 1 }
    guard let longitude = degrees(parser, ahead: next) else { return false }
    next += longitude.length
    if start == 1, parser.peek(next) != .closingParenthesis { return false }
    let mark = parser.mark
    for _ in 0..<next + start { parser.take() }
    parser.report(
      .pinWithoutSign("\(latitude.text),\(longitude.text)"), at: parser.range(from: mark))
    parser.close(.comparisonChain, from: mark, isBroken: true)
    return true
  }

  /// The degrees of a latitude or longitude ahead, and how many words they are
  ///
  ///     -123.3656 → -123.3656, 2     52.5N → 52.5, 1     123.3W → -123.3, 1     5km → nil
  private static func degrees(_ parser: borrowing Parser, ahead distance: Int) -> (
    text: String, length: Int
  )? {
    let text = parser.wordText(ahead: distance)
    if parser.peek(distance) == .number { return (text, 1) }
    if parser.peek(distance) == .minus, parser.peek(distance + 1) == .number {
      return ("-" + parser.wordText(ahead: distance + 1), 2)
    }
    guard parser.peek(distance) == .quantity else { return nil }
    let digits = String(text.prefix { $0.isNumber || $0 == "." })
    let point = text.dropFirst(digits.utf8.count)
    if ["N", "E", "°N", "°E", "°"].contains(point) { return (digits, 1) }
    return ["S", "W", "°S", "°W"].contains(point) ? ("-" + digits, 1) : nil
  }

  /// Grammar: let_declaration ::= 'let' NAME parameters? '=' expression
  ///
  ///     let warm(limit: Temperature = 20C) = temp > limit
  ///
  /// - Parameter hasWord: whether `let` is here; it is not in `x = 3`, which is reported before.
  static func parseLet(_ parser: inout Parser, hasWord: Bool = true) {
    let mark = parser.mark
    if hasWord { parser.take(as: .keyword) }
    let name = parser.found.text
    parser.parseName(of: .let)
    if parser.at(.openingParenthesis) { BlockGrammar.parseParameters(&parser) }
    ForeignDeclarations.skipType(&parser, ofLet: name)
    parser.parseMark(.equal, "=", after: "the name of a `let`")
    ExpressionGrammar.parseExpression(&parser)
    parser.close(.letDeclaration, from: mark)
  }

  /// Grammar: enum_declaration ::= 'enum' NAME '{' ( ( enum_case ','? )* | enum_case ( '<' enum_case )+ ) '}'
  ///
  ///     enum Mode { day, night | dark }     enum Level { low < medium | fair < high }
  private static func parseEnum(_ parser: inout Parser) {
    let mark = parser.mark
    parser.take(as: .keyword)
    parser.parseName(of: .enumeration)
    var order = EnumOrder()
    BlockGrammar.parseBlock(&parser, .enumCaseList, .cases, after: "the name of an enum") {
      order.parseCases(&$0)
    }
    parser.close(.enumDeclaration, from: mark)
  }

  /// The cases of an enum so far: with `<` between all of them, or between none
  private struct EnumOrder {
    private var hasCases = false
    private var isOrdered = false
    private var isReported = false

    /// Parses a case, or several with `<` between them; the first mark that fits no such list is reported
    mutating func parseCases(_ parser: inout Parser) -> Bool {
      if isOrdered, parser.current.isWord { report(&parser) }
      guard parseEnumCase(&parser) else { return false }
      while parser.at(.less) || parser.at(.greater) {
        if hasCases || parser.at(.greater) { report(&parser) }
        isOrdered = true
        parser.take()
        guard parseEnumCase(&parser) else {
          parser.reportMissing { .missingName(of: .enumCase, before: $0) }
          break
        }
      }
      if isOrdered, parser.at(.comma) { report(&parser) }
      hasCases = true
      return true
    }

    private mutating func report(_ parser: inout Parser) {
      if !isReported {
        parser.report(.partialOrder(isComma: parser.at(.comma)), at: parser.wordRange())
      }
      isReported = true
    }
  }

  /// Grammar: enum_case ::= NAME ( '|' NAME )*
  fileprivate static func parseEnumCase(_ parser: inout Parser) -> Bool {
    guard parser.current.isWord else { return false }
    // `case walk` of other languages is one case: before another word, `case` is no name.
    if parser.peek(1).isWord, parser.word() == "case" {
      parser.report(.needlessWord("case"), at: parser.wordRange())
      parser.skip(1)
    }
    let mark = parser.mark
    parser.parseName(of: .enumCase)
    while parser.take(if: .bar) { parser.parseName(of: .enumCase) }
    parser.close(.enumCase, from: mark)
    return true
  }

  /// Grammar: source_declaration ::= 'source' NAME parameters? source_clause* '{' ( field ','? )* '}'
  ///
  ///     source gate(id: Text) fresh for 1h cost 2 { state: Text }
  private static func parseSource(_ parser: inout Parser) {
    let mark = parser.mark
    parser.take(as: .keyword)
    parser.parseName(of: .source)
    if parser.at(.openingParenthesis) { BlockGrammar.parseParameters(&parser, any: true) }
    var (freshness, cost): (SourceRange?, SourceRange?)
    while let word = parser.contextualWord(), word == .fresh || word == .cost {
      let first = word == .fresh ? freshness : cost
      checkDuplicate(&parser, word.text, first)
      if word == .fresh {
        freshness = first ?? parser.wordRange()
      } else {
        cost = first ?? parser.wordRange()
      }
      parseSourceClause(&parser, word)
    }
    BlockGrammar.parseFields(&parser, after: "the head of a source")
    parser.close(.sourceDeclaration, from: mark)
  }

  /// Grammar: source_clause ::= freshness | 'cost' sum
  private static func parseSourceClause(_ parser: inout Parser, _ word: ContextualWord) {
    if word == .fresh { return parseFreshness(&parser) }
    let mark = parser.mark
    parser.take(as: .keyword)
    ExpressionGrammar.parseSum(&parser)
    parser.close(.costClause, from: mark)
  }

  /// Grammar: freshness ::= 'fresh' 'for' sum
  private static func parseFreshness(_ parser: inout Parser) {
    let mark = parser.mark
    parser.take(as: .keyword)
    parser.parseMark(.for, "for", after: "`fresh`")
    ExpressionGrammar.parseSum(&parser)
    parser.close(.freshnessClause, from: mark)
  }

  /// Reports a clause that was given before
  static func checkDuplicate(_ parser: inout Parser, _ word: String, _ first: SourceRange?) {
    if let first { parser.report(.duplicateClause(word, first: first), at: parser.wordRange()) }
  }

  /// Grammar: table_declaration ::= 'table' NAME key freshness? '{' ( field ','? )* '}'
  ///
  ///     table visits by place fresh for 1h { place: Text, count: Number }
  private static func parseTable(_ parser: inout Parser) {
    let mark = parser.mark
    parser.take(as: .keyword)
    parser.parseName(of: .table)
    parseKey(&parser)
    var first: SourceRange?
    while parser.contextualWord() == .fresh {
      checkDuplicate(&parser, ContextualWord.fresh.text, first)
      first = first ?? parser.wordRange()
      parseFreshness(&parser)
    }
    BlockGrammar.parseFields(&parser, after: "the key of a table")
    parser.close(.tableDeclaration, from: mark)
  }

  /// Grammar: key ::= 'by' NAME ( ',' NAME )*
  private static func parseKey(_ parser: inout Parser) {
    let mark = parser.mark
    if parser.at(.openingBrace), parser.peek(1) == .name,
      parser.peek(2) == .colon || parser.peek(2) == .comma
    {
      // The first field is a key in most tables.
      let key = "by \(parser.word(ahead: 1)) {"
      return parser.report(.foreignPhrase("{", meant: key, also: nil), at: parser.wordRange())
    }
    guard parser.take(if: .by) else {
      return parser.reportMissing { .missingWord("by", after: "the name of a table", before: $0) }
    }
    if parser.spelling() == "key", parser.peek(1) == .name, parser.contextualWord(ahead: 1) == nil {
      parser.report(.needlessWord("key"), at: parser.wordRange())
      parser.skip(1)
    }
    repeat { parser.parseName(of: .key) } while parser.take(if: .comma)
    parser.close(.keyClause, from: mark)
  }

  /// Grammar: set_declaration ::= 'set' ( 'quiet' 'when' expression | NAME range ( 'per' period )? )
  ///
  ///     set zone "Europe/Oslo"     set quiet 22:00..7:00     set quiet when busy
  private static func parseSet(_ parser: inout Parser) {
    let mark = parser.mark
    parser.take(as: .keyword)
    let name = parser.word()
    let isTimeZone = name == "time" && parser.spelling(ahead: 1) == "zone"
    if isTimeZone { parser.take() }
    parser.parseName(of: .setting)
    // `set zone = "…"` is understood.
    let sign = parser.at(.equal) ? parser.wordRange() : nil
    if sign != nil { parser.skip(1) }
    if name == "quiet", ["hours", "time", "times", "from", "between"].contains(parser.spelling()) {
      parser.report(.needlessWord(parser.word()), at: parser.wordRange())
      parser.skip(1)
    }
    if name == "quiet", parseQuietCondition(&parser, from: mark) { return }
    let value = parser.mark
    ExpressionGrammar.parseRange(&parser)
    let isWholePhrase = reportForeignZone(
      &parser, from: mark, name, isTimeZone, value, hasSign: sign != nil)
    if !isWholePhrase, let sign {
      parser.report(.equalInSetting(meant: "set \(name) \(parser.text(from: value))"), at: sign)
    }
    if name == "budget", ["a", "an", "each", "every"].contains(parser.spelling()),
      !parser.startsLine
    {
      parser.report(.foreignOperator(parser.word(), meant: "per"), at: parser.wordRange())
      OppGrammar.parsePeriod(&parser)
    }
    if parser.at(.per) { OppGrammar.parsePeriod(&parser) }
    parser.close(.setDeclaration, from: mark, isBroken: isWholePhrase)
  }

  /// Parses `when busy` behind `set quiet`; false if something else follows
  ///
  /// Other words for `when` are reported.
  private static func parseQuietCondition(_ parser: inout Parser, from mark: Int) -> Bool {
    if parser.at(.when) {
      parser.take(as: .keyword)
      ExpressionGrammar.parseExpression(&parser)
      parser.close(.setDeclaration, from: mark)
      return true
    }
    guard ["while", "during", "whenever", "if"].contains(parser.spelling()), !parser.startsLine
    else {
      return false
    }
    parser.report(.foreignOperator(parser.word(), meant: "when"), at: parser.wordRange())
    parser.skip(1)
    ExpressionGrammar.parseExpression(&parser)
    parser.close(.setDeclaration, from: mark, isBroken: true)
    return true
  }

  /// Reports `set timezone = "…"`, `set time zone "…"` and `set zone = Europe/Berlin`, in which more than
  /// one part is to be written otherwise; false for any other setting
  private static func reportForeignZone(
    _ parser: inout Parser,
    from mark: Int, _ name: String, _ isTimeZone: Bool, _ value: Int, hasSign: Bool
  ) -> Bool {
    let isOtherName = isTimeZone || ["timezone", "tz", "time_zone"].contains(name)
    guard isOtherName || name == "zone", parser.lastProblemPosition != parser.position else {
      return false
    }
    let zone = parser.text(from: value)
    let isQuoted = zone.hasPrefix("\"")
    guard isTimeZone || hasSign && (isOtherName || !isQuoted), !zone.isEmpty else { return false }
    parser.reportPhrase(from: mark, meant: "set zone \(isQuoted ? zone : "\"\(zone)\"")")
    return true
  }

  /// Grammar: connect_declaration ::= 'connect' target ( ',' target )* 'to' NAME options
  ///
  ///     connect weather to openmeteo()     connect sensor, climate to homeassistant(…)
  private static func parseConnect(_ parser: inout Parser) {
    let mark = parser.mark
    parser.take(as: .keyword)
    repeat { parseTarget(&parser) } while parser.take(if: .comma)
    parser.parseWord(.to, after: "`connect NAME`")
    // The word in place of `to` has been reported: `connect weather with openmeteo()`.
    if parser.lastProblemPosition == parser.position, parser.peek(1) == .name,
      !parser.startsLine(ahead: 1)
    {
      parser.skip(1)
    }
    if parseQuotedConnector(&parser) { return parser.close(.connectDeclaration, from: mark) }
    let call = parser.mark
    let name = parser.mark
    let isNamed = parser.at(.name)
    parser.parseName(of: .connector)
    if isNamed { parser.close(.nameExpression, from: name) }
    if parser.at(.openingParenthesis) {
      OptionGrammar.parseOptions(&parser)
    } else {
      parser.reportMissing { .missingWord("(", after: "the name of a connector", before: $0) }
    }
    parser.close(.call, from: call)
    parser.close(.connectDeclaration, from: mark)
  }

  /// Grammar: target ::= NAME arguments?
  ///
  ///     notifications("Ann")
  private static func parseTarget(_ parser: inout Parser) {
    parser.parseName(of: .connection)
    if parser.at(.openingParenthesis) { OperandGrammar.parseArguments(&parser) }
  }

  /// Parses `"openmeteo"` in place of `openmeteo()`, and `"home.ics"` in place of `ical("home.ics")`; `false` for another text
  private static func parseQuotedConnector(_ parser: inout Parser) -> Bool {
    guard parser.at(.openingQuote), parser.peek(1) == .textSegment, parser.peek(2) == .closingQuote,
      parser.peek(3) != .openingParenthesis
    else { return false }
    let name = parser.wordText(ahead: 1)
    if let connector = connector(ofFile: name) {
      parser.takePhrase(3, meant: "\(connector)(\"\(name)\")")
      return true
    }
    guard name.utf8.allSatisfy({ $0 >= UInt8(ascii: "a") && $0 <= UInt8(ascii: "z") }) else {
      return false
    }
    parser.takePhrase(3, meant: "\(name)()")
    return true
  }

  /// The connector that reads a file or an address, by the end of its name; `nil` for another end
  ///
  ///     https://example.org/me.ics → ical     steps.csv → csv     webcal://example.org/me → ical
  private static func connector(ofFile name: String) -> String? {
    let path = name.lowercased().prefix { $0 != "?" && $0 != "#" }
    if path.hasPrefix("webcal:") { return "ical" }
    let connectors = [
      (".ics", "ical"), (".ical", "ical"), (".csv", "csv"), (".json", "json"), (".jsonl", "jsonl"),
    ]
    return connectors.first { path.hasSuffix($0.0) }?.1
  }
}
