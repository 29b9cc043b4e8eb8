internal import OppModel
internal import OppSyntax

/// A declaration or clause that says what cannot be
enum DeclarationProblem {
  /// An Opp without `on`, `when` and `near`
  case nothingToWaitFor(opp: String)
  case contradiction(first: SourceRange, second: SourceRange?, isOfTimes: Bool)

  /// `row added` without `for each`
  case rowWithoutForEach

  /// `event begins` beside a `for each`
  case eventBesideForEach
  case everyOutOfRange

  /// `on x` of something that is no event
  case notEvent(String)

  /// `record` of a table on which the Opp depends, without `at most`
  case recordWithoutLimit(table: String)
  case recordOfRows(table: String)
  case missingField(String, table: String)
  case unknownOption(String, connector: String, options: [String], nearest: String?)
  case missingOption(String, connector: String)
  case invalidSetting(String, wanted: String)
  case optionNotText(String)
  case secretInText(String)
  case stepOrder
  case givenAlwaysKnown(String)
  case keyCount(table: String, wanted: Int)
  case keyWithoutForEach(String)
  case notEnvironment
  case tooDeep(limit: Int)
  case tooManyExpansions(limit: Int)
  case tooManyOpps(limit: Int)
  case notTimeOfDay
  case countOutOfRange(limit: Int)
  case missingKeyField(String, table: String)

  /// What the text says in any case is more than a notification of Apple's holds, in bytes
  case notificationTooLong(size: Int, limit: Int)
}
