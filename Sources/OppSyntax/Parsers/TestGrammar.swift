/// The productions of `test`
enum TestGrammar {
  /// Grammar: test_declaration ::= 'test' plain_text test_action* test_step*
  ///
  /// ```opp
  /// test "tea at home"
  ///   given sky = sunny, visits { place: "home", count: 1 }      // a step without a time
  ///   at 2026-06-21T12:00 expect "Tea" for "home" fires with "home"
  /// ```
  static func parseTest(_ parser: inout Parser) {
    let mark = parser.mark
    parser.take(as: .keyword)
    parser.parsePlainText(of: .test)
    var isBraced = ForeignDeclarations.skipBraceOfTest(&parser)
    parser.stepTime = nil
    while !parser.at(.endOfFile) {
      if isBraced, parser.at(.closingBrace) {
        parser.skip(1)
        isBraced = false
      } else if parser.looksLikeAction || ForeignSteps.isAhead(parser) {
        parseStep(&parser)
      } else if parser.contextualWord()?.beginsDeclaration ?? false {
        break
      } else if let word = misspelledAction(parser) {
        parser.report(.misspelledWord(parser.found.text, meant: word.text), at: parser.wordRange())
        parseAction(&parser, word)
      } else if DeclarationGrammar.misspelledDeclaration(parser) != nil
        || ForeignDeclarations.startsForeignLet(parser)
      {
        break
      } else if ForeignSigns.parseForeignComment(&parser) {
        continue
      } else {
        parseStrayWordInTest(&parser)
      }
    }
    parser.close(.testDeclaration, from: mark)
  }

  /// The word that `givn` or `expct` is meant to be; `nil` if none is near
  private static func misspelledAction(_ parser: borrowing Parser) -> ContextualWord? {
    parser.at(.name) ? DeclarationGrammar.misspelled(parser, [.given, .expect]) : nil
  }

  /// Reports a word that fits in no test, and skips to the next action or declaration
  private static func parseStrayWordInTest(_ parser: inout Parser) {
    if parser.at(.semicolon) {
      parser.report(.semicolon, at: parser.wordRange())
      return parser.skip(1)
    }
    parser.reportUnexpected { .unexpectedInTest($0) }
    parser.skipOne { $0.looksLikeAction }
  }

  /// Parses a step, or the actions before the first one
  ///
  /// Grammar: test_step ::= 'at' expression test_action*
  private static func parseStep(_ parser: inout Parser) {
    let mark = parser.mark
    if parser.at(.at) || ForeignSteps.isOtherWord(parser) {
      if !parser.at(.at) {
        parser.report(
          .foreignOperator(parser.wordText(ahead: 0), meant: "at"), at: parser.wordRange())
      }
      parser.take(as: .keyword)
      let time = parser.mark
      ExpressionGrammar.parseExpression(&parser)
      parser.stepTime = parser.text(from: time)
      parser.close(.stepTime, from: mark)
    } else if let length = ForeignSteps.length(parser) {
      ForeignSteps.parse(&parser, length)
    }
    while parser.at(.given) || parser.at(.expect) {
      parseAction(&parser, parser.at(.given) ? .given : .expect)
    }
    parser.close(.testStep, from: mark)
  }

  /// Grammar: test_action ::= given_action | expect_action
  private static func parseAction(_ parser: inout Parser, _ word: ContextualWord) {
    if word == .given { parseGiven(&parser) } else { parseExpect(&parser) }
  }

  /// Grammar: given_action ::= 'given' given_item ( ',' given_item )*
  ///
  ///     given sky = sunny, visits { place: "home", count: 1 }, no visits { place: "park" }
  private static func parseGiven(_ parser: inout Parser) {
    parser.commaDepth += 1
    defer { parser.commaDepth -= 1 }
    let mark = parser.mark
    parser.take(as: .keyword)
    parseGivenItem(&parser)
    while true {
      if parser.take(if: .comma) {
        parseGivenItem(&parser)
      } else if parser.at(.name) && parser.peek(1) == .equal
        || parser.at(.answer) && parser.peek(1) == .openingQuote
      {
        parser.reportMissingComma()
        parseGivenItem(&parser)
      } else {
        break
      }
    }
    parser.close(.givenAction, from: mark)
  }

  /// Grammar: given_item ::= given_no_row | given_row | given_answer | given_address | given_reading
  ///
  /// `no` is a name if no name follows it: `no = true`; so is `answer` if no text does.
  private static func parseGivenItem(_ parser: inout Parser) {
    if parser.at(.no), parser.peek(1) == .name {
      parseGivenNoRow(&parser)
    } else if parser.at(.answer), parser.peek(1) == .openingQuote {
      parseGivenAnswer(&parser)
    } else if parser.at(.name), parser.peek(1) == .openingBrace {
      parseGivenRow(&parser)
    } else if parser.at(.address), parser.peek(1) == .openingQuote {
      parseGivenAddress(&parser)
    } else {
      parseGivenReading(&parser)
    }
  }

  /// Grammar: given_no_row ::= 'no' NAME values?
  ///
  ///     no visits { place: "park" }     no visits
  private static func parseGivenNoRow(_ parser: inout Parser) {
    let mark = parser.mark
    parser.take(as: .keyword)
    parser.parseName(of: .recordTable)
    if parser.at(.openingBrace) {
      BlockGrammar.parseValues(&parser, after: "the name of the table")
    }
    parser.close(.givenNoRow, from: mark)
  }

  /// Grammar: given_answer ::= 'answer' plain_text expected_key? '=' expression
  ///
  ///     answer "Medicine" = done     answer "Chore due" for "dishes" = snoozed
  private static func parseGivenAnswer(_ parser: inout Parser) {
    let mark = parser.mark
    parser.take(as: .keyword)
    parser.parsePlainText(of: .opp)
    parseExpectedKey(&parser)
    if parser.at(.equalEqual) || parser.at(.is) {
      parser.report(.foreignOperator(parser.wordText(ahead: 0), meant: "="), at: parser.wordRange())
      parser.take(as: .equal)
    } else {
      parser.parseMark(.equal, "=", after: "the name of the opp")
    }
    ExpressionGrammar.parseExpression(&parser)
    parser.close(.givenAnswer, from: mark)
  }

  /// Grammar: given_row ::= NAME values
  private static func parseGivenRow(_ parser: inout Parser) {
    let mark = parser.mark
    parser.parseName(of: .recordTable)
    BlockGrammar.parseValues(&parser, after: "the name of the table")
    parser.close(.givenRow, from: mark)
  }

  /// Grammar: given_reading ::= postfixed '=' expression
  ///
  ///     sky = sunny     weather(home).temp = 3C     temp = unknown
  private static func parseGivenReading(_ parser: inout Parser) {
    let mark = parser.mark
    OperandGrammar.parsePostfixed(&parser)
    parseGivenValue(&parser)
    parser.close(.givenReading, from: mark)
  }

  /// Grammar: given_address ::= 'address' plain_text '=' expression
  ///
  ///     address "12 Main St, Utrecht" = @52.0872,5.1395
  private static func parseGivenAddress(_ parser: inout Parser) {
    let mark = parser.mark
    parser.take(as: .keyword)
    parser.parsePlainText(of: .address)
    parseGivenValue(&parser)
    parser.close(.givenAddress, from: mark)
  }

  /// Parses `=` and the value that is given
  private static func parseGivenValue(_ parser: inout Parser) {
    if parser.at(.equalEqual) || parser.at(.is) {
      parser.report(.foreignOperator(parser.wordText(ahead: 0), meant: "="), at: parser.wordRange())
      parser.take(as: .equal)
    } else {
      parser.parseMark(.equal, "=", after: "what is given")
    }
    ExpressionGrammar.parseExpression(&parser)
  }

  /// Grammar: expect_action ::= 'expect' plain_text expected_key? ( 'fires' expected_text? | 'quiet' | 'unknown' )
  ///
  ///     expect "Tea" for "home" fires with "home"     expect "Tea" quiet     expect "Tea" unknown
  private static func parseExpect(_ parser: inout Parser) {
    let mark = parser.mark
    parser.take(as: .keyword)
    parser.parsePlainText(of: .opp)
    parseExpectedKey(&parser)
    if parser.take(if: .fires) {
      parseExpectedText(&parser)
    } else if !parser.take(if: .quiet), !parser.take(if: .unknown) {
      parseMisspelledOutcome(&parser)
    }
    parser.close(.expectAction, from: mark)
  }

  /// Parses `fire` or `quite` in place of an outcome, or reports that there is none
  private static func parseMisspelledOutcome(_ parser: inout Parser) {
    if parser.at(.name),
      let meant = DeclarationGrammar.misspelled(parser, [.fires, .quiet, .unknown])
    {
      parser.report(.misspelledWord(parser.found.text, meant: meant.text), at: parser.wordRange())
      parser.take(as: .keyword)
      if meant == .fires { parseExpectedText(&parser) }
    } else {
      parser.reportMissing { .missingOutcome(before: $0) }
    }
  }

  /// Grammar: expected_key ::= 'for' prefixed ( ',' prefixed )*
  ///
  /// The values are operands, with a sign at most: `"home"`, `-3`, `@48.42,-123.36`.
  private static func parseExpectedKey(_ parser: inout Parser) {
    let mark = parser.mark
    guard parser.take(if: .for) else { return }
    parser.commaDepth += 1
    defer { parser.commaDepth -= 1 }
    repeat { ExpressionGrammar.parsePrefixed(&parser) } while parser.take(if: .comma)
    parser.close(.expectedKey, from: mark)
  }

  /// Grammar: expected_text ::= 'with' expression
  private static func parseExpectedText(_ parser: inout Parser) {
    guard parser.at(.with) else { return }
    let mark = parser.mark
    parser.take(as: .keyword)
    ExpressionGrammar.parseExpression(&parser)
    parser.close(.expectedText, from: mark)
  }
}
