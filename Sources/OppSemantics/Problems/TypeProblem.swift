internal import OppModel
internal import OppSyntax

/// An expression of one type where another is needed
enum TypeProblem {
  /// `context` names the thing that needs the type: "`near`", "the parameter `d`"
  case mismatch(expected: ValueType, found: ValueType, context: String)
  /// `wind > 30km`
  case incomparable(ValueType, ValueType, suggestion: String?)

  /// `position == home`, of the person's position
  case equalPosition(suggestion: String?)

  /// A quantity beside a number without a unit; the number as written
  case missingUnit(ValueType, number: String, suggestions: [String])

  /// A quantity of another kind than the type that is needed, such as `19C` for `19%`
  case wrongUnit(ValueType, found: ValueType, quantity: String, suggestions: [String])
  /// `humidity > limit` of a number that may be in hundredths or not: the name by which the rule set declares it, and a
  /// quotient to write
  case plainNumber(String, declaration: String?, quotient: String)
  /// `sky > rain`
  ///
  /// - Parameter declaration: the one of an enum that gives its cases an order.
  case noOrder(ValueType, declaration: String?)
  /// `wind_from > 40deg`: a range to write
  case angleWithoutOrder(suggestion: String)
  /// `when temp`
  case notCondition(ValueType, suggestion: String?)
  /// `temp + temp`
  case noArithmetic(operator: String, ValueType, ValueType, hint: String?)
  /// `a - b otherwise c + d`: the text of all of it
  case ambiguousOtherwise(OtherwiseReadings, text: String)
  /// `-temp`
  case noNegative(ValueType)
  /// `sky in clear..rain`
  case noRange(ValueType, declaration: String?)

  /// `a..b` whose end comes before its start, if ranges do not wrap
  case emptyRange
  /// `sky in rain`
  case notCollection(ValueType, suggestion: String?)
  /// `weekday in mon-fri`
  case dashedRange(suggestion: String)

  /// `x is known`, `x == null`: the word
  case knowledgeAsValue(String, suggestion: String)

  /// `hot is True`: the word
  case conditionBesideWord(String, suggestion: String)

  /// `count` of a list of conditions; how to count those that are true, as a whole comparison or as its beginning
  case countOfConditions(suggestion: String, isWhole: Bool)

  /// `at least 1.5 of LIST`
  case countNotWhole(words: String, limit: Int)

  /// `first(tasks, 0)`
  case firstOutOfRange(limit: Int)

  /// `trips each mode where mode == walk`: values without a name
  case valuesWithoutName(ValueType, suggestion: String)

  /// `tasks as t each t`
  case rowOfEach

  /// `for each g in gaps(…)` of a chart
  case forEachGap

  /// `max(1..3)`
  case rangeAsValue

  /// `any tasks where done`
  case rowsWithoutParentheses(suggestion: String)

  /// `{title:.1}`: a value that has neither decimals nor a unit
  case formatOfOther(ValueType)

  /// `{free:.1}`: the same with a unit
  case durationWithoutUnit(String)

  /// `{temp:km}`: the unit, and those that fit
  case formatUnit(String, of: ValueType, units: [String])

  /// `$` before the braces of a text, and their content
  case dollarBeforeBraces(String)
  /// `for "00:10:00"`: a duration as a clock shows it, and the duration that is meant
  case clockAsDuration(ValueType, context: String, suggestion: String)

  /// `every 2w from X` of an X that is no instant
  case notFirstInstant(ValueType, suggestion: String?)

  /// A value where a text is expected, as written
  case valueAsText(ValueType, String)
  /// `[20C, 5km]`
  ///
  /// - Parameter function: the function whose arguments they are; nil for a list in brackets.
  case mixedList(ValueType, ValueType, function: String?)
  /// `[]` if no type is expected
  case emptyList
  /// `temp.year`
  case noParts(ValueType)
  /// `if raining then 1 else 2km`
  case branches(ValueType, ValueType)

  /// `sky == rain or drizzle`; the suggestion is `sky in [rain, drizzle]`
  case caseAsCondition(name: String, suggestion: String?)
  /// `lower(temp)`: the arguments that the function takes, in words
  case wrongArgument(
    function: String, accepts: String, found: ValueType, suggestion: String? = nil)
  /// `began(raining, busy)`
  case tooManyArguments(function: String, limit: Int, suggestion: String?)
  /// `change(temp)`
  case missingArgument(function: String, parameter: String)
  /// `score(d: 2km, d: 3km)`
  case repeatedArgument(String)
  /// `score(d: 2km, 3)`
  case positionalAfterNamed
  /// `count(agenda) where busy`
  case notRows(ValueType, suggestion: String?)
  /// `agenda == 1`, and with `isOwn` `shares where shares.who == who`, where a row of the list has no name
  case rowsAsValue(table: String, isOwn: Bool)
  /// `tasks.begins` in place of `t.begins`, in `for each t in tasks`
  case rowsForRow(table: String, row: String)
  /// `any(tasks where tasks.done)`
  case rowsForField(table: String, field: String)
  /// `when tasks.done`, and the conditions on rows that it may mean
  case conditionOfRows(table: String, suggestions: [String])
  /// `"{first(agenda)}"`: a row, which no text can show
  case notText(ValueType)
}
