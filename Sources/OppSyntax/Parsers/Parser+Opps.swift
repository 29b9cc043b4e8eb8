extension Parser {
  /// Grammar: opp_declaration ::= 'opp' plain_text opp_clause*
  mutating func parseOpp() {
    let mark = mark
    take(as: .keyword)
    let isBare = at(.name) && !startsLine && clause(at: contextualWord()) == nil
    if isBare { parseUnquoted(wordsBeforeClause()) } else { parsePlainText(of: .opp) }
    var first: [SyntaxKind: SourceRange] = [:]
    let isBraced = skipOpeningBrace()
    hasEvent = false
    isConditionalOpp = false
    while !at(.endOfFile) {
      if isBraced, at(.closingBrace) {
        skip(1)
      } else if parseForeignSchedule(asClause: true) || parseDaysBesideEvent()
        || !atForeignOn && parsePlaceWithoutNear()
      {
        continue
      } else if atForeignOn {
        report(.foreignOperator("at", meant: "on"), at: wordRange())
        parseClause(.onClause, &first)
      } else if let length = foreignForEach {
        reportForeignForEach(length)
        parseClause(.forEachClause, &first)
      } else if let kind = clause(at: contextualWord()) {
        parseClause(kind, &first)
      } else if isConditionalOpp(needsClause: false) {
        reportConditionalOpp()
        parseClause(.whenClause, &first)
      } else if isConditionalOpp, at(.then) {
        skip(1)
      } else if parseAssignment() {
        continue
      } else if contextualWord()?.beginsDeclaration ?? false {
        break
      } else if parseForeignClause() {
        continue
      } else if let word = ContextualWord.clause(meantBy: found.text) {
        let count = word == .notify ? wordsOfNotice(ahead: 1) : 0
        let range = wordRange().union(wordRange(ahead: count))
        report(.foreignOperator(source.text(range), meant: word.text), at: range)
        // The last of the words stands for that of the clause.
        skip(count)
        if let kind = clause(at: word) { parseClause(kind, &first) }
      } else if let word = misspelledClause() {
        report(.misspelledWord(found.text, meant: word.text), at: wordRange())
        if let kind = clause(at: word) { parseClause(kind, &first) }
      } else if misspelledDeclaration() != nil || startsForeignLet || atImport {
        break
      } else {
        parseStrayWordInOpp()
      }
    }
    close(.oppDeclaration, from: mark)
  }

  /// The clause that begins here, where the next word is, or is meant to be, a contextual word
  private func clause(at word: ContextualWord?) -> SyntaxKind? {
    switch word {
    case .on: .onClause
    case .when: .whenClause
    case .notify: .notifyClause
    case .record: .recordClause
    case .colour: .colourClause
    case .at: .atMostClause
    case .again: .againClause
    case .snooze: .snoozeClause
    case .urgent: .urgentClause
    case .disabled: .disabledClause
    case nil where at(.near): .nearClause
    case nil where at(.for) && peek(1) == .each: .forEachClause
    default: nil
    }
  }

  /// The clause that a misspelled word begins
  private func misspelledClause() -> ContextualWord? {
    at(.name) ? misspelled(Self.clauseWords) : nil
  }

  private static let clauseWords: [ContextualWord] = [
    .on, .when, .notify, .record, .colour, .again, .snooze, .urgent, .disabled,
  ]

  /// Whether a word is meant to begin a clause
  func isNearClause(_ word: String) -> Bool {
    ContextualWord.clause(meantBy: word) != nil
      || nearestSpelling(of: word, in: Self.clauseWords.map { $0.text }) != nil
  }

  /// Whether `at` is here with what belongs behind `on`: `at 08:00`, `at sunset`
  private var atForeignOn: Bool {
    guard at(.at) else { return false }
    switch peek(1) {
    case .timeOfDay, .instant: return true
    case .name:
      return ["sunrise", "sunset", "dawn", "dusk", "solar_noon", "noon", "midnight"]
        .contains(word(ahead: 1))
    default: return false
    }
  }

  private mutating func parseStrayWordInOpp() {
    if at(.semicolon) {
      report(.semicolon, at: wordRange())
      return skip(1)
    }
    reportMissing { .unexpectedInOpp($0) }
    skipOne { $0.looksLikeClause }
  }

  /// Grammar: opp_clause ::= for_each_clause | on_clause | when_clause | near_clause | notify_clause | record_clause | colour_clause | at_most_clause | again_clause | snooze_clause | urgent_clause | disabled_clause
  private mutating func parseClause(
    _ kind: SyntaxKind, _ first: inout [SyntaxKind: SourceRange]
  ) {
    let word = wordRange()
    if lastProblemPosition != position {
      checkDuplicate(kind == .atMostClause ? "at most" : source.text(word), first[kind])
    }
    first[kind] = first[kind] ?? word
    let mark = mark
    switch kind {
    case .forEachClause: parseForEach()
    case .onClause: parseOn()
    case .whenClause: parseWhen()
    case .nearClause: parseNear()
    case .notifyClause: parseNotify()
    case .recordClause: parseRecord()
    case .colourClause: parseColour()
    case .atMostClause: parseAtMost()
    case .againClause: parseAgain()
    case .snoozeClause: parseSnooze()
    default: parseFlag()
    }
    close(kind, from: mark)
  }

  /// Grammar: for_each_clause ::= 'for' 'each' NAME 'in' expression
  private mutating func parseForEach() {
    if at(.for) {
      take()
      take()
    }
    let lacksName = peek(1) != .in && (peek(1) != .name || contextualWord(ahead: 1) != nil)
    if at(.name), lacksName, peek(1) != .dot, let table = table(ofRow: word()) {
      let row = mark
      take()
      reportPhrase(from: row, meant: "\(text(from: row)) in \(table)")
      return addMissing()
    }
    if at(.name), lacksName {
      let list = mark
      parsePostfixed()
      reportPhrase(from: list, meant: "row in \(text(from: list))")
      return close(.comparisonChain, from: list, isBroken: true)
    }
    parseName(of: .row)
    parseMark(.in, "in", after: "the name of the row")
    parseExpression()
  }

  /// The table that a row is named after: `tasks` of `task`; nil where a table has that very name
  private func table(ofRow row: String) -> String? {
    guard !row.hasSuffix("s"), !isTable(row) else { return nil }
    if row.hasSuffix("y") { return row.dropLast() + "ies" }
    return row + (row.hasSuffix("x") || row.hasSuffix("ch") || row.hasSuffix("sh") ? "es" : "s")
  }

  /// Whether the file declares a table of a name
  private func isTable(_ name: String) -> Bool {
    words.indices.dropLast().contains { index in
      tokenKinds[Int(words[index])] == .name && tokenKinds[Int(words[index + 1])] == .name
        && text(ofWord: index) == ContextualWord.table.text && text(ofWord: index + 1) == name
    }
  }

  private func text(ofWord index: Int) -> String {
    source.text(range(ofTokens: words[index]..<words[index] + 1))
  }

  /// Grammar: on_clause ::= 'on' event ( 'or' event )*
  private mutating func parseOn() {
    takeClauseWord()
    isInEvent = true
    hasEvent = true
    defer { isInEvent = false }
    parseEvent()
    while isInfix(.or) || at(.comma) && beginsOperand(ahead: 1) {
      if at(.comma) {
        report(.foreignOperator(",", meant: "or"), at: wordRange())
        take(as: .or)
      } else {
        take()
      }
      if at(.on), beginsOperand(ahead: 1) {
        report(.needlessWord("on"), at: wordRange())
        skip(1)
      }
      parseEvent()
    }
  }

  /// Takes the word of a clause, and a `:` that is left behind it
  private mutating func takeClauseWord() {
    let word = found.text
    take(as: .keyword)
    guard at(.colon) else { return }
    if !hasReportedColon { report(.colonAfterClause(word), at: wordRange()) }
    hasReportedColon = true
    skip(1)
  }

  /// Grammar: when_clause ::= 'when' expression
  private mutating func parseWhen() {
    takeClauseWord()
    if isConditionalOpp(needsClause: true) {
      reportConditionalOpp()
      skip(1)
    }
    parseExpression()
  }

  /// Grammar: near_clause ::= 'near' postfixed radius? near_window?
  private mutating func parseNear() {
    let start = wordRange()
    take()
    let mark = mark
    parsePlaceOperand()
    parseRadius()
    parseNearWindow()
    parseFurtherPlaces(from: mark, after: start)
  }

  /// Reports `, work` and `or work` of `near home, work`
  private mutating func parseFurtherPlaces(from mark: Int, after start: SourceRange) {
    guard at(.comma) || isInfix(.or), beginsPlainOperand(ahead: 1) else { return }
    var meant = "when near \(text(from: mark))"
    while at(.comma) || isInfix(.or) {
      take()
      if at(.near) { take() }
      let place = self.mark
      parsePlaceOperand()
      meant += " or near \(text(from: place))"
    }
    let range = start.union(endOfPrevious)
    report(.foreignPhrase(source.text(range), meant: meant, also: nil), at: range)
    close(.comparisonChain, from: mark, isBroken: true)
  }

  /// Grammar: near_window ::= 'for' sum | 'within' ( 'last' | 'next' ) sum
  private mutating func parseNearWindow() {
    let isLasting = at(.for) && peek(1) != .each
    guard isLasting || at(.within) && (peek(1) == .last || peek(1) == .next) else { return }
    let mark = mark
    take()
    if !isLasting { take() }
    parseSum()
    close(.nearWindow, from: mark)
  }

  /// Grammar: notify_clause ::= 'notify' expression recipient? payload?
  private mutating func parseNotify() {
    takeClauseWord()
    isInNotify = true
    let unquoted = unquotedNotice()
    if unquoted > 0 {
      parseUnquoted(unquoted)
    } else {
      if at(.name), peek(1) == .openingQuote, !touchesPrevious(ahead: 1) {
        parseRecipientBeforeText()
      }
      parseExpression()
    }
    isInNotify = false
    skipDelay()
    parseRecipient()
    parsePayload()
    // The other order is understood too.
    parseRecipient()
  }

  /// `notify me "…"`
  private mutating func parseRecipientBeforeText() {
    let name = found.text
    if ["me", "myself", "us"].contains(name) || wordsOfNotice(ahead: 0) > 0 {
      report(.needlessWord(name), at: wordRange())
    } else {
      report(
        .foreignPhrase("notify \(name) …", meant: "notify … to \"\(name)\"", also: nil),
        at: wordRange())
    }
    skip(1)
  }

  /// The number of words before a text that only say that it is one: `a notification`, `me a message`
  private func wordsOfNotice(ahead start: Int) -> Int {
    let words = [
      "me", "us", "a", "an", "the", "push", "notification", "message", "alert", "reminder", "text",
    ]
    var count = 0
    while words.contains(word(ahead: start + count)) { count += 1 }
    return peek(start + count) == .openingQuote ? count : 0
  }

  /// Grammar: recipient ::= 'to' expression
  private mutating func parseRecipient() {
    guard at(.to) else { return }
    let mark = mark
    take(as: .keyword)
    if !parseNamesWithoutBrackets() { parseExpression() }
    close(.recipient, from: mark)
  }

  /// Grammar: payload ::= 'with' values
  private mutating func parsePayload() {
    guard at(.with) else { return }
    let mark = mark
    take(as: .keyword)
    parseValues(after: "`with`")
    close(.payload, from: mark)
  }

  /// Grammar: record_clause ::= 'record' NAME values
  private mutating func parseRecord() {
    take(as: .keyword)
    parseName(of: .recordTable)
    parseValues(after: "the name of the table")
  }

  /// Grammar: colour_clause ::= 'colour' postfixed
  private mutating func parseColour() {
    takeClauseWord()
    parsePostfixed()
  }

  /// Grammar: again_clause ::= 'again' 'every' sum
  private mutating func parseAgain() {
    take(as: .keyword)
    parseWord(.every, after: "`again`")
    parseSum()
  }

  /// Grammar: snooze_clause ::= 'snooze' sum
  private mutating func parseSnooze() {
    takeClauseWord()
    if at(.for) {
      report(.needlessWord("for"), at: wordRange())
      skip(1)
    }
    parseSum()
  }

  /// Grammar: urgent_clause ::= 'urgent'
  ///
  /// Grammar: disabled_clause ::= 'disabled'
  private mutating func parseFlag() {
    take(as: .keyword)
    guard at(.true) else { return }
    report(.needlessWord("true"), at: wordRange())
    skip(1)
  }

  /// Grammar: at_most_clause ::= 'at' 'most' ( 'once' ( 'per' period )? | NUMBER 'per' period )
  private mutating func parseAtMost() {
    let start = wordRange()
    take(as: .keyword)
    parseWord(.most, after: "`at`")
    if let (words, meant) = foreignLimit(ahead: 0, isWhole: false) {
      let range = start.union(wordRange(ahead: words - 1))
      report(.foreignPhrase(source.text(range), meant: meant, also: nil), at: range)
      skip(words)
      return addMissing()
    }
    let mark = mark
    let isOnce = take(if: .once)
    if !isOnce {
      if at(.number) || at(.quantity) || atNegativeLiteral {
        parseLiteral()
      } else {
        reportMissing { .missingWord("once", after: "`at most`", before: $0) }
        addMissing()
      }
    }
    let count = text(from: mark)
    if at(.per) {
      parsePeriod()
    } else if !isOnce {
      reportMissing { _ in .missingPeriod(count: count) }
    }
  }

  /// Grammar: period ::= 'hour' | 'day' | 'week' | 'month' | sum
  ///
  /// This function begins at `per`.
  mutating func parsePeriod() {
    let mark = mark
    take(as: .keyword)
    let periods = ["hour", "day", "week", "month"]
    let word = at(.name) ? found.text : ""
    if periods.contains(word) {
      take()
    } else if let nearest = nearestSpelling(of: word, in: periods) {
      report(.unknownPeriod(word, nearest: nearest), at: wordRange())
      skip(1)
    } else {
      parseSum()
    }
    close(.period, from: mark)
  }
}

extension ContextualWord {
  /// The clause that is meant by a word of the same sense
  static func clause(meantBy word: String) -> ContextualWord? {
    switch word {
    case "color": .colour
    case "alert", "say", "send", "message", "remind", "tell", "text": .notify
    case "if", "while", "whenever": .when
    case "repeat": .again
    default: nil
    }
  }
}
