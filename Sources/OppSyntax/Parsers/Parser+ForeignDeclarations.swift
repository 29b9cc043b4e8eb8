/// Declarations and clauses of other languages: each is one message that shows how they are written
extension Parser {
  // MARK: Files

  /// Whether a file begins that is keys and values, as in YAML and JSON
  var atForeignDocument: Bool {
    guard startsLine else { return false }
    if position == 0, at(.openingBrace) || at(.openingBracket) { return true }
    return at(.name) && peek(1) == .colon || at(.minus) && peek(1) == .name && peek(2) == .colon
  }

  /// Reports and skips keys and values, up to the next declaration
  mutating func parseForeignDocument() {
    report(.foreignDocument, at: wordRange())
    skipOne { _ in false }
  }

  /// Parses a declaration that begins with a word of another language; false where there is none
  mutating func parseForeignDeclaration() -> Bool {
    if parseForeignComment() { return true }
    if atImport {
      report(.importedFile(word()), at: wordRange())
      var length = 1
      while peek(length) != .endOfFile, !startsLine(ahead: length) { length += 1 }
      skip(length)
      return true
    }
    guard startsForeignLet else { return false }
    if peek(1) == .equal {
      report(.nameWithoutLet(word()), at: wordRange())
      parseLet(hasWord: false)
    } else {
      report(.foreignOperator(word(), meant: "let"), at: wordRange())
      parseLet()
    }
    return true
  }

  /// Whether `import "…"` or the like is here
  var atImport: Bool {
    guard at(.name), startsLine, !startsLine(ahead: 1) else { return false }
    return ["import", "include", "use", "using", "require"].contains(word())
      && (peek(1) == .openingQuote || peek(1) == .name)
  }

  /// Whether `var x = …` or `x = …` is here at the very start of a line
  var startsForeignLet: Bool {
    guard at(.name), commaDepth == 0, isInFirstColumn else { return false }
    if peek(1) == .equal { return contextualWord() == nil }
    return ["var", "const", "val", "def", "define", "final", "auto"].contains(word())
      && peek(1) == .name && peek(2) == .equal
  }

  private var isInFirstColumn: Bool {
    let start = Int(wordRange().start)
    return start == 0 || source.bytes[start - 1] == 0x0A
  }

  // MARK: Parts of declarations

  /// Reports and skips `: Type` behind the name of a `let`
  mutating func skipType(ofLet name: String) {
    guard at(.colon) else { return }
    if peek(1) == .equal, touchesPrevious(ahead: 1) {
      report(.foreignOperator(":=", meant: "="), at: wordRange().union(wordRange(ahead: 1)))
      return skip(1)
    }
    var length = 1
    while !startsLine(ahead: length), peek(length) != .equal, peek(length) != .endOfFile {
      length += 1
    }
    guard peek(length) == .equal || length == 2 else {
      // `let warm: temp > 20C`
      report(.foreignOperator(":", meant: "="), at: wordRange())
      skip(1)
      // The missing `=` has been reported.
      lastProblemPosition = position
      return
    }
    let range = wordRange().union(wordRange(ahead: length - 1))
    report(.typedLet(name, type: source.text(range)), at: range)
    skip(length)
  }

  /// The number of words after the next one that belong to a name with `-`
  var hyphenatedLength: Int {
    var length = 0
    while at(.name), peek(length + 1) == .minus, touchesPrevious(ahead: length + 1),
      peek(length + 2) == .name || peek(length + 2) == .number || peek(length + 2).isReserved,
      touchesPrevious(ahead: length + 2)
    {
      length += 2
    }
    return length
  }

  private func hyphenatedText(_ length: Int) -> String {
    source.text(wordRange().union(wordRange(ahead: length)))
  }

  /// Takes a name with `-`, which is reported
  mutating func parseHyphenatedName(of thing: SyntaxProblem.NamedThing) {
    let length = hyphenatedLength
    let name = hyphenatedText(length)
    let parts = name.utf8.split(separator: UInt8(ascii: "-")).map { String(Substring($0)) }
    report(
      .hyphenInName(name, meant: parts.joined(separator: thing == .connector ? "" : "_")),
      at: wordRange().union(wordRange(ahead: length)))
    hyphenatedNames.insert(name)
    take(as: .name)
    skip(length)
  }

  /// Whether a name with `-` is here that was reported where it is declared
  var atHyphenatedName: Bool {
    guard !hyphenatedNames.isEmpty, hyphenatedLength > 0 else { return false }
    return hyphenatedNames.contains(hyphenatedText(hyphenatedLength))
  }

  mutating func takeHyphenatedName() {
    let mark = mark
    for _ in 0...hyphenatedLength { take() }
    close(.comparisonChain, from: mark, isBroken: true)
  }

  /// Parses `fresh for 10min` or `cost 3` among the fields of a source; false where there is none
  mutating func parseClauseAmongFields() -> Bool {
    let isFreshness = at(.fresh) && peek(1) == .for && peek(2) != .colon
    let isCost = at(.cost) && (peek(1) == .number || peek(1) == .quantity)
    guard isFreshness || isCost else { return false }
    let mark = mark
    take()
    if isFreshness { take() }
    parseSum()
    if lastProblemPosition != position {
      report(.clauseAmongFields(text(from: mark)), at: range(from: mark))
    }
    close(.unexpected, from: mark)
    return true
  }

  // MARK: Clauses

  /// Reports and skips `{` behind the name of an Opp; false where there is none
  mutating func skipOpeningBrace() -> Bool {
    guard at(.openingBrace) else { return false }
    report(.bracesAroundClauses, at: wordRange())
    skip(1)
    return true
  }

  /// Whether `if c then …` is here, or ahead, whose `then` leads to clauses
  ///
  /// - Parameter isClause: whether anything but clauses can follow the `then`.
  func isConditionalOpp(ahead distance: Int = 0, needsClause: Bool) -> Bool {
    guard peek(distance) == .if else { return false }
    var open = 0
    var conditions = 0
    for next in distance + 1..<distance + Self.lookAhead {
      if peek(next) == .endOfFile || peek(next) == .else && conditions == 0 { return false }
      if peek(next).opens { open += 1 }
      if peek(next).closes { open -= 1 }
      guard open == 0 else {
        if open < 0 { return false }
        continue
      }
      if peek(next) == .if { conditions += 1 }
      guard peek(next) == .then else { continue }
      if conditions == 0 {
        return !needsClause || contextualWord(ahead: next + 1)?.endsOperands ?? false
      }
      conditions -= 1
    }
    return false
  }

  /// The greatest number of words that are looked at to find the `then` of an `if`
  private static let lookAhead = 256

  /// Reports `if c then … else …` in place of clauses, and skips its `if`
  ///
  /// The words after `then` are read as clauses, and those after `else` are skipped.
  mutating func reportConditionalOpp() {
    report(.conditionalOpp, at: wordRange())
    isConditionalOpp = true
  }

  /// Reports and skips `set x = 3` among the clauses of an Opp; false where there is none
  mutating func parseAssignment() -> Bool {
    guard at(.set), peek(1) == .name, peek(2) == .equal, !isInFirstColumn,
      !["zone", "clock", "quiet", "budget"].contains(word(ahead: 1))
    else { return false }
    let mark = mark
    for _ in 0..<3 { take() }
    parseSum()
    if lastProblemPosition != position {
      let text = text(from: mark)
      report(.changedValue(text, text), at: range(from: mark))
    }
    close(.unexpected, from: mark)
    return true
  }

  /// Reports and skips `else …` behind a clause; false where there is none
  mutating func parseElse() -> Bool {
    guard at(.else) else { return false }
    if isConditionalOpp {
      skip { !($0.startsLine && $0.looksLikeDeclaration) && !$0.at(.closingBrace) }
      return true
    }
    report(.elseClause, at: wordRange())
    var length = 1
    while peek(length) != .endOfFile, !startsLine(ahead: length) { length += 1 }
    skip(length)
    return true
  }

  /// The number of words that mean `for each`: `for`, `for every`, `foreach`; nil where there are none
  var foreignForEach: Int? {
    let isFor = at(.for) || word() == "foreach"
    if isFor, peek(1) == .name, peek(2) == .in { return 1 }
    guard at(.for), ["every", "all", "any"].contains(word(ahead: 1)), peek(2) == .name,
      peek(3) == .in
    else { return nil }
    return 2
  }

  mutating func reportForeignForEach(_ length: Int) {
    let range = wordRange().union(wordRange(ahead: length - 1))
    report(.foreignOperator(source.text(range), meant: "for each"), at: range)
    skip(length)
  }

  /// Parses `at home` where a clause is expected; false where there is none
  mutating func parsePlaceWithoutNear() -> Bool {
    guard let (length, place) = placeAfterAt(ahead: 0) else { return false }
    if nearestSpelling(of: place, in: ["most"]) != nil { return false }
    let range = wordRange().union(wordRange(ahead: length - 1))
    report(.foreignPhrase(source.text(range), meant: "near \(place)", also: nil), at: range)
    skip(length)
    return true
  }

  /// `at home`, `at the office` ahead: how many words, and the place
  func placeAfterAt(ahead distance: Int) -> (length: Int, place: String)? {
    guard word(ahead: distance) == "at" else { return nil }
    let count = ["the", "my"].contains(word(ahead: distance + 1)) ? 2 : 1
    guard peek(distance + count) == .name, contextualWord(ahead: distance + count) == nil,
      peek(distance + count + 1) != .colon, !startsLine(ahead: distance + count)
    else { return nil }
    return (count + 1, word(ahead: distance + count))
  }
}
