extension SyntaxProblem {
  /// The problem in words
  package var diagnostic: Diagnostic {
    var diagnostic = Diagnostic(code: kind.code, range: range, headline: kind.headline)
    addAdvice(to: &diagnostic)
    return diagnostic
  }

  /// Adds labels, help, notes and a fix
  private func addAdvice(to diagnostic: inout Diagnostic) {
    // By groups, so that no function is long; each adds the advice of its kinds and leaves the rest empty.
    switch kind {
    case .fileTooLarge, .invalidUTF8, .nulByte: adviseOnFile(&diagnostic)
    case .unexpectedCharacters, .unterminatedText, .foreignQuotes, .unknownEscape, .loneBrace,
      .malformedPin,
      .malformedColour, .malformedNumber, .unitApart, .splitLiteral, .semicolon:
      adviseOnWords(&diagnostic)
    case .malformedFormat(_, let meant):
      diagnostic.helps = [
        meant.map { "write `\($0)`" }
          ?? "write `.1` for one decimal, `km` for a unit, `.1 km` for both"
      ]
    case .missingOperand, .missingName, .missingType, .missingWord, .missingClosing,
      .missingComma, .missingPeriod, .missingOutcome, .emptyInterpolation:
      adviseOnMissing(&diagnostic)
    case .unexpectedInFile, .unexpectedInOpp, .unexpectedInTest, .unexpectedInChart, .unexpectedIn,
      .unexpectedInBraces, .misspelledWord,
      .duplicateClause, .interpolatedName, .partialOrder, .unknownPeriod:
      adviseOnMisplaced(&diagnostic)
    case .foreignPhrase, .conditionApart, .needlessWord, .untilAnswered, .colonAfterClause,
      .unquotedText,
      .foreignComment,
      .pinWithoutSign, .delayedNotification, .remainder, .calculationOfRows:
      adviseOnPhrases(&diagnostic)
    case .elseClause, .conditionalOpp, .changedValue, .clauseAmongFields, .bracesAroundClauses,
      .bracesAroundSteps,
      .foreignDocument, .importedFile, .nameWithoutLet, .typedLet, .hyphenInName:
      adviseOnHabits(&diagnostic)
    case .comparisonChain, .singleEqual, .equalInSetting, .foreignOperator, .ambiguousNot,
      .wantsParentheses,
      .rangeOutsideIn, .spanOutsideArgument, .withinWithoutLast, .radiusApart, .rowNameWithoutWhere,
      .nestingTooDeep, .tooMany:
      adviseOnOperators(&diagnostic)
    }
  }

  /// Advises on a file that is no text of rules
  private func adviseOnFile(_ diagnostic: inout Diagnostic) {
    switch kind {
    case .fileTooLarge: diagnostic.helps = ["split the rules over several files"]
    case .invalidUTF8: diagnostic.helps = ["save the file as UTF-8"]
    default: diagnostic.notes = ["rules are plain text; this file looks like something else"]
    }
  }

  /// Advises on the mistakes that the lexer finds, and on literals
  private func adviseOnWords(_ diagnostic: inout Diagnostic) {
    switch kind {
    case .unexpectedCharacters(let text): adviseOnCharacters(text, &diagnostic)
    case .unterminatedText(let openBrace, let other):
      diagnostic.helps = [#"close the text with `"`; write `\n` for a line end inside it"#]
      if let other {
        diagnostic.helps = [#"close it with `"`, as it was opened; this ends with `\#(other)`"#]
      }
      if let openBrace {
        diagnostic.labels = [Diagnostic.Label(range: openBrace, text: "opened here")]
        diagnostic.helps = [#"close the braces with `}` and the text with `"`"#]
      }
    case .foreignQuotes(let text):
      var quoted = "\""
      for scalar in text.unicodeScalars.dropFirst().dropLast() {
        if scalar == "\"" { quoted += "\\" }
        quoted.unicodeScalars.append(scalar)
      }
      quoted += "\""
      if text.hasPrefix("`") { quoted = quoted.withoutDollarsBeforeBraces }
      diagnostic.helps = ["write `\(quoted.shortened)`"]
      diagnostic.fix = replacing(range, by: quoted, .safe)
    case .unknownEscape(let text):
      diagnostic.helps = [#"the escapes are `\"` `\\` `\n` `\t` and `\u{1F3BF}`"#]
      if text == "\\{" || text == "\\}" {
        let brace = text.dropFirst()
        diagnostic.helps = ["write `\(brace)\(brace)` for a brace in a text"]
        diagnostic.fix = replacing(range, by: "\(brace)\(brace)", .safe)
      } else if text.hasPrefix("\\("), text.hasSuffix(")") {
        let braces = "{\(text.dropFirst(2).dropLast())}"
        diagnostic.helps = ["write `\(braces)`"]
        diagnostic.fix = replacing(range, by: braces, .display)
      } else if text == "\\(" {
        diagnostic.helps = ["put braces around a value: `\"It is {temp}\"`"]
      }
    case .loneBrace:
      diagnostic.helps = ["write `}}` for a brace in a text"]
      diagnostic.fix = replacing(range, by: "}}", .safe)
    case .malformedPin:
      diagnostic.helps = ["write latitude and longitude in degrees: `@48.4284,-123.3656`"]
    case .malformedColour: diagnostic.helps = ["write six hexadecimal digits: `#FFBF00`"]
    case .unitApart(let number, let gap, _, let wordRange, let unit):
      diagnostic.helps = ["write `\(number)\(unit)`"]
      diagnostic.fix = replacing(gap.union(wordRange), by: unit, .safe)
    case .malformedNumber(_, let meant?): diagnostic.helps = ["write `\(meant)`"]
    case .malformedNumber(let text, nil) where ForeignDate(text) != nil:
      diagnostic.helps = ["write a date as `2026-06-21`: year, month, day"]
      diagnostic.notes = ["there is no such day"]
    case .splitLiteral(_, let meant):
      diagnostic.helps = ["write `\(meant)`"]
      diagnostic.fix = replacing(range, by: meant, .safe)
    case .semicolon:
      diagnostic.helps = ["leave it out: nothing is needed at the end of a line"]
      diagnostic.fix = replacing(range, by: "", .safe)
    default: break
    }
  }

  /// Advises on words of English in place of those of the language
  private func adviseOnPhrases(_ diagnostic: inout Diagnostic) {
    switch kind {
    case .foreignPhrase(let mark, let meant, let also):
      diagnostic.helps = ["write `\(meant)`" + (also.map { ", or `\($0)`" } ?? "")]
      // A colon touches the word before it.
      let space = mark.hasPrefix(":") ? " " : ""
      let fixes = kind.phrasesToWrite.map { replacing(range, by: space + $0, .display) }
      if fixes.count == 1 { diagnostic.fix = fixes[0] } else { diagnostic.alternatives = fixes }
    case .conditionApart(_, let event, let condition):
      diagnostic.helps = [
        (event.map { "write `\($0)`" } ?? "leave it out")
          + ", and join the rest to the condition: `when (…) and \(condition)`"
      ]
    case .needlessWord: diagnostic.helps = ["leave it out"]
    case .untilAnswered:
      diagnostic.helps = ["leave it out: `opp done` ends `again every` by itself"]
      diagnostic.notes = [
        "`again every 30min for 4h` also sets an end, and so does a condition that is false"
      ]
    case .unquotedText(let text):
      diagnostic.helps = ["write `\"\(text)\"`"]
      diagnostic.fix = replacing(range, by: "\"\(text)\"", .display)
    case .colonAfterClause: diagnostic.helps = ["leave out the `:` after each clause word"]
    case .foreignComment("/*"): diagnostic.helps = ["write `//` before each of its lines"]
    case .foreignComment(let mark):
      diagnostic.helps = ["write `//` for `\(mark)`"]
      diagnostic.fix = replacing(range, by: "//", .safe)
    case .delayedNotification(let duration):
      diagnostic.helps = [
        "to fire after the condition has been true for a while, write `for \(duration)` after it"
      ]
    case .remainder(_, let dividend, let divisor):
      diagnostic.helps = ["write `mod(\(dividend), \(divisor))`"]
    case .calculationOfRows(let rows):
      diagnostic.helps = [
        "give the table a field for what is calculated from each row, and write `\(rows).FIELD`"
      ]
    case .pinWithoutSign(let text):
      diagnostic.helps = ["write `@\(text)`"]
      diagnostic.fix = replacing(range, by: "@\(text)", .display)
    default: break
    }
  }

  /// Advises on habits from other languages and notations
  private func adviseOnHabits(_ diagnostic: inout Diagnostic) {
    switch kind {
    case .elseClause: diagnostic.helps = ["write a second Opp with `when not …`"]
    case .conditionalOpp:
      diagnostic.helps = [
        "write `when … notify …`, and a second Opp with `when not …` for what comes after `else`"
      ]
    case .changedValue(_, let part):
      diagnostic.helps = ["leave out `\(part.shortened)`; `record` keeps values"]
    case .clauseAmongFields(let text): diagnostic.helps = ["write `\(text)` before the `{`"]
    case .bracesAroundClauses(let closing), .bracesAroundSteps(let closing):
      diagnostic.helps = ["leave out `{` and `}`"]
      guard let closing else { break }
      let edits = [Edit(range: range, replacement: ""), Edit(range: closing, replacement: "")]
      diagnostic.fix = Fix(edits: edits, applicability: .safe, isScattered: true)
    case .foreignDocument:
      diagnostic.helps = [#"an Opp is written `opp "Name" when CONDITION notify "Text"`"#]
    case .importedFile:
      diagnostic.helps = ["leave it out, and name both files, or their folder, to the command"]
    case .nameWithoutLet(let name):
      diagnostic.helps = ["write `let \(name) = …`"]
      diagnostic.fix = replacing(range.startPoint, by: "let ", .display)
    case .typedLet(_, let type):
      diagnostic.helps = ["leave out `\(type.shortened)`"]
      diagnostic.fix = replacing(range, by: "", .safe)
    case .hyphenInName(_, let meant):
      diagnostic.helps = ["write `\(meant)`"]
      diagnostic.fix = replacing(range, by: meant, .display)
    default: break
    }
  }

  /// Advises on characters that begin no word
  ///
  ///     ≤ → <=     × → *     … → ..     ' → a text in straight double quotes     % → it touches its number
  private func adviseOnCharacters(_ text: String, _ diagnostic: inout Diagnostic) {
    let meant: String?
    switch text {
    case "≤": meant = "<="
    case "≥": meant = ">="
    case "≠": meant = "!="
    case "×": meant = "*"
    case "÷": meant = "/"
    case "−", "–", "—": meant = "-"
    case "…": meant = ".."
    case "%": meant = nil
    default: meant = nil
    }
    if let meant {
      diagnostic.helps = ["write `\(meant)`"]
      diagnostic.fix = replacing(range, by: meant, .safe)
    } else if text.unicodeScalars.contains(where: { "'`“”‘’„«»".unicodeScalars.contains($0) }) {
      diagnostic.helps = [#"write a text in straight double quotes: `"Lunch walk"`"#]
    } else if text == "%" {
      diagnostic.helps = ["write a percentage without a space: `80%`"]
    } else if let code = text.unicodeScalars.first?.currencyCode, text.unicodeScalars.count > 1 {
      // There are many dollars, so that this is no edit to make unseen.
      let amount = String(text.unicodeScalars.dropFirst())
      diagnostic.helps = ["write `\(amount)\(code)`: amounts end with the code of their currency"]
    }
  }

  /// Advises on missing words, by the word and the thing found in its place
  private func adviseOnMissing(_ diagnostic: inout Diagnostic) {
    switch kind {
    case .missingClosing(let mark, let opened, _):
      diagnostic.labels = [Diagnostic.Label(range: opened, text: "opened here")]
      diagnostic.helps = ["close it with `\(mark)`"]
    case .missingComma(_, let point):
      diagnostic.helps = ["write `,` between them"]
      diagnostic.fix = replacing(point, by: ",", .safe)
    case .missingPeriod(let count):
      diagnostic.helps = ["say how often: `at most \(count) per day`, `at most \(count) per 2h`"]
    case .missingOutcome:
      diagnostic.helps = ["write `fires`, `quiet` or `unknown`"]
    case .missingName(.opp, _):
      diagnostic.helps = [#"write its name as a text: `opp "Lunch walk"`"#]
    case .missingName(.chart, _):
      diagnostic.helps = [#"write its name as a text: `chart "Kilometres"`"#]
    case .missingName(.test, _):
      diagnostic.helps = [#"write what it shows as a text: `test "fires at noon"`"#]
    case .missingName(_, .word(let word)) where ReservedWords.contains(word):
      diagnostic.helps = ["choose another name"]
      diagnostic.notes = ["`\(word)` is a word of the language"]
    case .missingType:
      diagnostic.helps = ["write a type, such as `Text`, `Duration` or `[Text]`"]
    case .missingWord("else", _, _):
      diagnostic.helps = ["write the other value, as in `if raining then \"bus\" else \"bike\"`"]
    case .missingWord("once", _, _):
      diagnostic.helps = ["write `at most once per day`, `at most 3 per week`"]
    case .missingWord("most", _, _):
      diagnostic.helps = ["write `most`, as in `at most once per day`"]
    case .missingWord("of", _, _):
      diagnostic.helps = ["write `of` and a list, as in `at least 2 of [a, b, c]`"]
    case .missingWord("last", _, _):
      diagnostic.helps = ["say how many of them, as in `per week last 52`"]
    case .missingWord("every", _, _):
      diagnostic.helps = ["write `every`, as in `again every 10min`"]
    case .missingOperand(.word("urgent")), .missingOperand(.word("disabled")):
      diagnostic.helps = [
        "write a condition, or the row's name before a field of that name: `task.urgent`"
      ]
    case .missingOperand(.word("when")): diagnostic.helps = ["`when` is written once; leave it out"]
    case .missingOperand(.word("and")), .missingOperand(.word("or")):
      diagnostic.helps = ["leave it out, or write a condition before it"]
    case .missingOperand(.mark("<")), .missingOperand(.mark("<=")), .missingOperand(.mark(">")),
      .missingOperand(.mark(">=")), .missingOperand(.mark("==")), .missingOperand(.mark("!=")):
      diagnostic.helps = ["write both sides, as in `temp > 20C and temp < 25C`"]
    case .missingWord(":", "a key", _): diagnostic.helps = ["write `\"temp\": \"Header\"`"]
    case .missingWord(":", _, _):
      diagnostic.helps = ["write its type, as in `temp: Temperature`"]
    case .missingWord("(", _, _): diagnostic.helps = ["write `()` after it"]
    case .missingWord("for", "`fresh`", _):
      diagnostic.helps = ["write `fresh for …`, as in `fresh for 15min`"]
    case .missingWord("{", "the name of an enum", _):
      diagnostic.helps = ["write the cases in braces, as in `enum Mode { walk, bike }`"]
    case .missingWord("{", "the head of a source", _), .missingWord("{", "the key of a table", _):
      diagnostic.helps = ["write the fields in braces, as in `{ at: Instant, count: Number }`"]
    case .missingWord("{", "the name of the table", _):
      diagnostic.helps = ["write the fields in braces, as in `record trips { at: now }`"]
    case .missingWord("to", _, _):
      diagnostic.helps = ["write `to`, as in `connect weather to openmeteo()`"]
    case .missingWord("=", _, _): diagnostic.helps = [#"write `=`, as in `place home = "…"`"#]
    case .missingWord("by", _, _):
      diagnostic.helps = ["name the fields that identify a row: `table chores by id`"]
    case .emptyInterpolation:
      diagnostic.helps = ["write an expression in the braces, or `{{` and `}}` for braces"]
      diagnostic.fix = replacing(range, by: "{{}}", .display)
    default: break
    }
  }

  /// Advises on words that fit nowhere, and on words given twice
  private func adviseOnMisplaced(_ diagnostic: inout Diagnostic) {
    switch kind {
    case .unexpectedInFile(let found, let nearest):
      if let nearest {
        diagnostic.helps = ["did you mean `\(nearest)`?"]
      } else if found.beginsRule {
        diagnostic.helps = [#"write `opp "Name"` before it"#]
      } else {
        diagnostic.helps = [
          "a declaration begins with `opp`, `place`, `let`, `enum`, `source`, `table`, `set`, "
            + "`connect` or `test`"
        ]
      }
    case .unexpectedInOpp(let found): adviseOnOpp(found, &diagnostic)
    case .unexpectedInTest:
      diagnostic.helps = ["a step is `at INSTANT`, `given x = value` or `expect \"Name\" fires`"]
    case .unexpectedIn(let construct, _): diagnostic.helps = [construct.help]
    case .unexpectedInBraces(_, let braces, let text):
      diagnostic.helps = ["braces in a text hold one expression"]
      guard !text.utf8.dropFirst().dropLast().contains(where: { "{}\"".utf8.contains($0) }) else {
        break
      }
      let printed = "{\(text)}"
      diagnostic.helps.append("`\(printed.shortened)` prints the braces")
      diagnostic.fix = replacing(braces, by: printed, .display)
    case .misspelledWord(_, let meant):
      diagnostic.helps = ["did you mean `\(meant)`?"]
      diagnostic.fix = replacing(range, by: meant, .display)
    case .duplicateClause(_, let first):
      diagnostic.labels = [Diagnostic.Label(range: first, text: "first here")]
      diagnostic.helps = ["keep one of them"]
    case .partialOrder(let isComma):
      diagnostic.helps = ["write the least first, as in `enum Level { low < medium < high }`"]
      if isComma { diagnostic.fix = replacing(range, by: " <", .display) }
    case .interpolatedName: diagnostic.helps = ["write `{{` and `}}` for braces in a name"]
    case .unknownPeriod(_, let nearest):
      if let nearest {
        diagnostic.helps = ["did you mean `\(nearest)`?"]
        diagnostic.fix = replacing(range, by: nearest, .display)
      } else {
        diagnostic.helps = ["write `hour`, `day`, `week`, `month` or `year`"]
      }
    case .unexpectedInChart:
      diagnostic.helps = [
        "the clauses are `for each NAME in …`, `of …` and `per week last 52`"
      ]
    default: break
    }
  }

  /// Advises on a word among the clauses of an Opp that begins none
  ///
  ///     , → `and` or `or`     changes → `on` in place of `when`     ) → leave it out
  private func adviseOnOpp(_ found: Found, _ diagnostic: inout Diagnostic) {
    switch found {
    case .word("to"), .word("with"):
      diagnostic.helps = [#"it is written after the text of `notify`: `notify "…" to "Ann"`"#]
    case .mark(","):
      diagnostic.helps = ["write `and` or `or` between conditions"]
    case .word("priority"), .word("prio"), .word("important"):
      diagnostic.helps = ["write `urgent` to notify while it is quiet too"]
    case .word("changes"), .word("changed"), .word("change"):
      diagnostic.helps = ["`changes` is an event: write `on` in place of `when`"]
    case .word("within"):
      diagnostic.helps = [
        #"it is written after a place: `near "High Street 1, London" within 200m`"#
      ]
    case .word("every"):
      diagnostic.helps = ["write `again every 10min`, or `on every 10min`"]
    case .mark(")"), .mark("]"), .mark("}"):
      diagnostic.helps = ["nothing is open here; leave it out"]
    default:
      diagnostic.helps = [
        "join conditions with `and` or `or`, or begin a clause: `on`, `when`, `near`, `notify`, "
          + "`record`, `colour`, `at most`, `again every`, `snooze`, `expires`, `urgent`, `disabled`"
      ]
    }
  }

  /// Advises on operators, ranges and nesting
  private func adviseOnOperators(_ diagnostic: inout Diagnostic) {
    switch kind {
    case .comparisonChain(let chain): chain.advise(on: &diagnostic)
    case .singleEqual:
      diagnostic.helps = ["write `==` to compare"]
      diagnostic.fix = replacing(range, by: "==", .safe)
    case .equalInSetting(let meant):
      diagnostic.helps = ["leave it out: `\(meant.shortened)`"]
      diagnostic.fix = replacing(range, by: "", .safe)
    case .foreignOperator(let mark, let meant):
      diagnostic.helps = ["write `\(meant)`"]
      let replacement = mark == "!" ? "not " : mark.hasPrefix(",") ? " \(meant)" : meant
      diagnostic.fix = replacing(range, by: replacement, .safe)
    case .ambiguousNot(let condition, let window, let kind):
      adviseOnNot(condition, window, kind, &diagnostic)
    case .wantsParentheses(_, let whole):
      diagnostic.helps = ["put parentheses around it"]
      diagnostic.fix = Fix(
        edits: [
          Edit(range: whole.startPoint, replacement: "("),
          Edit(range: whole.endPoint, replacement: ")"),
        ], applicability: .display)
    case .withinWithoutLast(let point):
      diagnostic.helps = ["write `within last` or `within next`"]
      diagnostic.fix = replacing(point, by: " last", .display)
    case .radiusApart(let radius, let place, let name, let removed):
      diagnostic.helps = ["write it behind the place: `near \(name.shortened) within \(radius)`"]
      if let place {
        let moved = Edit(range: place.endPoint, replacement: " within \(radius)")
        let edits = [moved, Edit(range: removed, replacement: "")]
        diagnostic.fix = Fix(edits: edits, applicability: .display)
      }
    case .rangeOutsideIn: diagnostic.helps = ["write `x in a..b`"]
    case .spanOutsideArgument(let word):
      diagnostic.helps = ["write it as in `average(temp, \(word) 1h)`"]
    case .rowNameWithoutWhere(let name):
      diagnostic.helps = ["write `as \(name) where …`"]
    case .tooMany: diagnostic.helps = ["correct the first ones, then check again"]
    case .nestingTooDeep:
      diagnostic.helps = ["give parts of it names with `let`"]
      diagnostic.notes = ["expressions may be nested \(Parser.nestingLimit) levels deep"]
    default: break
    }
  }

  /// Advises on both readings of `not c for D` and `not c within last D`
  ///
  /// ```
  /// not raining for 10min            (not raining) for 10min, or not (raining for 10min)
  /// !raining within last 2h          not (raining within last 2h), or (not raining) within last 2h
  /// ```
  private func adviseOnNot(
    _ condition: String, _ window: String, _ kind: WindowKind, _ diagnostic: inout Diagnostic
  ) {
    let inner = condition.dropFirst(
      condition.hasPrefix("not") ? 4 : condition.hasPrefix("!") ? 1 : 0)
    let negation = condition.hasPrefix("!") ? "not \(inner)" : condition
    let (outside, beside) = ("`not (\(inner) \(window))`", "`(\(negation)) \(window)`")
    switch kind {
    case .hold:
      diagnostic.helps = [
        "write \(beside) if it must be untrue all along",
        "write \(outside) if it must not have been true all along",
      ]
    case .lookBack:
      diagnostic.helps = [
        "write \(outside) if it must not be true at any moment of that time",
        "write \(beside) if it is enough that it is untrue at one moment of it",
      ]
    case .latch:
      diagnostic.helps = [
        "write \(beside) if it begins where that is untrue",
        "write \(outside) if it is the opposite of all of it",
      ]
    }
  }

  /// A fix of one edit
  private func replacing(
    _ range: SourceRange, by text: String, _ applicability: Fix.Applicability
  ) -> Fix {
    Fix(edits: [Edit(range: range, replacement: text)], applicability: applicability)
  }
}

extension SyntaxProblem.Kind {
  /// The texts that may take the place of words of English as they are
  ///
  /// A text with `…` or `[a, b, c]` in it shows a form. `on entering home` takes the place of `when` as well, so it is left out
  /// for `when arriving home`.
  fileprivate var phrasesToWrite: [String] {
    guard case .foreignPhrase(_, let meant, let also) = self else { return [] }
    var phrases = [meant]
    if let also, !also.hasPrefix("on ") || meant.hasPrefix("on ") { phrases.append(also) }
    return phrases.filter { phrase in
      let parts = phrase.split(separator: "[")
      return !phrase.contains("…" as Character) && !parts.contains { $0.hasPrefix("a, b, c]") }
    }
  }
}

extension String {
  /// The text of a template without the `$` that other languages write before braces
  ///
  ///     It is ${temp} → It is {temp}     5$ → 5$
  fileprivate var withoutDollarsBeforeBraces: String {
    var result = ""
    var rest = unicodeScalars[...]
    while let scalar = rest.popFirst() {
      if scalar != "$" || rest.first != "{" { result.unicodeScalars.append(scalar) }
    }
    return result
  }
}
