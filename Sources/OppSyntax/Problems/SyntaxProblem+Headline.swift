extension SyntaxProblem.Kind {
  /// The stable name of the mistake
  package var code: String {
    switch self {
    case .fileTooLarge: "file-too-large"
    case .invalidUTF8: "invalid-utf8"
    case .nulByte: "nul-byte"
    case .unexpectedCharacters: "unexpected-character"
    case .unterminatedText: "unterminated-text"
    case .foreignQuotes: "foreign-quotes"
    case .equalInSetting: "equal-in-setting"
    case .unknownEscape: "unknown-escape"
    case .loneBrace: "lone-brace"
    case .malformedPin: "malformed-pin"
    case .malformedColour: "malformed-colour"
    case .malformedNumber: "malformed-number"
    case .unitApart: "unit-apart"
    case .splitLiteral: "split-literal"
    case .semicolon: "semicolon"
    case .missingOperand: "missing-expression"
    case .missingName: "missing-name"
    case .missingType: "missing-type"
    case .missingWord: "missing-word"
    case .missingClosing: "missing-closing"
    case .missingComma: "missing-comma"
    case .missingPeriod: "missing-period"
    case .missingOutcome: "missing-outcome"
    case .emptyInterpolation: "empty-interpolation"
    case .malformedFormat: "malformed-format"
    case .unexpectedInFile: "not-a-declaration"
    case .unexpectedInOpp, .unexpectedInChart: "not-a-clause"
    case .unexpectedInTest: "not-a-step"
    case .unexpectedIn, .unexpectedInBraces: "unexpected-word"
    case .misspelledWord: "misspelled-word"
    case .duplicateClause: "duplicate-clause"
    case .interpolatedName: "interpolated-name"
    case .partialOrder: "partial-order"
    case .unknownPeriod: "unknown-period"
    case .comparisonChain: "comparison-chain"
    case .singleEqual: "single-equal"
    case .foreignOperator: "foreign-operator"
    case .foreignPhrase, .conditionApart: "foreign-phrase"
    case .needlessWord, .untilAnswered, .colonAfterClause: "needless-word"
    case .bracesAroundClauses, .bracesAroundSteps: "braces-around-clauses"
    case .foreignDocument: "foreign-document"
    case .importedFile: "imported-file"
    case .nameWithoutLet: "missing-let"
    case .typedLet: "typed-let"
    case .hyphenInName: "hyphen-in-name"
    case .elseClause, .conditionalOpp: "not-a-clause"
    case .changedValue: "changed-value"
    case .clauseAmongFields: "misplaced-clause"
    case .delayedNotification: "delayed-notification"
    case .remainder: "no-remainder"
    case .calculationOfRows: "calculation-of-rows"
    case .unquotedText: "unquoted-text"
    case .foreignComment: "foreign-comment"
    case .pinWithoutSign: "pin-without-sign"
    case .ambiguousNot: "ambiguous-not"
    case .wantsParentheses: "unparenthesized-operand"
    case .rangeOutsideIn: "range-outside-in"
    case .spanOutsideArgument: "window-outside-call"
    case .withinWithoutLast: "window-without-direction"
    case .radiusApart: "radius-apart"
    case .rowNameWithoutWhere: "row-name-without-where"
    case .nestingTooDeep: "nesting-too-deep"
    case .tooMany: "too-many-problems"
    }
  }

  /// The mistake, in one line
  package var headline: String {
    switch self {
    case .fileTooLarge(let bytes):
      "the file has \(bytes) bytes, more than the \(SourceFile.sizeLimit) that a file of rules may have"
    case .invalidUTF8: "the file is not UTF-8 text"
    case .nulByte: "the file has a NUL byte"
    case .unexpectedCharacters(let text): "`\(text.shortened)` is not part of the language"
    case .unterminatedText: "a text must end on the line on which it begins"
    case .foreignQuotes: "a text is written in straight double quotes"
    case .equalInSetting: "`set` takes its value without `=`"
    case .unknownEscape(let text): "`\(text)` is not an escape"
    case .loneBrace: "`}` in a text closes nothing"
    case .malformedPin(let text): "`\(text.shortened)` is not a pin"
    case .malformedColour(let text): "`\(text.shortened)` is not a colour"
    case .malformedNumber(let text, _): "`\(text.shortened)` is not a number"
    case .splitLiteral(let text, _): "`\(text.shortened)` is one literal, written without spaces"
    case .unitApart: "a unit follows its number without a space"
    case .semicolon: "`;` is not part of the language"
    case .malformedFormat("", _): "the `:` in a text is followed by decimals or a unit"
    case .malformedFormat(let text, _): "`\(text.shortened)` is neither decimals nor a unit"
    case .missingOperand, .missingName, .missingType, .missingWord, .missingClosing,
      .missingComma, .missingPeriod, .missingOutcome, .emptyInterpolation:
      headlineOfMissing
    case .unexpectedInFile(let found, _): "expected a declaration, found \(found.description)"
    case .unexpectedInOpp(let found), .unexpectedInChart(let found):
      "expected a clause, found \(found.description)"
    case .unexpectedInTest(let found): "expected a step, found \(found.description)"
    case .unexpectedIn(let construct, let found):
      "expected \(construct.expectation), found \(found.description)"
    case .unexpectedInBraces(let found, _, _): "expected `}`, found \(found.description)"
    case .misspelledWord(let word, _): "`\(word.shortened)` is not a word of the language"
    case .duplicateClause(let word, _): "`\(word)` is given twice"
    case .partialOrder: "the cases of an enum have `<` between all of them, or between none"
    case .interpolatedName: "a name is a text without `{…}`"
    case .unknownPeriod(let word, _): "`\(word.shortened)` is not a period"
    case .comparisonChain: "comparisons cannot be chained"
    case .singleEqual: "`=` declares a name; it does not compare"
    case .foreignOperator(let mark, let meant), .foreignPhrase(let mark, let meant, _):
      meant.shortened == meant
        ? "`\(mark.shortened)` is written `\(meant)` here"
        : "`\(mark.shortened)` is written differently here"
    case .conditionApart(let text, _, _):
      "`\(text.shortened)` is part of the condition of `when`"
    case .needlessWord(let word), .untilAnswered(let word):
      "`\(word.shortened)` is not needed here"
    case .colonAfterClause(let word): "`\(word)` is not followed by `:`"
    case .bracesAroundClauses: "the clauses of an Opp have no braces around them"
    case .bracesAroundSteps: "the steps of a test have no braces around them"
    case .foreignDocument: "rules are written in sentences, not as keys and values"
    case .importedFile(let word):
      "there is no `\(word.shortened)`: all files of rules are read together"
    case .nameWithoutLet(let name): "`\(name.shortened) = …` needs `let` before it"
    case .typedLet(let name, _): "`let \(name.shortened)` has the type of its value"
    case .hyphenInName(let name, _): "`\(name.shortened)` is not a name: names have no `-`"
    case .elseClause: "an Opp has no `else`"
    case .conditionalOpp: "an Opp has no `if … then`"
    case .changedValue(let text, _): "`\(text.shortened)` changes a value, and rules cannot do that"
    case .clauseAmongFields(let text): "`\(text.shortened)` is not a field"
    case .delayedNotification: "a notification is delivered when the Opp fires, not later"
    case .remainder(let sign, _, _): "there is no `\(sign)` of two numbers"
    case .calculationOfRows: "`.` is followed by the name of a field"
    case .unquotedText: "a text is written in double quotes"
    case .foreignComment: "a comment begins with `//`"
    case .pinWithoutSign: "a pin begins with `@`"
    case .ambiguousNot: "`not` beside a window over time can mean two things"
    case .wantsParentheses(let word, _): "`\(word)` needs parentheses here"
    case .rangeOutsideIn: "a range `a..b` is allowed only after `in`"
    case .spanOutsideArgument(let word): "`\(word)` is allowed only in the parentheses of a call"
    case .radiusApart: "a radius is written behind its place"
    case .withinWithoutLast: "`within` needs `last` or `next` here"
    case .rowNameWithoutWhere: "`as` names the row of a `where`, `each` or `by`, and there is none"
    case .nestingTooDeep: "this is nested too deeply"
    case .tooMany: "the file has more mistakes than the \(Parser.problemLimit) that are shown"
    }
  }

  /// The headline if something is missing before a word
  private var headlineOfMissing: String {
    switch self {
    case .missingOperand(let found): "expected an expression, found \(found.description)"
    case .missingName(let thing, let found):
      "expected \(thing.expectation), found \(found.description)"
    case .missingType(let found): "expected a type, found \(found.description)"
    case .missingWord(let word, let after, let found):
      "expected `\(word)` after \(after), found \(found.description)"
    case .missingClosing(let mark, _, let found): "expected `\(mark)`, found \(found.description)"
    case .missingComma(let found, _): "expected `,` before \(found.description)"
    case .missingPeriod(let count): "`at most \(count.shortened)` needs a period"
    case .missingOutcome(let found): "expected what the Opp does, found \(found.description)"
    default: "there is nothing in the braces"
    }
  }
}

extension SyntaxProblem.Found {
  /// The thing as a headline names it: `` `when` ``, a text, the end of the file
  package var description: String {
    switch self {
    case .endOfFile: "the end of the file"
    case .text: "a text"
    case .word(let text), .mark(let text): "`\(text.shortened)`"
    }
  }
}

extension SyntaxProblem.NamedThing {
  /// The thing as the end of “expected …”
  fileprivate var expectation: String {
    switch self {
    case .place: "the name of a place"
    case .let: "a name after `let`"
    case .enumeration: "the name of an enum"
    case .enumCase: "the name of a case"
    case .source: "the name of a source"
    case .table: "the name of a table"
    case .setting: "the name of a setting"
    case .connection: "the name of a source or table"
    case .connector: "the name of a connector"
    case .entryKey: "a text in quotes"
    case .opp: "the name of an Opp"
    case .test: "the name of a test"
    case .chart: "the name of a chart"
    case .address: "an address in quotes"
    case .parameter: "the name of a parameter"
    case .field: "the name of a field"
    case .key: "the name of a field"
    case .row: "a name for the row"
    case .recordTable: "the name of a table"
    case .value: "the name of a value"
    }
  }
}

extension SyntaxProblem.Construct {
  /// The parts of the construct as the end of “expected …”
  fileprivate var expectation: String {
    switch self {
    case .fields: "a field"
    case .cases: "a case"
    case .values: "`name: value`"
    case .expression: "nothing more"
    }
  }
}

extension String {
  /// The text cut to the length of a headline, on one line
  ///
  /// At most 40 Unicode scalars, then `…`.
  package var shortened: String {
    let limit = 40
    var result = ""
    var count = 0
    for scalar in unicodeScalars {
      if count == limit { return result + "…" }
      result.unicodeScalars.append(
        scalar.value < 0x20 || scalar.value == 0x7F ? "\u{FFFD}" : scalar)
      count += 1
    }
    return result
  }
}
