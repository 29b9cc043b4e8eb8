internal import OppModel
internal import OppSyntax

/// A literal whose number or unit cannot be read
enum UnitProblem {
  /// The unit, and the likely one; the whole literal with that in its place
  case unknownUnit(String, nearest: String?, corrected: String?)

  /// `30m` if minutes and metres both fit, or neither
  case ambiguous(String, spellings: [String])

  /// Parts of a quantity that do not go together, such as `1h30km`
  case mixedParts(String)
  /// A number of more digits than are read exactly
  case tooLong(String, limit: Int)
  /// A number beyond those that can be calculated with
  case tooLarge(String)
  /// `12.505EUR`, which has a third decimal
  case tooManyDecimals(String, Currency)
  /// `370deg`, and the angle of the same direction
  case angleOutOfTurn(String, same: String)
  /// `120deg` where an elevation is expected
  case elevationOutOfRange(String)
  /// `2026-02-30`
  case noSuchDate(String)
  /// `25:00`, `13pm`
  case noSuchTime(String)
  /// `@91,0`, and whether it is the latitude that is wrong
  case noSuchPin(String, isLatitude: Bool)
  /// More quantities such as `30m` in one comparison than all readings of can be tried
  case tooManyAmbiguous(limit: Int)
  /// `24:00` anywhere but at the end of a range
  case endOfDay
}
