internal import OppModel
internal import OppSyntax

/// A declaration or clause that states what cannot be
enum DeclarationProblem {
  /// An Opp without `on`, `when` and `near`, and whether it has `for each`
  case nothingToWaitFor(opp: String, hasRows: Bool)

  /// `row added` without `for each`
  case rowWithoutForEach

  /// `event begins` beside a `for each`
  case eventBesideForEach
  /// `every 2d`; the duration as written where it is whole days
  case everyOutOfRange(days: String?)

  /// `on rain begins`: the name, and the one that is understood
  case otherRowEvent(String, usual: String)

  /// `on 8:00 and 12:00`
  case timesJoinedByAnd(suggestion: String)

  /// `set quiet 22..7`
  case hoursWithoutMinutes(suggestion: String)

  /// A zone that the zone database does not have
  case unknownZone(String, UnknownZone)

  /// A colour that is not the same for all rows
  case changingColour

  /// `on x` of something that is no event
  case notEvent(String, suggestion: String?)

  /// `record` of a table on which the Opp depends, without `at most`
  case recordWithoutLimit(table: String)
  case recordOfRows(table: String)
  case missingField(String, table: String)
  case unknownOption(String, connector: String, options: [String], nearest: String?)
  case missingOption(String, connector: String)
  case invalidSetting(String, wanted: String, suggestion: String? = nil)
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

  /// The constant part of the text alone is longer than a notification of Apple's holds, in bytes
  case notificationTooLong(size: Int, limit: Int)
}
