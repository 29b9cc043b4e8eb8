internal import OppModel
internal import OppSyntax

extension TypeProblem {
  /// The problem in words, at its place
  ///
  /// - Parameter types: the names of enums and tables.
  func diagnostic(at range: SourceRange, _ types: TypeNames) -> Diagnostic {
    var result = Diagnostic(code: code, range: range, headline: headline(types))
    if let help { result.helps.append(help) }
    if let note { result.notes.append(note) }
    if case .ambiguousOtherwise(let readings, _) = self {
      result.fix = Fix(enclosing: readings.binding, .safe)
      result.alternatives = [Fix(enclosing: readings.loosest, .display)]
    }
    return result
  }

  /// The stable name of the problem, in kebab case
  private var code: String {
    switch self {
    case .mismatch, .wrongUnit: "type-mismatch"
    case .incomparable: "incomparable-types"
    case .equalPosition: "equal-position"
    case .missingUnit, .plainNumber: "missing-unit"
    case .noOrder, .angleWithoutOrder: "type-without-order"
    case .notCondition: "not-a-condition"
    case .noArithmetic, .noNegative: "impossible-arithmetic"
    case .ambiguousOtherwise: "ambiguous-otherwise"
    case .noRange: "type-without-ranges"
    case .emptyRange: "empty-range"
    case .notCollection: "not-a-list"
    case .dashedRange: "range-with-dash"
    case .knowledgeAsValue: "knowledge-as-value"
    case .conditionBesideWord: "incomparable-types"
    case .countOfConditions: "count-of-conditions"
    case .countNotWhole, .firstOutOfRange: "count-out-of-range"
    case .valuesWithoutName: "values-without-name"
    case .rowOfEach: "rows-as-value"
    case .rangeAsValue: "range-outside-in"
    case .forEachGap: "for-each-gap"
    case .rowsWithoutParentheses: "rows-without-parentheses"
    case .dollarBeforeBraces: "dollar-before-braces"
    case .formatOfOther, .durationWithoutUnit, .formatUnit: "format-mismatch"
    case .valueAsText, .notFirstInstant, .clockAsDuration: "type-mismatch"
    case .mixedList: "mixed-list"
    case .emptyList: "empty-list"
    case .noParts: "type-without-fields"
    case .branches: "different-branches"
    case .caseAsCondition: "case-as-condition"
    case .wrongArgument: "wrong-argument"
    case .tooManyArguments: "too-many-arguments"
    case .missingArgument: "missing-argument"
    case .repeatedArgument: "repeated-argument"
    case .positionalAfterNamed: "argument-order"
    case .notRows: "not-rows"
    case .rowsAsValue, .rowsForRow, .rowsForField, .conditionOfRows: "rows-as-value"
    case .notText: "not-a-text"
    }
  }

  /// The problem in one line
  private func headline(_ types: TypeNames) -> String {
    switch self {
    case .mismatch(let expected, let found, let context):
      "\(context) needs \(types.phrase(for: expected)), and this is \(types.phrase(for: found))"
    case .incomparable(let left, let right, _):
      "\(types.phrase(for: left)) cannot be compared with \(types.phrase(for: right))"
    case .clockAsDuration(let found, let context, _):
      "\(context) needs a duration, and this is \(types.phrase(for: found))"
    case .equalPosition: "your position is measured, and never exactly that of a place"
    case .missingUnit(let type, let number, _):
      "`\(number)` has no unit where \(types.phrase(for: type)) is needed"
    case .wrongUnit(let type, let found, let quantity, _):
      "`\(quantity)` is \(types.phrase(for: found)) where \(types.phrase(for: type)) is needed"
    case .plainNumber(let number, _, _):
      "`\(number)` has no unit where \(types.phrase(for: .percent)) is needed"
    case .ambiguousOtherwise: "`otherwise` beside arithmetic can be meant in two ways"
    case .noOrder(let type, _):
      "\(types.phrase(for: type)) is neither less nor greater than another"
    case .angleWithoutOrder: "an angle is neither less nor greater than another"
    case .notCondition(let type, _):
      "a condition is needed here, and this is \(types.phrase(for: type))"
    case .noArithmetic(let sign, let left, let right, _):
      "there is no `\(sign)` of \(types.phrase(for: left)) and \(types.phrase(for: right))"
    case .noNegative(let type): "\(types.phrase(for: type)) cannot be negated"
    case .noRange(let type, _): "there are no ranges of \(types.phrase(for: type))"
    case .emptyRange: "this range ends before it starts, so nothing is in it"
    case .notCollection(let type, _):
      "`in` and `contains` need a list, a range or a text, and this is \(types.phrase(for: type))"
    case .dashedRange: "a range is written with `..`"
    case .knowledgeAsValue(let word, _): "`\(word)` is not a value"
    case .conditionBesideWord(let word, _): "a condition is not compared with `\(word)`"
    case .countOfConditions: "`count` counts all elements of a list, true or not"
    case .countNotWhole(let words, let limit):
      "`\(words)` needs a whole number from 0 to \(limit)"
    case .firstOutOfRange(let limit):
      "`first` needs a whole number from 1 to \(limit), the same at all times"
    case .valuesWithoutName(let type, _):
      "these are values, each \(types.phrase(for: type)), and values have no fields"
    case .forEachGap: "gaps come and go with rows, so that none has a series of its own"
    case .rangeAsValue: "a range `a..b` is allowed only after `in`, `last` and as a time of `gaps`"
    case .rowOfEach: "`each` makes a list of values, and this is a whole row"
    case .rowsWithoutParentheses: "`any` takes rows in parentheses"
    case .formatOfOther(let type):
      "`:` gives numbers and quantities their decimals and unit, and this is \(types.phrase(for: type))"
    case .durationWithoutUnit: "a duration with decimals needs its unit"
    case .formatUnit(let unit, let type, _):
      "`\(unit)` is not a unit of \(types.phrase(for: type))"
    case .dollarBeforeBraces: "`$` is printed as it is; the braces alone insert the value"
    case .notFirstInstant(let type, _):
      "`from` needs an instant, and this is \(types.phrase(for: type))"
    case .valueAsText(let type, _): "`notify` needs a text, and this is \(types.phrase(for: type))"
    case .mixedList(let first, let other, let function):
      "\(function.map { "`\($0)` compares values of" } ?? "a list holds") one type, and this has "
        + "\(types.phrase(for: first)) and \(types.phrase(for: other))"
    case .emptyList: "the type of this empty list is unknown"
    case .noParts(let type): "\(types.phrase(for: type)) has no fields"
    case .branches(let first, let other):
      "both branches must be of the same type: one is \(types.phrase(for: first)), "
        + "the other \(types.phrase(for: other))"
    case .caseAsCondition(let name, _): "`\(name)` alone is not a condition"
    case .wrongArgument(let function, let accepts, let found, _):
      "`\(function)` takes \(accepts), and this is \(types.phrase(for: found))"
    case .tooManyArguments(let function, let limit, _):
      limit == 1
        ? "`\(function)` takes one argument" : "`\(function)` takes at most \(limit) arguments"
    case .missingArgument(let function, let parameter):
      "`\(function)` needs the argument `\(parameter)`"
    case .repeatedArgument(let name): "the argument `\(name)` is given twice"
    case .positionalAfterNamed: "an argument without a name cannot follow one with a name"
    case .notRows(let type, _):
      "rows of a table are needed here, and this is \(types.phrase(for: type))"
    case .rowsAsValue(let table, _), .rowsForRow(let table, _), .rowsForField(let table, _),
      .conditionOfRows(let table, _):
      "these are rows of `\(table)`, not a single value"
    case .notText(let type): "\(types.phrase(for: type)) cannot be put into a text"
    }
  }

  /// The advice; nil if the headline says all there is
  private var help: String? {
    switch self {
    case .notCondition(let type, nil) where type.isAmount || type == .temperature:
      "write a comparison, with both of its sides, as in `temp > 20C`"
    case .incomparable(.money, .money, nil):
      "two currencies never mix: convert one by a rate of your own, as in `fee / 1USD * 0.92EUR`"
    case .incomparable(.weekday, .number, nil), .incomparable(.number, .weekday, nil):
      "weekdays have names: `weekday == mon`, `weekday in mon..fri`"
    case .incomparable(_, _, let suggestion), .notCondition(_, let suggestion),
      .caseAsCondition(_, let suggestion),
      .notCollection(_, let suggestion):
      suggestion.map { "write `\($0)`" }
    case .equalPosition(let suggestion):
      suggestion.map { "write `\($0)`" } ?? "write `near P within 100m`"
    case .missingUnit(_, _, let suggestions), .wrongUnit(_, _, _, let suggestions),
      .conditionOfRows(_, let suggestions):
      "write \(suggestions.map { "`\($0)`" }.joined(separator: " or "))"
    case .plainNumber(_, let declaration?, let quotient):
      "declare it as `\(declaration): Percent`, or write `\(quotient)`"
    case .plainNumber(_, nil, let quotient): "write `\(quotient)`"
    case .ambiguousOtherwise(let readings, let text): readings.advice(for: text)
    case .noArithmetic(_, _, _, let hint): hint
    case .noOrder(.text, _): "compare texts with `==` or `!=`; `LIST by title` puts rows in order"
    case .noOrder(.angle, _): "write a range, which turns clockwise: `wind_from in 225deg..315deg`"
    case .angleWithoutOrder(let suggestion):
      "write a range, which turns clockwise, such as `\(suggestion)`"
    case .noOrder(_, let declaration?), .noRange(_, let declaration?):
      "write `\(declaration)` if its cases have an order"
    case .rowsAsValue(let table, isOwn: true):
      "give the row a name to tell its fields from others: write "
        + "`\(table) as row` and `row.` before the field"
    case .rowsAsValue(let table, isOwn: false):
      "write `any(\(table) …)`, `count(\(table) …)` or `first(\(table) …)`"
    case .emptyRange: "write the smaller end first"
    case .mismatch(.position, .text, _):
      "give the address a name: `place there = \"…\"`, then write `there`; "
        + "only `place`, `near` and `distance` take an address itself"
    case .clockAsDuration(_, _, let suggestion), .rowsForRow(_, let suggestion),
      .rowsForField(_, let suggestion):
      "write `\(suggestion)`"
    case .dashedRange(let suggestion), .knowledgeAsValue(_, let suggestion),
      .rowsWithoutParentheses(let suggestion), .conditionBesideWord(_, let suggestion):
      "write `\(suggestion)`"
    case .wrongArgument(_, _, _, let suggestion), .notRows(_, let suggestion),
      .tooManyArguments(_, _, let suggestion), .notFirstInstant(_, let suggestion):
      suggestion.map { "write `\($0)`" }
    case .countNotWhole(let words, _):
      "write `\(words) 2 of [a, b, c]`, with the number of conditions"
    case .valuesWithoutName(_, let suggestion): "give each a name: write `\(suggestion)` before it"
    case .firstOutOfRange: "write the number, as in `first(tasks, 3)`"
    case .forEachGap: "add them up, as in `of sum(gaps(…) each length)`"
    case .rangeAsValue: "write `x in a..b`"
    case .rowOfEach: "name a field of it, or leave `each` out"
    case .countOfConditions(let suggestion, true): "write `\(suggestion)`"
    case .countOfConditions(let suggestion, false):
      "write `\(suggestion)` in place of the comparison, or `at most` or `exactly`"
    case .formatOfOther: "leave out the `:` and what follows it"
    case .durationWithoutUnit(let meant): "write `\(meant)`"
    case .formatUnit(_, let type, units: []):
      type == .number ? "a number has decimals or `%`, as in `{x:.1}` and `{x:.1 %}`" : nil
    case .formatUnit(_, _, let units):
      "it has \(units.map { "`\($0)`" }.joined(separator: ", "))"
    case .dollarBeforeBraces(let value): "write `{\(value)}`"
    case .valueAsText(_, let text):
      "write `\"\(text)\"` for the word, or `\"{\(text)}\"` for its value"
    case .mismatch(.place, .number, _), .mismatch(.position, .number, _):
      "a pin begins with `@`, as in `@48.4284,-123.3656`"
    case .mismatch(.number, .percent, _):
      "multiply it by 1 for its value as a number: `50% * 1` is 0.5"
    case .mismatch(.colour, .text, _): "write it without quotes, as in `colour red`"
    case .notText(.row): "name a field of the row, as in `{task.title}`"
    case .missingArgument(let function, parameter: "last D"):
      "add the time, as in `\(function)(x, last 1d)`"
    case .missingArgument("gaps", parameter: "FROM..TO"):
      "add the time first, as in `gaps(today + 8:00..today + 20:00, agenda)`"
    case .missingArgument("ago", _): "add the time, as in `ago(x, 1d)`"
    case .mismatch, .noOrder, .noNegative, .noRange, .mixedList, .emptyList, .noParts,
      .branches, .missingArgument, .repeatedArgument, .positionalAfterNamed, .notText:
      nil
    }
  }

  /// The reason, if it is not plain
  private var note: String? {
    if case .noNegative(.temperature) = self {
      return "a temperature below zero is written `-5C`; a difference can be negated"
    }
    if case .rowsForRow(let table, let row) = self { return "`\(row)` is the row of `\(table)`" }
    if case .rowsForField(let table, let field) = self {
      return "inside the list, `\(field)` is that of the row of `\(table)`"
    }
    return nil
  }
}
