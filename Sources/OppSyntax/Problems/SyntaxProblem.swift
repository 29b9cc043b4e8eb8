/// A mistake in the text of a file, found before any name or type is looked at
package struct SyntaxProblem: Hashable, Sendable {
  package enum Kind: Hashable, Sendable {
    // The file
    case fileTooLarge(bytes: Int)
    case invalidUTF8
    case nulByte

    // Words
    case unexpectedCharacters(String)
    /// A text without its closing quote, and the brace in it that was left open
    case unterminatedText(openBrace: SourceRange?, endsInOther: String?)
    /// A text in `'…'`, `“…”` or the like, as written
    case foreignQuotes(String)
    case unknownEscape(String)
    /// `}` in a text that no `{` opened
    case loneBrace
    case malformedPin(String)
    case malformedColour(String)
    /// `1.2.3`, and what was meant, if that can be seen
    case malformedNumber(String, meant: String?)
    /// `30 min`: the number, what is between, and the unit that was meant
    case unitApart(
      number: String, gap: SourceRange, word: String, wordRange: SourceRange, unit: String)
    /// `1h 30min`, `2026-06-01 9:00`: one literal in several words
    case splitLiteral(String, meant: String)
    case semicolon

    // What is missing
    case missingOperand(before: Found)
    case missingName(of: NamedThing, before: Found)
    case missingType(before: Found)
    case missingWord(String, after: String, before: Found)
    case missingClosing(String, opened: SourceRange, before: Found)
    case missingComma(before: Found, point: SourceRange)
    case missingPeriod(count: String)
    case missingOutcome(before: Found)
    case emptyInterpolation

    // What should not be there
    case unexpectedInFile(Found, nearest: String?)
    case unexpectedInOpp(Found)
    case unexpectedInTest(Found)
    case unexpectedIn(Construct, Found)
    /// A word spelled almost like the one that is understood
    case misspelledWord(String, meant: String)
    case duplicateClause(String, first: SourceRange)
    case interpolatedName
    case unknownPeriod(String, nearest: String?)

    // Operators
    case comparisonChain(ComparisonChain)
    case singleEqual
    /// `set zone = …`, and all of it without the sign
    case equalInSetting(meant: String)
    case foreignOperator(String, meant: String)
    /// Words of English, and those of the language; `also` is another way that may be meant
    case foreignPhrase(String, meant: String, also: String?)
    /// A word that adds nothing: `the`, `then`
    case needlessWord(String)
    /// `when: …`
    case colonAfterClause(String)
    /// `opp "…" { … }`
    case bracesAroundClauses
    /// A file in the notation of data
    case foreignDocument
    case importedFile(String)
    /// `x = 3` without `let`
    case nameWithoutLet(String)
    /// `let x: Number = 3`
    case typedLet(String, type: String)
    /// `my-home`, and the name that is meant
    case hyphenInName(String, meant: String)
    /// `else` behind a clause
    case elseClause
    /// `if c then notify "…"` in place of clauses
    case conditionalOpp
    /// `set x = 3` in an Opp, `x++`: all of it, and what is to be left out
    case changedValue(String, String)
    /// `fresh for 10min` in the braces of a source
    case clauseAmongFields(String)
    /// `notify "…" after 5min`
    case delayedNotification(String)
    /// `a % b`
    case remainder(String, of: String, by: String)
    /// `rows.(a - b)`
    case calculationOfRows(String)
    /// Words that should be a text
    case unquotedText(String)
    /// `# …`, and the mark that begins it
    case foreignComment(String)
    /// `48.4284,-123.3656`
    case pinWithoutSign(String)
    /// `not c for D`, `not c within last D`, and whether it is the first
    case ambiguousNot(condition: String, window: String, isLasting: Bool)
    case wantsParentheses(String, whole: SourceRange)
    case rangeOutsideIn
    case spanOutsideArgument(String)
    case withinWithoutLast(SourceRange)
    case rowNameWithoutWhere(String)
    case nestingTooDeep
    /// There are more problems than are reported
    case tooMany
  }

  /// The thing found in place of something else
  package enum Found: Hashable, Sendable {
    case endOfFile
    case text
    case word(String)
    case mark(String)
  }

  /// The thing that a missing name would name
  package enum NamedThing: Hashable, Sendable {
    case place
    case `let`
    case enumeration
    case enumCase
    case source
    case table
    case setting
    case connection
    case connector
    case opp
    case test
    case parameter
    case field
    case key
    case row
    case recordTable
    case value
  }

  /// The construct in which a word does not fit
  package enum Construct: Hashable, Sendable {
    case fields
    case cases
    case values
    case expression
    case interpolation
  }

  /// The parts of `a < b < c` that a better way of writing it needs
  package struct ComparisonChain: Hashable, Sendable {
    package let first: String
    package let middle: String
    package let last: String
    package let operators: [TokenKind]
  }

  package let kind: Kind

  /// The place of the mistake
  package let range: SourceRange

  package init(_ kind: Kind, at range: SourceRange) {
    self.kind = kind
    self.range = range
  }
}
