extension Parser {
  /// Grammar: file ::= declaration*
  mutating func parseFile() {
    let mark = mark
    while !at(.endOfFile) {
      if atForeignDocument {
        parseForeignDocument()
      } else if let word = contextualWord(), word.beginsDeclaration {
        parseDeclaration(word)
      } else if let word = misspelledDeclaration() {
        report(.misspelledWord(found.text, meant: word.text), at: wordRange())
        parseDeclaration(word)
      } else if parseForeignDeclaration() {
        continue
      } else if atForeignOpp {
        report(.foreignOperator(found.text, meant: "opp"), at: wordRange())
        parseDeclaration(.opp)
      } else {
        parseStrayWord()
      }
    }
    takeEndOfFile()
    close(.file, from: mark)
  }

  /// Whether a word of the sense of `opp` and a name are here
  private var atForeignOpp: Bool {
    at(.name) && startsLine && peek(1) == .openingQuote
      && ["rule", "reminder", "alert", "remind", "opportunity", "when"].contains(word())
  }

  /// Parses a file that holds one expression
  mutating func parseLoneExpression() {
    let mark = mark
    parseExpression()
    if !at(.endOfFile) {
      reportMissing { .unexpectedIn(.expression, $0) }
      skip { _ in true }
    }
    takeEndOfFile()
    close(.file, from: mark)
  }

  /// Grammar: declaration ::= place_declaration | let_declaration | enum_declaration | source_declaration | table_declaration | set_declaration | connect_declaration | test_declaration | opp_declaration
  private mutating func parseDeclaration(_ word: ContextualWord) {
    switch word {
    case .place: parsePlace()
    case .let: parseLet()
    case .enum: parseEnum()
    case .source: parseSource()
    case .table: parseTable()
    case .set: parseSet()
    case .connect: parseConnect()
    case .test: parseTest()
    default: parseOpp()
    }
  }

  /// The declaration that a misspelled word at the start of a line begins
  func misspelledDeclaration() -> ContextualWord? {
    guard at(.name), startsLine, peek(1) == .name || peek(1) == .openingQuote else { return nil }
    // Only an Opp and a test have a text for a name.
    let isText = peek(1) == .openingQuote
    return misspelled(
      ContextualWord.allCases.filter {
        $0.beginsDeclaration && isText == ($0 == .opp || $0 == .test)
      })
  }

  /// The contextual word that the next name is nearest to; nil where none is near
  func misspelled(_ words: [ContextualWord]) -> ContextualWord? {
    let word = String(decoding: bytes(), as: UTF8.self)
    guard let nearest = nearestSpelling(of: word, in: words.map { $0.text }) else { return nil }
    return words.first { $0.text == nearest }
  }

  private mutating func parseStrayWord() {
    if at(.semicolon) {
      report(.semicolon, at: wordRange())
      return skip(1)
    }
    var nearest: String?
    if at(.name) {
      nearest = misspelled(ContextualWord.allCases.filter { $0.beginsDeclaration })?.text
    }
    reportMissing { .unexpectedInFile($0, nearest: nearest) }
    skipOne { _ in false }
  }

  /// Grammar: place_declaration ::= 'place' NAME '=' postfixed radius?
  private mutating func parsePlace() {
    let mark = mark
    take(as: .keyword)
    parseName(of: .place)
    parseMark(.equal, "=", after: "the name of a place")
    parsePlaceOperand()
    parseRadius()
    close(.placeDeclaration, from: mark)
  }

  /// Parses what is near, entered or named: a pin without its sign is understood
  mutating func parsePlaceOperand() {
    if !parseBarePin() { parsePostfixed() }
  }

  /// `48.4284,-123.3656`: a pin without `@`
  private mutating func parseBarePin() -> Bool {
    let length = at(.minus) ? 2 : 1
    guard peek(length - 1) == .number, !startsLine(ahead: length) else { return false }
    let second = peek(length) == .comma ? length + 1 : length
    let end = peek(second) == .minus ? second + 1 : second
    guard peek(end) == .number else { return false }
    let mark = mark
    let pin = (0...end).map {
      peek($0) == .comma ? "" : $0 == second ? ",\(wordText(ahead: $0))" : wordText(ahead: $0)
    }
    for _ in 0...end { take() }
    report(.pinWithoutSign(pin.joined()), at: range(from: mark))
    close(.comparisonChain, from: mark, isBroken: true)
    return true
  }

  /// Grammar: let_declaration ::= 'let' NAME parameters? '=' expression
  mutating func parseLet(hasWord: Bool = true) {
    let mark = mark
    if hasWord { take(as: .keyword) }
    let name = found.text
    parseName(of: .let)
    if at(.openingParenthesis) { parseParameters() }
    skipType(ofLet: name)
    parseMark(.equal, "=", after: "the name of a `let`")
    parseExpression()
    close(.letDeclaration, from: mark)
  }

  /// Grammar: enum_declaration ::= 'enum' NAME '{' ( enum_case ','? )* '}'
  private mutating func parseEnum() {
    let mark = mark
    take(as: .keyword)
    parseName(of: .enumeration)
    parseBlock(.enumCaseList, .cases, after: "the name of an enum") { $0.parseEnumCase() }
    close(.enumDeclaration, from: mark)
  }

  /// Grammar: enum_case ::= NAME ( '|' NAME )*
  private mutating func parseEnumCase() -> Bool {
    guard current.isWord else { return false }
    let mark = mark
    parseName(of: .enumCase)
    while take(if: .bar) { parseName(of: .enumCase) }
    close(.enumCase, from: mark)
    return true
  }

  /// Grammar: source_declaration ::= 'source' NAME parameters? source_clause* '{' ( field ','? )* '}'
  private mutating func parseSource() {
    let mark = mark
    take(as: .keyword)
    parseName(of: .source)
    if at(.openingParenthesis) { parseParameters() }
    var first: [ContextualWord: SourceRange] = [:]
    while let word = contextualWord(), word == .fresh || word == .cost {
      checkDuplicate(word.text, first[word])
      first[word] = first[word] ?? wordRange()
      parseSourceClause(word)
    }
    parseFields(after: "the head of a source")
    close(.sourceDeclaration, from: mark)
  }

  /// Grammar: source_clause ::= freshness | 'cost' sum
  private mutating func parseSourceClause(_ word: ContextualWord) {
    if word == .fresh { return parseFreshness() }
    let mark = mark
    take(as: .keyword)
    parseSum()
    close(.costClause, from: mark)
  }

  /// Grammar: freshness ::= 'fresh' 'for' sum
  private mutating func parseFreshness() {
    let mark = mark
    take(as: .keyword)
    parseMark(.for, "for", after: "`fresh`")
    parseSum()
    close(.freshnessClause, from: mark)
  }

  /// Reports a clause that was given before
  mutating func checkDuplicate(_ word: String, _ first: SourceRange?) {
    if let first { report(.duplicateClause(word, first: first), at: wordRange()) }
  }

  /// Grammar: table_declaration ::= 'table' NAME key freshness? '{' ( field ','? )* '}'
  private mutating func parseTable() {
    let mark = mark
    take(as: .keyword)
    parseName(of: .table)
    parseKey()
    var first: SourceRange?
    while contextualWord() == .fresh {
      checkDuplicate(ContextualWord.fresh.text, first)
      first = first ?? wordRange()
      parseFreshness()
    }
    parseFields(after: "the key of a table")
    close(.tableDeclaration, from: mark)
  }

  /// Grammar: key ::= 'by' NAME ( ',' NAME )*
  private mutating func parseKey() {
    let mark = mark
    guard take(if: .by) else {
      return reportMissing { .missingWord("by", after: "the name of a table", before: $0) }
    }
    repeat { parseName(of: .key) } while take(if: .comma)
    close(.keyClause, from: mark)
  }

  /// Grammar: set_declaration ::= 'set' NAME range ( 'per' period )?
  private mutating func parseSet() {
    let mark = mark
    take(as: .keyword)
    let name = word()
    let isTimeZone = name == "time" && word(ahead: 1) == "zone"
    if isTimeZone { take() }
    parseName(of: .setting)
    // `set zone = "…"` is understood.
    let sign = at(.equal) ? wordRange() : nil
    if sign != nil { skip(1) }
    let value = self.mark
    parseRange()
    let isWholePhrase = reportForeignZone(from: mark, name, isTimeZone, value, hasSign: sign != nil)
    if !isWholePhrase, let sign {
      report(.equalInSetting(meant: "set \(name) \(text(from: value))"), at: sign)
    }
    if at(.per) { parsePeriod() }
    close(.setDeclaration, from: mark, isBroken: isWholePhrase)
  }

  /// Reports `set timezone = "…"`, `set time zone "…"` and `set zone = Europe/Berlin`, in which more than
  /// one part is to be written otherwise; false for any other setting
  private mutating func reportForeignZone(
    from mark: Int, _ name: String, _ isTimeZone: Bool, _ value: Int, hasSign: Bool
  ) -> Bool {
    let isOtherName = isTimeZone || ["timezone", "tz", "time_zone"].contains(name)
    guard isOtherName || name == "zone", lastProblemPosition != position else { return false }
    let zone = text(from: value)
    let isQuoted = zone.hasPrefix("\"")
    guard isTimeZone || hasSign && (isOtherName || !isQuoted), !zone.isEmpty else { return false }
    reportPhrase(from: mark, meant: "set zone \(isQuoted ? zone : "\"\(zone)\"")")
    return true
  }

  /// Grammar: connect_declaration ::= 'connect' NAME 'to' NAME arguments
  private mutating func parseConnect() {
    let mark = mark
    take(as: .keyword)
    parseName(of: .connection)
    parseWord(.to, after: "`connect NAME`")
    let call = self.mark
    let name = self.mark
    let isNamed = at(.name)
    parseName(of: .connector)
    if isNamed { close(.nameExpression, from: name) }
    if at(.openingParenthesis) {
      parseArguments()
    } else {
      reportMissing { .missingWord("(", after: "the name of a connector", before: $0) }
    }
    close(.call, from: call)
    close(.connectDeclaration, from: mark)
  }
}
