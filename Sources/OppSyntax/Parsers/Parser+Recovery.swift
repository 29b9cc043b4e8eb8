extension Parser {
  /// `true` if the next word begins a declaration, judged by the words behind it
  ///
  /// Used for recovery only, at the start of a line: a name that happens to be such a word is not
  /// followed by a name or a text.
  var looksLikeDeclaration: Bool {
    guard let word = contextualWord(), word.beginsDeclaration else { return false }
    if word.isNamedByText { return peek(1) == .openingQuote }
    return peek(1) == .name && peek(2) != .colon && peek(2) != .comma
  }

  /// `true` if a declaration begins here beyond doubt: its word, its name, and the mark or word behind them
  ///
  ///     opp "Tea"     place home =     let warm(     table visits by     connect weather to
  var atDeclarationHead: Bool {
    guard looksLikeDeclaration, !startsLine(ahead: 1) else { return false }
    switch contextualWord() {
    case .opp, .test, .chart: return true
    case .place: return peek(2) == .equal
    case .let: return peek(2) == .equal || peek(2) == .openingParenthesis
    case .enum: return peek(2) == .openingBrace
    case .source:
      let next = contextualWord(ahead: 2)
      return peek(2) == .openingBrace || peek(2) == .openingParenthesis || next == .fresh
        || next == .cost
    case .table: return contextualWord(ahead: 2) == .by || peek(2) == .openingBrace
    case .connect: return contextualWord(ahead: 2) == .to
    default: return !startsLine(ahead: 2) && peek(2) != .bar && peek(2) != .closingBrace
    }
  }

  /// `true` if the next word begins a clause of an opp
  var looksLikeClause: Bool {
    switch current {
    case .near: true
    case .for: peek(1) == .each
    case .name: contextualWord()?.beginsClause ?? false
    default: false
    }
  }

  /// `true` if the next word begins a step or an action of a test
  var looksLikeAction: Bool { at(.at) || at(.given) || at(.expect) }

  /// `true` if a line begins before a word ahead; false past the end of the file
  @inline(__always)
  func startsLine(ahead distance: Int) -> Bool {
    let index = position + distance
    return index < words.count && words[index].startsLine
  }

  /// Takes words that fit nowhere
  mutating func skip(_ count: Int) {
    let mark = mark
    for _ in 0..<count { take() }
    if self.mark > mark { close(.unexpected, from: mark) }
  }

  /// Takes words that fit nowhere, as long as a condition holds and there are any
  ///
  /// All of them become one node, so that a mistake of a thousand words is one child.
  mutating func skip(while condition: (borrowing Parser) -> Bool) {
    let mark = mark
    while !at(.endOfFile), condition(self) { take() }
    if self.mark > mark { close(.unexpected, from: mark) }
  }

  /// Takes at least one word that fits nowhere, up to a stronger one
  ///
  /// - Parameter isStronger: whether the next word ends the skipping, which the end of the file and a declaration at
  ///   the start of a line do in any case.
  mutating func skipOne(until isStronger: (borrowing Parser) -> Bool) {
    let mark = mark
    repeat {
      take()
    } while !at(.endOfFile) && !isStronger(self) && !(startsLine && looksLikeDeclaration)
    if self.mark > mark { close(.unexpected, from: mark) }
    // The skipped words are reported; a mistake after them is a new one.
    if !at(.endOfFile) { lastProblemPosition = -1 }
  }

  /// Takes a name
  ///
  /// After `.` and before `:` every word is one. Elsewhere a reserved word is reported, and still read as
  /// the name if it is followed as a name is.
  mutating func parseName(of thing: SyntaxProblem.NamedThing, any isAnyWord: Bool = false) {
    if at(.name) || isAnyWord && current.isWord {
      if !isAnyWord, ForeignDeclarations.hyphenatedLength(self) > 0 {
        return ForeignDeclarations.parseHyphenatedName(&self, of: thing)
      }
      return take(as: .name)
    }
    if at(.openingQuote), peek(1) == .textSegment, peek(2) == .closingQuote, isNameInQuotes {
      let name = wordText(ahead: 1)
      let range = wordRange().union(wordRange(ahead: 2))
      report(.foreignPhrase(source.text(range), meant: name, also: nil), at: range)
      skip(1)
      take(as: .name)
      return skip(1)
    }
    reportMissing { .missingName(of: thing, before: $0) }
    if current.isReserved {
      switch peek(1) {
      case .equal, .openingParenthesis, .openingBrace, .comma, .colon:
        refusedNames.insert(found.text)
        return take(as: .name)
      default: break
      }
    }
    addMissing()
  }

  /// `true` if a text ahead has the letters of a name: `place "gym" = …`
  private var isNameInQuotes: Bool {
    let bytes = wordText(ahead: 1).utf8
    guard let first = bytes.first, first == 0x5F || first.isLetter else { return false }
    return bytes.allSatisfy { $0 == 0x5F || $0.isLetter || $0 >= 0x30 && $0 <= 0x39 }
  }

  /// Takes a mark that has to be here, or reports that it is missing
  mutating func parseMark(_ kind: TokenKind, _ spelling: String, after: String) {
    if !take(if: kind) { reportMissing { .missingWord(spelling, after: after, before: $0) } }
  }

  /// Takes a closing mark, or reports that it is missing
  ///
  /// - Returns: whether it was there.
  mutating func parseClosing(
    _ kind: TokenKind, _ spelling: String, opened: SourceRange
  ) -> Bool {
    guard !take(if: kind) else { return true }
    reportMissing { .missingClosing(spelling, opened: opened, before: $0) }
    // The words before the closing mark in a line with it are skipped with it.
    skipToClosing(kind)
    return false
  }

  /// Skips to a closing mark on this line, if there is one before anything stronger
  ///
  /// At most 64 words are read ahead, so that a file of opening marks takes linear time.
  private mutating func skipToClosing(_ kind: TokenKind) {
    var distance = 0
    var depth = 0
    while distance < 64 {
      let next = peek(distance)
      if next == kind, depth == 0 { break }
      if next.opens { depth += 1 }
      if next.closes { depth -= 1 }
      let isClause = contextualWord(ahead: distance)?.endsOperands ?? false
      if depth < 0 || next == .endOfFile || isClause || startsLine(ahead: distance) { return }
      distance += 1
    }
    guard distance < 64 else { return }
    skip(distance)
    take()
  }

  /// Takes a contextual word that has to be here, or reports that it is missing
  mutating func parseWord(_ word: ContextualWord, after: String) {
    if !take(if: word) { reportMissing { .missingWord(word.text, after: after, before: $0) } }
  }

  /// Reports that a comma is missing before the next word
  ///
  /// The comma belongs directly behind the element before: `[1 2]` becomes `[1, 2]`.
  mutating func reportMissingComma() {
    let point = endOfPrevious
    reportMissing { .missingComma(before: $0, point: point) }
  }

  /// Parses the name of an opp or a test: a text without interpolations
  ///
  /// Grammar: plain_text ::= '"' TEXT_CHARACTERS? '"'
  mutating func parsePlainText(of thing: SyntaxProblem.NamedThing) {
    guard at(.openingQuote) else {
      reportMissing { .missingName(of: thing, before: $0) }
      return addMissing()
    }
    let range = wordRange()
    let mark = mark
    let hasInterpolation = peek(1) == .openingInterpolation || peek(2) == .openingInterpolation
    OperandGrammar.parseText(&self)
    if hasInterpolation { report(.interpolatedName, at: range.union(self.range(from: mark))) }
  }

  // MARK: Phrases

  /// Reports the phrase parsed since a mark, and how it is written
  mutating func reportPhrase(from mark: Int, meant: String, also: String? = nil) {
    let range = range(from: mark)
    report(.foreignPhrase(source.text(range), meant: meant, also: also), at: range)
  }

  /// Takes words that represent an expression which cannot be checked
  ///
  /// The node is a broken ``SyntaxKind/comparisonChain``, about which the checker says nothing.
  mutating func takePhrase(_ count: Int, meant: String, also: String? = nil) {
    let mark = mark
    for _ in 0..<count { take() }
    reportPhrase(from: mark, meant: meant, also: also)
    close(.comparisonChain, from: mark, isBroken: true)
  }
}

extension UInt8 {
  /// `true` of `a` to `z` and `A` to `Z`
  fileprivate var isLetter: Bool { (self | 0x20) >= 0x61 && (self | 0x20) <= 0x7A }
}

extension ContextualWord {
  /// `true` if the word begins a clause of an opp
  fileprivate var beginsClause: Bool {
    switch self {
    case .on, .when, .notify, .record, .colour, .at, .again, .snooze, .expires, .urgent, .disabled:
      true
    default: false
    }
  }
}
