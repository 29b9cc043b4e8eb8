/// The productions of `chart`
enum ChartGrammar {
  /// Grammar: chart_declaration ::= 'chart' plain_text chart_clause*
  ///
  /// ```opp
  /// chart "Kilometres" for each m in distinct(trips each mode)
  ///   of sum(trips where mode == m and ended in period each distance)
  ///   per week last 52
  /// ```
  static func parseChart(_ parser: inout Parser) {
    let mark = parser.mark
    parser.take(as: .keyword)
    parser.parsePlainText(of: .chart)
    var first: [(kind: SyntaxKind, word: SourceRange)] = []
    parser.isInChart = true
    defer { parser.isInChart = false }
    while !parser.at(.endOfFile) {
      if let kind = clause(parser) {
        parseClause(&parser, kind, &first)
      } else if parser.contextualWord()?.beginsDeclaration ?? false
        || DeclarationGrammar.misspelledDeclaration(parser) != nil
        || ForeignDeclarations.startsForeignLet(parser)
      {
        break
      } else if ForeignSigns.parseForeignComment(&parser) || parseForeignPeriods(&parser, &first) {
        continue
      } else {
        parseStrayWord(&parser)
      }
    }
    parser.close(.chartDeclaration, from: mark)
  }

  /// The clause that begins here
  private static func clause(_ parser: borrowing Parser) -> SyntaxKind? {
    if parser.at(.of) { return .ofClause }
    if parser.at(.per) { return .perClause }
    return parser.at(.for) && parser.peek(1) == .each ? .forEachClause : nil
  }

  /// Grammar: chart_clause ::= for_each_clause | 'of' expression | 'per' ( 'hour' | 'day' | 'week' | 'month' | 'year' ) 'last' NUMBER
  private static func parseClause(
    _ parser: inout Parser, _ kind: SyntaxKind,
    _ first: inout [(kind: SyntaxKind, word: SourceRange)]
  ) {
    let word = parser.wordRange()
    if let earlier = first.first(where: { $0.kind == kind }) {
      DeclarationGrammar.checkDuplicate(&parser, parser.source.text(word), earlier.word)
    } else {
      first.append((kind, word))
    }
    let mark = parser.mark
    if kind == .forEachClause {
      OppGrammar.parseForEach(&parser)
    } else if kind == .ofClause {
      parser.take(as: .keyword)
      ExpressionGrammar.parseExpression(&parser)
    } else {
      parsePeriods(&parser)
    }
    parser.close(kind, from: mark)
  }

  /// Parses `per week last 52`
  private static func parsePeriods(_ parser: inout Parser) {
    let start = parser.wordRange()
    parser.take(as: .keyword)
    let words = periodWords
    if parser.at(.name), words.contains(parser.found.text) {
      parser.take()
    } else {
      let word = parser.at(.name) && clause(parser) == nil ? parser.found.text : ""
      if word.isEmpty {
        parser.reportMissing { .missingWord("week", after: "`per`", before: $0) }
      } else {
        parser.report(
          .unknownPeriod(word, nearest: nearestSpelling(of: word, in: words)),
          at: parser.wordRange())
        parser.skip(1)
      }
    }
    let after = parser.source.text(start.union(parser.endOfPrevious))
    guard parser.take(if: .last) else {
      parser.reportMissing { .missingWord("last", after: "`\(after.shortened)`", before: $0) }
      return parser.addMissing()
    }
    guard
      parser.at(.number) || parser.at(.quantity) || OperandGrammar.atNegativeLiteral(parser)
    else {
      parser.reportMissing { .missingWord("52", after: "`last`", before: $0) }
      return parser.addMissing()
    }
    // `per week last 52 weeks`
    if parser.at(.number), !parser.startsLine(ahead: 1),
      words.contains(String(parser.word(ahead: 1).dropLast()))
    {
      let mark = parser.mark
      parser.take()
      parser.close(.literal, from: mark)
      parser.report(.needlessWord(parser.found.text), at: parser.wordRange())
      parser.skip(1)
    } else {
      OperandGrammar.parseLiteral(&parser)
    }
  }

  /// The words of the periods of a chart
  private static let periodWords = ["hour", "day", "week", "month", "year"]

  /// Reports `every day` in place of `per day`
  private static func parseForeignPeriods(
    _ parser: inout Parser, _ first: inout [(kind: SyntaxKind, word: SourceRange)]
  ) -> Bool {
    guard parser.at(.every), parser.peek(1) == .name,
      periodWords.contains(parser.word(ahead: 1))
    else { return false }
    parser.report(.foreignOperator(parser.found.text, meant: "per"), at: parser.wordRange())
    parseClause(&parser, .perClause, &first)
    return true
  }

  /// Reports a word that fits in no chart, and skips to the next clause or declaration
  private static func parseStrayWord(_ parser: inout Parser) {
    if parser.at(.semicolon) {
      parser.report(.semicolon, at: parser.wordRange())
      return parser.skip(1)
    }
    parser.reportUnexpected { .unexpectedInChart($0) }
    parser.skipOne { clause($0) != nil }
  }
}
