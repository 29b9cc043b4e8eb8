internal import OppModel
internal import OppSyntax

/// A name that means nothing here, or more than one thing
enum NameProblem {
  /// A name that is declared nowhere
  case unknownName(String, nearest: String?)

  /// An unknown name where a text is needed, which may be one without its quotes
  case unknownBesideText(String)
  /// `task.done` without `for each`: the table that the row would be of, the field, and the place where `for each` would stand
  case unknownRow(String, table: String, field: String, place: SourceRange?)
  /// `"in {c}"`: a name in the braces of a text that is near to none
  case unknownInText(String)

  /// A name where a place is needed
  case unknownPlace(String, nearest: String?)
  case unknownFunction(String, nearest: String?)
  /// `sort(tasks, due)`, `AND(a, b)`: the name, and the text to write in place of the call
  case functionOfRows(String, suggestion: String)
  case unknownType(String, nearest: String?)
  /// A field that its owner does not have, and the owner in words: a row of `agenda`
  case unknownField(String, owner: String, nearest: String?, fields: [String])
  /// A word where a case of a type is expected
  case unknownCase(String, type: ValueType, nearest: String?, cases: [String])
  case unknownArgument(String, function: String, nearest: String?)
  case unknownTable(String, nearest: String?)

  /// A source whose readings are given as a row is
  case sourceAsRow(String, suggestion: String?)
  case unknownOpp(String, nearest: String?)
  case unknownSetting(String, nearest: String?)
  /// A connector that is not in the catalogue, and those that fit the target
  case unknownConnector(String, nearest: String?, connectors: [String])
  /// A target of `connect` that is neither a source, a table nor a service
  case unknownConnection(String, nearest: String?)

  /// The same name twice among declarations, fields, cases or parameters
  case duplicate(String, what: String, first: SourceRange)

  /// A plain name that means more than one thing
  case ambiguous(String, choices: [NameChoice])

  /// A plain name of a source of the prelude that the rule set replaces, and the other names that are lost with it
  case lost(String, source: String, others: [String], declared: SourceRange?)

  /// A name that is a case of several enums, if no type is expected
  case ambiguousCase(String, types: [ValueType])

  /// A field without a plain name, as one of a source whose parameters have no defaults; those parameters
  case needsSource(String, source: String, parameters: [String])

  /// A field of a table, used outside its rows
  case fieldOfTable(String, table: String)

  /// Lets that need each other, each the next and the last the first; where each is declared
  case cyclicLet([String], declared: [SourceRange])

  /// A let, source, or function with parameters, used without arguments
  case needsArguments(String, parameters: [String])

  /// A declared thing that is no value: an enum, a table, a source
  case notValue(String, what: String, hint: String?)

  /// A name with parentheses behind it that takes no arguments
  case notFunction(String)

  /// A word that should be a text
  case unquotedText(String)

  /// `near "home"`, if `home` is declared
  case quotedPlace(String)

  /// `tasks.count`
  case countAsField(String, suggestion: String)

  /// `notify … to me`
  case needlessRecipient(String)

  /// `tomorrow.sky`; how to look ahead
  case fieldOfTomorrow(String, suggestion: String)

  /// `yesterday.temp`
  case fieldOfYesterday(String)
  /// `zone == "home"`: a name of home automations for where you are, and the condition that is meant
  case unknownPresence(String, suggestion: String)
  /// `door.open`: a word for the state of a source, the source, and the condition that is meant
  case stateAsField(String, owner: String, suggestion: String)
}
