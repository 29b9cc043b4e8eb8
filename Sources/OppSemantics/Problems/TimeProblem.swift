internal import OppModel
internal import OppSyntax

/// A question about time that has no result
///
/// “Moves” is said of a value that changes by itself between readings, as `now`, `time` and `free` do.
enum TimeProblem {
  /// `for`, `within` or a window on a row of `where`
  case rowWithoutPast

  /// A window over something that moves; the function's name, and whether `change` takes the value
  case driftingWindow(String, hasChange: Bool)

  /// `*` of two values that move; the second rounded to be constant for a while, or `nil` if it cannot be rounded
  case driftingProduct(steady: String?)

  /// `tasks by due - now`
  case driftingOrder

  /// `x changes` of something that moves
  case driftingChange

  /// `last_change(x)` of something that moves
  case driftingLastChange

  /// `x changes` where a value is wanted; x as it is written
  case unexpectedChange(String)

  /// `x changes from A to A`
  case changeToItself

  /// `since T` of a T that moves
  case driftingStart

  /// `every D from X` of an X that moves
  case driftingEvery

  /// `next` over a value that is not known ahead
  case notForeseeable
  /// `raining within next 2h`: the question to the forecast
  case weatherAhead(suggestion: String)
  /// A duration or a limit that is not the same at all times
  case notConstant(what: String)
  /// `last 0.5s`
  case notWholeSeconds
  /// A duration outside its limits, which are in words: 1s, 100 years
  case outOfRange(what: String, least: String, most: String)
  /// `today + 36h`
  case notWholeDays

  /// A date or an instant before the year 1 or after the year 9999
  case beyondCalendar(ValueType)
  /// `max(sun.elevation, 3deg)`, and the text to write instead
  case sunAsValue(suggestion: String?)
  /// `travelled(next 1h)`
  case noLookAhead(function: String)

  /// A window without `last D`
  case missingSpan(function: String, written: String?)
  /// A date in place of a time span: `total(raining, today)`
  case missingBeginning(function: String, String)

  /// `last D`, `next D` or `since T` where a value is wanted
  case unexpectedSpan

  /// `ago(x, last 1h)`; the duration as it is written
  case spanOfAgo(String)

  /// `last 4h..2h`, whose ends are written so
  case backwardSpan(nearer: String, farther: String)

  /// `last 2h..2h`
  case emptySpan(String)

  /// `next 2h..4h`; the later end as it is written
  case rangeAhead(String)

  /// `set quiet when` of something that looks back; the word for it
  case quietLooksBack(String)

  /// `gaps(now..…)`
  case driftingGap

  /// `change(x, last A..B)` of something that moves; the text to write instead
  case driftingShift(String)
}
