internal import OppModel
internal import OppSyntax

/// An expression of one type where another is needed
enum TypeProblem {
  /// `context` names what needs the type: "`near`", "the parameter `d`"
  case mismatch(expected: ValueType, found: ValueType, context: String)
  case incomparable(ValueType, ValueType, suggestion: String?)

  /// A quantity beside a number without a unit; the number as written
  case missingUnit(ValueType, number: String, suggestions: [String])
  case noOrder(ValueType)
  case notCondition(ValueType, suggestion: String?)
  case noArithmetic(operator: String, ValueType, ValueType, hint: String?)
  case noNegative(ValueType)
  case noRange(ValueType)

  /// `a..b` whose end comes before its start, where ranges do not wrap
  case emptyRange
  case notCollection(ValueType, suggestion: String?)
  /// `weekday in mon-fri`
  case dashedRange(suggestion: String)

  /// `x is known`, `x == null`: the word
  case knowledgeAsValue(String, suggestion: String)

  /// `hot is True`: the word
  case conditionBesideWord(String, suggestion: String)

  /// `count` of a list of conditions; how to count those that are true
  case countOfConditions(suggestion: String?)

  /// `any tasks where done`
  case rowsWithoutParentheses(suggestion: String)

  /// `$` before the braces of a text, and their content
  case dollarBeforeBraces(String)

  /// A value where a text is expected, as written
  case valueAsText(ValueType, String)
  case mixedList(ValueType, ValueType)
  case emptyList
  case noParts(ValueType)
  case branches(ValueType, ValueType)

  /// `a < b < c`; the suggestion is `b in a..c`
  case chain(suggestion: String?)

  /// `sky == rain or drizzle`; the suggestion is `sky in [rain, drizzle]`
  case caseAsCondition(name: String, suggestion: String?)
  case wrongArgument(
    function: String, accepts: String, found: ValueType, suggestion: String? = nil)
  case tooManyArguments(function: String, limit: Int)
  case missingArgument(function: String, parameter: String)
  case repeatedArgument(String)
  case positionalAfterNamed
  case notRows(ValueType, suggestion: String?)
  case rowsAsValue(table: String)
  case notText(ValueType)
}
