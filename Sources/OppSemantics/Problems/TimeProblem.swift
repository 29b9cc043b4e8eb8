internal import OppModel
internal import OppSyntax

/// A question about time that has no result
enum TimeProblem {
  /// `for`, `within` or a window on a row of `where`
  case rowWithoutPast

  /// A window over something that moves; the function's name
  case driftingWindow(String)

  /// `*` or `/` of two values that move
  case driftingProduct(String)

  /// `x changes` of something that moves
  case driftingChange

  /// `since T` of a T that moves
  case driftingStart

  /// `next` over what is not known ahead
  case notForeseeable
  case notConstant(what: String)
  case notWholeSeconds
  case outOfRange(what: String, least: String, most: String)
  case notWholeDays

  /// A date or an instant before the year 1 or after the year 9999
  case beyondCalendar(ValueType)
  case noLookAhead(function: String)

  /// A window without `last D`
  case missingSpan(function: String, written: String?)

  /// `last D`, `next D` or `since T` where a value is wanted
  case unexpectedSpan
}
