package import OppModel

/// A reason why something is unknown
///
/// Words are in `UnknownReason+Message.swift`.
package enum UnknownReason: Hashable, Sendable {
  /// Nothing has been read of the source yet
  case noReading(SourceID, field: Int)
  /// The last reading is older than the source's freshness
  case stale(SourceID, field: Int, since: Instant)
  /// The last reading did not have the field
  case missing(SourceID, field: Int, at: Instant)
  /// The recording has no such field at all
  case neverRead(SourceID, field: Int)
  /// The source gave a reason why it cannot be read
  case unavailable(SourceID, field: Int, reason: String)
  /// Nothing of the table has arrived, or it cannot be read
  case unknownTable(TableID, reason: String?)
  /// The row does not have this field
  case rowWithoutField(TableID, field: Int)
  /// The row is not in its table
  case missingRow(TableID)
  /// An aggregate that has no value without rows
  case noRows(TableID)
  case emptyList
  /// Geocoding found nothing
  case noSuchAddress(String)
  /// Nobody has looked the address up yet
  case addressNotFoundYet(String)
  /// Nobody has looked for places of the category yet
  case placesNotFoundYet(category: String)
  /// Looking up an address, or places of a category, failed
  case notLookedUp(FetchKey, reason: String)
  case noPlace(category: String)
  case sunDoesNotCross(SunField)
  case dividedByZero
  /// A date is moved by a duration that is no whole number of days
  case fractionOfADay
  case notANumber
  /// A date or an instant before the year 1 or after the year 9999
  case beyondCalendar
  /// It depends on seconds before memory begins
  case beforeMemory
  /// It depends on a second at which its condition was unknown
  case unknownAt(Instant)
  /// It depends on a second at which a row was not in its table
  case rowWasAway(TableID, at: Instant)
  /// It depends on a second at which the amount of `increase` was unknown, or below 0
  case notCountedAt(Instant)
  /// It depends on a number that is too large to be added up: at a second, or `nil` for this one
  case tooLargeToAddUp(at: Instant?)
  /// The condition has not been true yet
  case neverTrue
  /// A window whose start is still to come
  case notBegun
}
