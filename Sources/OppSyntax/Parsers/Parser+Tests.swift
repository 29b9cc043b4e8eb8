extension Parser {
  /// Grammar: test_declaration ::= 'test' plain_text test_action* test_step*
  mutating func parseTest() {
    let mark = mark
    take(as: .keyword)
    parsePlainText(of: .test)
    while !at(.endOfFile) {
      if looksLikeAction {
        parseStep()
      } else if contextualWord()?.beginsDeclaration ?? false {
        break
      } else if let word = misspelledAction() {
        report(.misspelledWord(found.text, meant: word.text), at: wordRange())
        parseAction(word)
      } else if misspelledDeclaration() != nil || startsForeignLet {
        break
      } else if parseForeignComment() {
        continue
      } else {
        parseStrayWordInTest()
      }
    }
    close(.testDeclaration, from: mark)
  }

  private func misspelledAction() -> ContextualWord? {
    at(.name) ? misspelled([.given, .expect]) : nil
  }

  private mutating func parseStrayWordInTest() {
    if at(.semicolon) {
      report(.semicolon, at: wordRange())
      return skip(1)
    }
    reportMissing { .unexpectedInTest($0) }
    skipOne { $0.looksLikeAction }
  }

  /// Parses a step, or the actions before the first one
  ///
  /// Grammar: test_step ::= 'at' expression test_action*
  private mutating func parseStep() {
    let mark = mark
    if at(.at) {
      take(as: .keyword)
      parseExpression()
      close(.stepTime, from: mark)
    }
    while at(.given) || at(.expect) {
      parseAction(at(.given) ? .given : .expect)
    }
    close(.testStep, from: mark)
  }

  /// Grammar: test_action ::= given_action | expect_action
  private mutating func parseAction(_ word: ContextualWord) {
    if word == .given { parseGiven() } else { parseExpect() }
  }

  /// Grammar: given_action ::= 'given' given_item ( ',' given_item )*
  private mutating func parseGiven() {
    commaDepth += 1
    defer { commaDepth -= 1 }
    let mark = mark
    take(as: .keyword)
    parseGivenItem()
    while true {
      if take(if: .comma) {
        parseGivenItem()
      } else if at(.name), peek(1) == .equal {
        reportMissingComma()
        parseGivenItem()
      } else {
        break
      }
    }
    close(.givenAction, from: mark)
  }

  /// Grammar: given_item ::= given_no_row | given_row | given_reading
  private mutating func parseGivenItem() {
    if at(.no), peek(1) == .name {
      parseGivenNoRow()
    } else if at(.name), peek(1) == .openingBrace {
      parseGivenRow()
    } else {
      parseGivenReading()
    }
  }

  /// Grammar: given_no_row ::= 'no' NAME values
  private mutating func parseGivenNoRow() {
    let mark = mark
    take(as: .keyword)
    parseName(of: .recordTable)
    parseValues(after: "the name of the table")
    close(.givenNoRow, from: mark)
  }

  /// Grammar: given_row ::= NAME values
  private mutating func parseGivenRow() {
    let mark = mark
    parseName(of: .recordTable)
    parseValues(after: "the name of the table")
    close(.givenRow, from: mark)
  }

  /// Grammar: given_reading ::= postfixed '=' expression
  private mutating func parseGivenReading() {
    let mark = mark
    parsePostfixed()
    if at(.equalEqual) || at(.is) {
      report(.foreignOperator(wordText(ahead: 0), meant: "="), at: wordRange())
      take(as: .equal)
    } else {
      parseMark(.equal, "=", after: "what is given")
    }
    parseExpression()
    close(.givenReading, from: mark)
  }

  /// Grammar: expect_action ::= 'expect' plain_text expected_key? ( 'fires' expected_text? | 'quiet' | 'unknown' )
  private mutating func parseExpect() {
    let mark = mark
    take(as: .keyword)
    parsePlainText(of: .opp)
    parseExpectedKey()
    if take(if: .fires) {
      parseExpectedText()
    } else if !take(if: .quiet), !take(if: .unknown) {
      parseMisspelledOutcome()
    }
    close(.expectAction, from: mark)
  }

  private mutating func parseMisspelledOutcome() {
    if at(.name), let meant = misspelled([.fires, .quiet, .unknown]) {
      report(.misspelledWord(found.text, meant: meant.text), at: wordRange())
      take(as: .keyword)
      if meant == .fires { parseExpectedText() }
    } else {
      reportMissing { .missingOutcome(before: $0) }
    }
  }

  /// Grammar: expected_key ::= 'for' prefixed ( ',' prefixed )*
  private mutating func parseExpectedKey() {
    let mark = mark
    guard take(if: .for) else { return }
    commaDepth += 1
    defer { commaDepth -= 1 }
    repeat { parsePrefixed() } while take(if: .comma)
    close(.expectedKey, from: mark)
  }

  /// Grammar: expected_text ::= 'with' expression
  private mutating func parseExpectedText() {
    guard at(.with) else { return }
    let mark = mark
    take(as: .keyword)
    parseExpression()
    close(.expectedText, from: mark)
  }
}
