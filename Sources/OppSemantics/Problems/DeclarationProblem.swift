internal import OppModel
internal import OppSyntax

/// A declaration or clause that states something impossible
enum DeclarationProblem {
  /// A chart without `of` or `per week last 52`: the name, and the parts that are missing
  case incompleteChart(String, lacksValue: Bool, lacksPeriods: Bool)

  /// `per week last 0`, and the greatest number of such periods
  case periodsOutOfRange(CalendarPeriod, limit: Int)

  /// `per day last 30d`; the number alone
  case periodsWithUnit(String)

  /// `period` if it means nothing
  case periodOutside(isInChart: Bool)

  /// An Opp without `on`, `when`, `near` and `for each`
  case nothingToWaitFor(opp: String)

  /// `row added` without `for each`
  case rowWithoutForEach

  /// `event begins` beside a `for each` over rows of another table; the field of the row, such as `c.begins`
  case eventBesideForEach(field: String)

  /// `every 2d`; the duration as written if it is whole days
  case everyOutOfRange(days: String?)

  /// `on rain begins`: the name, and the one that is understood
  case otherRowEvent(String, usual: String)

  /// `on 8:00 and 12:00`
  case timesJoinedByAnd(suggestion: String)

  /// `set quiet 22..7`
  case hoursWithoutMinutes(suggestion: String)

  /// A zone that the zone database does not have
  case unknownZone(String, UnknownZone)
  /// A zone of a file that the zone database does not have
  case unknownFileZone(String, UnknownZone)

  /// Arguments behind the target of a connection that are not the name of a person
  case connectionOfArguments(String, person: String?)

  /// `in all` behind a limit of an Opp without `for each`
  case inAllWithoutRows

  /// `on x` of something that is no event; the one that may be meant, and a condition beside it
  case notEvent(String, suggestion: String?, condition: String?, hasWhen: Bool)

  /// `record` of a table on which the Opp depends, without `at most`
  case recordWithoutLimit(table: String, limit: String)

  /// Opps that each read a table that the next one writes, in a circle, without `at most`
  case circleWithoutLimit(opps: [String], limit: String)

  /// `record firings`, `given firings` or `connect firings`: only Opp writes that table
  case writtenByOpp(String)

  /// `given answer "Tea" = unanswered`
  case noAnswer
  /// An option that the connector does not have, and those that it has
  case unknownOption(String, connector: String, options: [String], nearest: String?)
  /// A connector without an option that it needs
  case missingOption(String, connector: String)
  /// `set clock 12`: the value that the setting needs, and the text to write
  case invalidSetting(String, wanted: String, suggestion: String? = nil)
  /// An option whose value changes
  case optionNotText(String)
  /// A number that an option of few numbers does not take, with the reason
  case optionNotOneOf(String, choices: [String], reason: String?)
  /// A mistake in an option of a file
  case fileOption(FileOptionProblem)
  /// An option of another tool, and the line to write in its place
  case foreignOption(String, connector: String, line: String)
  /// Braces as the value of an option that has none
  case entriesOfOther(String)
  /// A secret written out in a file, in place of `env("NAME")`, or the name of its variable alone
  case secretInText(String, variable: String?)
  /// A step of a test that is not later than the one before
  case stepOrder
  /// `expect "Lunch" fires` before the first `at` of a test
  case expectationWithoutStep
  /// `given time = 12:00`
  case givenAlwaysKnown(String, help: String)
  /// `expect … for a, b` of a table whose key has another number of fields
  case keyCount(table: String, wanted: Int)
  /// `expect … for a` of an Opp without `for each`
  case keyWithoutForEach(String)
  /// `env` with anything but one text
  case notEnvironment
  /// Expressions in each other, through lets, beyond a limit
  case tooDeep(limit: Int)
  /// Calls of lets with parameters beyond a limit
  case tooManyExpansions(limit: Int)
  /// A text that is longer than the limit by its constants alone, in bytes
  case textTooLong(limit: Int)
  /// A list with more elements than the limit, those of the lists in it counted too
  case listTooLong(limit: Int)
  /// More Opps than a rule set may have
  case tooManyOpps(limit: Int)
  /// `at noon` in a test, where a literal is needed, and the one to write
  case notInstant(suggestion: String?)
  /// `at most 0 per day`
  case countOutOfRange(limit: Int)
  /// `record` or `given` without a field of the key
  case missingKeyField(String, table: String)

  /// The constant part of the text alone is longer than a notification of Apple's holds, in bytes
  case notificationTooLong(size: Int, limit: Int)
}
