/// The productions of an Opp and its clauses
enum OppGrammar {
  /// Grammar: opp_declaration ::= 'opp' plain_text opp_clause*
  ///
  /// - Parameter hasWord: whether `opp` is here; it is not in `"Tea" when raining`, which is reported before.
  static func parseOpp(_ parser: inout Parser, hasWord: Bool = true) {
    let mark = parser.mark
    if hasWord { parser.take(as: .keyword) }
    let isBare =
      parser.at(.name) && !parser.startsLine && clause(parser, at: parser.contextualWord()) == nil
    let lacksQuote = ForeignQuotes.parseName(&parser)
    if !lacksQuote, isBare {
      ForeignPhrases.parseUnquoted(&parser, ForeignPhrases.wordsBeforeClause(parser))
    } else if !lacksQuote {
      parser.parsePlainText(of: .opp)
    }
    var first: [(kind: SyntaxKind, word: SourceRange)] = []
    var isBraced = ForeignDeclarations.skipOpeningBrace(&parser)
    parser.hasEvent = false
    parser.condition = nil
    parser.nearPlace = nil
    parser.isConditionalOpp = false
    while !parser.at(.endOfFile) {
      if isBraced, parser.at(.closingBrace) {
        parser.skip(1)
      } else if !isBraced, ForeignDeclarations.skipOpeningBrace(&parser) {
        isBraced = true
      } else if ForeignTimes.parseForeignSchedule(&parser, asClause: true)
        || ForeignOffsets.parseClause(&parser) || ForeignTimes.parseDaysBesideEvent(&parser)
        || ForeignCalendars.parseEvent(&parser, asClause: true)
        || ForeignCalendars.parseDayBesideEvent(&parser)
        || !atForeignOn(parser) && ForeignDeclarations.parsePlaceWithoutNear(&parser)
      {
        continue
      } else if atForeignOn(parser) {
        parser.report(.foreignOperator("at", meant: "on"), at: parser.wordRange())
        parseClause(&parser, .onClause, &first)
      } else if let length = ForeignDeclarations.foreignForEach(parser) {
        ForeignDeclarations.reportForeignForEach(&parser, length)
        parseClause(&parser, .forEachClause, &first)
      } else if let kind = clause(parser, at: parser.contextualWord()) {
        parseClause(&parser, kind, &first)
      } else if ForeignDeclarations.isConditionalOpp(parser, needsClause: false) {
        ForeignDeclarations.reportConditionalOpp(&parser)
        parseClause(&parser, .whenClause, &first)
      } else if parser.isConditionalOpp, parser.at(.then) {
        parser.skip(1)
      } else if ForeignDeclarations.parseAssignment(&parser) {
        continue
      } else if parser.contextualWord()?.beginsDeclaration ?? false {
        break
      } else if !first.contains(where: { $0.kind == .notifyClause }),
        ForeignQuotes.parseTextWithoutNotify(&parser)
      {
        continue
      } else if ForeignPhrases.parseForeignClause(&parser) {
        continue
      } else if let word = ContextualWord.clause(meantBy: parser.found.text) {
        let count = word == .notify ? wordsOfNotice(parser, ahead: 1) : 0
        let hasColon = parser.peek(count + 1) == .colon
        let range = parser.wordRange().union(parser.wordRange(ahead: hasColon ? count + 1 : count))
        if hasColon, parser.contextualWord(ahead: count + 2)?.endsOperands ?? false {
          // `action: notify "x"`
          parser.report(.needlessWord(parser.source.text(range)), at: range)
          parser.skip(count + 2)
          continue
        }
        parser.report(.foreignOperator(parser.source.text(range), meant: word.text), at: range)
        if hasColon { parser.hasReportedColon = true }
        // The last of the words stands for that of the clause.
        parser.skip(count)
        if let kind = clause(parser, at: word) { parseClause(&parser, kind, &first) }
      } else if let word = misspelledClause(parser) {
        parser.report(.misspelledWord(parser.found.text, meant: word.text), at: parser.wordRange())
        if let kind = clause(parser, at: word) { parseClause(&parser, kind, &first) }
      } else if DeclarationGrammar.misspelledDeclaration(parser) != nil
        || ForeignDeclarations.startsForeignLet(parser) || ForeignDeclarations.atImport(parser)
      {
        break
      } else {
        parseStrayWordInOpp(&parser)
      }
    }
    parser.close(.oppDeclaration, from: mark)
  }

  /// The clause that begins here, if the next word is, or is meant to be, a contextual word
  private static func clause(_ parser: borrowing Parser, at word: ContextualWord?) -> SyntaxKind? {
    switch word {
    case .on: .onClause
    case .when: .whenClause
    case .notify: .notifyClause
    case .record: .recordClause
    case .colour: .colourClause
    case .at: .atMostClause
    case .again: .againClause
    case .snooze: .snoozeClause
    case .expires: .expiresClause
    case .urgent: .urgentClause
    case .disabled: .disabledClause
    case nil where parser.at(.near): .nearClause
    case nil where parser.at(.for) && parser.peek(1) == .each: .forEachClause
    default: nil
    }
  }

  /// The clause that a misspelled word begins
  private static func misspelledClause(_ parser: borrowing Parser) -> ContextualWord? {
    parser.at(.name) ? DeclarationGrammar.misspelled(parser, Self.clauseWords) : nil
  }

  private static let clauseWords: [ContextualWord] = [
    .on, .when, .notify, .record, .colour, .again, .snooze, .expires, .urgent,
    .disabled,
  ]

  /// `true` if a word is meant to begin a clause
  static func isNearClause(_ parser: borrowing Parser, _ word: String) -> Bool {
    ContextualWord.clause(meantBy: word) != nil
      || nearestSpelling(of: word, in: Self.clauseWords.map { $0.text }) != nil
  }

  /// `true` if `at` is here in place of `on`: `at 08:00`, `at sunset`
  private static func atForeignOn(_ parser: borrowing Parser) -> Bool {
    guard parser.at(.at) else { return false }
    switch parser.peek(1) {
    case .timeOfDay, .instant: return true
    case .name:
      return ["sunrise", "sunset", "dawn", "dusk", "solar_noon", "noon", "midnight"]
        .contains(parser.spelling(ahead: 1))
    default: return false
    }
  }

  private static func parseStrayWordInOpp(_ parser: inout Parser) {
    if parser.at(.semicolon) {
      parser.report(.semicolon, at: parser.wordRange())
      return parser.skip(1)
    }
    if parser.at(.comma), parser.contextualWord(ahead: 1)?.endsOperands ?? false {
      parser.report(.needlessWord(","), at: parser.wordRange())
      return parser.skip(1)
    }
    parser.reportUnexpected { .unexpectedInOpp($0) }
    parser.skipOne { $0.looksLikeClause }
  }

  /// Grammar: opp_clause ::= for_each_clause | on_clause | when_clause | near_clause | notify_clause | record_clause | colour_clause | at_most_clause | again_clause | snooze_clause | expires_clause | urgent_clause | disabled_clause
  private static func parseClause(
    _ parser: inout Parser,
    _ kind: SyntaxKind, _ first: inout [(kind: SyntaxKind, word: SourceRange)]
  ) {
    let word = parser.wordRange()
    if let earlier = first.first(where: { $0.kind == kind }) {
      if parser.lastProblemPosition != parser.position {
        let name = kind == .atMostClause ? "at most" : parser.source.text(word)
        DeclarationGrammar.checkDuplicate(&parser, name, earlier.word)
      }
    } else {
      first.append((kind, word))
    }
    let mark = parser.mark
    switch kind {
    case .forEachClause: parseForEach(&parser)
    case .onClause: parseOn(&parser)
    case .whenClause: parseWhen(&parser)
    case .nearClause: parseNear(&parser)
    case .notifyClause: parseNotify(&parser)
    case .recordClause: parseRecord(&parser)
    case .colourClause: parseColour(&parser)
    case .atMostClause: parseAtMost(&parser)
    case .againClause: parseAgain(&parser)
    case .snoozeClause: parseSnooze(&parser)
    case .expiresClause: parseExpires(&parser)
    default: parseFlag(&parser)
    }
    parser.close(kind, from: mark)
  }

  /// Grammar: for_each_clause ::= 'for' 'each' NAME 'in' expression
  static func parseForEach(_ parser: inout Parser) {
    if parser.at(.for) {
      parser.take()
      parser.take()
    }
    if parser.at(.name), ["of", "from"].contains(parser.spelling(ahead: 1)) {
      parser.parseName(of: .row)
      parser.report(.foreignOperator(parser.word(), meant: "in"), at: parser.wordRange())
      parser.skip(1)
      return ExpressionGrammar.parseExpression(&parser)
    }
    if parser.at(.name), parser.peek(1) == .as, parser.peek(2) == .name {
      parser.takePhrase(3, meant: "\(parser.word(ahead: 2)) in \(parser.word())")
      return parser.addMissing()
    }
    let lacksName =
      parser.peek(1) != .in && (parser.peek(1) != .name || parser.contextualWord(ahead: 1) != nil)
    if parser.at(.name), lacksName, parser.peek(1) != .dot,
      let table = table(parser, ofRow: parser.word())
    {
      let row = parser.mark
      parser.take()
      parser.reportPhrase(from: row, meant: "\(parser.text(from: row)) in \(table)")
      return parser.addMissing()
    }
    if parser.at(.name), lacksName {
      let list = parser.mark
      OperandGrammar.parsePostfixed(&parser)
      parser.reportPhrase(from: list, meant: "row in \(parser.text(from: list))")
      return parser.close(.comparisonChain, from: list, isBroken: true)
    }
    parser.parseName(of: .row)
    parser.parseMark(.in, "in", after: "the name of the row")
    ExpressionGrammar.parseExpression(&parser)
  }

  /// The table that a row is named after: `tasks` of `task`; nil if a table has that very name
  private static func table(_ parser: borrowing Parser, ofRow row: String) -> String? {
    row.hasSuffix("s") || isTable(parser, row) ? nil : table(named: row)
  }

  /// The table that a row is named after, if there is one
  static func table(named row: String) -> String {
    if ["event", "meeting", "appointment"].contains(row) { return "agenda" }
    if row.hasSuffix("y") { return row.dropLast() + "ies" }
    return row + (row.hasSuffix("x") || row.hasSuffix("ch") || row.hasSuffix("sh") ? "es" : "s")
  }

  /// `true` if the file declares a table of a name
  private static func isTable(_ parser: borrowing Parser, _ name: String) -> Bool {
    parser.words.indices.dropLast().contains { index in
      parser.tokenKinds[Int(parser.words[index].token)] == .name
        && parser.tokenKinds[Int(parser.words[index + 1].token)] == .name
        && text(parser, ofWord: index) == ContextualWord.table.text
        && text(parser, ofWord: index + 1) == name
    }
  }

  private static func text(_ parser: borrowing Parser, ofWord index: Int) -> String {
    let token = parser.words[index].token
    return parser.source.text(parser.range(ofTokens: token..<token + 1))
  }

  /// Grammar: on_clause ::= 'on' event ( 'or' event )*
  private static func parseOn(_ parser: inout Parser) {
    takeClauseWord(&parser)
    parser.isInEvent = true
    parser.hasEvent = true
    defer { parser.isInEvent = false }
    EventGrammar.parseEvent(&parser)
    while parser.isInfix(.or)
      || parser.at(.comma) && parser.beginsOperand(ahead: 1)
        && !(parser.contextualWord(ahead: 1)?.endsOperands ?? false)
    {
      if parser.at(.comma) {
        parser.report(.foreignOperator(",", meant: "or"), at: parser.wordRange())
        parser.take(as: .or)
      } else {
        parser.take()
      }
      if parser.at(.on), parser.beginsOperand(ahead: 1) {
        parser.report(.needlessWord("on"), at: parser.wordRange())
        parser.skip(1)
      }
      EventGrammar.parseEvent(&parser)
    }
  }

  /// Takes the word of a clause, and a `:` that is left behind it
  static func takeClauseWord(_ parser: inout Parser) {
    let word = parser.wordRange()
    parser.take(as: .keyword)
    guard parser.at(.colon) else { return }
    if !parser.hasReportedColon {
      parser.report(.colonAfterClause(parser.source.text(word)), at: parser.wordRange())
    }
    parser.hasReportedColon = true
    parser.skip(1)
  }

  /// Grammar: when_clause ::= 'when' expression
  private static func parseWhen(_ parser: inout Parser) {
    takeClauseWord(&parser)
    if ForeignDeclarations.isConditionalOpp(parser, needsClause: true) {
      ForeignDeclarations.reportConditionalOpp(&parser)
      parser.skip(1)
    }
    let mark = parser.mark
    ExpressionGrammar.parseExpression(&parser)
    // Behind `a or b`, and behind `if c then a else b`, `and` would belong to `b` alone.
    let kind = parser.builder.kind(at: mark)
    parser.condition = (parser.position, kind != .disjunction && kind != .conditional)
  }

  /// Grammar: near_clause ::= 'near' postfixed radius? near_window?
  private static func parseNear(_ parser: inout Parser) {
    let start = parser.wordRange()
    parser.take()
    let mark = parser.mark
    OperandGrammar.parsePlaceAndRadius(&parser)
    parseNearWindow(&parser)
    parseFurtherPlaces(&parser, from: mark, after: start)
  }

  /// Reports `, work` and `or work` of `near home, work`
  private static func parseFurtherPlaces(
    _ parser: inout Parser, from mark: Int, after start: SourceRange
  ) {
    guard parser.at(.comma) || parser.isInfix(.or), parser.beginsPlainOperand(ahead: 1) else {
      return
    }
    var meant = "when near \(parser.text(from: mark))"
    while parser.at(.comma) || parser.isInfix(.or) {
      parser.take()
      if parser.at(.near) { parser.take() }
      let place = parser.mark
      DeclarationGrammar.parsePlaceOperand(&parser)
      meant += " or near \(parser.text(from: place))"
    }
    let range = start.union(parser.endOfPrevious)
    parser.report(.foreignPhrase(parser.source.text(range), meant: meant, also: nil), at: range)
    parser.close(.comparisonChain, from: mark, isBroken: true)
  }

  /// Grammar: near_window ::= 'for' sum | 'within' ( 'last' | 'next' ) range
  private static func parseNearWindow(_ parser: inout Parser) {
    let isLasting = parser.at(.for) && parser.peek(1) != .each
    guard isLasting || parser.at(.within) && (parser.peek(1) == .last || parser.peek(1) == .next)
    else { return }
    let mark = parser.mark
    parser.take()
    if isLasting {
      ExpressionGrammar.parseSum(&parser)
    } else {
      parser.take()
      ExpressionGrammar.parseRange(&parser)
    }
    parser.close(.nearWindow, from: mark)
  }

  /// Grammar: record_clause ::= 'record' NAME values
  private static func parseRecord(_ parser: inout Parser) {
    parser.take(as: .keyword)
    parser.parseName(of: .recordTable)
    BlockGrammar.parseValues(&parser, after: "the name of the table")
  }

  /// Grammar: colour_clause ::= 'colour' postfixed
  private static func parseColour(_ parser: inout Parser) {
    takeClauseWord(&parser)
    OperandGrammar.parsePostfixed(&parser)
  }

  /// Grammar: again_clause ::= 'again' 'every' sum ( 'for' sum )?
  private static func parseAgain(_ parser: inout Parser) {
    parser.take(as: .keyword)
    if parser.spelling() == "after" || parser.spelling() == "in", parser.peek(1) == .quantity {
      parser.report(.foreignOperator(parser.word(), meant: "every"), at: parser.wordRange())
      parser.skip(1)
    } else {
      parser.parseWord(.every, after: "`again`")
    }
    let period = parser.mark
    ExpressionGrammar.parseSum(&parser)
    if ForeignRepetitions.parseCount(&parser, of: parser.range(from: period)) { return }
    if parser.at(.for), parser.peek(1) != .each {
      parser.take()
      ExpressionGrammar.parseSum(&parser)
    }
    if parser.at(.until) { parseForeignUntil(&parser) }
  }

  /// Reports `until done` behind `again every 30min`, which an answer ends anyway
  private static func parseForeignUntil(_ parser: inout Parser) {
    let mark = parser.mark
    parser.take()
    ExpressionGrammar.parseComparison(&parser)
    let range = parser.range(from: mark)
    parser.report(.untilAnswered(parser.source.text(range)), at: range)
    parser.close(.unexpected, from: mark)
  }

  /// Grammar: snooze_clause ::= 'snooze' sum
  private static func parseSnooze(_ parser: inout Parser) {
    takeClauseWord(&parser)
    if parser.at(.for) {
      parser.report(.needlessWord("for"), at: parser.wordRange())
      parser.skip(1)
    }
    ExpressionGrammar.parseSum(&parser)
  }

  /// Grammar: expires_clause ::= 'expires' sum
  private static func parseExpires(_ parser: inout Parser) {
    takeClauseWord(&parser)
    if parser.contextualWord() == nil, ["after", "in"].contains(parser.spelling()) {
      parser.report(.needlessWord(parser.word()), at: parser.wordRange())
      parser.skip(1)
    }
    ExpressionGrammar.parseSum(&parser)
  }

  /// Grammar: urgent_clause ::= 'urgent'
  ///
  /// Grammar: disabled_clause ::= 'disabled'
  private static func parseFlag(_ parser: inout Parser) {
    parser.take(as: .keyword)
    guard parser.at(.true) else { return }
    parser.report(.needlessWord("true"), at: parser.wordRange())
    parser.skip(1)
  }

  /// Grammar: at_most_clause ::= 'at' 'most' ( 'once' ( 'per' period )? | NUMBER 'per' period ) ( 'in' 'all' )?
  private static func parseAtMost(_ parser: inout Parser) {
    let start = parser.wordRange()
    parser.take(as: .keyword)
    parser.parseWord(.most, after: "`at`")
    if let (words, meant) = ForeignPhrases.foreignLimit(parser, ahead: 0, isWhole: false) {
      let range = start.union(parser.wordRange(ahead: words - 1))
      parser.report(.foreignPhrase(parser.source.text(range), meant: meant, also: nil), at: range)
      parser.skip(words)
      return parser.addMissing()
    }
    let mark = parser.mark
    let isOnce = parser.take(if: .once)
    if !isOnce {
      if parser.at(.number) || parser.at(.quantity) || OperandGrammar.atNegativeLiteral(parser) {
        OperandGrammar.parseLiteral(&parser)
      } else {
        parser.reportMissing { .missingWord("once", after: "`at most`", before: $0) }
        parser.addMissing()
      }
    }
    let count = parser.range(from: mark)
    if parser.at(.per) {
      parsePeriod(&parser)
    } else if !isOnce {
      let text = parser.source.text(count)
      parser.reportMissing { _ in .missingPeriod(count: text) }
    }
    parseInAll(&parser)
  }

  /// Takes `in all`, and reports words of the same sense
  private static func parseInAll(_ parser: inout Parser) {
    if parser.at(.in), parser.contextualWord(ahead: 1) == .all {
      parser.take()
      return parser.take(as: .keyword)
    }
    guard parser.at(.in) || parser.at(.name) || parser.at(.for) else { return }
    switch (parser.spelling(), parser.spelling(ahead: 1)) {
    case ("over", "all"), ("across", "all"), ("for", "all"), ("of", "all"), ("in", "total"):
      let mark = parser.mark
      parser.take()
      parser.take()
      if parser.at(.name), parser.spelling() == "rows" { parser.take() }
      parser.reportPhrase(from: mark, meant: "in all")
      parser.close(.unexpected, from: mark)
    default: break
    }
  }

  /// Grammar: period ::= 'hour' | 'day' | 'week' | 'month' | sum
  ///
  /// This function begins at `per`.
  static func parsePeriod(_ parser: inout Parser) {
    let mark = parser.mark
    parser.take(as: .keyword)
    switch parser.at(.name) ? parser.spelling() : .none {
    case "hour", "day", "week", "month": parser.take()
    default:
      if !parseMisspelledPeriod(&parser) { ExpressionGrammar.parseSum(&parser) }
    }
    parser.close(.period, from: mark)
  }

  /// Reports and skips `dya`; `false` if no word is spelled almost like a period
  private static func parseMisspelledPeriod(_ parser: inout Parser) -> Bool {
    let word = parser.at(.name) ? parser.found.text : ""
    guard let nearest = nearestSpelling(of: word, in: ["hour", "day", "week", "month"]) else {
      return false
    }
    parser.report(.unknownPeriod(word, nearest: nearest), at: parser.wordRange())
    parser.skip(1)
    return true
  }
}
