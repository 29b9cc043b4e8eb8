/// A mistake in the text of a file, found before any name or type is resolved
package struct SyntaxProblem: Hashable, Sendable {
  /// The mistake, with the words of the file that its message needs
  package enum Kind: Hashable, Sendable {
    // The file
    /// More bytes than ``SourceFile/sizeLimit``
    case fileTooLarge(bytes: Int)
    /// Bytes that are no UTF-8
    case invalidUTF8
    /// A byte 0, as in files that are no text
    case nulByte

    // Words
    /// `a ≤ b`: characters that begin no word, as written
    case unexpectedCharacters(String)
    /// A text without its closing quote, and the brace in it that was left open
    case unterminatedText(openBrace: SourceRange?, endsInOther: String?)
    /// A text in `'…'`, `“…”` or the like, as written
    case foreignQuotes(String)
    /// `\q` in a text
    case unknownEscape(String)
    /// `}` in a text that no `{` opened
    case loneBrace
    /// `@48.4284` without its longitude
    case malformedPin(String)
    /// `#FFF`
    case malformedColour(String)
    /// `1.2.3`, and the number that was meant, if that can be seen
    case malformedNumber(String, meant: String?)
    /// `30 min`: the number, the gap, and the unit that was meant
    case unitApart(
      number: String, gap: SourceRange, word: String, wordRange: SourceRange, unit: String)
    /// `1h 30min`, `2026-06-01 9:00`: one literal in several words
    case splitLiteral(String, meant: String)
    /// `;` behind a clause or a declaration
    case semicolon

    // Missing parts
    /// `when temp >`
    case missingOperand(before: Found)
    /// `place = @48.42,-123.36`
    case missingName(of: NamedThing, before: Found)
    /// `{ state: }` in a source
    case missingType(before: Found)
    /// `again 1h`: the word, and the words that it comes after
    case missingWord(String, after: String, before: Found)
    /// `(a or b`: the mark, and the place of the one that it closes
    case missingClosing(String, opened: SourceRange, before: Found)
    /// `[1 2]`, and the place where the comma belongs
    case missingComma(before: Found, point: SourceRange)
    /// `at most 3`
    case missingPeriod(count: String)
    /// `expect "Tea"` without `fires`, `quiet` or `unknown`
    case missingOutcome(before: Found)
    /// `"{}"`
    case emptyInterpolation
    /// `{temp:.1f}`: the text behind the `:`, and the format that it means
    case malformedFormat(String, meant: String?)

    // Unexpected words
    /// A word that begins no declaration, and the word of one that is near
    case unexpectedInFile(Found, nearest: String?)
    /// A word that begins no clause
    case unexpectedInOpp(Found)
    /// A word that begins no step or action
    case unexpectedInTest(Found)
    /// A word that begins no clause of a chart
    case unexpectedInChart(Found)
    /// A word that fits nowhere in a construct
    case unexpectedIn(Construct, Found)
    /// A word in the braces of a text at which the expression has ended, and the braces
    case unexpectedInBraces(Found, braces: SourceRange, text: String)
    /// `enum Level { low < medium, high }`, or a `>`, and whether it is the comma
    case partialOrder(isComma: Bool)
    /// A word spelled almost like the one that is understood
    case misspelledWord(String, meant: String)
    /// `urgent urgent`, and the place of the first
    case duplicateClause(String, first: SourceRange)
    /// `opp "Tea {count}"`
    case interpolatedName
    /// `per weak`, and the period that is near
    case unknownPeriod(String, nearest: String?)

    // Operators
    /// `a < b < c`
    case comparisonChain(ComparisonChain)
    /// `when sky = sunny`
    case singleEqual
    /// `set zone = …`, and all of it without the sign
    case equalInSetting(meant: String)
    /// `&&`, `=>`, `var`: a sign or a word of another language, and that of this one
    case foreignOperator(String, meant: String)
    /// Words of English, and those of the language; `also` is another way that may be meant
    case foreignPhrase(String, meant: String, also: String?)
    /// `every monday at 9:00` beside `when a or b`: the event, and the condition that joins that of `when`
    case conditionApart(String, event: String?, condition: String)
    /// A word that adds nothing: `the`, `then`
    case needlessWord(String)

    /// `again every 30min until done`: an answer ends the series anyway
    case untilAnswered(String)
    /// `when: …`
    case colonAfterClause(String)
    /// `opp "…" { … }`, with the place of the brace that closes
    case bracesAroundClauses(closing: SourceRange?)
    /// `test "…" { … }`, with the place of the brace that closes
    case bracesAroundSteps(closing: SourceRange?)
    /// A file in the notation of data
    case foreignDocument
    /// `import "other.opp"`: its first word
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
    /// `set x = 3` in an Opp, `x++`: all of it, and the part to leave out
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
    /// `not c for D`, `not c within last D`, `not c until d`
    case ambiguousNot(condition: String, window: String, WindowKind)
    /// `2 + not a`: the word, and all that belongs in parentheses
    case wantsParentheses(String, whole: SourceRange)
    /// `x == 1..5`
    case rangeOutsideIn
    /// `when last 2h`
    case spanOutsideArgument(String)
    /// `raining within 2h`, and the place where `last` belongs
    case withinWithoutLast(SourceRange)
    /// `near home when raining within 3km`: the radius, the place that it belongs to and its name, if one was named, and
    /// the words to take out
    case radiusApart(String, place: SourceRange?, name: String, removed: SourceRange)
    /// `agenda as e` without `where`
    case rowNameWithoutWhere(String)
    /// More levels than ``Parser/nestingLimit``
    case nestingTooDeep
    /// There are more problems than are reported
    case tooMany
  }

  /// The thing found in place of something else
  package enum Found: Hashable, Sendable {
    /// Nothing: the file ends
    case endOfFile
    /// A text, which messages do not repeat
    case text
    /// A word or a literal, as written
    case word(String)
    /// A sign, as written
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
    /// The source or table after `connect`
    case connection
    case connector
    case opp
    case test
    case chart
    case address
    case parameter
    case field
    case key
    /// The text in front of `:` in the braces of an option
    case entryKey
    case row
    /// The table after `record`, or in `given`
    case recordTable
    case value
  }

  /// The construct in which a word does not fit
  package enum Construct: Hashable, Sendable {
    case fields
    case cases
    case values
    case expression
  }

  /// The operator over time that follows a condition
  package enum WindowKind: Hashable, Sendable {
    /// `for D`
    case hold
    /// `within last D`, `within next D`
    case lookBack
    /// `until d`
    case latch
  }

  /// The parts of `a < b < c` that a better way of writing it needs
  package struct ComparisonChain: Hashable, Sendable {
    /// The first operand, as written
    package let first: String
    /// The second operand
    package let middle: String
    /// The last operand
    package let last: String
    /// The operators, in the order of the text: one less than there are operands
    package let operators: [TokenKind]
    /// `true` if `not` is before it, or `for` or `within` behind it, to which `and` would leave one side only
    package let isOperand: Bool
  }

  package let kind: Kind

  /// The place of the mistake
  package let range: SourceRange

  package init(_ kind: Kind, at range: SourceRange) {
    self.kind = kind
    self.range = range
  }
}

extension SyntaxProblem.Found {
  /// The text of a word; empty for anything else
  var text: String {
    if case .word(let text) = self { text } else { "" }
  }
}
