/// Declarations and clauses of other languages: each is one message that shows how they are written
///
/// Each function looks first, without taking a word, and then takes all of the phrase. Words that it does not recognize with
/// certainty are left to the productions, whose messages are about the word that does not fit.
enum ForeignDeclarations {
  // MARK: Files

  /// `true` if a file begins that is keys and values, as in YAML and JSON
  ///
  ///     title: Tea     - name: Tea     { "rules": …
  static func atForeignDocument(_ parser: borrowing Parser) -> Bool {
    guard parser.startsLine else { return false }
    if parser.position == 0, parser.at(.openingBrace) || parser.at(.openingBracket) { return true }
    return parser.at(.name) && parser.peek(1) == .colon
      || parser.at(.minus) && parser.peek(1) == .name && parser.peek(2) == .colon
  }

  /// Reports and skips keys and values, up to the next declaration
  static func parseForeignDocument(_ parser: inout Parser) {
    parser.report(.foreignDocument, at: parser.wordRange())
    parser.skipOne { _ in false }
  }

  /// Parses a declaration that begins with a word of another language; `false` if there is none
  ///
  ///     import "other.opp"     var x = 3     x = 3     -- a comment
  static func parseForeignDeclaration(_ parser: inout Parser) -> Bool {
    if ForeignSigns.parseForeignComment(&parser) { return true }
    if atImport(parser) {
      parser.report(.importedFile(parser.word()), at: parser.wordRange())
      var length = 1
      while parser.peek(length) != .endOfFile, !parser.startsLine(ahead: length) { length += 1 }
      parser.skip(length)
      return true
    }
    guard startsForeignLet(parser) else { return false }
    if parseFunction(&parser) { return true }
    if parser.peek(1) == .equal {
      parser.report(.nameWithoutLet(parser.word()), at: parser.wordRange())
      DeclarationGrammar.parseLet(&parser, hasWord: false)
    } else {
      parser.report(.foreignOperator(parser.word(), meant: "let"), at: parser.wordRange())
      DeclarationGrammar.parseLet(&parser)
    }
    return true
  }

  /// Parses `def hot(t): return t > 25C` and `function hot(t) { return t > 25C }`; `false` if there is none
  ///
  ///     def hot(t): return t > 25C → let hot(t: …) = t > 25C
  private static func parseFunction(_ parser: inout Parser) -> Bool {
    guard parser.peek(1) == .name, parser.peek(2) == .openingParenthesis,
      let end = (3..<32).first(where: { parser.peek($0) == .closingParenthesis }),
      (3..<end).allSatisfy({ parser.peek($0).isWord || parser.peek($0) == .comma })
    else { return false }
    // A body follows a sign; without one, a `let` with parameters was meant.
    let signs: [TokenKind] = [.colon, .openingBrace]
    guard let sign = (end + 1..<end + 5).first(where: { signs.contains(parser.peek($0)) }) else {
      return false
    }
    let mark = parser.mark
    let name = parser.word(ahead: 1)
    let parameters = (3..<end).filter { parser.peek($0).isWord }
      .map { "\(parser.word(ahead: $0)): …" }.joined(separator: ", ")
    for _ in 0...sign { parser.take() }
    if parser.at(.name), parser.spelling() == "return" { parser.take() }
    let body = parser.mark
    ExpressionGrammar.parseExpression(&parser)
    let text = ProblemMending.takeMendedText(&parser, from: body)
    _ = parser.take(if: .semicolon)
    _ = parser.take(if: .closingBrace)
    parser.reportPhrase(from: mark, meant: "let \(name)(\(parameters)) = \(text)")
    parser.close(.unexpected, from: mark)
    return true
  }

  /// `true` if `import "…"` or the like is here
  static func atImport(_ parser: borrowing Parser) -> Bool {
    guard parser.at(.name), parser.startsLine, !parser.startsLine(ahead: 1) else { return false }
    return ["import", "include", "use", "using", "require"].contains(parser.spelling())
      && (parser.peek(1) == .openingQuote || parser.peek(1) == .name)
  }

  /// `true` if `var x = …` or `x = …` is here at the very start of a line
  ///
  /// In the first column only: `  sky = sunny` further in belongs to the declaration above it.
  static func startsForeignLet(_ parser: borrowing Parser) -> Bool {
    guard parser.at(.name), parser.commaDepth == 0, isInFirstColumn(parser) else { return false }
    if parser.peek(1) == .equal { return parser.contextualWord() == nil }
    let words: [Spelling] = [
      "var", "const", "val", "def", "define", "final", "auto", "function", "func", "fn",
    ]
    return words.contains(parser.spelling()) && parser.peek(1) == .name
      && (parser.peek(2) == .equal || parser.peek(2) == .openingParenthesis)
  }

  /// `true` if the next word is the first character of its line
  private static func isInFirstColumn(_ parser: borrowing Parser) -> Bool {
    let start = Int(parser.wordRange().start)
    return start == 0 || parser.source.bytes[start - 1] == 0x0A
  }

  // MARK: Parts of declarations

  /// Reports and skips `: Type` behind the name of a `let`
  ///
  ///     let a: Number = 3     let a := 3     let warm: temp > 20C
  static func skipType(_ parser: inout Parser, ofLet name: String) {
    guard parser.at(.colon) else { return }
    if parser.peek(1) == .equal, parser.touchesPrevious(ahead: 1) {
      parser.report(
        .foreignOperator(":=", meant: "="), at: parser.wordRange().union(parser.wordRange(ahead: 1))
      )
      return parser.skip(1)
    }
    var length = 1
    while !parser.startsLine(ahead: length), parser.peek(length) != .equal,
      parser.peek(length) != .endOfFile
    {
      length += 1
    }
    guard parser.peek(length) == .equal || length == 2 else {
      // `let warm: temp > 20C`
      parser.report(.foreignOperator(":", meant: "="), at: parser.wordRange())
      parser.skip(1)
      // The missing `=` has been reported.
      parser.lastProblemPosition = parser.position
      return
    }
    let range = parser.wordRange().union(parser.wordRange(ahead: length - 1))
    parser.report(.typedLet(name, type: parser.source.text(range)), at: range)
    parser.skip(length)
  }

  /// The number of words after the next one that belong to a name with `-`
  ///
  ///     my-home → 2     my-own-home → 4     my - home → 0
  static func hyphenatedLength(_ parser: borrowing Parser) -> Int {
    var length = 0
    while parser.at(.name), parser.peek(length + 1) == .minus,
      parser.touchesPrevious(ahead: length + 1),
      parser.peek(length + 2) == .name || parser.peek(length + 2) == .number
        || parser.peek(length + 2).isReserved,
      parser.touchesPrevious(ahead: length + 2)
    {
      length += 2
    }
    return length
  }

  /// The text of the next word and so many that follow it
  private static func hyphenatedText(_ parser: borrowing Parser, _ length: Int) -> String {
    parser.source.text(parser.wordRange().union(parser.wordRange(ahead: length)))
  }

  /// Takes a name with `-`, which is reported
  ///
  ///     place my-home → my_home     connect weather to open-meteo() → openmeteo
  static func parseHyphenatedName(_ parser: inout Parser, of thing: SyntaxProblem.NamedThing) {
    let length = hyphenatedLength(parser)
    let name = hyphenatedText(parser, length)
    let parts = name.utf8.split(separator: UInt8(ascii: "-")).map { String(Substring($0)) }
    parser.report(
      .hyphenInName(name, meant: parts.joined(separator: thing == .connector ? "" : "_")),
      at: parser.wordRange().union(parser.wordRange(ahead: length)))
    parser.hyphenatedNames.insert(name)
    parser.take(as: .name)
    parser.skip(length)
  }

  /// `true` if a name with `-` is here that was reported at its declaration
  static func atHyphenatedName(_ parser: borrowing Parser) -> Bool {
    guard !parser.hyphenatedNames.isEmpty, hyphenatedLength(parser) > 0 else { return false }
    return parser.hyphenatedNames.contains(hyphenatedText(parser, hyphenatedLength(parser)))
  }

  /// Takes a name with `-` as an expression that cannot be checked
  static func takeHyphenatedName(_ parser: inout Parser) {
    let mark = parser.mark
    let name = hyphenatedText(parser, hyphenatedLength(parser))
    for _ in 0...hyphenatedLength(parser) { parser.take() }
    parser.hyphenatedUses[name, default: []].append(parser.range(from: mark))
    parser.close(.comparisonChain, from: mark, isBroken: true)
  }

  /// Parses `fresh for 10min` or `cost 3` among the fields of a source; `false` if there is none
  static func parseClauseAmongFields(_ parser: inout Parser) -> Bool {
    let isFreshness = parser.at(.fresh) && parser.peek(1) == .for && parser.peek(2) != .colon
    let isCost = parser.at(.cost) && (parser.peek(1) == .number || parser.peek(1) == .quantity)
    guard isFreshness || isCost else { return false }
    let mark = parser.mark
    parser.take()
    if isFreshness { parser.take() }
    ExpressionGrammar.parseSum(&parser)
    if parser.lastProblemPosition != parser.position {
      parser.report(.clauseAmongFields(parser.text(from: mark)), at: parser.range(from: mark))
    }
    parser.close(.unexpected, from: mark)
    return true
  }

  // MARK: Clauses

  /// Reports and skips `{` behind the name of an Opp; `false` if there is none
  static func skipOpeningBrace(_ parser: inout Parser) -> Bool {
    guard parser.at(.openingBrace) else { return false }
    parser.report(
      .bracesAroundClauses(closing: closingBrace(parser)), at: parser.wordRange())
    parser.skip(1)
    return true
  }

  /// Reports and skips `{` behind the name of a test; `false` if there is none
  static func skipBraceOfTest(_ parser: inout Parser) -> Bool {
    guard parser.at(.openingBrace) else { return false }
    parser.report(.bracesAroundSteps(closing: closingBrace(parser)), at: parser.wordRange())
    parser.skip(1)
    return true
  }

  /// The place of the brace that closes the one here; `nil` if none does
  private static func closingBrace(_ parser: borrowing Parser) -> SourceRange? {
    var depth = 0
    for next in 0..<Self.braceLookAhead {
      if parser.peek(next) == .endOfFile { return nil }
      if parser.peek(next) == .openingBrace { depth += 1 }
      if parser.peek(next) == .closingBrace { depth -= 1 }
      if depth == 0 { return parser.wordRange(ahead: next) }
    }
    return nil
  }

  /// The most words between braces around clauses
  private static let braceLookAhead = 400

  /// `true` if `if c then …` is here, or ahead, whose `then` leads to clauses
  ///
  /// - Parameter needsClause: whether a word of a clause must follow the `then`.
  ///
  ///     if raining then notify "x"          → true
  ///     if raining then 1 else 2            → true without `needsClause` only
  ///     if (if a then b else c) then …      → the inner `then` is passed over
  static func isConditionalOpp(
    _ parser: borrowing Parser, ahead distance: Int = 0, needsClause: Bool
  ) -> Bool {
    guard parser.peek(distance) == .if else { return false }
    var open = 0
    var conditions = 0
    for next in distance + 1..<distance + Self.lookAhead {
      if parser.peek(next) == .endOfFile || parser.peek(next) == .else && conditions == 0 {
        return false
      }
      if parser.peek(next).opens { open += 1 }
      if parser.peek(next).closes { open -= 1 }
      guard open == 0 else {
        if open < 0 { return false }
        continue
      }
      if parser.peek(next) == .if { conditions += 1 }
      guard parser.peek(next) == .then else { continue }
      if conditions == 0 {
        return !needsClause || parser.contextualWord(ahead: next + 1)?.endsOperands ?? false
      }
      conditions -= 1
    }
    return false
  }

  /// The greatest number of words that are read ahead to find the `then` of an `if`
  private static let lookAhead = 256

  /// Reports `if c then … else …` in place of clauses, and skips its `if`
  ///
  /// The words after `then` are read as clauses, and those after `else` are skipped.
  static func reportConditionalOpp(_ parser: inout Parser) {
    parser.report(.conditionalOpp, at: parser.wordRange())
    parser.isConditionalOpp = true
  }

  /// Reports and skips `set x = 3` among the clauses of an Opp; `false` if there is none
  static func parseAssignment(_ parser: inout Parser) -> Bool {
    guard parser.at(.set), parser.peek(1) == .name, parser.peek(2) == .equal,
      !isInFirstColumn(parser),
      !["zone", "me", "clock", "units", "quiet", "budget"].contains(parser.spelling(ahead: 1))
    else { return false }
    let mark = parser.mark
    for _ in 0..<3 { parser.take() }
    ExpressionGrammar.parseSum(&parser)
    if parser.lastProblemPosition != parser.position {
      let text = parser.text(from: mark)
      parser.report(.changedValue(text, text), at: parser.range(from: mark))
    }
    parser.close(.unexpected, from: mark)
    return true
  }

  /// Reports and skips `else …` behind a clause; `false` if there is none
  static func parseElse(_ parser: inout Parser) -> Bool {
    guard parser.at(.else) else { return false }
    if parser.isConditionalOpp {
      parser.skip { !($0.startsLine && $0.looksLikeDeclaration) && !$0.at(.closingBrace) }
      return true
    }
    parser.report(.elseClause, at: parser.wordRange())
    var length = 1
    while parser.peek(length) != .endOfFile, !parser.startsLine(ahead: length) { length += 1 }
    parser.skip(length)
    return true
  }

  /// The number of words that mean `for each`: `for`, `for every`, `foreach`; `nil` if there are none
  ///
  ///     for e in agenda → 1     for every e in agenda → 2     for each e in agenda → nil
  static func foreignForEach(_ parser: borrowing Parser) -> Int? {
    let isFor = parser.at(.for) || parser.contextualWord() == nil && parser.spelling() == "foreach"
    if isFor, parser.peek(1) == .name, parser.peek(2) == .in || parser.peek(2) == .as { return 1 }
    guard parser.at(.for), ["every", "all", "any"].contains(parser.spelling(ahead: 1)),
      parser.peek(2) == .name,
      parser.peek(3) == .in
    else { return nil }
    return 2
  }

  /// Reports the words in place of `for each`, and skips them
  static func reportForeignForEach(_ parser: inout Parser, _ length: Int) {
    let range = parser.wordRange().union(parser.wordRange(ahead: length - 1))
    parser.report(.foreignOperator(parser.source.text(range), meant: "for each"), at: range)
    parser.skip(length)
  }

  /// Parses `at home` where a clause is expected; `false` if there is none
  static func parsePlaceWithoutNear(_ parser: inout Parser) -> Bool {
    guard let (length, place) = placeAfterAt(parser, ahead: 0) else { return false }
    if nearestSpelling(of: place, in: ["most"]) != nil { return false }
    if place == "night" {
      ForeignTimes.takeCondition(
        &parser, length, event: nil, condition: ForeignOperands.nightTime, as: .unexpected)
      return true
    }
    let range = parser.wordRange().union(parser.wordRange(ahead: length - 1))
    parser.report(
      .foreignPhrase(parser.source.text(range), meant: "near \(place)", also: nil), at: range)
    parser.skip(length)
    return true
  }

  /// `at home`, `at the office` ahead: how many words, and the place
  ///
  ///     at home → 2, home     at the office → 3, office     at most once → nil
  static func placeAfterAt(_ parser: borrowing Parser, ahead distance: Int) -> (
    length: Int, place: String
  )? {
    guard parser.contextualWord(ahead: distance) == .at else { return nil }
    let count = ["the", "my"].contains(parser.spelling(ahead: distance + 1)) ? 2 : 1
    guard parser.peek(distance + count) == .name,
      parser.contextualWord(ahead: distance + count) == nil,
      parser.peek(distance + count + 1) != .colon, !parser.startsLine(ahead: distance + count)
    else { return nil }
    return (count + 1, parser.word(ahead: distance + count))
  }
}
